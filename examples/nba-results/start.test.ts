import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCore, type GameBundle } from '@basketball-data/core'
import { nba, NBA_TEAMS } from '@basketball-data/feeds/nba'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../packages/core/src/testing/index.js'

const SEASON = join(import.meta.dirname, '../../../shared/data/nba-2025-26')
const absent = !existsSync(SEASON)

const run = (...paths: string[]) => {
  const script = join(import.meta.dirname, 'start.ts')
  return spawnSync(process.execPath, [script, ...paths], { encoding: 'utf8', maxBuffer: 64_000_000 })
}
const parseBundles = (ndjson: string): GameBundle[] =>
  ndjson
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const csv = (...rows: string[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'nba-results-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'games.csv')
  writeFileSync(file, `GAME_ID,GAME_DATE,HOME_TEAM,AWAY_TEAM,HOME_PTS,AWAY_PTS,HOME_WL\n${rows.join('\n')}\n`)
  return file
}

test('a row becomes a final game with the ids of the NBA feed', () => {
  const [bundle] = parseBundles(run(csv('0042500121,2026-04-18,NYK,LAC,113,102,W')).stdout)
  expect(bundle).toMatchObject({
    source: 'nba',
    season: { external_id: '00_2025', name: '2025-26' },
    game: {
      external_id: '0042500121',
      stage: 'playoffs',
      round: 'First Round',
      date: '2026-04-18',
      status: 'final',
      home_score: 113,
      away_score: 102,
    },
    home: { team: { external_id: '1610612752', name: 'New York Knicks' } },
    away: { team: { external_id: '1610612746', name: 'LA Clippers' } },
  })
})

test('a file may have a byte order mark, quoted fields with commas and line breaks, and blank lines', () => {
  const file = csv('', '"0042500121","2026-04-18","NYK","LAC","113","102","W, ""easily"",\nat home"', '')
  writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8')}`.replaceAll('\n', '\r\n'))
  expect(parseBundles(run(file).stdout)).toMatchObject([{ game: { external_id: '0042500121', away_score: 102 } }])
})

test.each([
  ['an unknown team', '0022500001,2025-10-21,OKC,XYZ,1,2,L', '"XYZ" is not an NBA team'],
  ['no score', '0022500001,2025-10-21,OKC,HOU,,2,L', '"" is not a score'],
  ['an invalid game id', '17,2025-10-21,OKC,HOU,1,2,L', 'game id'],
])('a row with %s stops the conversion and names the line', (_, row, problem) => {
  const { status, stderr } = run(csv('0022500002,2025-10-21,LAL,GSW,109,119,L', row))
  expect(status).toBe(1)
  expect(stderr).toMatch(/games\.csv line 3: /)
  expect(stderr).toContain(problem)
})

test('a missing file or argument prints one line', () => {
  const { status, stdout, stderr } = run('nothing.csv')
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^no such file: .*nothing\.csv\n$/)
  expect(run()).toMatchObject({ status: 1, stderr: expect.stringMatching(/^usage: npm start .* <games.csv…>\n$/) })
})

test('the documented command imports the games of a file in the current folder', () => {
  const examples = join(import.meta.dirname, '..')
  const [, line = ''] = /```sh\n(npm start --silent --prefix examples\/nba-results .*)\n```/.exec(
    readFileSync(join(examples, 'README.md'), 'utf8'),
  ) ?? ['', 'exit 1']
  const folder = join(csv('0042500121,2026-04-18,NYK,LAC,113,102,W'), '..')
  for (const part of ['examples', 'node_modules'])
    symlinkSync(join(examples, '..', part), join(folder, part), 'junction')
  // A user's shell has neither variable: npm sets the first, the test runner the second.
  const { INIT_CWD: _, BASE_URL: __, ...shell } = process.env
  const env = { ...shell, DATABASE_URL: join(folder, 'data') }
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8', env })
  expect(status, stderr).toBe(0)
  expect(stdout + stderr).toMatch(/games +1 +1 new/)
})

