import { startChild, type ChildProcess } from './child-process.ts'
import type { Sample } from './dataset.ts'
import type { Load, LoadResult } from './load-generator.ts'
import type { PostgresServer } from './postgres-server.ts'
import { PATHS, SCENARIOS, type Scenario } from './scenarios.ts'
import type { ServerProcess } from './servers.ts'

/** The measurement of one candidate in one round. */
export type Measurement = {
  scenario: Scenario
  candidate: string
  round: number
  requests_per_second: number
  /** CPU time of the server per request in microseconds. */
  cpu: number
  /** CPU time of Postgres per request in microseconds; NaN if it cannot be measured. */
  database_cpu: number
  p50: number
  p99: number
  /** Median response time with one connection in milliseconds. */
  p50_alone: number
  bytes: number
}

/** Seconds per measurement, number of rounds, and concurrent connections. */
export type LoadSettings = { seconds: number; rounds: number; connections: number }

/** The candidate that is our server with a client that accepts gzip. */
export const OURS_GZIP = 'ours, gzip accepted'

/** A server and the additional headers of its requests. */
type Candidate = { name: string; server: ServerProcess; headers: string }

/** Only a play-by-play is stored compressed; the other scenarios are measured without compression. */
const candidatesOf = (scenario: Scenario, servers: ServerProcess[]): Candidate[] =>
  servers.flatMap((server) => [
    { name: server.name, server, headers: '' },
    ...(scenario === 'playbyplay' && server.name === 'ours'
      ? [{ name: OURS_GZIP, server, headers: 'accept-encoding: gzip\r\n' }]
      : []),
  ])

const rotated = <Item>(items: Item[], by: number): Item[] => {
  const start = by % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}

const requestsTo = ({ server, headers }: Candidate, paths: string[], key: string): string[] =>
  paths.map(
    (path) =>
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\nauthorization: Bearer ${key}\r\n${headers}\r\n`,
  )

const generateLoad = async (generator: ChildProcess, load: Load): Promise<LoadResult> => {
  const result: LoadResult = JSON.parse(await generator.request(JSON.stringify(load)))
  if (result.errors > 0) throw new Error(`${result.errors} of ${result.requests} responses were errors`)
  return result
}

/**
 * Measures every scenario on every candidate, one after the other, in several rounds that begin with another candidate
 * each. An additional round before them is the warm-up.
 */
export const measureRounds = async (
  {
    servers,
    postgres,
    sample,
    key,
  }: { servers: ServerProcess[]; postgres: PostgresServer; sample: Sample; key: string },
  { seconds, rounds, connections }: LoadSettings,
): Promise<Measurement[]> => {
  const generator = startChild('load-generator.ts')
  const measurements: Measurement[] = []

  const measure = async (scenario: Scenario, candidate: Candidate, round: number): Promise<Measurement> => {
    const requests = requestsTo(candidate, PATHS[scenario](sample), key)
    const load = { port: candidate.server.port, requests }
    const alone = await generateLoad(generator, { ...load, connections: 1, seconds: seconds / 4 })
    const postgresCpu = await postgres.measureCpu()
    const cpuBefore = await candidate.server.cpu()
    const result = await generateLoad(generator, { ...load, connections, seconds })
    const cpu = (await candidate.server.cpu()) - cpuBefore
    return {
      scenario,
      candidate: candidate.name,
      round,
      requests_per_second: result.requests / result.seconds,
      cpu: cpu / result.requests,
      database_cpu: (await postgresCpu()) / result.requests,
      p50: result.p50,
      p99: result.p99,
      p50_alone: alone.p50,
      bytes: result.bytes / result.requests,
    }
  }

  try {
    for (let round = 0; round <= rounds; round++) {
      console.error(round === 0 ? '  warm-up' : `  round ${round} of ${rounds}`)
      for (const scenario of SCENARIOS)
        for (const candidate of rotated(candidatesOf(scenario, servers), round)) {
          const measurement = await measure(scenario, candidate, round)
          if (round > 0) measurements.push(measurement)
        }
    }
  } finally {
    await generator.stop()
  }
  return measurements
}
