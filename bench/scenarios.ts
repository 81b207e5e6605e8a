import type { Sample } from './dataset.ts'
import type { ServerProcess } from './servers.ts'

/** The measured requests. */
export const SCENARIOS = ['game', 'page', 'playbyplay'] as const
export type Scenario = (typeof SCENARIOS)[number]

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

/** Our cursors are signed, those of the references are not: the only difference between the responses. */
const withoutCursor = (body: string) => body.replace(/"next_cursor":"[^"]+"/, '"next_cursor":"…"')

/**
 * Requests every path from every server and compares the bodies with those of the first server.
 * @throws if a body differs or a status is not 200.
 */
export const compareResponses = async (servers: ServerProcess[], sample: Sample, key: string): Promise<void> => {
  for (const path of SCENARIOS.flatMap((scenario) => PATHS[scenario](sample))) {
    let expected: string | undefined
    for (const { name, port } of servers) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${key}` } })
      const body = withoutCursor(await response.text())
      expected ??= body
      if (response.status !== 200 || body !== expected)
        throw new Error(`${name} responds to ${path} with ${response.status} and\n${body}\ninstead of\n${expected}`)
    }
  }
}
