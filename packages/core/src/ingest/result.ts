import type { CheckedBundle } from '../contract/index.ts'
import type { RefusedBundle } from './refusals.ts'
import type { Warning } from './warn/warnings.ts'

/** How many box-score lines, events and shots a bundle contains. */
export type PartCounts = { lines: number; events: number; shots: number }

/**
 * The outcome for a bundle. `game` is the public identifier; `warnings` contains all current warnings of the game. `details` say what
 * is wrong with a refused bundle, value by value, and `code` which error its sender gets.
 */
export type IngestResult =
  | ({ outcome: 'created' | 'updated' | 'unchanged'; game: string; warnings: Warning[] } & PartCounts)
  | ({ outcome: 'refused' } & RefusedBundle)

/** Counts the parts of a bundle. */
export const countParts = ({ home, away, events, shots }: CheckedBundle): PartCounts => ({
  lines: (home.players?.length ?? 0) + (away.players?.length ?? 0),
  events: events?.length ?? 0,
  shots: shots?.length ?? 0,
})
