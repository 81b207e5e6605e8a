import type { Sample } from './load-games.ts'

/** The answers that are measured. */
export const KINDS = ['game', 'page', 'playbyplay'] as const
export type Kind = (typeof KINDS)[number]

/** What each kind is called in the report. */
export const TITLES: Record<Kind, string> = {
  game: 'One game',
  page: 'A page of 50 games',
  playbyplay: 'The play-by-play of a final game',
}

/** The paths of each kind, asked for in turn. */
export const PATHS: Record<Kind, (sample: Sample) => string[]> = {
  game: ({ games }) => games.map((id) => `/v1/games/${id}`),
  page: () => ['/v1/games'],
  playbyplay: ({ playByPlays }) => playByPlays.map((id) => `/v1/games/${id}/playbyplay`),
}
