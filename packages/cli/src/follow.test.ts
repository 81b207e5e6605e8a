import { createCore } from '@basketball-data/core'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../http/src/testing/databases.js'
import { euroleagueSample as sample, openFeedHost, type HostResponse } from './testing/feed-host.ts'
import { scoreLine } from './follow-feed.ts'
import { runFailingCli, runCommand, startCli, startCommand, type CliProcess } from './testing/run-cli.ts'

const HOUR = 3_600_000

/** The host of a feed with one game that ended two hours ago. */
const openHost = (schedule?: HostResponse) => {
  const tipOff = new Date(Date.now() - 4 * HOUR).toISOString()
  const date = `${tipOff.slice(8, 10)}/${tipOff.slice(5, 7)}/${tipOff.slice(0, 4)}`
  const entry = sample.schedule({ utcDate: tipOff, localDate: tipOff })
  const { Rows } = sample.points() as { Rows: object[] }
  const responses: Record<string, unknown> = {
    Header: sample.header({ Date: date }),
    Boxscore: sample.boxscore(),
    PlaybyPlay: sample.plays(),
    Points: { Rows: Rows.map((row) => ({ ...row, UTC: '' })) },
  }
  return openFeedHost(Date.now, 1000, (path) => {
    const [, kind = ''] = /^\/api\/(\w+)\?gamecode=61&seasoncode=E2022$/.exec(path) ?? []
    if (kind in responses) return { json: responses[kind] }
    return path === '/v2/competitions/E/seasons/E2022/games'
      ? (schedule ?? { json: { data: [entry], total: 1 } })
      : null
  })
}

const follow = (database: string, api: string, ...options: string[]): CliProcess =>
  startCli(['follow', 'euroleague', '--season', 'E2022', '--api', api, '--database', database, ...options])

const storedGame = async (database: string) => {
  const core = await createCore({ database })
  try {
    const { data } = await core.caller().games.list({})
    return data[0]
  } finally {
    await core.close()
  }
}

/** Resolves when the log has the score with all responses. */
const written = (process: CliProcess) =>
  process.waitFor('stderr', /"kind":"Points"[^\n]*"msg":"Harbour Lions 7–5 Hill Foxes BC, final"/)

test('follow imports the games of a feed until Ctrl-C, and says what it does', async () => {
  const database = await testDatabase('Postgres')
  const { origin, requests } = await openHost()
  const following = follow(database, origin, '--per-minute', '600')
  expect(await following.waitFor('stdout', /\n/)).toBe(
    `Following euroleague E2022 at ${origin}, at most 600 requests a minute.\n`,
  )
  await written(following)
  following.process.kill('SIGINT')
  const { code, stderr } = await following.ended
  expect(code).toBe(0)
  expect(stderr).toMatch(/"kind":"schedule"[^\n]*"games":1,"msg":"The schedule was read."/)
  expect(requests.map(({ path }) => path.replace(/\?.*/, '')).toSorted()).toEqual([
    '/api/Boxscore',
    '/api/Header',
    '/api/PlaybyPlay',
    '/api/Points',
    '/v2/competitions/E/seasons/E2022/games',
  ])
  expect(await storedGame(database)).toMatchObject({
    status: 'final',
    home_score: 7,
    has: { boxscore: true, playbyplay: true, shots: true },
  })
})

test('two processes share the requests, and when one is killed the other goes on', async () => {
  const database = await testDatabase('Postgres')
  const { origin, requests } = await openHost()
  const first = follow(database, origin)
  await first.waitFor('stderr', /"kind":"schedule"/)
  const second = follow(database, origin)
  await second.waitFor('stdout', /Following/)
  first.process.kill('SIGKILL')
  await written(second)
  const paths = requests.map(({ path }) => path)
  // What the killed process had requested and not stored yet is requested again.
  expect(paths.length - new Set(paths).size).toBeLessThanOrEqual(1)
  second.process.kill('SIGINT')
  expect((await second.ended).code).toBe(0)
})

