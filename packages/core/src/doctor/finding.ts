/** What was found about one subject. */
export type Finding = {
  /** What was looked at, in a word or two: `database`, `clock`. */
  subject: string
  /** `problem`: something does not work. `warning`: it works, but something will surprise. */
  status: 'ok' | 'warning' | 'problem'
  /** One sentence that says what is so. */
  message: string
  /** One sentence that says what to do; null if nothing is to be done. */
  remedy: string | null
}

const unwell =
  (status: 'warning' | 'problem') =>
  (subject: string, message: string, remedy: string): Finding => ({ subject, status, message, remedy })

/**
 * Makes findings.
 * @example finding.problem('clock', 'It is 90 s ahead.', 'Have it set by NTP.')
 */
export const finding = {
  ok: (subject: string, message: string): Finding => ({ subject, status: 'ok', message, remedy: null }),
  warning: unwell('warning'),
  problem: unwell('problem'),
}
