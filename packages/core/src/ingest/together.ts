import { DrizzleQueryError } from 'drizzle-orm/errors'

/** SQL state of a statement that is not run because one before it in the transaction failed. */
const ABORTED = '25P02'

const isAborted = (error: unknown): boolean => {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof Error && 'code' in cause && cause.code === ABORTED
}

/**
 * Waits for work of one transaction that is under way already, until all of it is done. Where several fail, it throws
 * what the others failed for, not that the transaction is aborted.
 */
export const together = async (...work: Promise<unknown>[]): Promise<void> => {
  const done = await Promise.allSettled(work)
  const failures = done.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  if (failures.length > 0) throw failures.find((failure) => !isAborted(failure)) ?? failures[0]
}
