/** Why the line-ups of a game are not exact. */
export type InexactCode =
  | 'not_final'
  | 'no_events'
  | 'no_box_score'
  | 'starters_unknown'
  | 'period_starters_unknown'
  | 'not_five'
  | 'minutes_differ'
  | 'clock_rises'

/** What was mended, because exactly one way to mend it gives the minutes of the box score. */
export type MendedCode = 'substitution_missing' | 'substitution_time' | 'overtime_break' | 'broken_off' | 'clock_order'

/** Something that is not certain, or was mended: a code for programs, and a sentence for people. */
export type Remark<Code extends string> = { code: Code; message: string }
