/** What notes may be about; docs/importing.md has a sentence on each. */
export const NOTE_CODES = [
  'annulled',
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
  'no_attempt',
  'no_score',
  'not_on_sheet',
  'periods_differ',
  'periods_out_of_order',
  'shot_flags_missing',
  'shot_times_wrong',
  'shot_without_event',
  'starters',
  'stats_without_minutes',
  'tip_off_corrected',
  'tip_off_doubtful',
  'totals_differ',
  'unknown_code',
  'unknown_team',
  'valuation_differs',
] as const
type NoteCode = (typeof NOTE_CODES)[number]

/** One thing the feed has amiss in a game, and how it was read. */
export type Note = { code: NoteCode; message: string }

/** The note when there is something to say (true, or a count above zero), else nothing. */
export const noteIf = (when: boolean | number, code: NoteCode, message: string): Note[] =>
  when ? [{ code, message: message.slice(0, 500) }] : []

/** "1 event", "2 events". */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
