import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { createCore } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { scheduledGame, testDatabase } from '../../http/src/testing/databases.js'
import { openRelay } from '../../http/src/testing/relay.js'
import { runFailingCli, newFolder, runCli, runCommand, startCli } from './testing/run-cli.ts'

const BUNDLES = [...simulate({ day: '2026-11-20', games: 3 })]
const NDJSON = BUNDLES.map((bundle) => `${JSON.stringify(bundle)}\n`)
const LINES = BUNDLES.flatMap(({ home, away }) => [...(home.players ?? []), ...(away.players ?? [])]).length
const EVENTS = BUNDLES.flatMap(({ events }) => events ?? []).length
const SHOTS = BUNDLES.flatMap(({ shots }) => shots ?? []).length

test('bundles: valid games are imported, invalid ones counted and listed; a second import changes nothing', async () => {
  const database = await testDatabase('Postgres')
  const run = (args: string[]) => runCommand([...args, '--database', database])
  const scoreless = { ...BUNDLES[0], game: { ...BUNDLES[0]?.game, external_id: 'scoreless', home_score: null } }
  const input = [NDJSON[0], '\r\n', NDJSON[1], '{"broken\n', `${JSON.stringify(scoreless)}\n`, NDJSON[2]].join('')
  const counts = { games: 3, lines: LINES, events: EVENTS, shots: SHOTS, warnings: 0, refused: 2 }

  const first = await runCli(['import', 'bundles', '-', '--json', '--database', database], { input })
  expect(JSON.parse(first.stdout)).toEqual(counts)
  expect(first.code).toBe(0)
  expect(first.stderr).toMatch(/^basketball-data: standard input line 4: not JSON: .+\n$/)

  const file = join(newFolder(), 'games.ndjson')
  writeFileSync(file, NDJSON.join(''))
  const second = await run(['import', 'bundles', file])
  expect(second).toMatchObject({ code: 0, stderr: '' })
  expect(second.stdout).toMatch(/games +3 +0 new, 0 corrected, 3 unchanged\n/)

  const refusals = JSON.parse((await run(['doctor', 'refusals', '--json'])).stdout)
  expect(refusals.refusals).toEqual([
    expect.objectContaining({ external_id: 'scoreless', reason: expect.any(String) }),
    expect.objectContaining({ source: 'unknown', external_id: 'standard input line 4' }),
  ])
  writeFileSync(file, JSON.stringify(scoreless))
  const again = await run(['import', 'bundles', file, '--json'])
  expect(again.code).toBe(1)
  expect(JSON.parse(again.stdout)).toEqual({ games: 0, lines: 0, events: 0, shots: 0, warnings: 0, refused: 1 })
  expect(again.stderr).toMatch(/^basketball-data: No game was accepted; the first was refused: scoreless: .+\n$/)
})

test('bundles: the examples of the documentation are imported as they are printed', async () => {
  const page = readFileSync(new URL('../../../docs/game-bundle.md', import.meta.url), 'utf8')
  const examples = Array.from(page.matchAll(/```json\n(\{[^]+?)```/g), ([, text = '']) => text)
  expect(examples.length).toBeGreaterThan(1)
  const file = join(newFolder(), 'game.json')
  writeFileSync(file, examples.join(''))
  const database = await testDatabase('Postgres')
  const { code, stdout } = await runCommand(['import', 'bundles', file, '--json', '--database', database])
  const counts = { games: examples.length, lines: 6, refused: 0, warnings: 0 }
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, ...counts })

  const core = await createCore({ database })
  onTestFinished(() => core.close())
  const { data: games } = await core.caller().games.list({ status: 'final' })
  const { data } = await core.caller().games.boxScore({ id: games[0]?.id ?? '' })
  expect(data).toMatchObject({
    home: { totals: { points: 71, rebounds: null } },
    away: { totals: { points: 68, rebounds: null } },
  })
})

