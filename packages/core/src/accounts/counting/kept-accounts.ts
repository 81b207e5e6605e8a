import { RowLocked } from '../../store/index.ts'
import { formatCounts, type AccountCounts, type CountsRow } from './account-counts.ts'

/** Milliseconds from the first change that is not written until it is. */
const INTERVAL = 1000
/** Accounts that one statement writes at most. */
const MAX_WRITTEN = 1000
/** Accounts in memory at most after a write; on top of that, they are read again at their next call. */
const MAX_KEPT = 10_000

/** An account in memory. */
export type KeptAccount = {
  counts: AccountCounts
  /** Whether the database has these counts. */
  written: boolean
  /** Whether its row was locked when it should be written. */
  isLocked: boolean
  /** The numbers of its keys, by id. */
  numbers: Map<string, number>
}

/** Runs what reads or writes rows one after the other, so that none is read while a newer one is being written. */
const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const own = last.then(work)
    last = own.catch(() => {})
    return own
  }
}

/**
 * The rows of `account_counts` that are in memory, by account, and how they are written.
 * @param writeRows writes rows and returns the accounts whose rows it has written
 */
export const createKeptAccounts = (
  writeRows: (rows: (CountsRow & { account_id: string })[]) => Promise<ReadonlySet<string>>,
) => {
  const kept = new Map<string, KeptAccount>()
  /** How often everything was forgotten. */
  let forgotten = 0
  let timer: NodeJS.Timeout | undefined
  /** `performance.now()` at which the timer is due; Infinity without one. */
  let due = Infinity
  const inTurn = createTurns()

  const write = async (accounts: Iterable<[string, KeptAccount]>): Promise<void> => {
    const unwritten = [...accounts].filter(([, { written }]) => !written)
    while (unwritten.length > 0) {
      const batch = unwritten.splice(0, MAX_WRITTEN)
      const rows = batch.map(([account_id, { counts }]) => ({ account_id, ...formatCounts(counts) }))
      for (const [, account] of batch) account.written = true // unless it changes while it is being written
      try {
        const written = await writeRows(rows)
        for (const [id, account] of batch) {
          account.isLocked = !written.has(id)
          if (account.isLocked) markChanged(account)
        }
      } catch (error) {
        for (const [, account] of batch) markChanged(account)
        throw error
      }
    }
  }

  const flush = (): Promise<void> =>
    inTurn(async () => {
      await write(kept)
      if (kept.size > MAX_KEPT) for (const [id, { written }] of kept) if (written) kept.delete(id)
    })

  const markChanged = (account: KeptAccount): void => {
    account.written = false
    if (timer !== undefined) return
    due = performance.now() + INTERVAL
    timer = setTimeout(() => {
      timer = undefined
      due = Infinity
      flush().catch(() => {}) // it is tried again a second later
    }, INTERVAL).unref()
  }

  return {
    get: (id: string): KeptAccount | undefined => kept.get(id),
    /** Keeps the row that was read, unless that in memory is newer. Null: the account has none that can be kept. */
    keep: (id: string, counts: AccountCounts | null): void => {
      const account = kept.get(id)
      if (account?.written === false) return
      if (counts === null) kept.delete(id)
      else
        kept.set(id, { counts, written: true, isLocked: false, numbers: account?.numbers ?? new Map<string, number>() })
    },
    /** Whether a write is late, because the program gave timers no turn: who awaits a statement gives them one. */
    isLate: (): boolean => performance.now() > due,
    /** Has an account written soon. */
    markChanged,
    /** Whether all counts are written. */
    areWritten: (): boolean => [...kept.values()].every(({ written }) => written),
    /** Forgets everything, written or not. */
    forget: (): void => {
      kept.clear()
      forgotten++
    },
    /**
     * Writes accounts and forgets them, so that the functions of the database can count their calls; in turn.
     * @throws RowLocked if another transaction has locked one
     */
    release: async (ids: readonly string[]): Promise<void> => {
      const before = forgotten
      const released = new Map<string, KeptAccount>()
      for (const id of ids) {
        const account = kept.get(id)
        if (account !== undefined) released.set(id, account)
        kept.delete(id)
      }
      try {
        await write(released)
        if (forgotten === before && [...released.values()].some(({ written }) => !written))
          throw new RowLocked('Another transaction has locked the row that counts an account.')
      } catch (error) {
        if (forgotten === before) for (const [id, account] of released) kept.set(id, account)
        throw error
      }
    },
    /** Writes everything that is not written. @throws if the database does not take it; it stays in memory then */
    flush,
    inTurn,
  }
}

/** What `createKeptAccounts` returns. */
export type KeptAccounts = ReturnType<typeof createKeptAccounts>