/** The published rows: conference, rank in it, team, wins and losses, in all, at home and away; the names are those of the feed. */
const published = (): unknown[][] => {
  const [, ...lines] = readFileSync(join(SEASON, 'standings.csv'), 'utf8').trim().split(/\r?\n/)
  return lines
    .map((line) => {
      const [, name = '', , conference, wins, losses, , , rank, , , , home, away] = line.split(',')
      return [`${conference}ern Conference`, Number(rank), name, `${wins}-${losses}`, home, away] as const
    })
    .toSorted(([a, rankA], [b, rankB]) => (a === b ? rankA - rankB : a < b ? -1 : 1))
    .map((row) => [...row])
}

/**
 * Five games on neutral courts that games.csv lacks: Mexico City, Berlin, London, and the semi-finals of the NBA Cup in Las
 * Vegas. The published wins, losses and points of these teams leave room for exactly these games.
 */
const NEUTRAL = [
  ['0022500147', '2025-11-01', ['DET', 122], ['DAL', 110]],
  ['0022500578', '2026-01-15', ['ORL', 118], ['MEM', 111]],
  ['0022500602', '2026-01-18', ['MEM', 126], ['ORL', 109]],
  ['0022501229', '2025-12-13', ['NYK', 132], ['ORL', 120]],
  ['0022501230', '2025-12-13', ['SAS', 111], ['OKC', 109]],
] as const

/** These games as the league's game log has them: both teams away, the winner first here. */
const neutralLog = () => ({
  resource: 'leaguegamelog',
  resultSets: [
    {
      name: 'LeagueGameLog',
      headers: ['TEAM_ID', 'TEAM_ABBREVIATION', 'TEAM_NAME', 'GAME_ID', 'GAME_DATE', 'MATCHUP', 'WL', 'PTS'],
      rowSet: NEUTRAL.flatMap(([game, date, winner, loser]) => {
        const row = ([own, points]: readonly [string, number], [other]: readonly [string, number], result: string) => {
          const { id, name } = NBA_TEAMS[own] ?? {}
          return [id, own, name, game, date, `${own} @ ${other}`, result, points]
        }
        return [row(winner, loser, 'W'), row(loser, winner, 'L')]
      }),
    },
  ],
})

const readNeutralGames = async (): Promise<GameBundle[]> => {
  const file = join(csv(), '../leaguegamelog.json')
  writeFileSync(file, JSON.stringify(neutralLog()))
  const games: GameBundle[] = []
  for await (const { bundle } of nba.read([file])) if (bundle !== undefined) games.push(bundle)
  return games
}

test.skipIf(absent)('the standings of 2025-26 equal the published ones (skipped without ../shared/data)', async () => {
  const { stdout, stderr } = run(join(SEASON, 'games.csv'), join(SEASON, 'po_games.csv'))
  expect(stderr).toBe('')
  const bundles = parseBundles(stdout)
  expect(bundles).toHaveLength(1310)
  const core = await createCore({ database: await testDatabase('Postgres') })
  onTestFinished(() => core.close())
  for await (const result of core.ingestAll(bundles)) expect(result).toMatchObject({ outcome: 'created', warnings: [] })
  for await (const result of core.ingestAll(await readNeutralGames()))
    expect(result).toMatchObject({ outcome: 'created', warnings: [{ code: 'home_assumed' }] })
  const competitions = await core.caller().competitions.list({})
  expect(competitions.data).toMatchObject([{ name: 'NBA', games: 1315 }])
  const { data } = await core.caller().standings.get({ competition: competitions.data[0]?.id ?? '' })
  expect(data).toMatchObject({ games: 1230, through: '2026-04-12', season: { name: '2025-26' } })
  expect(
    data.table.map(({ group, rank, team, won, lost, home, away }) => [
      group,
      rank,
      team.name,
      `${won}-${lost}`,
      home,
      away,
    ]),
  ).toEqual(published())
})