test('bundles: a refused line is listed by its location until the file is imported without it', async () => {
  const database = await testDatabase('Postgres')
  const file = join(newFolder(), 'games.ndjson')
  const importing = async (...lines: (string | Buffer | undefined)[]) => {
    writeFileSync(file, Buffer.concat(lines.map((line) => Buffer.from(line ?? ''))))
    const { code, stdout, stderr } = await runCommand(['import', 'bundles', file, '--json', '--database', database])
    const { games, refused } = JSON.parse(stdout)
    return { code, games, refused, stderr }
  }
  const listed = async () => {
    const { stdout } = await runCommand(['doctor', 'refusals', '--json', '--database', database])
    const { refusals } = z
      .object({ refusals: z.array(z.object({ source: z.string(), external_id: z.string(), reason: z.string() })) })
      .parse(JSON.parse(stdout))
    return refusals.map(({ source, external_id, reason }) => `${source} ${external_id} ${reason}`)
  }
  const broken = Buffer.from('{"name":"\xe9"}\n', 'latin1')

  expect(await importing('{"broken\n', NDJSON[0], broken, '{}\n', NDJSON[1])).toEqual({
    code: 0,
    games: 2,
    refused: 3,
    stderr: expect.stringMatching(
      /^basketball-data: \/.+games\.ndjson line 1: not JSON: .+\n.+games\.ndjson line 3: not UTF-8: .+\n$/,
    ),
  })
  expect(await listed()).toEqual([
    expect.stringMatching(/^unknown \/.+games\.ndjson line 1 not JSON: /),
    `unknown ${file} line 3 not UTF-8: save the file in that encoding`,
    expect.stringMatching(/^unknown \/.+games\.ndjson line 4 [^]+→ at source/),
  ])
  expect(await importing(NDJSON[0], NDJSON[1], '{}\n')).toMatchObject({ games: 2, refused: 1 })
  expect(await listed()).toEqual([expect.stringContaining('games.ndjson line 3')])
  expect(await importing(NDJSON[0], NDJSON[1], NDJSON[2])).toMatchObject({ games: 3, refused: 0, stderr: '' })
  expect(await listed()).toEqual([])
})

test('an import gives no result to games that are still scheduled 30 days after their day', async () => {
  const database = await testDatabase('Postgres')
  const core = await createCore({ database, now: () => new Date('2020-01-01T12:00:00Z') })
  onTestFinished(() => core.close())
  const scheduled = scheduledGame({ game: { date: '2020-01-02', tip_off: null } })
  expect(await core.ingest(scheduled)).toMatchObject({ outcome: 'created', warnings: [] })
  const file = join(newFolder(), 'games.ndjson')
  writeFileSync(file, NDJSON[0] ?? '')
  const { code } = await runCommand(['import', 'bundles', file, '--database', database])
  expect(code).toBe(0)
  const { data } = await core.caller().games.list({ date: '2020-01-02' })
  expect(data.map(({ status }) => status)).toEqual(['no_result'])
})

test('a file whose first line is not JSON is refused as a whole, with its reason once; a table with where to import it', async () => {
  const database = await testDatabase('Postgres')
  const importing = async (name: string) => {
    const file = join(newFolder(), name)
    writeFileSync(file, 'a,b\n1,2\n')
    const { code, stderr } = await runCommand(['import', 'bundles', file, '--database', database])
    return { code, lines: stderr.trimEnd().split('\n') }
  }
  const reason = 'line 1: not JSON: "a,b"; expected a game bundle, an array of bundles, or a bundle per line'
  expect(await importing('games.txt')).toEqual({
    code: 1,
    lines: [expect.stringMatching(new RegExp(`games\\.txt ${reason}$`)), 'basketball-data: No game was accepted.'],
  })
  expect((await importing('games.csv')).lines[0]).toMatch(
    new RegExp(`games\\.csv ${reason}; for tables, use import sheets$`),
  )
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends an import with its counts and the exit code %d', async (signal, exitCode) => {
  const database = await testDatabase('Postgres')
  const importing = startCli(['import', 'bundles', '-', '--json', '--database', database], { input: null })
  const refusalPrinted = importing.waitFor('stderr', /line 3/)
  importing.process.stdin?.write(`${NDJSON[0]}${NDJSON[1]}{a}\n`)
  await refusalPrinted
  importing.process.kill(signal)
  const { code, stdout, stderr } = await importing.ended
  expect(code).toBe(exitCode)
  expect(JSON.parse(stdout)).toMatchObject({ games: 2, refused: 1 })
  expect(stderr).toMatch(/basketball-data: Interrupted; .+\n$/)
})

