import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCore } from '@basketball-data/core'
import { expect, test } from 'vitest'
import { testDatabase } from '../../http/src/testing/databases.js'
import { madeUpGame } from './testing/feed-host.ts'
import { runFailingCli, newFolder, runCommand, startCli, startReadyCommand } from './testing/run-cli.ts'

const CODES = [7, 8]
const FAST = ['--speed', '3000']
const env = { LOG_FORMAT: 'pretty' }

/** A folder with recorded games. */
const recordings = (): string => {
  const folder = newFolder()
  for (const code of CODES) {
    const { header, boxscore, playbyplay, points } = madeUpGame(code, Date.parse('2022-11-10T19:00:00Z'))
    const kinds = { Header: header, Boxscore: boxscore, PlaybyPlay: playbyplay, Points: points }
    for (const [kind, json] of Object.entries(kinds))
      writeFileSync(join(folder, `E2022_${code}_${kind}.json`), JSON.stringify(json))
  }
  return folder
}

/** All games with their events. */
const storedGames = async (database: string) => {
  const core = await createCore({ database })
  try {
    const { data } = await core.caller().games.list({})
    const games = await Promise.all(
      data.map(async ({ id, date, status, home_score, away_score }) => {
        const { data: plays } = await core.caller().games.playByPlay({ id })
        return { id, date, status, home_score, away_score, events: plays.events }
      }),
    )
    return games.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  } finally {
    await core.close()
  }
}

/** Games without the day on which they were played. */
const undated = (games: Awaited<ReturnType<typeof storedGames>>) => games.map((game) => ({ ...game, date: null }))

const imported = async (folder: string) => {
  const database = await testDatabase('Postgres')
  expect((await runCommand(['import', 'euroleague', folder, '--database', database])).code).toBe(0)
  return storedGames(database)
}

test('replay plays games into the database: the schedule, periods and the end, and what an import of the files stores', async () => {
  const folder = recordings()
  const database = await testDatabase('Postgres')
  const { code, stdout, stderr } = await runCommand(['replay', folder, ...FAST, '--database', database], { env })
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(stdout).toMatch(/^Played 2 games in \d+ updates\.\n$/)
  const lines = [...stderr.matchAll(/INFO {2}(.+) game=E2022_7$/gm)]
  expect(lines[0]?.[1]).toMatch(/to come$/)
  expect(lines.at(-1)?.[1]).toMatch(/^Harbour Lions \d+–\d+ Hill Foxes.*, final$/)
  expect(undated(await storedGames(database))).toEqual(undated(await imported(folder)))
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends a replay, which says how far it has come and exits with %d', async (signal, code) => {
  const database = await testDatabase('Postgres')
  const replaying = startCli(['replay', recordings(), '--speed', '1', '--database', database])
  await replaying.waitFor('stderr', /"game":"E2022_8"/)
  replaying.process.kill(signal)
  const { stderr, ...ended } = await replaying.ended
  expect(ended).toEqual({ code, stdout: 'Played a part of 2 games in 2 updates.\n' })
  expect(stderr).toMatch(/^basketball-data: Interrupted; what was played until then is stored\.$/m)
})

test('replay changes no final game that the database already has', async () => {
  const folder = recordings()
  const database = await testDatabase('Postgres')
  expect((await runCommand(['import', 'euroleague', folder, '--database', database])).code).toBe(0)
  const before = await storedGames(database)
  const { code, stderr } = await runCommand(['replay', folder, ...FAST, '--database', database])
  expect(code).toBe(1)
  expect(stderr).toContain(
    'E2022_7 cannot be replayed into this database: a final game cannot become scheduled, only final or no_result; name a new one with --database.',
  )
  expect(await storedGames(database)).toEqual(before)
})

test('start follows a replay that serves, and watch shows its scores', async () => {
  const folder = recordings()
  const replaying = startCli(['replay', folder, '--speed', '60', '--at-once', '--serve', '0', '--json'])
  const { url: host } = JSON.parse(await replaying.waitFor('stdout', /\n/))
  const following = ['--follow', 'euroleague', '--follow-season', 'E2022', '--follow-api', host]
  const faster = ['--follow-per-minute', '600', '--port', '0', '--json']
  const start = ['start', ...following, ...faster, '--database', await testDatabase('Postgres')]
  const started = await startReadyCommand(start, /\n/, { env })
  const { url, keys } = JSON.parse(started.written.stdout)
  await expect.poll(() => started.written.stderr, { interval: 20 }).toContain('The schedule was read.')
  const watching = startCli(['watch', '--url', url], { env: { BASKETBALL_DATA_KEY: keys.live } })
  await watching.waitFor('stdout', /Q\d \S+ +Harbour Lions +\d+–\d+ +Hill Foxes/)
  watching.process.kill('SIGINT')
  expect(await watching.ended).toMatchObject({ code: 0 })
  const { code, stderr } = await started.stop()
  expect(code).toBe(0)
  expect(stderr).not.toContain('simulat')
  replaying.process.kill('SIGINT')
  expect(await replaying.ended).toMatchObject({ code: 0 })
})

test('replay --serve is a host that follow can request', async () => {
  const folder = recordings()
  const replaying = startCli(['replay', folder, ...FAST, '--serve', '0', '--json'])
  const { url, feed } = JSON.parse(await replaying.waitFor('stdout', /\n/))
  expect(feed).toBe('euroleague')
  const database = await testDatabase('Postgres')
  const options = ['--season', 'E2022', '--api', url, '--per-minute', '6000', '--database', database]
  const following = await startReadyCommand(['follow', 'euroleague', ...options], /\n/, { env })
  for (const code of CODES)
    await expect
      .poll(() => following.written.stderr, { interval: 50 })
      .toMatch(new RegExp(`, final .*game=E2022_${code} `))
  expect((await following.stop()).code).toBe(0)
  replaying.process.kill('SIGINT')
  const { code, stderr } = await replaying.ended
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^\d+ requests, \d+ in the busiest minute\.\n$/),
  })
  const scores = (games: Awaited<ReturnType<typeof storedGames>>) =>
    games.map(({ id, status, home_score, away_score }) => ({ id, status, home_score, away_score }))
  expect(scores(await storedGames(database))).toEqual(scores(await imported(folder)))
})

test('a folder without recorded games is refused before the database is opened', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'notes.txt'), 'none')
  expect(await runCommand(['replay', folder, '--database', join(folder, 'data')])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^basketball-data: .*: no game that can be replayed; euroleague: .*; nba: .*\n$/),
  })
})

test('a game that the files do not have is refused, with those that they have', async () => {
  const { code, stderr } = await runCommand(['replay', recordings(), '--games', '7,9'])
  expect([code, stderr]).toEqual([1, 'basketball-data: 9: no such game; there are 2, from E2022_7 to E2022_8\n'])
})

test.each([
  ['replay', "Missing required argument 'path'"],
  ['replay x --speed 0', 'Use a number from 0.01 to 100000.'],
  ['replay x --speed fast', 'Use a number from 0.01 to 100000.'],
  ['replay x --serve 70000', 'Use a whole number from 0 to 65535'],
])('%s is wrong input', async (line, message) => {
  expect(await runFailingCli(line.split(' '))).toEqual({ exitCode: 2, message: expect.stringContaining(message) })
})
