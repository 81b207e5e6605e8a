import { badDatabaseOf } from '../store/index.ts'
import { finding, type Finding } from './finding.ts'

/** Why something failed, in the words of its first cause: the message of a failed query repeats the query instead. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
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
    const bad = badDatabaseOf(error)
    return bad === undefined
      ? [finding.problem(subject, `It cannot be examined (${reasonOf(error)}).`, remedy)]
      : [finding.problem(subject, bad.message, 'Do so, and run "basketball-data doctor" again.')]
  }
}
