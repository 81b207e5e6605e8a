// Measures what webhook deliveries cost with 1 and 4 workers, beside a bare loop that posts as much.
// Usage: node bench/deliveries.ts [--webhooks 500] [--games 20] [--rounds 5] [--output <file>]
import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCore, type Core, type GameBundle } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'
import postgres, { type Sql } from 'postgres'
import { startChild, type ChildProcess } from './child-process.ts'
import { startPostgres, type PostgresServer } from './postgres-server.ts'
import { environment, formatDecimal, formatInteger, median, openRun, quantile, readVersion, table } from './report.ts'

const { getSetting, writePage } = openRun('benchmarks-deliveries.md', { webhooks: 500, games: 20, rounds: 5 })
const [webhooks, games, rounds] = [getSetting('webhooks'), getSetting('games'), getSetting('rounds')]

/** Deliveries of one measurement. */
const deliveries = webhooks * games
/** The measured numbers of workers. */
const WORKERS = [1, 4]
/** Concurrent requests of the bare loop. */
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
    const api = await core.callerFor(id)
    for (let n = 0; n < 10 && created < count; n++, created++) await api.webhooks.create({ url })
  }
}

/** Milliseconds since 1970, with fractions. */
const now = () => performance.timeOrigin + performance.now()

const sum = async (responses: Promise<string>[]): Promise<number> =>
  (await Promise.all(responses)).reduce((total, response) => total + Number(response), 0)

type Setup = { core: Core; sql: Sql; server: PostgresServer; receiver: ChildProcess; bare: ChildProcess }

const startWorkers = (count: number, { server }: Setup): ChildProcess[] =>
  Array.from({ length: count }, () => startChild('deliveries/worker.ts', [server.url, secretsKey]))

/** Microseconds of CPU time that the workers have used. Waits until they run. */
const measureCpu = (workers: ChildProcess[]): Promise<number> => sum(workers.map(({ request }) => request('cpu')))

/** Stops workers gracefully, because deliveries whose outcome is not recorded stay leased until the lease expires. */
const stopWorkers = async (workers: ChildProcess[]): Promise<void> => {
  await Promise.all(workers.map(({ request }) => request('stop')))
  await Promise.all(workers.map(({ stop }) => stop()))
}

const countReceived = async ({ receiver }: Setup) => Number(await receiver.request('count'))

const lastFirstByteAt = async ({ receiver }: Setup) => Number(await receiver.request('last'))

/** Waits until the receiver has received a number of deliveries. */
const received = async (setup: Setup, expected: number): Promise<void> => {
  while ((await countReceived(setup)) < expected) await sleep(5)
}

/** Waits until no delivery is open. */
const recorded = async ({ sql }: Setup): Promise<void> => {
  const isOpen = async () => (await sql`select 1 from deliveries where outcome is null limit 1`).length > 0
  while (await isOpen()) await sleep(20)
}

const commitFinals = async ({ core }: Setup, count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await core.ingest(nextFinal())
}

/** Makes rounds comparable: Postgres has cleaned up what the one before has left. */
const cleanUp = ({ sql }: Setup) => sql`vacuum analyze deliveries, delivery_attempts, webhooks, webhook_events`

/** Times in seconds, and CPU time in microseconds per delivery; NaN where it is not measured. */
type Measurement = {
  /** Until the deliveries could be claimed: the commit, or for cold workers the end of their loading. */
  loading: number
  /** From then until the first and until the last delivery has arrived. */
  first: number
  last: number
  node: number
  database: number
}

/**
 * Workers that run already, and deliveries that all become due with one commit: until then the webhooks are locked, so
 * nobody can claim from them.
 */
const deliverWarm = async (setup: Setup, workers: ChildProcess[]): Promise<Measurement> => {
  await cleanUp(setup)
  const { sql, server } = setup
  const before = await countReceived(setup)
  const lock = await sql.reserve()
  await lock`begin`
  await lock`select 1 from webhooks for no key update`
  await commitFinals(setup, games)
  await lock`notify deliveries`
  const nodeBefore = await measureCpu(workers)
  const databaseCpu = await server.measureCpu()
  await lock`commit`
  const committed = now()
  lock.release()
  await received(setup, before + 1)
  const first = (now() - committed) / 1000
  await received(setup, before + deliveries)
  const last = ((await lastFirstByteAt(setup)) - committed) / 1000
  await recorded(setup)
  const node = ((await measureCpu(workers)) - nodeBefore) / deliveries
  return { loading: 0, first, last, node, database: (await databaseCpu()) / deliveries }
}

