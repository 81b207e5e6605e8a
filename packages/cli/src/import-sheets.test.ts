import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCore } from '@basketball-data/core'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../http/src/testing/databases.js'
import { newFolder, runCommand } from './testing/run-cli.ts'

const openDatabase = async () => {
  const database = await testDatabase('Postgres')
  const core = await createCore({ database })
  onTestFinished(() => core.close())
  const listGames = async () => (await core.caller().games.list({})).data
  return { core, listGames, run: (...args: string[]) => runCommand([...args, '--database', database]) }
}

/** A folder with tables as CSV files. */
const writeTables = (name: string, tables: Record<string, string>): string => {
  const folder = join(newFolder(), name)
  mkdirSync(folder)
  for (const [table, text] of Object.entries(tables)) writeFileSync(join(folder, `${table}.csv`), text)
  return folder
}

const GAMES = `date,home,away,home score,away score
2026-11-19,Red Foxes,Blue Herons,71,68
2026-11-26,Blue Herons,Red Foxes,,
`

test('the example is imported as it is, from a workbook as from CSV files, and is never written over', async () => {
  const { run, listGames } = await openDatabase()
  const [book, folder] = [join(newFolder(), 'league.xlsx'), join(newFolder(), 'league')]
  for (const path of [book, folder]) {
    expect(await run('template', path)).toMatchObject({ code: 0, stderr: '' })
    expect(await run('template', path)).toMatchObject({ code: 1, stderr: expect.stringContaining('is there already') })
  }
  for (const name of ['league.txt', 'league.csv', 'league.xls']) {
    const path = join(newFolder(), name)
    expect(await run('template', path)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/: name a workbook \.xlsx, or a folder without an ending/),
    })
    expect(existsSync(path)).toBe(false)
  }
  const counts = { games: 2, lines: 14, warnings: 0, refused: 0 }
  const first = await run('import', 'sheets', book, '--json')
  expect({ code: first.code, ...JSON.parse(first.stdout) }).toMatchObject({ code: 0, ...counts })
  expect((await listGames()).map(({ status }) => status).toSorted()).toEqual(['final', 'scheduled'])
  expect((await run('import', 'sheets', folder)).stdout).toMatch(/games +2 +0 new, 0 corrected, 2 unchanged\n/)
})

test('games alone are imported under the name of their folder; a corrected file corrects them, and a deleted row changes nothing', async () => {
  const { run, listGames } = await openDatabase()
  const folder = writeTables('town-cup', { games: GAMES })
  const file = join(folder, 'games.csv')
  expect((await run('import', 'sheets', folder)).stdout).toMatch(/games +2 +2 new/)
  expect((await listGames())[0]?.competition.name).toBe('Town Cup')
  writeFileSync(file, GAMES.replace('71', '72'))
  expect((await run('import', 'sheets', folder)).stdout).toMatch(/0 new, 1 corrected, 1 unchanged/)
  writeFileSync(file, GAMES.replace(/2026-11-26.*\n/, ''))
  expect((await run('import', 'sheets', file)).stdout).toMatch(/games +1 /)
  expect((await listGames()).map(({ home_score }) => home_score)).toEqual([null, 71])
})

test('an import says where it has written, and whether that is new', async () => {
  const { run } = await openDatabase()
  const folder = writeTables('hills-league', { games: GAMES })
  expect((await run('import', 'sheets', folder)).stdout).toMatch(
    /^Done after \d+\.\d s: 2 games of Hills League 2026-27 in the database \w+\n\n/,
  )
  const database = join(newFolder(), 'data')
  for (const end of ['/data (new database)', '/data'])
    expect((await runCommand(['import', 'sheets', folder, '--database', database])).stdout).toContain(
      `${end}\n\n  games`,
    )
})

test('an import prints its first warnings, each with the row of its game', async () => {
  const { run } = await openDatabase()
  const wrong = (day: number) => `2026-11-${day},Red Foxes,Blue Herons,71,68\n`
  const days = [10, 11, 12, 13, 14, 15]
  const folder = writeTables('cup', {
    games: `date,home,away,home score,away score\n${days.map(wrong).join('')}`,
    lines: `date,team,player,PTS\n${days.map((day) => `2026-11-${day},Red Foxes,Ana Example,15\n`).join('')}`,
  })
  const { code, stdout } = await run('import', 'sheets', folder)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/warnings +6 +listed by "basketball-data doctor warnings"/)])
  const listed = stdout.matchAll(/^ {2}games row (\d+): home: the box score gives 15, .*$/gm)
  expect(Array.from(listed, ([, row]) => row)).toEqual(['2', '3', '4', '5', '6'])
})

