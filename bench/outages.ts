// Makes the database of one process hang in three ways while calls arrive, and writes what became of them to
// docs/reliability.md.
// Usage: node bench/outages.ts [--seconds 40] [--rate 40] [--output <file>]
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createCore } from '@basketball-data/core'
import { startChild, type ChildProcess } from './child-process.ts'
import { fullGames } from './dataset.ts'
import { startPostgres, type PostgresServer } from './postgres-server.ts'
import { environment, formatDecimal, formatInteger, quantile, table, writePart } from './report.ts'
import { startServer, type ServerProcess } from './servers.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '40' },
    rate: { type: 'string', default: '40' },
    output: { type: 'string', default: join(import.meta.dirname, '..', 'docs', 'reliability.md') },
  },
})
const [seconds, rate] = [Number(values.seconds), Number(values.rate)]

type Outage = { what: string; begin: () => unknown; end: () => unknown }

const outagesOf = (server: PostgresServer, relay: ChildProcess): Outage[] => [
  {
    what: 'Postgres hangs (SIGSTOP)',
    begin: () => server.signal('SIGSTOP'),
    end: () => server.signal('SIGCONT'),
  },
  { what: 'every packet is delayed by 5 s', begin: () => relay.request('slow'), end: () => relay.request('fast') },
  { what: 'all connections are dead without a word', begin: () => relay.request('stall'), end: () => {} },
]

/** A call: when it was made and how long it took, in milliseconds; status 0 without a response. */
type Call = { at: number; took: number; status: number }

const PATHS = ['/v1/games?per_page=5', '/v1/usage', '/v1/seasons', '/v1/teams']

/** Makes calls at a fixed rate until the signal; it does not wait for responses. */
const callUntil = async (origin: string, key: string, signal: AbortSignal): Promise<Call[]> => {
  const calls: Promise<Call>[] = []
  const call = async (path: string): Promise<Call> => {
    const at = performance.now()
    const response = await fetch(origin + path, { headers: { 'x-api-key': key } }).catch(() => undefined)
    await response?.arrayBuffer().catch(() => {})
    return { at, took: performance.now() - at, status: response?.status ?? 0 }
  }
  for (let n = 0; !signal.aborted; n++) {
    calls.push(call(PATHS[n % PATHS.length] ?? '/v1'))
    await sleep(1000 / rate)
  }
  return Promise.all(calls)
}

/** What the table has of one outage. */
const measure = async (server: ServerProcess, key: string, { what, begin, end }: Outage): Promise<string[]> => {
  const origin = `http://127.0.0.1:${server.port}`
  const finished = new AbortController()
  const calling = callUntil(origin, key, finished.signal)
  await sleep(3000)
  const memoryBefore = await server.memory()
  const from = performance.now()
  await begin()
  await sleep((seconds * 1000) / 2)
  const ready = (await fetch(`${origin}/readyz`)).status
  await sleep((seconds * 1000) / 2)
  const memory = await server.memory()
  const until = performance.now()
  await end()
  await sleep(10_000)
  finished.abort()
  const calls = await calling
  const during = calls.filter(({ at }) => at >= from && at < until)
  const failed = calls.filter(({ at, status }) => at >= from && status !== 200)
  const took = during.map((call) => call.took).toSorted((a, b) => a - b)
  const lastFailure = Math.max(from, ...failed.map(({ at, took: late }) => at + late))
  const withStatus = (status: number) => formatInteger(during.filter((call) => call.status === status).length)
  const megabytes = (bytes: number) => formatInteger(bytes / 1e6)
  return [
    what,
    formatInteger(during.length),
    withStatus(200),
    withStatus(503),
    formatInteger(calls.filter(({ status }) => status !== 200 && status !== 503).length),
    ...[quantile(took, 0.5), took.at(-1) ?? Number.NaN].map((ms) => formatDecimal(ms / 1000)),
    String(ready),
    formatDecimal(Math.max(0, lastFailure - until) / 1000),
    `${megabytes(memoryBefore)} → ${megabytes(memory)}`,
  ]
}

const HEAD = ['outage', 'calls', '200', '503', 'other', 'p50, s', 'slowest, s', '/readyz', 'back after, s', 'RSS, MB']

const postgres = await startPostgres()
try {
  const core = await createCore({ database: postgres.url, migrate: true })
  for (const bundle of fullGames(20)) await core.ingest(bundle)
  const account = await core.accounts.create({ email: 'outages@example.org', plan: 'complete' })
  const { key } = await core.keys.create(account.id)
  await core.close()
  const relay = startChild('../packages/http/scripts/relay.ts', [postgres.url])
  const server = await startServer('ours', await relay.request('address'))
  const rows: string[][] = []
  for (const outage of outagesOf(postgres, relay)) {
    rows.push(await measure(server, key, outage))
    console.error(rows.at(-1)?.join('  '))
  }
  await server.stop()
  await relay.stop()
  const settings = `${environment()}. ${rate} calls/s, outages of ${seconds} s.`
  await writePart(values.output, 'outages', `${settings}\n\n${table(HEAD, rows)}`)
} finally {
  await postgres.stop()
}
