// Measures what metrics and the spans of traces cost a call, in processes that switch their metrics off and on.
// Usage: node bench/metrics.ts [--rounds 15] [--seconds 20] [--output <file>]
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCore, inSpan } from '@basketball-data/core'
import postgres from 'postgres'
import { startChild, type ChildProcess } from './child-process.ts'
import { ingestResults } from './dataset.ts'
import type { Load, LoadResult } from './load-generator.ts'
import { startPostgres } from './postgres-server.ts'
import { environment, formatDecimal, formatInteger, median, table } from './report.ts'
import { requestsOf } from './requests.ts'
import type { Comparison, Work } from './servers/switched.ts'

const GAMES = 5000
/** The processor time that a call may take with metrics, as a multiple of that without. */
const TARGET = 1.03
/** Seconds of the load before, in which a process compiles its code. */
const WARM_UP = 4
const CONNECTIONS = 32
/** Milliseconds for which a process measures with metrics, or without, before it switches. */
const WINDOW = 100
const SCRAPES = 5
/** Milliseconds between the scrapes of `deploy/prometheus/prometheus.yaml`. */
const INTERVAL = 15_000
const TRACED_CALLS = 1_000_000

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    seconds: { type: 'string', default: '20' },
    output: { type: 'string', default: join(import.meta.dirname, '..', 'docs', 'benchmarks-metrics.md') },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)

const started = performance.now()
const log = (text: string) => console.error(`${Math.round((performance.now() - started) / 1000)} s  ${text}`)

/** A load on a server, and the options of its program. */
type Case = { name: string; options: readonly string[]; paths: readonly string[] }

type Round = Comparison & { scrape: number }

const postgresServer = await startPostgres()
const sql = postgres(postgresServer.url, { max: 1, onnotice: () => {} })
const generator = startChild('load-generator.ts')

const prepare = async (): Promise<{ key: string; games: string[] }> => {
  const core = await createCore({ database: postgresServer.url, migrate: true })
  try {
    await ingestResults(core, GAMES, 0)
    const { id } = await core.accounts.create({ email: 'bench@example.org', plan: 'complete' })
    const { key } = await core.keys.create(id)
    await sql`vacuum analyze`
    const games = await sql<{ id: string }[]>`select id from games where status = 'final' order by id limit 100`
    return { key, games: games.map((game) => game.id) }
  } finally {
    await core.close()
  }
}

/** The CPU time of a scrape, in milliseconds. */
const measureScrape = async (server: ChildProcess): Promise<number> => {
  const address = await server.request('scrape')
  const before = Number(await server.request('cpu'))
  for (let n = 0; n < SCRAPES; n++) await (await fetch(address)).text()
  return (Number(await server.request('cpu')) - before) / SCRAPES / 1000
}

/** Measures a case in a new process: how a program is compiled differs from process to process. */
const measureRound = async ({ options, paths }: Case, key: string): Promise<Round> => {
  const server = startChild('servers/switched.ts', [postgresServer.url, String(WINDOW), ...options])
  try {
    const ports = [Number(await server.request('port'))]
    const requests = requestsOf(paths, [key])
    const putLoad = async (duration: number): Promise<void> => {
      const load: Load = { ports, requests, connections: CONNECTIONS, seconds: duration }
      const { errors }: LoadResult = JSON.parse(await generator.request(JSON.stringify(load)))
      if (errors > 0) throw new Error(`${errors} responses were errors`)
    }
    await putLoad(WARM_UP)
    await server.request('begin')
    await putLoad(seconds)
    const comparison: Comparison = JSON.parse(await server.request('end'))
    return { ...comparison, scrape: await measureScrape(server) }
  } finally {
    await server.stop()
  }
}

/** The CPU time of a span without an SDK, in nanoseconds: beside the same work without one. */
const measureSpan = async (): Promise<number> => {
  const work = async () => 1
  const timeOf = async (call: () => Promise<number>): Promise<number> => {
    const before = process.cpuUsage()
    for (let n = 0; n < TRACED_CALLS; n++) await call()
    const { user, system } = process.cpuUsage(before)
    return ((user + system) / TRACED_CALLS) * 1000
  }
  const costs: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const bare = await timeOf(work)
    const traced = await timeOf(() => inSpan(() => ({ name: 'call' }), work))
    if (round > 0) costs.push(traced - bare)
  }
  return median(costs)
}