test('serve --follow does the same beside serving', async () => {
  const database = await testDatabase('Postgres')
  const { origin } = await openHost()
  const options = [
    '--follow',
    'euroleague',
    '--follow-season',
    'E2022',
    '--follow-api',
    origin,
    '--follow-per-minute',
    '600',
  ]
  const env = { LOG_FORMAT: 'pretty' } // written by this process, not below it
  const serving = startCommand(['serve', '--port', '0', '--database', database, ...options], { env })
  await serving.waitFor('stderr', /Harbour Lions 7–5 Hill Foxes BC, final [^\n]*kind=Points/)
  expect((await serving.stop('SIGINT')).code).toBe(0)
  expect(await storedGame(database)).toMatchObject({ status: 'final' })
})

test('a host that cannot be found is a line in the log with the reason, and is asked again', async () => {
  const database = await testDatabase('Postgres')
  const options = ['--season', 'E2022', '--api', 'http://unknown.invalid', '--database', database]
  const following = startCommand(['follow', 'euroleague', ...options], { env: { LOG_FORMAT: 'pretty' } })
  await following.waitFor('stderr', /No usable response[^\n]*reason="fetch failed \([^"]*(ENOTFOUND|EAI_AGAIN)[^"]*\)"/)
  expect((await following.stop('SIGINT')).code).toBe(0)
})

describe('a schedule', () => {
  test.each<[string, HostResponse, RegExp]>([
    [
      'of an unknown season',
      { status: 404 },
      /^The feed euroleague cannot be followed: no schedule of E2022: status 404\.$/,
    ],
    ['without games', { json: { data: [], total: 0 } }, /E2022: its schedule has no games\.$/],
    ['as HTML', { text: '<html>Sorry</html>' }, /HTML or XML instead of JSON: <html>Sorry<\/html>\.$/],
  ])('%s is an error in one line', async (_name, schedule, message) => {
    const database = await testDatabase('Postgres')
    const { origin } = await openHost(schedule)
    const options = ['--season', 'E2022', '--api', origin, '--database', database]
    const { code, stderr } = await runCommand(['follow', 'euroleague', ...options], { env: { LOG_LEVEL: 'silent' } })
    expect(code).toBe(1)
    const lines = stderr.trimEnd().split('\n')
    expect(lines.map((line) => line.replace('basketball-data: ', ''))).toEqual([expect.stringMatching(message)])
  })
})

test.each([
  ['follow', "Missing required argument 'feed'"],
  ['follow fiba', "'fiba' is invalid for argument 'feed'. Allowed choices are euroleague, nba."],
  [
    'follow euroleague --season 2022',
    'season 2022: write E for the EuroLeague or U for the EuroCup and the year in which it starts, like E2025.',
  ],
  ['follow nba --season E2022', 'season E2022: write it like 2025-26.'],
  ['follow nba --api cdn.nba.com', 'Use a scheme and host, like http://127.0.0.1:4000.'],
  ['follow nba --api http://127.0.0.1:4000/static', 'Use a scheme and host, like http://127.0.0.1:4000.'],
  ['follow nba --per-minute 0', 'Use a whole number from 1 to 6000.'],
  ['serve --follow fiba', 'Allowed choices are euroleague, nba.'],
  ['serve --follow-season E2022', 'Name the feed with --follow too.'],
  ['serve --follow nba --follow-season E2022', 'season E2022: write it like 2025-26.'],
])('%s is wrong input', async (line, message) => {
  expect(await runFailingCli(line.split(' '))).toEqual({ exitCode: 2, message: expect.stringContaining(message) })
})

test('the log has the score of a game in words', () => {
  const team = (name: string) => ({ team: { external_id: name, name } })
  const bundle = (game: object, events?: object[]) =>
    scoreLine({ game, events, home: team('Lions'), away: team('Foxes') } as unknown as Parameters<typeof scoreLine>[0])
  expect(bundle({ status: 'scheduled' })).toBe('Lions – Foxes, to come')
  expect(bundle({ status: 'scheduled' }, [{ period: 2, clock: '05:12', home_score: 40, away_score: 38 }])).toBe(
    'Lions 40–38 Foxes, period 2, 05:12',
  )
  expect(bundle({ status: 'final', home_score: 80, away_score: 77 })).toBe('Lions 80–77 Foxes, final')
})
