// Measures what metrics and the spans of traces cost a call, beside the same service without metrics.
// Usage: node bench/metrics.ts [--rounds 15] [--seconds 0.8] [--output <file>]
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCore, inSpan } from '@basketball-data/core'
import postgres from 'postgres'
import { startChild } from './child-process.ts'
import { ingestResults } from './dataset.ts'
import { startPostgres } from './postgres-server.ts'
import { environment, formatDecimal, formatInteger, median, table } from './report.ts'
import { requestsOf } from './requests.ts'
import { measureLoad } from './rounds.ts'
import { startServer, type ServerName, type ServerProcess } from './servers.ts'

const GAMES = 5000
/** The processor time that a call may take with metrics, as a multiple of that without. */
const TARGET = 1.03
/** Turns of a round, in which each server is measured once, first or second in turn; and those before, until both are compiled. */
const TURNS = 10
const WARM_UP = 4
const SCRAPES = 5
/** Milliseconds between the scrapes of `deploy/prometheus/prometheus.yaml`. */
const INTERVAL = 15_000
const TRACED_CALLS = 1_000_000

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    seconds: { type: 'string', default: '0.8' },
    output: { type: 'string', default: join(import.meta.dirname, '..', 'docs', 'benchmarks-metrics.md') },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)

const started = performance.now()
const log = (text: string) => console.error(`${Math.round((performance.now() - started) / 1000)} s  ${text}`)

/** A load on a server without metrics and on one with them. */
type Case = { name: string; without: ServerName; with: ServerName; paths: readonly string[]; connections: number }

/** Microseconds of CPU a call in one turn. */
type Costs = { without: number; with: number }

type Round = { turns: readonly Costs[]; scrape: number }

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

const measureCall = async (server: ServerProcess, { paths, connections }: Case, key: string): Promise<number> => {
  const load = { requests: requestsOf(paths, [key]), connections, seconds }
  return (await measureLoad(generator, postgresServer, [server], load)).cpu
}

/** The CPU time of a scrape, in milliseconds. */
const measureScrape = async (server: ServerProcess): Promise<number> => {
  const address = await server.metrics()
  const before = await server.cpu()
  for (let n = 0; n < SCRAPES; n++) await (await fetch(address)).text()
  return ((await server.cpu()) - before) / SCRAPES / 1000
}

/** Measures a case on new processes: two of the same program differ by as much as metrics cost. */
const measureRound = async (one: Case, key: string): Promise<Round> => {
  const [without, withMetrics] = [
    await startServer(one.without, postgresServer.url),
    await startServer(one.with, postgresServer.url),
  ]
  try {
    const turns: Costs[] = []
    for (let turn = -WARM_UP; turn < TURNS; turn++) {
      const first = turn % 2 === 0 ? await measureCall(without, one, key) : undefined
      const measured = await measureCall(withMetrics, one, key)
      const cost = { without: first ?? (await measureCall(without, one, key)), with: measured }
      if (turn >= 0) turns.push(cost)
    }
    return { turns, scrape: await measureScrape(withMetrics) }
  } finally {
    await Promise.all([without.stop(), withMetrics.stop()])
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

/** The ratio of a round: the median of those of its turns. */
const ratioOf = ({ turns }: Round): number => median(turns.map((turn) => turn.with / turn.without))

const writeUp = (measured: ReadonlyMap<Case, Round[]>, span: number, version: string | undefined): string => {
  const rows = [...measured].map(([{ name }, done]) => {
    const turns = done.flatMap((round) => round.turns)
    const ratios = done.map(ratioOf)
    const ratio = median(ratios)
    const [low, high] = intervalOf(ratios)
    return [
      name,
      median(turns.map(({ without }) => without)).toFixed(1),
      median(turns.map((turn) => turn.with)).toFixed(1),
      ratio.toFixed(3),
      `${low.toFixed(3)} to ${high.toFixed(3)}`,
      ratio > TARGET ? 'not met' : high > TARGET ? 'met by the median' : 'met',
    ]
  })
  const scrape = median([...measured.values()].flat().map((round) => round.scrape))
  return `# Benchmarks of metrics and traces

Written by \`npm run bench -- metrics\`; run it again to measure on your machine.

${environment(version)}. The same service with \`METRICS_PORT\` and without it; neither has an SDK of OpenTelemetry. CPU time of the process in
microseconds for a call. ${rounds} rounds, each with new processes, because two processes of one program differ too. In a round both are measured in turn, ${TURNS} times
for ${values.seconds} s each after ${WARM_UP} turns that warm up. The ratio is the median over the rounds of the
median within a round, with the interval that has the true median with a probability of 95 %. The target is at most ${formatDecimal(TARGET)}.

${table(['', 'without, CPU µs', 'with metrics, CPU µs', 'ratio', '95 %', 'target'], rows)}

Not in these figures: a scrape takes ${formatDecimal(scrape)} ms of CPU, ${((scrape / INTERVAL) * 100).toFixed(3)} % of a core if Prometheus scrapes every ${INTERVAL / 1000} s.

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
    { name: 'a game from memory, 32 connections', without: 'ours', with: 'ours, metrics', paths, connections: 32 },
    {
      name: '50 games from the database, 32 connections',
      without: 'ours, cold',
      with: 'ours, cold, metrics',
      paths: ['/v1/games'],
      connections: 32,
    },
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
