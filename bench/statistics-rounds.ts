import { createCore, type Core } from '@basketball-data/core'
import postgres, { type Sql } from 'postgres'
import type { PostgresServer } from './postgres-server.ts'
import { KINDS, makeReference, rowsIn, type Kind } from './statistics-answers.ts'

/** A database to ask, by how long its history is. */
export type History = { seasons: number; core: Core; sql: Sql }

/** Asks once and makes the answer into text. */
type Ask = (key: readonly string[]) => Promise<string>

/** One who answers a kind on one history. */
type Entrant = { kind: Kind; seasons: number; who: 'ours' | 'reference'; keys: string[][]; rows: number; ask: Ask }

/** What an answer cost on average in one turn, microseconds. */
export type Turn = Pick<Entrant, 'seasons' | 'who' | 'rows'> & {
  kind: string
  round: number
  /** From the question to the text. */
  time: number
  /** CPU of Node. */
  cpu: number
  /** CPU of Postgres; NaN where the system does not tell. */
  database_cpu: number
}

/** Opens the database of a history: for our core and for the reference, which has the same driver. */
export const openHistory = async (url: string, seasons: number): Promise<History> => ({
  seasons,
  core: await createCore({ database: url, migrate: true }),
  sql: postgres(url, { max: 1, onnotice: () => {} }),
})

const entrantsOf = async ({ seasons, core, sql }: History, kind: Kind): Promise<Entrant[]> => {
  const api = core.caller()
  const keys = (await sql.unsafe<{ key: string[] }[]>(kind.keys)).map(({ key }) => key)
  const answers = new Map<string, ReturnType<typeof rowsIn>>()
  for (const key of keys) answers.set(key.join(' '), rowsIn(kind, await kind.ask(api, key)))
  const query = await makeReference(sql, kind, answers)
  const rows = [...answers.values()].flat().length / keys.length
  const about = { kind, seasons, keys, rows }
  return [
    { ...about, who: 'ours', ask: async (key) => JSON.stringify(await kind.ask(api, key)) },
    {
      ...about,
      who: 'reference',
      ask: async (key) =>
        JSON.stringify({ data: await sql.unsafe(query, [key.join(' ')], { prepare: true }), meta: {} }),
    },
  ]
}

const growth = async (server: PostgresServer, before: Awaited<ReturnType<PostgresServer['cpu']>>) => {
  const after = await server.cpu()
  if (before === undefined || after === undefined) return Number.NaN
  return [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0)
}

const takeTurn = async (server: PostgresServer, entrant: Entrant, round: number, seconds: number): Promise<Turn> => {
  const { kind, seasons, who, keys, rows, ask } = entrant
  const before = await server.cpu()
  const node = process.cpuUsage()
  const started = performance.now()
  let answers = 0
  for (; performance.now() - started < 1000 * seconds; answers++) await ask(keys[answers % keys.length] ?? [])
  const time = (1000 * (performance.now() - started)) / answers
  const { user, system } = process.cpuUsage(node)
  const database_cpu = (await growth(server, before)) / answers
  return { kind: kind.name, seasons, who, rows, round, time, cpu: (user + system) / answers, database_cpu }
}

/**
 * Asks for every kind on every history, one question after the other, ours and the reference in turn, round after
 * round; who begins changes with the round. The first round warms up and is not kept.
 */
export const measureStatistics = async (
  server: PostgresServer,
  histories: History[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Turn[]> => {
  const turns: Turn[] = []
  const entrants: Entrant[][] = []
  for (const kind of KINDS) {
    const ofKind: Entrant[] = []
    for (const history of histories) ofKind.push(...(await entrantsOf(history, kind)))
    entrants.push(ofKind)
  }
  for (let round = 0; round <= rounds; round++) {
    console.error(round === 0 ? '  warming up' : `  round ${round} of ${rounds}`)
    for (const ofKind of entrants)
      for (const place of ofKind.keys()) {
        const entrant = ofKind[(place + round) % ofKind.length]
        if (entrant === undefined) continue
        const turn = await takeTurn(server, entrant, round, seconds)
        if (round > 0) turns.push(turn)
      }
  }
  return turns
}
