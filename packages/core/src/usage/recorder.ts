import type { CountedCall } from '../accounts/counting/counted-call.ts'
import { withDeadline, type Store } from '../store/index.ts'
import { addUsage, getTransactionOutcome, type UsageChange } from './queries.ts'

/** Milliseconds between two writes of the usage. */
const INTERVAL = 5000
/** Rows of one statement at most. */
const MAX_ROWS = 5000
/** Rows in memory at most, while the database does not take them. Calls on top of that are missing from the usage. */
const MAX_WAITING = 50_000
/** Milliseconds that somebody waits until what is in memory is written. */
const FLUSH_WAIT = 2000

/** Gathers in memory which keys call which endpoints, and writes it every few seconds. */
export type UsageRecorder = {
  /** Adds a call, once however often it is passed. A call that is neither counted nor refused is not added. */
  record: (endpoint: { method: string; path: string }, call: CountedCall) => void
  /** Takes a recorded call off, because it does not count. */
  refund: (call: CountedCall) => void
  /** Writes what is in memory. It never fails, and takes 2 s at most: what is not written then is written later. */
  flush: () => Promise<void>
}

type Changes = Map<string, UsageChange>

/** Adds a change to the one of the same row, unless there are too many rows. */
const merge = (changes: Changes, change: UsageChange): void => {
  const id = `${change.day} ${change.key_id} ${change.endpoint}`
  const row = changes.get(id)
  if (row === undefined) {
    if (changes.size < MAX_WAITING) changes.set(id, change)
    return
  }
  row.calls += change.calls
  row.refused += change.refused
  row.last_at = Math.max(row.last_at, change.last_at)
}

/** What identifies a call, which may have been copied since it was counted; undefined for one that did not count. */
const getIdentity = ({ counted, refused }: CountedCall): object | undefined => counted ?? refused ?? undefined

/** Records the usage of the keys in a database. */
export const createUsageRecorder = (store: Store): UsageRecorder => {
  const waiting: Changes = new Map()
  /** The endpoints of recorded calls, by the identity of the call. */
  const endpoints = new WeakMap<object, string>()
  /** The rows of a transaction that may have been committed: its outcome did not arrive. Those that it skipped were not written. */
  let uncertain: { transaction: string; rows: UsageChange[]; skipped: UsageChange[] } | undefined
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  const startTimer = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      void write()
    }, INTERVAL).unref()
  }

  const keep = (rows: Iterable<UsageChange>): void => {
    for (const row of rows) merge(waiting, row)
  }

  /** Finds out whether the rows of an uncertain transaction were written. */
  const settle = async (): Promise<void> => {
    if (uncertain === undefined) return
    const outcome = await getTransactionOutcome(store, uncertain.transaction)
    if (outcome === null) throw new Error('A transaction with usage has not ended yet.')
    keep(outcome === 'aborted' ? uncertain.rows : uncertain.skipped)
    uncertain = undefined
  }

  const writeRows = async (rows: UsageChange[]): Promise<void> => {
    let written: { transaction: string; skipped: UsageChange[] } | undefined
    try {
      await store.transaction(async (tx) => {
        const { transaction, skipped } = await addUsage(tx, rows)
        written = { transaction, skipped: rows.filter((_, position) => skipped.includes(position)) }
      })
    } catch (error) {
      if (written === undefined) keep(rows)
      else uncertain = { ...written, rows }
      throw error
    }
    keep(written?.skipped ?? [])
  }

  const writeWaiting = async (): Promise<void> => {
    let rows: UsageChange[] = []
    try {
      await settle()
      rows = [...waiting.values()]
      waiting.clear()
      while (rows.length > 0) await writeRows(rows.splice(0, MAX_ROWS))
      if (waiting.size > 0) startTimer()
    } catch {
      keep(rows)
      startTimer()
    }
  }

  /** Writes what is in memory, after the write in progress. */
  const write = (): Promise<void> =>
    (next ??= writing.then(() => {
      next = undefined
      return (writing = writeWaiting())
    }))

  return {
    record: (operation, call) => {
      const identity = getIdentity(call)
      if (identity === undefined || endpoints.has(identity)) return
      const endpoint = `${operation.method} ${operation.path}`
      endpoints.set(identity, endpoint)
      const { key_id, counted, at } = call
      const day = counted?.day ?? call.day
      merge(waiting, {
        day,
        key_id,
        endpoint,
        calls: counted === null ? 0 : 1,
        refused: counted === null ? 1 : 0,
        last_at: at,
      })
      startTimer()
    },
    refund: ({ counted, at }) => {
      const endpoint = counted === null ? undefined : endpoints.get(counted)
      if (counted === null || endpoint === undefined) return
      merge(waiting, { day: counted.day, key_id: counted.key_id, endpoint, calls: -1, refused: 0, last_at: at })
      startTimer()
    },
    flush: () => withDeadline(FLUSH_WAIT, write()).catch(() => {}),
  }
}