test('an unreachable database ends an import, although standard input stays open', async () => {
  const importing = startCli(['import', 'bundles', '-', '--database', 'postgres://127.0.0.1:1/none'], { input: null })
  importing.process.stdin?.write(NDJSON[0])
  await importing.waitFor('stderr', /Cannot reach the database/)
  expect(await importing.ended).toMatchObject({ code: 1 })
})

test('Ctrl-C ends an import that waits for the database, and what is committed stays', async () => {
  const database = await testDatabase('Postgres')
  const relay = await openRelay(database)
  onTestFinished(() => relay.disconnect())
  const importing = startCli(['import', 'bundles', '-', '--json', '--database', relay.address], { input: null })
  const refusalPrinted = importing.waitFor('stderr', /line 2/)
  importing.process.stdin?.write(`${NDJSON[0]}{a}\n`)
  await refusalPrinted
  relay.stall()
  importing.process.stdin?.write(NDJSON[1])
  await setTimeout(500) // the second game now waits for the database
  importing.process.kill('SIGINT')
  const ended = await Promise.race([importing.ended, setTimeout(30_000)])
  expect({ code: ended?.code, ...JSON.parse(ended?.stdout ?? '{}') }).toMatchObject({ code: 130, games: 1, refused: 1 })

  const file = join(newFolder(), 'games.ndjson')
  writeFileSync(file, NDJSON.join(''))
  const { stdout } = await runCommand(['import', 'bundles', file, '--database', database])
  expect(stdout).toMatch(/games +3 +2 new, 0 corrected, 1 unchanged\n/)
})

test.skipIf(process.platform === 'win32')('Ctrl-C ends an import that waits for a file', async () => {
  const file = join(newFolder(), 'Header.ndjson')
  execFileSync('mkfifo', [file])
  const importing = startCli(['import', 'euroleague', file, '--database', 'memory://'])
  const input = createWriteStream(file)
  onTestFinished(() => void input.destroy())
  await once(input, 'open') // the command has opened the file
  importing.process.kill('SIGINT')
  // Shells turn the end by a signal into the exit code 130.
  expect(await importing.ended).toEqual({
    code: null,
    stdout: '',
    stderr: 'basketball-data: Interrupted; nothing was imported.\n',
  })
})

test('a wrong path is an error before the database is opened, and leaves the list of refusals as it was', async () => {
  const folder = newFolder()
  const nowhere = 'postgres://127.0.0.1:1/none'
  for (const feed of ['euroleague', 'nba', 'odds'])
    expect(await runFailingCli(['import', feed, folder, '--database', nowhere])).toEqual({
      exitCode: 1,
      message: expect.stringContaining(folder),
    })

  const database = await testDatabase('Postgres')
  const file = join(folder, 'games.ndjson')
  writeFileSync(file, `${NDJSON[0]}{"broken\n`)
  await runCommand(['import', 'bundles', file, '--database', database])
  const refusals = async () =>
    JSON.parse((await runCommand(['doctor', 'refusals', '--json', '--database', database])).stdout).refusals
  expect(await refusals()).toHaveLength(1)
  expect((await runCommand(['import', 'bundles', file, folder, '--database', database])).stderr).toContain(
    'is a folder',
  )
  expect(await refusals()).toHaveLength(1)
})

