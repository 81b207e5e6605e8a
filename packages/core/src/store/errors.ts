import { setTimeout as sleep } from 'node:timers/promises'

/** The database did not answer in time, or has too much to answer already. Another try later may succeed. */
export class DeadlineMissed extends Error {
  override name = 'DeadlineMissed'
  readonly code = 'DEADLINE_MISSED'
}

/**
 * The result of `work`, if there is one within so many milliseconds.
 *
 * @param onMissed called before the promise rejects, to end what is waited for
 * @throws DeadlineMissed
 */
export const withDeadline = <Result>(
  milliseconds: number,
  work: PromiseLike<Result>,
  onMissed: (error: DeadlineMissed) => void = () => {},
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new DeadlineMissed(`The database did not answer within ${milliseconds / 1000} s.`)
      onMissed(error)
      reject(error)
    }, milliseconds)
    work.then(
      (result) => {
        clearTimeout(timer)
        resolve(result)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })

/** A database address that cannot be used. The message says why and what would work. */
export class BadDatabase extends Error {
  override name = 'BadDatabase'
}

/** The folder of an embedded database is open in another process. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/** The process that has a folder open did not finish a request: it has ended, is stopping, or does not respond. */
export class ProcessLost extends Error {
  override name = 'ProcessLost'
}

/** No process takes a request: none listens, or the one that has the folder open does nothing of the kind. */
export class NotAccepted extends Error {
  override name = 'NotAccepted'
}

/** The error itself or the first of its causes that is a BadDatabase, which a failed statement has if its data is damaged. */
export const toBadDatabase = (error: unknown): BadDatabase | undefined => {
  if (error instanceof BadDatabase) return error
  return error instanceof Error ? toBadDatabase(error.cause) : undefined
}

const codes = (list: string): ReadonlySet<unknown> => new Set(list.split(' '))

/**
 * Codes of errors after which a statement may have been executed, because its response is missing: ours, system errors, driver
 * codes, SQL states.
 */
const UNANSWERED = codes(
  'DEADLINE_MISSED ECONNRESET EPIPE ETIMEDOUT CONNECTION_CLOSED CONNECTION_ENDED CONNECTION_DESTROYED 08000 08003 08006',
)

/** Another process counts calls in memory, and has not given that up in time. */
export class CountedElsewhere extends Error {
  override name = 'CountedElsewhere'
  readonly code = 'COUNTED_ELSEWHERE'
}

/** A row is locked by another transaction: what Postgres reports after `lock_timeout`. */
export class RowLocked extends Error {
  override name = 'RowLocked'
  readonly code = '55P03'
}

/**
 * Codes of errors that mean the database is down, refuses the connection, or has cancelled the statement, which was not
 * executed. 57014: cancelled by statement_timeout; 55P03: by lock_timeout.
 */
const REFUSED = codes(
  'COUNTED_ELSEWHERE ECONNREFUSED ENOTFOUND EHOSTUNREACH ENETUNREACH EAI_AGAIN CONNECT_TIMEOUT 28000 28P01 3D000 53300 55P03 57014 57P01 57P02 57P03',
)

/** The error itself or the first of its causes that means the database is out of reach for now; undefined without one. */
export const unreachable = (error: unknown): Error | undefined => {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && (UNANSWERED.has(error.code) || REFUSED.has(error.code))) return error
  const causes: unknown[] = error instanceof AggregateError ? error.errors : []
  for (const cause of [...causes, error.cause]) {
    const outage = unreachable(cause)
    if (outage !== undefined) return outage
  }
  return undefined
}

/** Whether a statement that failed with this error may have been executed all the same. */
export const mayHaveRun = (error: unknown): boolean => {
  const outage = unreachable(error)
  return outage !== undefined && 'code' in outage && UNANSWERED.has(outage.code)
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && (('code' in error && error.code === code) || hasCode(error.cause, code))

/** Whether the error or one of its causes is a write to a database that can only be read, such as a replica. */
export const isReadOnly = (error: unknown): boolean => hasCode(error, '25006')

/** Whether the error or one of its causes is a row that was locked for longer than `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => hasCode(error, '55P03')

/** Milliseconds that a call waits for a row that another transaction has locked. */
const LOCKED_WAIT = 1000

/** Repeats an attempt every `interval` milliseconds while its result is 'locked'. @throws DeadlineMissed after a second */
export const untilUnlocked = async <Result>(
  attempt: () => Promise<Result | 'locked'>,
  { row, interval }: { row: string; interval: number },
): Promise<Exclude<Result, 'locked'>> => {
  const until = performance.now() + LOCKED_WAIT
  for (;;) {
    const result = await attempt()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is not 'locked'
    if (result !== 'locked') return result as Exclude<Result, 'locked'>
    if (performance.now() > until) throw new DeadlineMissed(`Another transaction has locked the ${row}.`)
    await sleep(interval)
  }
}
