import { parseClock, type BundleEvent } from '@basketball-data/core/contract'

/** The codes of notes; docs/importing.md explains each. */
export const NOTE_CODES = [
  'answers_differ',
  'answers_doubled',
  'before_period_start',
  'broken_off',
  'clock_corrected',
  'clock_jumps_back',
  'clock_unreadable',
  'end_assumed',
  'free_throw_of_more_points',
  'game_end_repeated',
  'local_player_id',
  'minutes_differ',
  'missing_answers',
  'name_unclear',
  'no_attempt',
  'no_score',
  'not_on_sheet',
  'periods_differ',
  'periods_out_of_order',
  'player_joined',
  'shot_flags_missing',
  'shot_times_wrong',
  'shot_without_event',
  'starters',
  'stats_without_minutes',
  'struck_from_table',
  'team_code_missing',
  'tip_off_corrected',
  'tip_off_doubtful',
  'totals_differ',
  'unknown_code',
  'unknown_team',
  'valuation_differs',
] as const
type NoteCode = (typeof NOTE_CODES)[number]

/** One problem of a feed with a game, and how it was read. */
export type Note = { code: NoteCode; message: string }

/** A list with the note if the condition is true or a count above zero; else an empty list. */
export const noteIf = (condition: boolean | number, code: NoteCode, message: string): Note[] =>
  condition ? [{ code, message: message.slice(0, 500) }] : []

/** "1 event", "2 events". */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** Notes events with unknown codes. */
export const unknownCodes = (codes: string[]): Note[] =>
  noteIf(
    codes.length,
    'unknown_code',
    `${counted(codes.length, 'event')} with an unknown code (${[...new Set(codes)].join(', ')}), stored as other.`,
  )

/** Notes events of a team that does not play in the game. */
export const unknownTeams = (events: number): Note[] =>
  noteIf(events, 'unknown_team', `${counted(events, 'event')} of neither team, stored without a side.`)

/** Notes events with an unreadable clock. */
export const unreadableClocks = (events: number): Note[] =>
  noteIf(events, 'clock_unreadable', `${counted(events, 'event')} without a readable clock.`)

/** Events are entered with some delay, so a clock is wrong only if it jumps back further than this. */
const DELAY_SECONDS = 5

/** The seconds of every jump of the clock back, one number per event. */
const secondsBack = (events: BundleEvent[]): number[] => {
  const timed = events.flatMap(({ period, clock }) => {
    const left = clock === null ? null : parseClock(clock)
    return left === null ? [] : [{ period, left }]
  })
  return timed.flatMap(({ period, left }, at) => {
    const before = timed[at - 1]
    return before?.period === period && left - before.left > DELAY_SECONDS ? [left - before.left] : []
  })
}

/** Notes events with more time left than the event before. */
export const clockJumps = (events: BundleEvent[]): Note[] => {
  const jumps = secondsBack(events)
  return noteIf(
    jumps.length,
    'clock_jumps_back',
    `${counted(jumps.length, 'event')} with more time left than the event before, by up to ${Math.max(0, ...jumps)} seconds; order and clocks are not changed.`,
  )
}