/** The workers have delivered as much before, so their code is compiled. */
const deliverWarmedUp = async (setup: Setup, count: number): Promise<Measurement> => {
  const workers = startWorkers(count, setup)
  await measureCpu(workers)
  await deliverWarm(setup, workers)
  const measurement = await deliverWarm(setup, workers)
  await stopWorkers(workers)
  return measurement
}

/** The deliveries wait when the processes of the workers start. */
const deliverCold = async (setup: Setup, count: number): Promise<Measurement> => {
  await commitFinals(setup, games)
  await cleanUp(setup)
  const before = await countReceived(setup)
  const databaseCpu = await setup.server.measureCpu()
  const started = now()
  const workers = startWorkers(count, setup)
  await received(setup, before + 1)
  const firstAt = now()
  await received(setup, before + deliveries)
  const lastAt = await lastFirstByteAt(setup)
  await recorded(setup)
  const node = (await measureCpu(workers)) / deliveries
  const database = (await databaseCpu()) / deliveries
  const loaded = Math.min(...(await Promise.all(workers.map(({ request }) => request('loaded')))).map(Number))
  await stopWorkers(workers)
  const seconds = (from: number, to: number) => (to - from) / 1000
  return {
    loading: seconds(started, loaded),
    first: seconds(loaded, firstAt),
    last: seconds(loaded, lastAt),
    node,
    database,
  }
}

/** As many requests of the bare loop, over a connection each or over connections that are kept. */
const postBare = async (setup: Setup, connections: 'close' | 'keep'): Promise<Measurement> => {
  const started = now()
  const node = Number(await setup.bare.request(`${connections} ${deliveries}`)) / deliveries
  const last = ((await lastFirstByteAt(setup)) - started) / 1000
  return { loading: 0, first: Number.NaN, last, node, database: Number.NaN }
}

/** Ascending milliseconds from the return of the ingest of an event to its first byte at the receiver, for events one by one. */
const measureLatencies = async (setup: Setup, workers: number): Promise<number[]> => {
  const running = startWorkers(workers, setup)
  await measureCpu(running)
  const latencies: number[] = []
  for (let n = 0; n < LATENCY_EVENTS; n++) {
    const before = await countReceived(setup)
    await setup.core.ingest(nextFinal())
    const committed = now()
    await received(setup, before + 1)
    latencies.push((await lastFirstByteAt(setup)) - committed)
  }
  await stopWorkers(running)
  return latencies.toSorted((a, b) => a - b)
}

const REFERENCE = 'bare loop of undici, a connection each'

/** What is measured in each round, one after the other. */
const CASES: { name: string; measure: (setup: Setup) => Promise<Measurement> }[] = [
  { name: REFERENCE, measure: (setup) => postBare(setup, 'close') },
  { name: 'bare loop of undici, kept connections', measure: (setup) => postBare(setup, 'keep') },
  ...WORKERS.flatMap((count) => {
    const workers = count === 1 ? '1 worker' : `${count} workers`
    return [
      { name: `${workers}, warm`, measure: (setup: Setup) => deliverWarmedUp(setup, count) },
      { name: `${workers}, cold`, measure: (setup: Setup) => deliverCold(setup, count) },
    ]
  }),
]

/** Measures all cases in several rounds. Each round is a map by case. */
const measureRounds = async (setup: Setup): Promise<Map<string, Measurement>[]> => {
  const measured: Map<string, Measurement>[] = []
  for (let round = 1; round <= rounds; round++) {
    const byCase = new Map<string, Measurement>()
    for (const { name, measure } of CASES) {
      const measurement = await measure(setup)
      byCase.set(name, measurement)
      const { last, node, database } = measurement
      console.error(
        `  round ${round} of ${rounds}, ${name}: ${last.toFixed(2)} s, ${node.toFixed(0)} + ${database.toFixed(0)} µs`,
      )
    }
    measured.push(byCase)
  }
  return measured
}

