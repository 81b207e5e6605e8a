import { createCore, type Core } from '@basketball-data/core'
import postgres, { type Sql } from 'postgres'
import type { PostgresServer } from './postgres-server.ts'
import { rotated } from './rounds.ts'
import { createReference, readRows, rowsIn, SCENARIOS, type Row, type Scenario } from './statistics-scenarios.ts'

/** A database with a number of seasons. */
export type History = { seasons: number; core: Core; sql: Sql }

/** Our service or the reference, in one scenario on one history. */
type Candidate = {
  scenario: Scenario
  seasons: number
  name: 'ours' | 'reference'
  keys: string[][]
  /** Mean number of rows per response. */
  answered: number
  /** Mean number of rows that the reference reads. */
  rows: number
  /** Makes one call; returns the response as JSON text. */
  call: (key: readonly string[]) => Promise<string>
}

/** The mean cost of a call in one round, in microseconds. */
export type Measurement = Pick<Candidate, 'seasons' | 'name' | 'answered' | 'rows'> & {
  scenario: string
  round: number
  /** From the call to the JSON text. */
  time: number
  /** CPU time of Node. */
  cpu: number
  /** CPU time of Postgres; NaN if it cannot be measured. */
  database_cpu: number
}

/** Opens a database for our core and, with the same driver, for the reference. */
export const openHistory = async (url: string, seasons: number): Promise<History> => ({
  seasons,
  core: await createCore({ database: url, migrate: true }),
  sql: postgres(url, { max: 1, onnotice: () => {} }),
})

const buildCandidates = async ({ seasons, core, sql }: History, scenario: Scenario): Promise<Candidate[]> => {
  const api = core.caller()
  const call = ([id = '', other = '']: readonly string[]) => scenario.call(api, id, other)
  const keys = (await sql.unsafe<{ key: string[] }[]>(scenario.keys)).map(({ key }) => key)
  const rowsByKey = new Map<string, Row[]>()
  let responses = 0
  for (const key of keys) {
    const response = await call(key)
    responses += rowsIn(scenario, response).length
    rowsByKey.set(key.join(' '), await readRows(sql, scenario, key, response))
  }
  const query = await createReference(sql, scenario, rowsByKey)
  const rows = [...rowsByKey.values()].flat().length / keys.length
  const common = { scenario, seasons, keys, rows, answered: responses / keys.length }
  return [
    { ...common, name: 'ours', call: async (key) => JSON.stringify(await call(key)) },
    {
      ...common,
      name: 'reference',
      call: async (key) =>
        JSON.stringify({ data: await sql.unsafe(query, [key.join(' ')], { prepare: true }), meta: {} }),
    },
  ]
}

const measure = async (
  server: PostgresServer,
  { scenario, seasons, name, keys, answered, rows, call }: Candidate,
  round: number,
  seconds: number,
): Promise<Measurement> => {
  const postgresCpu = await server.measureCpu()
  const nodeCpu = process.cpuUsage()
  const started = performance.now()
  let calls = 0
  for (; performance.now() - started < 1000 * seconds; calls++) await call(keys[calls % keys.length] ?? [])
  const time = (1000 * (performance.now() - started)) / calls
  const { user, system } = process.cpuUsage(nodeCpu)
  const database_cpu = (await postgresCpu()) / calls
  const cpu = (user + system) / calls
  return { scenario: scenario.name, seasons, name, answered, rows, round, time, cpu, database_cpu }
}

/**
 * Measures every scenario on every history, ours and the reference one after the other, in several rounds that begin
 * with another candidate each. An additional round before them is the warm-up.
 */
export const measureStatistics = async (
  server: PostgresServer,
  histories: History[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Measurement[]> => {
  const measurements: Measurement[] = []
  const candidatesByScenario: Candidate[][] = []
  for (const scenario of SCENARIOS) {
    const candidates: Candidate[] = []
    for (const history of histories) candidates.push(...(await buildCandidates(history, scenario)))
    candidatesByScenario.push(candidates)
  }
  for (let round = 0; round <= rounds; round++) {
    console.error(round === 0 ? '  warm-up' : `  round ${round} of ${rounds}`)
    for (const candidates of candidatesByScenario)
      for (const candidate of rotated(candidates, round)) {
        const measurement = await measure(server, candidate, round, seconds)
        if (round > 0) measurements.push(measurement)
      }
  }
  return measurements
}
