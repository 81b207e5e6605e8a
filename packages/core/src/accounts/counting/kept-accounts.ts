import { createTurns, mayHaveRun, RowLocked } from '../../store/index.ts'
import { formatCounts, type AccountCounts, type CountsRow } from './account-counts.ts'
import type { Refund } from './counted-call.ts'

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
  /** The calls that the database certainly does not have, as refunds of negative amounts, and refunds of calls that it has. */
  unwritten: Refund[]
  /** Whether its row was locked when it should be written. */
  isLocked: boolean
  /** The numbers of its keys, by id. */
  numbers: Map<string, number>
}

type WriteRows = (rows: (CountsRow & { account_id: string })[]) => Promise<ReadonlySet<string>>
type MarkChanged = (account: KeptAccount, unwritten: readonly Refund[]) => void

const writeBatch = async (
  batch: readonly [string, KeptAccount][],
  writeRows: WriteRows,
  markChanged: MarkChanged,
): Promise<void> => {
  const rows = batch.map(([account_id, { counts }]) => ({ account_id, ...formatCounts(counts) }))
  const sent = batch.map(([id, account]) => ({ id, account, unwritten: account.unwritten }))
  for (const [, account] of batch) Object.assign(account, { written: true, unwritten: [] }) // unless it changes meanwhile
  try {
    const written = await writeRows(rows)
    for (const { id, account, unwritten } of sent) {
      account.isLocked = !written.has(id)
      if (account.isLocked) markChanged(account, unwritten)
    }
  } catch (error) {
    // What the database may have is not counted a second time: no caller pays for a call twice.
    for (const { account, unwritten } of sent) markChanged(account, mayHaveRun(error) ? [] : unwritten)
    throw error
  }
}

/**
 * The rows of `account_counts` that are in memory, by account, and how they are written.
 * @param writeRows writes rows and returns the accounts whose rows it has written
 * @param onLost takes what was not written of accounts that were forgotten
 */
export const createKeptAccounts = (writeRows: WriteRows, onLost: (unwritten: readonly Refund[]) => void) => {
  const kept = new Map<string, KeptAccount>()
  /** How often everything was forgotten. */
  let forgotten = 0
  let timer: NodeJS.Timeout | undefined
  /** `performance.now()` at which the timer is due; Infinity without one. */
  let due = Infinity
  /** What reads or writes rows takes turns, so that none is read while a newer one is being written. */
  const inTurn = createTurns()

  const write = async (accounts: Iterable<[string, KeptAccount]>): Promise<void> => {
    const unwritten = [...accounts].filter(([, { written }]) => !written)
    while (unwritten.length > 0) await writeBatch(unwritten.splice(0, MAX_WRITTEN), writeRows, markChanged)
  }

  const flush = (): Promise<void> =>
    inTurn(async () => {
      await write(kept)
      if (kept.size > MAX_KEPT) for (const [id, { written }] of kept) if (written) kept.delete(id)
    })

  const markChanged: MarkChanged = (account, unwritten) => {
    account.written = false
    for (const one of unwritten) {
      const last = account.unwritten.at(-1)
      if (last?.key_id === one.key_id && last.second === one.second) last.amount += one.amount
      else account.unwritten.push({ ...one })
    }
    if (timer !== undefined) return
    due = performance.now() + INTERVAL
    timer = setTimeout(() => {
      timer = undefined
      due = Infinity
      flush().catch(() => {}) // it is tried again a second later
    }, INTERVAL).unref()
  }

  /** Passes on what is not written of accounts, once it is known of all writes that have been sent. */
  const passOn = (accounts: readonly KeptAccount[]): void =>
    void inTurn(async () => onLost(accounts.flatMap(({ unwritten }) => unwritten)))

  return {
    get: (id: string): KeptAccount | undefined => kept.get(id),
    /** Keeps the row that was read, unless that in memory is newer. Null: the account has none that can be kept. */
    keep: (id: string, counts: AccountCounts | null): void => {
      const account = kept.get(id)
      if (account?.written === false) return
      if (counts === null) kept.delete(id)
      else
        kept.set(id, {
          counts,
          written: true,
          unwritten: [],
          isLocked: false,
          numbers: account?.numbers ?? new Map<string, number>(),
        })
    },
    /** Whether a write is late, because the program gave timers no turn: who awaits a statement gives them one. */
    isLate: (): boolean => performance.now() > due,
    /** Has an account written soon, with what has changed in it. */
    markChanged,
    /** Whether all counts are written. */
    areWritten: (): boolean => [...kept.values()].every(({ written }) => written),
    /** Forgets everything, because others count now, and passes on what is not written. */
    forget: (): void => {
      passOn([...kept.values()])
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
      } finally {
        if (forgotten !== before) passOn([...released.values()])
      }
    },
    /** Writes everything that is not written. @throws if the database does not take it; it stays in memory then */
    flush,
    inTurn,
  }
}

/** What `createKeptAccounts` returns. */
export type KeptAccounts = ReturnType<typeof createKeptAccounts>
