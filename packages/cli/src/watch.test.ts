import { createCore } from '@basketball-data/core'
import { gameAt, simulate, simulateToday } from '@basketball-data/feeds/simulator'
import { beforeAll, expect, test } from 'vitest'
import { startServer, type RunningServer } from '@basketball-data/http'
import { newDatabase } from '../../http/src/testing/databases.js'
import { runCli, runCommand, startCli, startCommand } from './testing/run-cli.ts'

const DAY = '2026-11-21'
const tipOff = new Date(`${DAY}T18:00:00Z`)
const [live] = simulateToday({ day: DAY })
if (live === undefined) throw new RangeError('there is no game on the day')
const { home, away, game } = live.final
const score = `${game.home_score}–${game.away_score}`

let core: Awaited<ReturnType<typeof createCore>>
let server: RunningServer
let key: string
let id: string

const playUntil = async (minutes: number) => {
  const now = new Date(tipOff.getTime() + minutes * 60_000)
  await core.ingest(gameAt(live, now, { tipOff, speed: 1 }))
}

beforeAll(async () => {
  const { address, drop } = await newDatabase('Postgres')
  core = await createCore({ database: address, now: () => tipOff })
  server = await startServer({ core, host: '127.0.0.1', port: 0 })
  const account = await core.accounts.create({ email: 'watcher@example.org', plan: 'live' })
  key = (await core.keys.create(account.id)).key
  await playUntil(20)
  id = [...(await core.externalIds('game', 'simulator')).keys()][0] ?? ''
  return async () => {
    await server.close({ drainSeconds: 0 })
    await core.close()
    await drop()
  }
})

const watching = (...args: string[]) =>
  [['watch', ...args, '--url', server.url], { env: { BASKETBALL_DATA_KEY: key } }] satisfies Parameters<typeof startCli>

test('watch prints the scores of a day, the play-by-play of a game and its events as JSON, and then what changes', async () => {
  const [board, plays, json] = [
    startCli(...watching('--date', DAY)),
    startCli(...watching(id)),
    startCli(...watching(id, '--json')),
  ]
  await Promise.all([
    board.waitFor('stdout', new RegExp(`${home.team.name} +\\d+–\\d+ +${away.team.name}`)),
    plays.waitFor('stdout', /Q1/),
    json.waitFor('stdout', /"event":"play"/),
  ])
  const [, printed, events] = await Promise.all([
    board.waitFor('stdout', new RegExp(`Final +${home.team.name} +${score} +${away.team.name}\n`)),
    plays.waitFor('stdout', /Final: .+\n/),
    json.waitFor('stdout', /"event":"final".+\n/),
    playUntil(300),
  ])
  expect(printed).toContain(`Final: ${home.team.name} ${score} ${away.team.name}`)
  expect(printed).toMatch(/Q4 00:00 {2}\d+–\d+ +Game ends\n/)
  const lines = events.split('\n').slice(1, -1)
  expect(lines.every((line) => 'id' in JSON.parse(line))).toBe(true)
  for (const { process } of [board, plays, json]) process.kill('SIGINT')
  const ends = await Promise.all([board.ended, plays.ended, json.ended])
  expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
    [0, ''],
  ])
})

test('watch prints the results of a day that is over, and ends; the version of the address may be left out', async () => {
  const [past] = simulate({ day: '2026-11-20', games: 1 })
  if (past === undefined) throw new RangeError('the simulator has a game')
  await core.ingest(past)
  const url = ['--url', server.url.replace(/\/v1$/, '')]
  const result = await runCli(['watch', '--date', past.game.date, ...url], { env: { BASKETBALL_DATA_KEY: key } })
  const row = new RegExp(`^Final +${past.home.team.name} +\\d+–\\d+ +${past.away.team.name}\n$`)
  expect(result).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(row) })
})

test.each([
  ['halves', 2, ['H1', 'H2', 'OT', '2OT']],
  ['three periods', 3, ['P1', 'P2', 'P3', 'OT']],
])('watch names the periods of a league that plays %s', async (name, periods, names) => {
  const { competition, ...bundle } = live.scheduled
  const { season, game: scheduled, home, away } = bundle
  const { outcome } = await core.ingest({
    source: name.replace(' ', '-'),
    competition: { ...competition, periods, external_id: name, slug: name.replace(' ', '-'), name },
    season: { ...season, external_id: name },
    game: { ...scheduled, external_id: name },
    home: { team: { ...home.team, external_id: `${name} home` } },
    away: { team: { ...away.team, external_id: `${name} away` } },
    events: names.map((_, index) => ({ period: index + 1, type: 'period_start', home_score: 0, away_score: 0 })),
  })
  expect(outcome).toBe('created')
  const [game = ''] = (await core.externalIds('game', name.replace(' ', '-'))).keys()
  const last = new RegExp(`^${names.at(-1)} +`, 'm')
  const board = startCommand(...watching('--date', DAY))
  await board.waitFor('stdout', last)
  await board.stop('SIGINT')
  const plays = startCommand(...watching(game))
  const printed = await plays.waitFor('stdout', last)
  await plays.stop('SIGINT')
  expect(printed.match(/^\d?[A-Z]+\d?(?= )/gm)).toEqual(names)
})

test.each([
  ['without a key', [], {}, /Set BASKETBALL_DATA_KEY to a key on plan live or higher\.\n$/, 2],
  [
    'with a wrong key',
    [],
    { BASKETBALL_DATA_KEY: 'bd_wrong' },
    /BASKETBALL_DATA_KEY is not, or no longer, a key of http.+\/v1\.\n$/,
    1,
  ],
  ['a game that does not exist', ['gm_00000000'], null, /gm_00000000/, 1],
  ['a day that is none', ['--date', 'today'], null, /Use a day like 2026-11-23\./, 2],
  [
    'a day without games',
    ['--date', '2020-01-01'],
    null,
    /There are no games on 2020-01-01; name another day with --date\.\n$/,
    1,
  ],
  [
    'an address that is none',
    ['--url', 'localhost:3000'],
    null,
    /Use an address like http:\/\/127\.0\.0\.1:3000\/v1\./,
    2,
  ],
  [
    'an address without a service',
    ['--url', 'http://127.0.0.1:9/v1'],
    null,
    /http:\/\/127\.0\.0\.1:9 could not be reached/,
    1,
  ],
] as const)('watch %s fails in one line', async (_name, args, env, message, code) => {
  const url = ['--url', server.url]
  const result = await runCommand(['watch', ...url, ...args], { env: env ?? { BASKETBALL_DATA_KEY: key } })
  expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) })
  expect(result.stderr.trimEnd()).not.toContain('\n')
})

test('watch reads the address of the service from BASKETBALL_DATA_URL, which --url overrides', async () => {
  const env = { BASKETBALL_DATA_KEY: key, BASKETBALL_DATA_URL: 'http://127.0.0.1:9/v1' }
  expect(await runCommand(['watch'], { env })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/http:\/\/127\.0\.0\.1:9 could not be reached/),
  })
  expect(await runCommand(['watch', 'gm_00000000', '--url', server.url], { env })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/gm_00000000/),
  })
  expect(await runCommand(['watch'], { env: { ...env, BASKETBALL_DATA_URL: 'localhost:3000' } })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/BASKETBALL_DATA_URL.+Use an address like http:\/\/127\.0\.0\.1:3000\/v1\./),
  })
})
