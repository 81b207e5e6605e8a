import type { Sample } from './dataset.ts'
import { PATHS, STATISTICS, TITLES } from './scenarios.ts'
import type { ServerName } from './servers.ts'

/** The keys and the additional headers of calls. */
export const CALLS = {
  'one key': { keys: 1, headers: '' },
  'one key, gzip': { keys: 1, headers: 'accept-encoding: gzip\r\n' },
  '1,000 keys, gzip': { keys: 1000, headers: 'accept-encoding: gzip\r\n' },
} satisfies Record<string, { keys: number; headers: string }>

type Calls = keyof typeof CALLS

/** Servers that are measured under the same load. The ratios are to the first one. */
export type Comparison = {
  /** The heading of its table. */
  title: string
  calls: Calls
  /** Connections to each server process, with one request in flight each. */
  connections: number
  candidates: Candidate[]
}

/** A server under a load, and the throughput that it should reach, as a multiple of the reference's. */
export type Candidate = {
  name: string
  server: ServerName
  processes: number
  paths: (sample: Sample) => string[]
  atLeast?: number
}

const CONNECTIONS = 32

const game = (server: ServerName, atLeast?: number): Candidate => candidate(server, PATHS.game, atLeast)
const page = (server: ServerName, atLeast?: number): Candidate => candidate(server, PATHS.page, atLeast)
const playByPlay = (server: ServerName, atLeast?: number): Candidate => candidate(server, PATHS.playbyplay, atLeast)

const candidate = (
  server: ServerName,
  paths: Candidate['paths'],
  atLeast?: number,
  { name = server, processes = 1 }: { name?: string; processes?: number } = {},
): Candidate => ({ name, server, processes, paths, ...(atLeast !== undefined && { atLeast }) })

const comparison = (title: string, calls: Calls, candidates: Candidate[], connections = CONNECTIONS): Comparison => ({
  title,
  calls,
  candidates,
  connections,
})

/** The server that no other can outrun on the machine. */
export const FLOOR: ServerName = 'node:http, a constant'

const alone = (connections: number, atLeast?: number) =>
  comparison(TITLES.game, 'one key', [game('bare'), game(FLOOR), game('ours', atLeast)], connections)

/** Everything that is measured in rounds. */
export const COMPARISONS: readonly Comparison[] = [
  comparison(TITLES.game, 'one key', [
    game('bare'),
    game(FLOOR),
    game('Hono, a constant'),
    game('ours', 1.7),
    game('ours, cold'),
  ]),
  comparison(TITLES.game, '1,000 keys, gzip', [game('bare'), game('ours, log on', 1.3)]),
  alone(1, 0.9),
  alone(4, 1),
  alone(8, 1.3),
  alone(256),
  comparison(TITLES.page, 'one key', [page('bare'), page('ours', 6), page('ours, cold')]),
  comparison(TITLES.page, '1,000 keys, gzip', [page('bare'), page('ours, log on', 4)]),
  comparison(TITLES.playbyplay, 'one key', [playByPlay('bare'), playByPlay('ours')]),
  comparison(TITLES.playbyplay, 'one key, gzip', [playByPlay('bare'), playByPlay('ours', 30)]),
  comparison(TITLES.playbyplay, '1,000 keys, gzip', [playByPlay('bare'), playByPlay('ours, log on')]),
  comparison('Statistics', 'one key', [
    candidate('bare', ({ teams }) => teams.map((id) => `/v1/one-row/${id}`), undefined, { name: 'bare, one row' }),
    ...STATISTICS.map((name) => candidate('ours', ({ statistics }) => statistics[name], 1.2, { name })),
  ]),
]

/** One process and four of them, with 32 connections each. The costs of a call are compared, not the throughput. */
export const PROCESSES = comparison('Four processes', 'one key', [
  candidate('ours', PATHS.game, undefined, { name: 'one process' }),
  candidate('ours', PATHS.game, undefined, { name: 'four processes', processes: 4 }),
])
