// Measures the throughput and latency of webhook deliveries with 1 and 4 workers.
// Usage: node bench/deliveries.ts [--webhooks 500] [--games 20] [--rounds 5] [--output <file>]
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createCore, type Core, type GameBundle } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'
import postgres from 'postgres'
import { startChild, type ChildProcess } from './child-process.ts'
import { startPostgres } from './postgres-server.ts'
import { environment, formatInteger, median, quantile, table } from './report.ts'

const { values } = parseArgs({
  options: {
    webhooks: { type: 'string', default: '500' },
    games: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '5' },
    output: { type: 'string', default: join(import.meta.dirname, '..', 'docs', 'benchmarks-deliveries.md') },
  },
})
const [webhooks, games, rounds] = [Number(values.webhooks), Number(values.games), Number(values.rounds)]
if (!(webhooks >= 1 && games >= 1 && rounds >= 1))
  throw new RangeError('--webhooks, --games and --rounds must be at least 1')

/** The measured numbers of workers. */
const WORKERS = [1, 4]
/** Concurrent deliveries of one worker. */
const CONCURRENCY = 64
/** Events that are sent one by one to measure latency. */
const LATENCY_EVENTS = 40

const secretsKey = randomBytes(32).toString('base64')

/** Final games, each used once. */
const finals = (function* (): Generator<GameBundle> {
  for (const bundle of simulate({ day: '2026-11-20', games: 50_000, detail: 'result' }))
    if (bundle.game.status === 'final') yield bundle
})()

const nextFinal = (): GameBundle => {
  const { value, done } = finals.next()
  if (done === true) throw new RangeError('no more games')
  return value
}

const addWebhooks = async (core: Core, count: number, url: string): Promise<void> => {
  for (let created = 0; created < count;) {
    const email = `${randomBytes(8).toString('hex')}@example.org`
    const { id } = await core.accounts.create({ email, plan: 'live' })
    const api = await core.callerOf(id)
    for (let n = 0; n < 10 && created < count; n++, created++) await api.webhooks.create({ url })
  }
}

const startWorkers = async (count: number, database: string): Promise<ChildProcess[]> => {
  const workers = Array.from({ length: count }, () => startChild('deliveries/worker.ts', [database, secretsKey]))
  await Promise.all(workers.map(({ request }) => request('ready')))
  return workers
}

/** Stops workers gracefully, because deliveries whose outcome is not recorded stay leased until the lease expires. */
const stopWorkers = async (workers: ChildProcess[]): Promise<void> => {
  await Promise.all(workers.map(({ request }) => request('stop')))
  await Promise.all(workers.map(({ stop }) => stop()))
}

const countOf = async (receiver: ChildProcess) => Number(await receiver.request('count'))

/** Seconds until the receiver has received a number of deliveries. */
const secondsUntil = async (receiver: ChildProcess, expected: number): Promise<number> => {
  const started = performance.now()
  while ((await countOf(receiver)) < expected) await sleep(5)
  return (performance.now() - started) / 1000
}

type Setup = { core: Core; database: string; receiver: ChildProcess; port: string }

/** Deliveries per second of a backlog that exists when the workers start. */
const deliverBacklog = async ({ core, database, receiver }: Setup, workers: number): Promise<number> => {
  const before = await countOf(receiver)
  for (let n = 0; n < games; n++) await core.ingest(nextFinal())
  const started = startWorkers(workers, database)
  const expected = games * webhooks
  const seconds = await secondsUntil(receiver, before + expected)
  await stopWorkers(await started)
  return expected / seconds
}

/** Requests per second of the reference, with the same numbers of requests and processes. */
const postReference = async ({ receiver, port }: Setup, processes: number, body: string): Promise<number> => {
  const before = await countOf(receiver)
  const perProcess = Math.ceil((games * webhooks) / processes)
  const args = [port, String(perProcess), String(CONCURRENCY), body]
  const senders = Array.from({ length: processes }, () => startChild('deliveries/reference.ts', args))
  const started = Promise.all(senders.map(({ request }) => request('start')))
  const seconds = await secondsUntil(receiver, before + perProcess * processes)
  await started
  await Promise.all(senders.map(({ stop }) => stop()))
  return (perProcess * processes) / seconds
}

