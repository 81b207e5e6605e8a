import type { Sample } from './dataset.ts'
import type { ServerProcess } from './servers.ts'

/** The requests that the reference answers, too. */
export const SCENARIOS = ['game', 'page', 'playbyplay'] as const
export type Scenario = (typeof SCENARIOS)[number]

/** The statistics that are requested. */
export const STATISTICS = [
  'standings',
  'leaders',
  'form',
  'head-to-head',
  'roster',
  'splits',
  'games of a player',
  'seasons of a player',
] as const
export type Statistic = (typeof STATISTICS)[number]

/** Headings in the report. */
export const TITLES: Record<Scenario, string> = {
  game: 'One game',
  page: 'A page of 50 games',
  playbyplay: 'The play-by-play of a final game',
}

/** The paths of each scenario, requested in turn. */
export const PATHS: Record<Scenario, (sample: Sample) => string[]> = {
  game: ({ games }) => games.map((id) => `/v1/games/${id}`),
  page: () => ['/v1/games'],
  playbyplay: ({ playByPlays }) => playByPlays.map((id) => `/v1/games/${id}/playbyplay`),
}

/** One path of everything that changes while games are written, of each record of the sample. */
export const everything = (sample: Sample): string[] => [
  ...SCENARIOS.flatMap((scenario) => PATHS[scenario](sample)),
  ...STATISTICS.flatMap((name) => sample.statistics[name]),
  ...sample.seasons.map((id) => `/v1/games?season=${id}`),
]

/** Our cursors are signed, those of the reference are not: the only difference between the responses. */
const withoutCursor = (body: string) => body.replace(/"next_cursor":"[^"]+"/, '"next_cursor":"…"')

/**
 * Requests every path of the scenarios from every server and compares the bodies with those of the first server.
 * @throws if a body differs or a status is not 200.
 */
export const compareResponses = async (servers: ServerProcess[], sample: Sample, key: string): Promise<void> => {
  for (const path of SCENARIOS.flatMap((scenario) => PATHS[scenario](sample))) {
    let expected: string | undefined
    for (const { port } of servers) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${key}` } })
      const body = withoutCursor(await response.text())
      expected ??= body
      if (response.status !== 200 || body !== expected)
        throw new Error(`a server responds to ${path} with ${response.status} and\n${body}\ninstead of\n${expected}`)
    }
  }
}
