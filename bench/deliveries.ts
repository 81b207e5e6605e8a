// Measures how fast webhooks are delivered to, with 1 and 4 workers.
// Usage: node bench/deliveries.ts [--webhooks 500] [--games 20] [--rounds 5] [--output <file>]
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createCore, type Core, type GameBundle } from '@basketball-data/core'
import { simulate } from '@basketball-data/feeds/simulator'
import postgres from 'postgres'
import { startChild, type Child } from './child.ts'
import { median } from './median.ts'
import { startPostgres } from './postgres-server.ts'

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
  throw new RangeError('give --webhooks, --games and --rounds from 1 on')

/** Workers of one run. */
const WORKERS = [1, 4]
/** Deliveries that one worker has under way at a time. */
const AT_A_TIME = 64
/** Events that are sent one by one, to time each from its commit. */
const SINGLES = 40

const secretsKey = randomBytes(32).toString('base64')

/** Results of games, each another one. */
const finals = (function* (): Generator<GameBundle> {
  for (const bundle of simulate({ day: '2026-11-20', games: 50_000, detail: 'result' }))
    if (bundle.game.status === 'final') yield bundle
})()

const nextFinal = (): GameBundle => {
  const { value, done } = finals.next()
  if (done === true) throw new RangeError('there are no more games')
  return value
}

const addWebhooks = async (core: Core, count: number, url: string): Promise<void> => {
  for (let made = 0; made < count;) {
    const email = `${randomBytes(8).toString('hex')}@example.org`
    const { id } = await core.accounts.create({ email, plan: 'live' })
    const api = await core.callerOf(id)
    for (let n = 0; n < 10 && made < count; n++, made++) await api.webhooks.create({ url })
  }
}

const startWorkers = async (count: number, database: string): Promise<Child[]> => {
  const workers = Array.from({ length: count }, () => startChild('deliveries/worker.ts', [database, secretsKey]))
  await Promise.all(workers.map(({ ask }) => ask('ready')))
  return workers
}

/** What a worker had not acknowledged when it ends would be kept for it until its lease is over. */
const stopWorkers = async (workers: Child[]): Promise<void> => {
  await Promise.all(workers.map(({ ask }) => ask('stop')))
  await Promise.all(workers.map(({ stop }) => stop()))
}

const countOf = async (receiver: Child) => Number(await receiver.ask('count'))

/** Seconds until so many more deliveries have come. */
const timeUntil = async (receiver: Child, expected: number): Promise<number> => {
  const started = performance.now()
  while ((await countOf(receiver)) < expected) await sleep(5)
  return (performance.now() - started) / 1000
}

type Setting = { core: Core; database: string; receiver: Child; port: string }

/** Deliveries a second of what waits when the workers start. */
const drain = async ({ core, database, receiver }: Setting, workers: number): Promise<number> => {
  const before = await countOf(receiver)
  for (let n = 0; n < games; n++) await core.ingest(nextFinal())
  const starting = startWorkers(workers, database)
  const expected = games * webhooks
  const seconds = await timeUntil(receiver, before + expected)
  await stopWorkers(await starting)
  return expected / seconds
}

/** The same number of posts by as many processes that do nothing else. */
const post = async ({ receiver, port }: Setting, processes: number, body: string): Promise<number> => {
  const before = await countOf(receiver)
  const each = Math.ceil((games * webhooks) / processes)
  const args = [port, String(each), String(AT_A_TIME), body]
  const posters = Array.from({ length: processes }, () => startChild('deliveries/poster.ts', args))
  const started = Promise.all(posters.map(({ ask }) => ask('go')))
  const seconds = await timeUntil(receiver, before + each * processes)
  await started
  await Promise.all(posters.map(({ stop }) => stop()))
  return (each * processes) / seconds
}

/** Milliseconds from the answer to a commit to the first byte at the receiver, of events that come one by one. */
const latencies = async ({ core, database, receiver }: Setting, workers: number): Promise<number[]> => {
  const running = await startWorkers(workers, database)
  const found: number[] = []
  for (let n = 0; n < SINGLES; n++) {
    const before = await countOf(receiver)
    await core.ingest(nextFinal())
    const committed = performance.timeOrigin + performance.now()
    await timeUntil(receiver, before + 1)
    found.push(Number(await receiver.ask('last')) - committed)
  }
  await stopWorkers(running)
  return found.toSorted((a, b) => a - b)
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const row = (cells: string[]): string => `| ${cells.join(' | ')} |`

const server = await startPostgres()
const sql = postgres(server.url, { max: 1, onnotice: () => {} })
const receiver = startChild('deliveries/receiver.ts')
const port = await receiver.ask('port')
try {
  const core = await createCore({ database: server.url, migrate: true, secretsKey, allowPrivateWebhooks: true })
  const setting = { core, database: server.url, receiver, port }
  const url = `http://127.0.0.1:${port}/`
  await addWebhooks(core, 1, url)
  const single = new Map<number, number[]>()
  for (const workers of WORKERS) single.set(workers, await latencies(setting, workers))
  await addWebhooks(core, webhooks - 1, url)
  await core.ingest(nextFinal())
  const [event] = await sql<{ body: string }[]>`select body from webhook_events limit 1`
  const turns: { workers: number; ours: number; reference: number }[] = []
  for (let round = 0; round < rounds; round++)
    for (const workers of WORKERS) {
      console.error(`  round ${round + 1} of ${rounds}, ${workers} workers`)
      const reference = await post(setting, workers, event?.body ?? '')
      turns.push({ workers, reference, ours: await drain(setting, workers) })
    }
  const rates = WORKERS.map((workers) => {
    const ofWorkers = turns.filter((turn) => turn.workers === workers)
    const ratio = median(ofWorkers.map(({ ours, reference }) => ours / reference))
    const [ours, reference] = [
      median(ofWorkers.map((turn) => turn.ours)),
      median(ofWorkers.map((turn) => turn.reference)),
    ]
    const times = single.get(workers) ?? []
    const time = (share: number) => (times[Math.floor(share * times.length)] ?? Number.NaN).toFixed(1)
    return row([String(workers), whole.format(ours), whole.format(reference), ratio.toFixed(2), time(0.5), time(0.95)])
  })
  const [version] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
  const [processor] = cpus()
  const text = `# Benchmarks of webhook deliveries

Written by \`npm run bench -- deliveries\`; run it again to measure on your machine.

Node ${process.version}, PostgreSQL ${version?.version ?? ''}, ${availableParallelism()} × ${processor?.model ?? 'unknown processor'}. ${rounds} rounds of ${games} final scores to ${webhooks} webhooks, ${whole.format(games * webhooks)} deliveries, that wait when the workers
start; figures are medians over the rounds, ratios medians of the ratios within a round. Workers, Postgres and the receiver share
the processor.

| workers | deliveries/s | posts/s of the reference | ratio | commit to first byte, ms, half | 95 of 100 |
| --: | --: | --: | --: | --: | --: |
${rates.join('\n')}

A delivery is claimed, signed, sent over a connection of its own to an address that was checked, and acknowledged in the database,
the outcome of every try recorded. The reference posts the same body as often, ${AT_A_TIME} at a time in as many processes as there are
workers, with \`node:http\` and nothing else. The time of a worker's start is in its figure, as it is in that of the reference.

Commit to first byte is from the moment \`core.ingest\` has the answer to its commit to the first byte at the receiver, for
${SINGLES} final scores one by one with one webhook: NOTIFY wakes the workers.
`
  console.log(text)
  await writeFile(values.output, text)
  await core.close()
} finally {
  await receiver.stop()
  await sql.end()
  await server.stop()
}
