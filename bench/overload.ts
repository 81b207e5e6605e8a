// Measures one process at twice its capacity, and writes its part of docs/reliability.md.
// Usage: node bench/overload.ts [--seconds 60] [--factor 2] [--requests mixed|game|page|playbyplay] [--output <file>]
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createCore } from '@basketball-data/core'
import postgres from 'postgres'
import { startChild } from './child-process.ts'
import { createEventsTable, fullGames, pickSample, type Sample } from './dataset.ts'
import type { Load, LoadResult } from './load-generator.ts'
import type { OpenLoad, OpenLoadResult } from './open-loop.ts'
import { startPostgres } from './postgres-server.ts'
import { environment, formatDecimal, formatInteger, table, writePart } from './report.ts'
import { PATHS, SCENARIOS } from './scenarios.ts'
import { startServer, type ServerProcess } from './servers.ts'

const GAMES = 100
/** The numbers of connections that are tried to find the capacity: more of them let more calls share a statement. */
const CAPACITY_CONNECTIONS = [32, 64, 128, 256]
const CAPACITY_SECONDS = 5
const CONNECTIONS = 3000

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    factor: { type: 'string', default: '2' },
    requests: { type: 'string', default: 'mixed' },
    output: { type: 'string', default: join(import.meta.dirname, '..', 'docs', 'reliability.md') },
  },
})
const [seconds, factor] = [Number(values.seconds), Number(values.factor)]
const scenarios = values.requests === 'mixed' ? SCENARIOS : SCENARIOS.filter((name) => name === values.requests)
if (!(seconds >= 10 && factor > 0 && scenarios.length > 0))
  throw new RangeError(
    `give --seconds from 10 on, --factor above 0, --requests mixed or one of ${SCENARIOS.join(', ')}`,
  )

const started = performance.now()
const log = (text: string) => console.error(`${Math.round((performance.now() - started) / 1000)} s  ${text}`)

const ingestGames = async (database: string): Promise<string> => {
  const core = await createCore({ database, migrate: true })
  try {
    for (const game of fullGames(GAMES)) await core.ingest(game)
    const account = await core.accounts.create({ email: 'bench@example.org', plan: 'complete' })
    return (await core.keys.create(account.id)).key
  } finally {
    await core.close()
  }
}

/** The requests of the scenarios in turn, as many of each. */
const requestsTo = (port: number, sample: Sample, key: string): string[] => {
  const paths = scenarios.map((scenario) => PATHS[scenario](sample))
  const rounds = Math.max(...paths.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) => paths.map((each) => each[round % each.length] ?? '')).flatMap(
    (inTurn) =>
      inTurn.map(
        (path) =>
          `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${key}\r\naccept-encoding: gzip\r\n\r\n`,
      ),
  )
}

/** Responses per second of a generator that waits for each response, at the best number of connections. */
const measureCapacity = async (port: number, requests: string[]): Promise<number> => {
  const generator = startChild('load-generator.ts')
  const run = async (connections: number): Promise<number> => {
    const load: Load = { ports: [port], requests, connections, seconds: CAPACITY_SECONDS }
    const result: LoadResult = JSON.parse(await generator.request(JSON.stringify(load)))
    const rate = (result.requests - result.errors) / result.seconds
    log(`  ${connections} connections: ${formatInteger(rate)}/s, p99 ${formatDecimal(result.p99)} ms`)
    return rate
  }
  try {
    await run(32) // warm-up
    const rates: number[] = []
    for (const connections of CAPACITY_CONNECTIONS) rates.push(await run(connections))
    return Math.max(...rates)
  } finally {
    await generator.stop()
  }
}

/** The memory of the server in MB, twenty times during the run. */
const watchMemory = async (server: ServerProcess, signal: AbortSignal): Promise<number[]> => {
  const megabytes: number[] = []
  while (!signal.aborted) {
    megabytes.push(Math.round((await server.memory()) / 1e6))
    await setTimeout((seconds * 1000) / 20, undefined, { signal }).catch(() => {})
  }
  return megabytes
}

const overload = async (server: ServerProcess, requests: string[], rate: number) => {
  const generator = startChild('open-loop.ts')
  const finished = new AbortController()
  const cpuBefore = await server.cpu()
  const memory = watchMemory(server, finished.signal)
  try {
    const load: OpenLoad = { port: server.port, requests, rate, seconds, connections: CONNECTIONS }
    const result: OpenLoadResult = JSON.parse(await generator.request(JSON.stringify(load)))
    finished.abort()
    return { result, memory: await memory, cpu: (await server.cpu()) - cpuBefore }
  } finally {
    finished.abort()
    await generator.stop()
  }
}

const postgresServer = await startPostgres()
const sql = postgres(postgresServer.url, { max: 1, onnotice: () => {} })
try {
  log(`ingesting ${GAMES} games`)
  const key = await ingestGames(postgresServer.url)
  await createEventsTable(sql)
  const sample = await pickSample(sql)
  const server = await startServer('ours', postgresServer.url)
  try {
    const requests = requestsTo(server.port, sample, key)
    log('measuring the capacity')
    const capacity = await measureCapacity(server.port, requests)
    log(`sending ${formatInteger(capacity * factor)} requests/s for ${seconds} s`)
    const { result, cpu, memory } = await overload(server, requests, capacity * factor)
    log('measuring the capacity again')
    const after = await measureCapacity(server.port, requests)
    const [version] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
    const rows = Object.entries(result.responses).map(([status, { count, p50, p99, max }]) => [
      status,
      formatInteger(count),
      formatInteger(count / seconds),
      formatDecimal(count / seconds / capacity),
      ...[p50, p99, max].map(formatInteger),
    ])
    const text = `${environment(version?.version)}. ${seconds} s, ${values.requests} requests. Capacity ${formatInteger(capacity)}/s before and ${formatInteger(after)}/s after; sent
${formatInteger(result.sent / seconds)}/s over ${formatInteger(CONNECTIONS)} connections, of which ${result.failed} failed. The server used ${formatInteger(cpu / seconds / 10_000)} % of a core.

${table(['status', 'responses', 'per second', 'relative to capacity', 'p50, ms', 'p99, ms', 'slowest, ms'], rows)}

Memory (RSS) of the server in MB, evenly over the run: ${memory.join(', ')}.`
    await writePart(values.output, 'overload', text)
  } finally {
    await server.stop()
  }
} finally {
  await sql.end()
  await postgresServer.stop()
}
