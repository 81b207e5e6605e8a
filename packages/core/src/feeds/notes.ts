import type { CheckedBundle } from '../ingest/game-bundle.ts'

/** One thing the feed has amiss in a game, and how it was read. */
export type Note = CheckedBundle['notes'][number]

/** The note when there is something to say (true, or a count above zero), else nothing. */
export const noteIf = (when: boolean | number, code: string, message: string): Note[] =>
  when ? [{ code, message: message.slice(0, 500) }] : []

/** "1 event", "2 events". */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
