import { type BundleEvent, parseClock } from '@basketball-data/core/contract'
import { counted, noteIf, type Note } from './notes.ts'

/** That events have a code in no list, by their codes. */
export const unknownCodes = (codes: string[]): Note[] =>
  noteIf(
    codes.length,
    'unknown_code',
    `${counted(codes.length, 'event')} with a code in no list (${[...new Set(codes)].join(', ')}), kept as other.`,
  )

/** That so many events name a team that does not play. */
export const unknownTeams = (events: number): Note[] =>
  noteIf(events, 'unknown_team', `${counted(events, 'event')} of neither team, kept without side.`)

/** That so many events have a clock that cannot be read. */
export const unreadableClocks = (events: number): Note[] =>
  noteIf(events, 'clock_unreadable', `${counted(events, 'event')} without a readable clock.`)

/** Bench officials type late; only a longer way back says that a clock is wrong. */
const TYPING_SECONDS = 5

/** By how many seconds clocks go back, one number for each event at which they do. */
const jumpsBack = (events: BundleEvent[]): number[] => {
  const timed = events.flatMap(({ period, clock }) => {
    const left = clock === null ? null : parseClock(clock)
    return left === null ? [] : [{ period, left }]
  })
  return timed.flatMap(({ period, left }, at) => {
    const before = timed[at - 1]
    return before?.period === period && left - before.left > TYPING_SECONDS ? [left - before.left] : []
  })
}

/** That events have more time left than the one before them. */
export const clockJumps = (events: BundleEvent[]): Note[] => {
  const jumps = jumpsBack(events)
  return noteIf(
    jumps.length,
    'clock_jumps_back',
    `${counted(jumps.length, 'event')} with more time left than the event before, by up to ${Math.max(0, ...jumps)} seconds; order and clocks are kept.`,
  )
}