const HEAD = ['', 'loading, s', 'first, s', 'last, s', '÷ bare loop', 'Node, µs', 'Postgres, µs']

/** Medians over the rounds; the ratio is the median of the ratios within a round. */
const toRow = (name: string, measured: readonly Map<string, Measurement>[]): string[] => {
  const of = (field: keyof Measurement) => median(measured.map((round) => round.get(name)?.[field] ?? Number.NaN))
  const ratios = measured.map(
    (round) => (round.get(name)?.last ?? Number.NaN) / (round.get(REFERENCE)?.last ?? Number.NaN),
  )
  return [
    name,
    ...[of('loading'), of('first'), of('last'), median(ratios)].map(formatDecimal),
    ...[of('node'), of('database')].map(formatInteger),
  ]
}

const server = await startPostgres()
const sql = postgres(server.url, { max: 2, onnotice: () => {} })
const receiver = startChild('deliveries/receiver.ts')
const children = [receiver]
try {
  const core = await createCore({ database: server.url, migrate: true, secretsKey, allowPrivateWebhooks: true })
  const port = await receiver.request('port')
  const url = `http://127.0.0.1:${port}/`
  await addWebhooks(core, 1, url)
  await core.ingest(nextFinal())
  const [event] = await sql<{ body: string }[]>`select body from webhook_events limit 1`
  const bare = startChild('deliveries/reference.ts', [port, String(CONCURRENCY), event?.body ?? ''])
  children.push(bare)
  const setup = { core, sql, server, receiver, bare }
  const load = loadavg()[0] ?? Number.NaN
  const latencies = new Map<number, number[]>()
  for (const workers of WORKERS) latencies.set(workers, await measureLatencies(setup, workers))
  await addWebhooks(core, webhooks - 1, url)
  const measured = await measureRounds(setup)
  const failed = await sql`select 1 from delivery_attempts where number > 1 or status is null`
  const latencyRows = WORKERS.map((workers) => {
    const latency = (share: number) => quantile(latencies.get(workers) ?? [], share).toFixed(1)
    return [String(workers), latency(0.5), latency(0.95)]
  })
  await writePage(`# Benchmarks of webhook deliveries

Written by \`npm run bench -- deliveries\`; run it again to measure on your machine.

${environment(await readVersion(sql))}, with a load average of ${load.toFixed(1)} before the run. Medians of ${rounds} rounds. In each,
every case posts ${formatInteger(deliveries)} times: ${games} final scores for ${webhooks} webhooks. The sender, Postgres and the receiver share the
processors. Failed attempts: ${failed.length}.

${table(
  HEAD,
  CASES.map(({ name }) => toRow(name, measured)),
)}

- A delivery is claimed, signed, sent over its own connection to a checked address, and its attempt is recorded in the database.
- **Warm** workers have delivered as much before. All deliveries become due with one commit, and the times count from it.
- **Cold** workers are started when the deliveries wait. *Loading* is the time from the start of the processes until the first of them
  has loaded its modules and opened the database; the other times count from there, while the other processes are still loading. Their CPU
  time includes it. The modules are TypeScript sources, which Node has to strip; those of the packages are compiled.
- *First* and *last* are the times until the first and the last delivery has arrived at the receiver.
- The **bare loop** posts the same body the same number of times with undici and nothing else: one warm process, ${CONCURRENCY} concurrent requests. The
  ratios are to the loop that opens a connection for each request, as a delivery does ([decision 3](decisions/0003-delivering-events.md)). All
  webhooks of this run have the same receiver, so a loop that keeps its connections never opens one after the first ${CONCURRENCY}; with
  receivers of their own it would.
- CPU time is that of the processes of the workers or the loop, and of all processes of Postgres, for each delivery.

## Latency

From the return of \`core.ingest\` to the first byte at the receiver, in ms (negative: it arrived before), for ${LATENCY_EVENTS} final scores one by one with one webhook; NOTIFY
wakes the workers.

${table(['workers', 'p50', 'p95'], latencyRows)}
`)
  await core.close()
} finally {
  await Promise.all(children.map((child) => child.stop()))
  await sql.end()
  await server.stop()
}
