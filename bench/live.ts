// Measures updates of games in progress: how many a core stores a second, and how long one takes at a fixed rate.
// Usage: node bench/live.ts [--games 60] [--rate 120] [--seconds 20] [--output <file>]
import { setTimeout } from 'node:timers/promises'
import { createCore } from '@basketball-data/core'
import { createApp } from '@basketball-data/http'
import { startPostgres } from './postgres-server.ts'
import { environment, formatInteger, openRun, quantile, table } from './report.ts'
import { afterUpdates, runningGames } from './running-games.ts'

const { getSetting, writePage } = openRun('benchmarks-live.md', { games: 60, rate: 120, seconds: 20 })
const [count, rate, seconds] = [getSetting('games'), getSetting('rate'), getSetting('seconds')]

const server = await startPostgres()
const core = await createCore({
  database: server.url,
  migrate: true,
  plans: { complete: { per_minute: null, per_day: null } },
})
const games = runningGames(count)
/** Updates that a game has had before the measurement: half of its events are there. */
const BEFORE = 270
let updates = 0

const ingestNext = async (): Promise<void> => {
  const bundle = games[updates % count]
  if (bundle === undefined) throw new RangeError('there are no games')
  const result = await core.ingest(afterUpdates(bundle, BEFORE + Math.floor(updates++ / count)))
  if (result.outcome === 'refused') throw new Error(`a game is refused: ${JSON.stringify(result)}`)
}

/** Updates of `atOnce` games at a time, each of which waits for its last update. */
const measureThroughput = async (atOnce: number) => {
  const postgresCpu = await server.measureCpu()
  const before = process.cpuUsage()
  const started = performance.now()
  let done = 0
  const work = async (): Promise<void> => {
    for (; performance.now() - started < seconds * 1000; done++) await ingestNext()
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const elapsed = performance.now() - started
  const { user, system } = process.cpuUsage(before)
  return { perSecond: (done * 1000) / elapsed, node: (user + system) / done, postgres: (await postgresCpu()) / done }
}

/** Updates that are due at a fixed rate; their times count from the moment at which they are due. */
const measureLatency = async (): Promise<number[]> => {
  const times: number[] = []
  const running: Promise<void>[] = []
  const started = performance.now()
  for (let n = 0; n < rate * seconds; n++) {
    const due = started + (n * 1000) / rate
    await setTimeout(Math.max(0, due - performance.now()))
    running.push(ingestNext().then(() => void times.push(performance.now() - due)))
  }
  await Promise.all(running)
  return times.toSorted((a, b) => a - b)
}

/** The board of nine running games, and how many responses a second one process makes of it, beside a page of 50 games. */
const measureBoard = async () => {
  const app = createApp(core, { cacheMegabytes: 128 })
  const { key } = await core.keys.create((await core.accounts.create({ email: 'a@example.org', plan: 'complete' })).id)
  const request = async (path: string) =>
    (await app.request(path, { headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip' } })).arrayBuffer()
  const [board, page] = ['/v1/live?per_page=9', '/v1/games']
  const rates = new Map([board, page].map((path) => [path, 0]))
  for (let round = 0; round < 10; round++)
    for (const [path, before] of rates) {
      const started = process.cpuUsage()
      for (let n = 0; n < 500; n++) await request(path)
      const { user, system } = process.cpuUsage(started)
      rates.set(path, before + 1e6 / ((user + system) / 500) / 10)
    }
  return { bytes: (await request(board)).byteLength, board: rates.get(board) ?? 0, page: rates.get(page) ?? 0 }
}

for (let n = 0; n < count * 2; n++) await ingestNext()
const oneByOne = await measureThroughput(1)
const together = await measureThroughput(count)
const times = await measureLatency()
const board = await measureBoard()
await core.close()
await server.stop()

type Throughput = Awaited<ReturnType<typeof measureThroughput>>
const costs = ({ node, postgres }: Throughput) => `${formatInteger(node)} + ${formatInteger(postgres)}`
const ms = (share: number) => quantile(times, share).toFixed(1)
const page = `# Benchmarks of games in progress

Written by \`npm run bench -- live\`; run it again to measure on your machine.

${environment()}. ${count} games in progress, each with about ${BEFORE} events; an update is a whole bundle that brings one event more
and another second of the players. One process writes; Postgres shares the processors with it. Updates that wait for each other share a transaction.

${table(
  ['', 'measured', 'target'],
  [
    ['updates a second, one after the other', formatInteger(oneByOne.perSecond), ''],
    ['Node and Postgres CPU µs for one of them', costs(oneByOne), ''],
    ['updates a second, all games at once', formatInteger(together.perSecond), '≥ 120'],
    ['Node and Postgres CPU µs for one of them', costs(together), ''],
    [`call → commit at ${rate} updates a second, p50 ms`, ms(0.5), ''],
    ['the same, p99 ms', ms(0.99), '≤ 100'],
    ['live board of nine of the games, bytes compressed with gzip', formatInteger(board.bytes), '≤ 6,000'],
    ['live boards for a second of CPU', formatInteger(board.board), `≥ ${formatInteger(board.page)}`],
    ['pages of 50 games for a second of CPU', formatInteger(board.page), ''],
  ],
)}
`
await writePage(page)
