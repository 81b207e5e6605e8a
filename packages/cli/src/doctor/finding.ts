import { BadDatabase } from '@basketball-data/core'
import { causesOf } from '../failures.ts'

/** What was found about one subject. */
export type Finding = {
  /** What was examined, in a word or two: `database`, `clock`. */
  subject: string
  /** `problem`: something does not work. `warning`: it works, but something will surprise. */
  status: 'ok' | 'warning' | 'problem'
  /** One sentence that says what is so. */
  message: string
  /** One sentence that says what to do, or which command says more; null without either. */
  remedy: string | null
}

const unhealthy =
  (status: 'warning' | 'problem') =>
  (subject: string, message: string, remedy: string): Finding => ({ subject, status, message, remedy })

/**
 * Makes findings.
 * @example finding.problem('clock', 'It is 90 s ahead.', 'Have it set by NTP.')
 */
export const finding = {
  ok: (subject: string, message: string, remedy: string | null = null): Finding => ({
    subject,
    status: 'ok',
    message,
    remedy,
  }),
  warning: unhealthy('warning'),
  problem: unhealthy('problem'),
}

/** Why something failed, in the words of its first cause: the message of a failed query repeats the query instead. */
export const toReason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return toReason(error.cause)
  // An attempt to connect to several addresses of a host fails without a message.
  const reason = error.message === '' && 'code' in error ? String(error.code) : error.message
  return reason.replace(/\.$/, '')
}

/** Examines a subject. An error becomes a finding about that subject, so that the findings about others remain. */
export const examineSubject = async (
  subject: string,
  examine: () => Promise<Finding | Finding[]>,
  remedy = 'See what the log of the database says, and run "basketball-data doctor" again.',
): Promise<Finding[]> => {
  try {
    return [await examine()].flat()
  } catch (error) {
    const bad = causesOf(error).find((cause) => cause instanceof BadDatabase)
    return bad === undefined
      ? [finding.problem(subject, `It cannot be examined (${toReason(error)}).`, remedy)]
      : [finding.problem(subject, bad.message, 'Do so, and run "basketball-data doctor" again.')]
  }
}