test('mistakes are printed with their places, and nothing is imported', async () => {
  const { run, listGames } = await openDatabase()
  const folder = writeTables('cup', { games: GAMES.replace('71', 'x').replace('2026-11-26', '31.11.2026') })
  const failed = await run('import', 'sheets', folder)
  expect(failed).toMatchObject({
    code: 1,
    stderr: 'basketball-data: Nothing was imported: 2 mistakes in the sheets.\n',
  })
  expect(failed.stdout).toMatch(
    /^SHEET +ROW +COLUMN +MISTAKE\ngames +2 +home score +"x" is not .+\ngames +3 +date +.+\n/,
  )
  const { code, stdout } = await run('import', 'sheets', folder, '--json')
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({
    code: 1,
    games: 0,
    mistake_count: 2,
    mistakes: [{ sheet: 'games', row: 2, column: 'home score', message: expect.any(String) }, { row: 3 }],
  })
  expect(await listGames()).toEqual([])
})

test('the name of a competition of another source is a mistake with the source and the ways out', async () => {
  const { run } = await openDatabase()
  const folder = writeTables('hills-league', { games: GAMES })
  await run('import', 'sheets', folder)
  const failed = await run('import', 'sheets', folder, '--source', 'other')
  expect([failed.code, failed.stdout]).toEqual([
    1,
    expect.stringMatching(
      /^SHEET.*\ngames +2–3 +.* Hills League \(source hills-league\) already; .* the source hills-league, .* another name or slug\n\n$/,
    ),
  ])
})

test('equal mistakes of consecutive rows are printed once, with these rows', async () => {
  const { run } = await openDatabase()
  const rest = Array.from({ length: 16 }, (_, at) => `1,${at < 8 ? 'Aces' : 'Kings'},Player ${at},\n`)
  const folder = writeTables('cup', {
    games: `id,${GAMES.replaceAll('\n2026', '\n7,2026').replace('7,2026-11-26', '8,2026-11-26')}`,
    lines: `game,team,player,PTS\n${rest.join('')}7,Red Foxes,Ana Example,x\n`,
  })
  const { stdout, stderr } = await run('import', 'sheets', folder)
  expect(stdout.split('\n').slice(1, -2)).toEqual([
    expect.stringMatching(/^lines +2–9 +team +Aces has no game/),
    expect.stringMatching(/^lines +2–17 +game +1 is the id of no game; there are 7, 8\.$/),
    expect.stringMatching(/^lines +10–17 +team +Kings has no game/),
    expect.stringMatching(/^lines +18 +PTS +"x" is not/),
  ])
  expect(stderr).toContain('33 mistakes in the sheets')
})

test('a game that the service refuses is a mistake in its row: nothing is imported, by a dry run neither', async () => {
  const { run, listGames, core } = await openDatabase()
  const toGames = (home: string, first: string) =>
    `id,date,home,away,score\n${first}\n2,2026-11-26,Blue Herons,${home},\n3,2026-12-03,${home},Blue Herons,\n`
  const folder = writeTables('cup', { games: toGames('Red Foxes', '1,2026-11-19,Red Foxes,Blue Herons,71-68') })
  await run('import', 'sheets', folder)
  const before = await listGames()
  writeFileSync(join(folder, 'games.csv'), toGames('Aces', '1,2026-11-20,Aces,Kings,80-70'))
  for (const options of [[], ['--dry-run']])
    expect(await run('import', 'sheets', folder, ...options)).toEqual({
      code: 1,
      stderr: 'basketball-data: Nothing was imported: 1 mistake in the sheets.\n',
      stdout: expect.stringMatching(
        /^SHEET .*\ngames +2 .*gm_\w+ is stored as Red Foxes – Blue Herons on 2026-11-19; give this game another id, or.* games reopen gm_/,
      ),
    })
  expect(await listGames()).toEqual(before)
  expect(await core.refusals()).toEqual([])
})