/** Ascending milliseconds from the commit of an event to its first byte at the receiver, for events one by one. */
const measureLatencies = async ({ core, database, receiver }: Setup, workers: number): Promise<number[]> => {
  const running = await startWorkers(workers, database)
  const latencies: number[] = []
  for (let n = 0; n < LATENCY_EVENTS; n++) {
    const before = await countOf(receiver)
    await core.ingest(nextFinal())
    const committed = performance.timeOrigin + performance.now()
    await secondsUntil(receiver, before + 1)
    latencies.push(Number(await receiver.request('last')) - committed)
  }
  await stopWorkers(running)
  return latencies.toSorted((a, b) => a - b)
}

const HEAD = ['workers', 'deliveries/s', 'reference, requests/s', 'ratio', 'latency p50, ms', 'latency p95, ms']

const server = await startPostgres()
const sql = postgres(server.url, { max: 1, onnotice: () => {} })
const receiver = startChild('deliveries/receiver.ts')
const port = await receiver.request('port')
try {
  const core = await createCore({ database: server.url, migrate: true, secretsKey, allowPrivateWebhooks: true })
  const setup = { core, database: server.url, receiver, port }
  const url = `http://127.0.0.1:${port}/`
  await addWebhooks(core, 1, url)
  const latencies = new Map<number, number[]>()
  for (const workers of WORKERS) latencies.set(workers, await measureLatencies(setup, workers))
  await addWebhooks(core, webhooks - 1, url)
  await core.ingest(nextFinal())
  const [event] = await sql<{ body: string }[]>`select body from webhook_events limit 1`
  const measurements: { workers: number; ours: number; reference: number }[] = []
  for (let round = 0; round < rounds; round++)
    for (const workers of WORKERS) {
      console.error(`  round ${round + 1} of ${rounds}, ${workers} workers`)
      const reference = await postReference(setup, workers, event?.body ?? '')
      measurements.push({ workers, reference, ours: await deliverBacklog(setup, workers) })
    }
  const rows = WORKERS.map((workers) => {
    const selected = measurements.filter((one) => one.workers === workers)
    const latency = (share: number) => quantile(latencies.get(workers) ?? [], share).toFixed(1)
    return [
      String(workers),
      formatInteger(median(selected.map(({ ours }) => ours))),
      formatInteger(median(selected.map(({ reference }) => reference))),
      median(selected.map(({ ours, reference }) => ours / reference)).toFixed(2),
      latency(0.5),
      latency(0.95),
    ]
  })
  const [version] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
  const text = `# Benchmarks of webhook deliveries

Written by \`npm run bench -- deliveries\`; run it again to measure on your machine.

${environment(version?.version)}. ${rounds} rounds. In each, the workers start with a backlog of ${games} final
scores for ${webhooks} webhooks: ${formatInteger(games * webhooks)} deliveries. Rates are medians over the rounds; ratios are medians of the ratios within a
round. Workers, Postgres and the receiver share the processor.

${table(HEAD, rows)}

A delivery is claimed, signed, sent over its own connection to a validated address, and the outcome of the attempt is recorded in
the database. The reference posts the same body the same number of times with \`node:http\` and nothing else, with ${CONCURRENCY} concurrent
requests per process and one process per worker. The start of the processes is included in both.

The latency is measured from the commit of \`core.ingest\` to the first byte at the receiver, for ${LATENCY_EVENTS} final scores one by one with
one webhook; NOTIFY wakes the workers.
`
  console.log(text)
  await writeFile(values.output, text)
  await core.close()
} finally {
  await receiver.stop()
  await sql.end()
  await server.stop()
}
