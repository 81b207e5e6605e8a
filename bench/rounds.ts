import { startChild, type Child } from './child.ts'
import type { RunningContender } from './contenders.ts'
import type { Load, LoadFigures } from './load-generator.ts'
import type { PostgresServer } from './postgres-server.ts'
import { KINDS, PATHS, type Kind } from './requests.ts'
import type { Sample } from './load-games.ts'

/** A server asked in one way, and what happened. */
export type Turn = {
  kind: Kind
  /** The server, and how it was asked where there is more than one way. */
  entrant: string
  round: number
  requests_per_second: number
  /** Microseconds of the server's CPU per request. */
  cpu: number
  /** Microseconds of Postgres's CPU per request; NaN where the system does not tell. */
  database_cpu: number
  p50: number
  p99: number
  /** Milliseconds that half of the answers took at most with one connection. */
  p50_alone: number
  bytes: number
}

/** How long and how hard to measure. */
export type Effort = { seconds: number; rounds: number; connections: number }

/** The name of our server where the client takes gzip. */
export const OURS_GZIP = 'ours, gzip accepted'

type Entrant = { name: string; server: RunningContender; headers: string }

/** Only a stored answer is compressed already; the other kinds are measured as JSON text. */
const entrantsOf = (kind: Kind, servers: RunningContender[]): Entrant[] =>
  servers.flatMap((server) => [
    { name: server.name, server, headers: '' },
    ...(kind === 'playbyplay' && server.name === 'ours'
      ? [{ name: OURS_GZIP, server, headers: 'accept-encoding: gzip\r\n' }]
      : []),
  ])

const rotated = <Item>(items: Item[], by: number): Item[] => {
  const start = by % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}

const requestsTo = ({ server, headers }: Entrant, paths: string[], key: string): string[] =>
  paths.map(
    (path) =>
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\nauthorization: Bearer ${key}\r\n${headers}\r\n`,
  )

const generate = async (generator: Child, load: Load): Promise<LoadFigures> => {
  const figures: LoadFigures = JSON.parse(await generator.ask(JSON.stringify(load)))
  if (figures.errors > 0) throw new Error(`${figures.errors} of ${figures.requests} answers were errors`)
  return figures
}

/** What the processes that are there now have used more than before. */
const growth = async (postgres: PostgresServer, before: Awaited<ReturnType<PostgresServer['cpu']>>) => {
  const after = await postgres.cpu()
  if (before === undefined || after === undefined) return Number.NaN
  return [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0)
}

/**
 * Asks every server for every kind of answer, in turn, round after round; who begins changes with the round. The first
 * round warms up and is not kept.
 */
export const measureRounds = async (
  {
    servers,
    postgres,
    sample,
    key,
  }: { servers: RunningContender[]; postgres: PostgresServer; sample: Sample; key: string },
  { seconds, rounds, connections }: Effort,
): Promise<Turn[]> => {
  const generator = startChild('load-generator.ts')
  const turns: Turn[] = []

  const takeTurn = async (kind: Kind, entrant: Entrant, round: number): Promise<Turn> => {
    const requests = requestsTo(entrant, PATHS[kind](sample), key)
    const load = { port: entrant.server.port, requests }
    const alone = await generate(generator, { ...load, connections: 1, seconds: seconds / 4 })
    const before = await postgres.cpu()
    const cpu_before = await entrant.server.cpu()
    const figures = await generate(generator, { ...load, connections, seconds })
    const cpu = (await entrant.server.cpu()) - cpu_before
    return {
      kind,
      entrant: entrant.name,
      round,
      requests_per_second: figures.requests / figures.seconds,
      cpu: cpu / figures.requests,
      database_cpu: (await growth(postgres, before)) / figures.requests,
      p50: figures.p50,
      p99: figures.p99,
      p50_alone: alone.p50,
      bytes: figures.bytes / figures.requests,
    }
  }

  try {
    for (let round = 0; round <= rounds; round++) {
      console.error(round === 0 ? '  warming up' : `  round ${round} of ${rounds}`)
      for (const kind of KINDS)
        for (const entrant of rotated(entrantsOf(kind, servers), round)) {
          const turn = await takeTurn(kind, entrant, round)
          if (round > 0) turns.push(turn)
        }
    }
  } finally {
    await generator.stop()
  }
  return turns
}