/** The bounds between which the median of the population lies with a probability of at least 95 %, whatever its distribution. */
const intervalOf = (sample: readonly number[]): [low: number, high: number] => {
  const sorted = sample.toSorted((a, b) => a - b)
  const { length } = sorted
  let rank = 0
  let below = 0.5 ** length // the probability that at most `rank` values are below the median
  for (let ways = 1; below < 0.025; rank++) {
    ways = (ways * (length - rank)) / (rank + 1)
    below += ways * 0.5 ** length
  }
  const index = Math.max(0, rank - 1)
  return [sorted[index] ?? Number.NaN, sorted[length - 1 - index] ?? Number.NaN]
}

/** Microseconds of CPU a call. */
const costOf = ({ cpu, calls }: Work): number => cpu / calls

const ratioOf = (round: Round): number => costOf(round.with) / costOf(round.without)

const writeUp = (measured: ReadonlyMap<Case, Round[]>, span: number, version: string | undefined): string => {
  const rows = [...measured].map(([{ name }, done]) => {
    const ratios = done.map(ratioOf)
    const ratio = median(ratios)
    const [low, high] = intervalOf(ratios)
    return [
      name,
      median(done.map(({ without }) => costOf(without))).toFixed(1),
      median(done.map((round) => costOf(round.with))).toFixed(1),
      ratio.toFixed(3),
      `${low.toFixed(3)} to ${high.toFixed(3)}`,
      ratio > TARGET ? 'not met' : high > TARGET ? 'met by the median' : 'met',
    ]
  })
  const scrape = median([...measured.values()].flat().map((round) => round.scrape))
  return `# Benchmarks of metrics and traces

Written by \`npm run bench -- metrics\`; run it again to measure on your machine.

${environment(version)}. CPU time of a process of the service in microseconds for a call, without an SDK of OpenTelemetry and with
${CONNECTIONS} connections. ${rounds} rounds, each in a new process, because two processes of one program differ by as much as metrics cost. In a round the process switches all its metrics off and on
every ${WINDOW} ms for ${values.seconds} s, in a random order, and adds up its CPU time and calls with and without them. Each figure is the median over the rounds, so the
ratio is not exactly that of the two beside it; its interval has the true median with a probability of 95 %. The target is at most ${formatDecimal(TARGET)}.

${table(['', 'without, CPU µs', 'with metrics, CPU µs', 'ratio', '95 %', 'target'], rows)}

What metrics leave to the garbage collector is partly collected while they are off, and counted there. Not in these figures: a scrape takes ${formatDecimal(scrape)} ms of CPU, ${((scrape / INTERVAL) * 100).toFixed(3)} % of a core if Prometheus scrapes every ${INTERVAL / 1000} s.

Spans are in both. Without an SDK, a span takes ${formatInteger(span)} ns of CPU: that of a loop of ${formatInteger(TRACED_CALLS)} spans less that of the same loop without them. A call
over HTTP has two, and asks for each of its statements whether it is part of a trace. Such a loop does not show what the functions around
spans cost in a real call; only a comparison with a version without them does.
`
}

try {
  log(`ingesting ${formatInteger(GAMES)} games`)
  const { key, games } = await prepare()
  const paths = games.map((id) => `/v1/games/${id}`)
  const cases: Case[] = [
    { name: 'a game from memory', options: [], paths },
    { name: '50 games from the database', options: ['--cold'], paths: ['/v1/games'] },
  ]
  log('measuring a span')
  const span = await measureSpan()
  const measured = new Map(cases.map((one): [Case, Round[]] => [one, []]))
  for (let round = 0; round < rounds; round++) {
    log(`round ${round + 1} of ${rounds}`)
    for (const [one, done] of measured) {
      const measurement = await measureRound(one, key)
      done.push(measurement)
      log(`  ${one.name}: ${ratioOf(measurement).toFixed(3)}`)
    }
  }
  const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
  const report = writeUp(measured, span, row?.version)
  console.log(report)
  await writeFile(values.output, report)
  log(`written to ${values.output}`)
} finally {
  await generator.stop()
  await sql.end()
  await postgresServer.stop()
}