/** A Header response of the feed with few fields. */
const header = (gamecode: number, data: object): string =>
  `${JSON.stringify({ seasoncode: 'E2022', gamecode, data })}\n`
const teams = { TeamA: 'ALBA', TeamB: 'BARCA', CodeTeamA: 'BER', CodeTeamB: 'BAR', ScoreA: '80', ScoreB: '79' }

test('euroleague: games that cannot be read are listed by game, the others imported; a second import does the same', async () => {
  const database = await testDatabase('Postgres')
  const folder = newFolder()
  writeFileSync(
    join(folder, 'Header.ndjson'),
    header(1, { ...teams, Date: '06/10/2022' }) + header(17, teams) + 'not JSON\n',
  )
  const run = (...args: string[]) => runCommand([...args, '--database', database, '--json'])
  const counts = { games: 1, lines: 0, events: 0, shots: 0, warnings: expect.any(Number), refused: 2 }
  const first = await run('import', 'euroleague', folder)
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(first.stdout)).toEqual(counts)
  const second = await run('import', 'euroleague', folder)
  expect(JSON.parse(second.stdout)).toEqual(JSON.parse(first.stdout))
  const { refusals } = JSON.parse((await run('doctor', 'refusals')).stdout)
  expect(refusals).toEqual([
    expect.objectContaining({
      source: 'euroleague',
      external_id: 'E2022_17',
      reason: expect.stringMatching(/^no response/),
    }),
    expect.objectContaining({ source: 'euroleague', external_id: 'Header.ndjson line 3' }),
  ])
  const { warnings } = JSON.parse((await run('doctor', 'warnings')).stdout)
  expect(warnings).toHaveLength(JSON.parse(first.stdout).warnings)
  expect(JSON.parse((await run('doctor', 'warnings', '--code', 'missing_responses')).stdout).warnings).toEqual(
    ['Boxscore', 'PlaybyPlay', 'Points'].map((response) =>
      expect.objectContaining({ code: 'missing_responses', message: `Missing response: ${response}.` }),
    ),
  )
  expect(JSON.parse((await run('doctor', 'warnings', '--code', 'starters')).stdout)).toEqual({ warnings: [] })
})

const DATA = fileURLToPath(new URL('../../../../shared/data', import.meta.url))
const SEASON = join(DATA, 'euroleague-2022')
const CHECK = fileURLToPath(new URL('../../core/scripts/check-statistics.ts', import.meta.url))

/** A folder with the responses of the first games of the season. */
const firstGames = (count: number): string => {
  const folder = newFolder()
  for (const name of readdirSync(SEASON)) {
    const lines = gunzipSync(readFileSync(join(SEASON, name)))
      .toString()
      .split('\n')
    const isFirst = (line: string) => Number(/"gamecode": ?(\d+)/.exec(line)?.[1] ?? Infinity) <= count
    writeFileSync(
      join(folder, name.replace('.gz', '')),
      lines
        .filter(isFirst)
        .map((line) => `${line}\n`)
        .join(''),
    )
  }
  return folder
}

test.skipIf(!existsSync(SEASON))(
  'a season whose first games were imported before has all counts, and the published standings, leaders and records (skipped without ../shared/data)',
  async () => {
    const database = await testDatabase('Postgres')
    const importing = async (folder: string) => {
      const { code, stdout } = await runCommand(['import', 'euroleague', folder, '--json', '--database', database])
      expect(code).toBe(0)
      return JSON.parse(stdout)
    }
    expect(await importing(firstGames(20))).toMatchObject({ games: 20, refused: 0 })
    const counts = { games: 328, lines: 7785, events: 171_870, shots: 39_939, refused: 0 }
    expect(await importing(SEASON)).toMatchObject(counts)
    const { status, stdout, stderr } = spawnSync(process.execPath, [CHECK, database, join(DATA, 'truth')], {
      encoding: 'utf8',
    })
    expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' })
  },
)