test('a name that is nearly one of an earlier import is asked about', async () => {
  const { run } = await openDatabase()
  const folder = writeTables('cup', { games: GAMES })
  await run('import', 'sheets', folder)
  writeFileSync(join(folder, 'games.csv'), GAMES.replaceAll('Red Foxes', 'Red Fokses'))
  expect(await run('import', 'sheets', folder)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Red Fokses is nearly Red Foxes (the database)'),
  })
})

test('a player and a team under new names are the same ones if the former names are aliases', async () => {
  const { run, core } = await openDatabase()
  const lines = (name: string, team = 'Red Foxes') => `date,team,player,PTS\n2026-11-19,${team},${name},15\n`
  const folder = writeTables('cup', { games: GAMES, lines: lines('Ana Example') })
  const listed = async () => {
    const caller = core.caller()
    const [players, teams] = [await caller.players.list({ q: 'ana' }), await caller.teams.list({ q: 'foxes' })]
    return [...players.data, ...teams.data].map(({ id, name }) => ({ id, name }))
  }
  await run('import', 'sheets', folder)
  const [player, team] = await listed()
  const rename = (tables: Record<string, string>) => {
    for (const [table, text] of Object.entries(tables)) writeFileSync(join(folder, `${table}.csv`), text)
    return run('import', 'sheets', folder)
  }
  const renamed = await rename({
    games: GAMES.replaceAll('Red Foxes', 'Harbour Foxes'),
    lines: lines('Ana Sample', 'Harbour Foxes'),
    teams: 'name,aliases\nHarbour Foxes,Red Foxes\n',
    players: 'name,aliases\nAna Sample,Ana Example\n',
  })
  expect(renamed.code).toBe(0)
  expect(await listed()).toEqual([
    { ...player, name: 'Ana Sample' },
    { ...team, name: 'Harbour Foxes' },
  ])
  expect((await core.caller().games.list({})).data).toHaveLength(2)
})

test('a dry run lists the games that would be imported, and writes nothing, not even a database', async () => {
  const { run, listGames } = await openDatabase()
  const folder = writeTables('cup', { games: GAMES })
  const dryRun = () => run('import', 'sheets', folder, '--dry-run')
  expect(await dryRun()).toEqual({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(
      /: 2 new, 0 corrected, 0 unchanged, 0 refused\n\ncreated +2026-11-19 Red Foxes – Blue Herons\ncreated +2026-11-26 /,
    ),
  })
  expect(await listGames()).toEqual([])
  await run('import', 'sheets', folder)
  writeFileSync(join(folder, 'games.csv'), GAMES.replace('71', '72'))
  expect((await dryRun()).stdout).toMatch(/: 0 new, 1 corrected, 1 unchanged, 0 refused\n\nupdated +2026-11-19/)
  const { code, stdout } = await run('import', 'sheets', folder, '--dry-run', '--json')
  expect({ code, ...JSON.parse(stdout) }).toEqual({
    code: 0,
    created: 0,
    updated: 1,
    unchanged: 1,
    refused: 0,
    changes: [{ outcome: 'updated', game: '2026-11-19 Red Foxes – Blue Herons', warnings: [] }],
  })
  expect((await listGames()).map(({ home_score }) => home_score)).toEqual([null, 71])
  const database = join(newFolder(), 'data')
  expect(await runCommand(['import', 'sheets', folder, '--dry-run', '--database', database])).toMatchObject({ code: 0 })
  expect(existsSync(database)).toBe(false)
})

test('dates that can be read in two orders need the order, and what is not imported is named', async () => {
  const { run, listGames } = await openDatabase()
  const games = 'date;home;away;phone\n03/04/2027;Red Foxes;Blue Herons;1\n'
  const folder = writeTables('cup', { games })
  expect(await run('import', 'sheets', folder)).toMatchObject({ code: 1, stdout: expect.stringContaining('--dates') })
  expect(await run('import', 'sheets', folder, '--dates', 'dmy')).toMatchObject({
    code: 0,
    stderr: 'basketball-data: not imported: games: phone\n',
  })
  expect((await listGames()).map(({ date }) => date)).toEqual(['2027-04-03'])
})

test('a path without tables is an error before the database is opened', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'a.txt'), readFileSync(new URL(import.meta.url)))
  const nowhere = ['--database', 'postgres://127.0.0.1:1/none']
  for (const path of [folder, join(folder, 'missing')])
    expect(await runCommand(['import', 'sheets', path, ...nowhere])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(path),
    })
})
