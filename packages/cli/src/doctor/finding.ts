import { BadDatabase } from '@basketball-data/core'
import { listCauses } from '../failures.ts'

/** How it is with a subject. */
export type State = {
  /** `problem`: something does not work. `warning`: it works, but something will surprise. */
  status: 'ok' | 'warning' | 'problem'
  /** One sentence that says what is so. */
  message: string
  /** One sentence that says what to do, or which command says more; null without either. */
  remedy: string | null
}

/** What was found about a subject, which is named in a word or two: `database`, `clock`. */
export type Finding = { subject: string } & State

export const ok = (message: string, remedy: string | null = null): State => ({ status: 'ok', message, remedy })
export const warning = (message: string, remedy: string): State => ({ status: 'warning', message, remedy })
export const problem = (message: string, remedy: string): State => ({ status: 'problem', message, remedy })

/** Why something failed, in the words of its first cause: the message of a failed query repeats the query instead. */
export const toReason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return toReason(error.cause)
  // An attempt to connect to several addresses of a host fails without a message.
  const reason = error.message === '' && 'code' in error ? String(error.code) : error.message
  return reason.replace(/\.$/, '')
}

/**
 * Examines a subject, and what else `examine` finds. An error becomes a finding about that subject, so that the findings about
 * others remain.
 */
export const examineSubject = async (
  subject: string,
  examine: () => Promise<State | Finding[]>,
  remedy = 'Check the log of the database, and run "basketball-data doctor" again.',
): Promise<Finding[]> => {
  try {
    const found = await examine()
    return Array.isArray(found) ? found : [{ subject, ...found }]
  } catch (error) {
    const bad = listCauses(error).find((cause) => cause instanceof BadDatabase)
    const state =
      bad === undefined
        ? problem(`The check failed (${toReason(error)}).`, remedy)
        : problem(bad.message, 'Do so, and run "basketball-data doctor" again.')
    return [{ subject, ...state }]
  }
}
