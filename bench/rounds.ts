import { setTimeout as sleep } from 'node:timers/promises'
import { startChild, type ChildProcess } from './child-process.ts'
import { CALLS, type Candidate, type Comparison } from './comparisons.ts'
import type { Sample } from './dataset.ts'
import type { Load, LoadResult } from './load-generator.ts'
import type { PostgresServer } from './postgres-server.ts'
import { buildRequests } from './requests.ts'
import type { ServerName, ServerProcess } from './servers.ts'

/** The cost of a load on servers, by call. */
export type Cost = {
  requests_per_second: number
  /** CPU time of the servers per request in microseconds. */
  cpu: number
  /** CPU time of Postgres per request in microseconds; NaN if it cannot be measured. */
  database_cpu: number
  p50: number
  p99: number
  bytes: number
}

/** The measurement of one candidate in one round. */
export type Measurement = Cost & { comparison: Comparison; candidate: Candidate; round: number }

/** Seconds per measurement, seconds of the same load before that of a process of ours alone, and number of rounds. */
export type LoadSettings = { seconds: number; settle: number; rounds: number }

/** What is measured: the processes of each server, and what is requested of them. */
export type Setup = {
  servers: ReadonlyMap<ServerName, readonly ServerProcess[]>
  postgres: PostgresServer
  sample: Sample
  /** Keys of as many accounts. */
  keys: readonly string[]
}

/** Puts a load on servers and measures what it costs. @throws if a response is not 200. */
export const measureLoad = async (
  generator: ChildProcess,
  postgres: PostgresServer,
  servers: readonly ServerProcess[],
  load: Omit<Load, 'ports'>,
): Promise<Cost> => {
  const measureCpu = async () =>
    (await Promise.all(servers.map((server) => server.cpu()))).reduce((sum, cpu) => sum + cpu)
  const ports = servers.map(({ port }) => port)
  const postgresCpu = await postgres.measureCpu()
  const cpuBefore = await measureCpu()
  const result: LoadResult = JSON.parse(await generator.request(JSON.stringify({ ...load, ports })))
  const cpu = (await measureCpu()) - cpuBefore
  if (result.errors > 0) throw new Error(`${result.errors} of ${result.requests} responses were errors`)
  return {
    requests_per_second: result.requests / result.seconds,
    cpu: cpu / result.requests,
    database_cpu: (await postgresCpu()) / result.requests,
    p50: result.p50,
    p99: result.p99,
    bytes: result.bytes / result.requests,
  }
}

/** The items, beginning with another one each round. */
export const rotated = <Item>(items: readonly Item[], by: number): Item[] => {
  const start = by % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}

/** Milliseconds after which a process without calls has given up counting in memory. */
const GIVEN_UP = 4000

/**
 * Measures the candidates of every comparison, one after the other, in several rounds that begin with another candidate
 * each. An additional round before them is the warm-up.
 */
export const measureRounds = async (
  { servers, postgres, sample, keys }: Setup,
  comparisons: readonly Comparison[],
  { seconds, settle, rounds }: LoadSettings,
): Promise<Measurement[]> => {
  const generator = startChild('load-generator.ts')
  const measurements: Measurement[] = []
  let counting: ServerProcess | undefined
  try {
    for (let round = 0; round <= rounds; round++) {
      console.error(round === 0 ? '  warm-up' : `  round ${round} of ${rounds}`)
      for (const comparison of comparisons) {
        const { calls, connections, candidates } = comparison
        const { keys: callers, headers } = CALLS[calls]
        for (const candidate of rotated(candidates, round)) {
          const processes = servers.get(candidate.server)?.slice(0, candidate.processes) ?? []
          const requests = buildRequests(candidate.paths(sample), keys.slice(0, callers), headers)
          const load = { requests, connections, seconds }
          const [process, ...others] = processes
          if (process !== undefined && others.length === 0 && candidate.server.startsWith('ours')) {
            if (process !== counting) await sleep(GIVEN_UP)
            counting = process
            if (round > 0) await measureLoad(generator, postgres, processes, { ...load, seconds: settle })
          }
          const cost = await measureLoad(generator, postgres, processes, load)
          if (round > 0) measurements.push({ ...cost, comparison, candidate, round })
        }
      }
    }
  } finally {
    await generator.stop()
  }
  return measurements
}
