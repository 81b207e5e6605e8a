import { planTable, type PlanTable } from '../../contract/index.ts'
import type { Store } from '../../store/index.ts'
import { addCalls, isCountable, parseCounts, readUsage, takeBack } from './account-counts.ts'
import {
  countCalls,
  readLease,
  refundCalls,
  selectKeys,
  selectKeysAndCounts,
  selectRecentKey,
  writeCounts,
  type CountedKey,
  type FoundKey,
} from './count-queries.ts'
import type { Count, KeyUsage, Refund } from './counted-call.ts'
import { createCountingLease } from './counting-lease.ts'
import { createKeptAccounts, type KeptAccount } from './kept-accounts.ts'
import { createRefunds } from './refunds.ts'

/** Keys in memory at most; on top of that, they are read again at their next call. */
const MAX_KEYS = 10_000

/** How a process knows that no other one counts: by a lease on Postgres; an embedded database has only one process. */
type Ownership = Omit<ReturnType<typeof createCountingLease>, 'close' | 'getId'>

/** The id of the lease that an embedded database does not need. */
const NO_LEASE = ''

const NO_LIMITS = { per_minute: null, per_day: null, per_month: null }
/** For calls that were answered already: they are counted beyond any limit. */
const UNLIMITED = planTable({ free: NO_LIMITS, live: NO_LIMITS, archive: NO_LIMITS, complete: NO_LIMITS })

const soleUse: Ownership = {
  begin: async () => NO_LEASE,
  isTrusted: () => true,
  check: () => true,
  answer: async () => false,
  countWith: (statement) => statement(),
  countWithout: () => Promise.reject(new RangeError('an embedded database needs no lease')),
}

/** The keys in memory of an embedded database, as they were when it had been sent so many statements that may write something. */
const createKnownKeys = ({ exclusive }: Store) => {
  let known = { writes: -1, keys: new Map<string, FoundKey>() }
  return {
    /** Reads keys and keeps them. On Postgres, where others may change them, none are kept. */
    read: async (read: () => Promise<CountedKey[]>): Promise<CountedKey[]> => {
      if (exclusive === null) return read()
      const { writes } = exclusive
      const found = await read()
      if (known.writes !== writes || known.keys.size > MAX_KEYS) known = { writes, keys: new Map() }
      for (const key of found) known.keys.set(key.fingerprint, key)
      return found
    },
    get: (fingerprint: string): FoundKey | undefined =>
      known.writes === exclusive?.writes ? known.keys.get(fingerprint) : undefined,
  }
}

/** Counts and refunds calls in the rows that are in memory, as far as that can be done there. */
const createMemory = (store: Store, onLost: (unwritten: readonly Refund[]) => void) => {
  const { exclusive } = store
  const accounts = createKeptAccounts(
    (rows) => writeCounts(store, rows, exclusive === null ? lease.getId() : null),
    onLost,
  )
  const lease = createCountingLease(store, accounts)
  const ownership: Ownership = exclusive === null ? lease : soleUse

  /** Has an account written soon. What has changed need not be known in an embedded database, where nothing is lost. */
  const markChanged = (account: KeptAccount, change: Refund): void =>
    accounts.markChanged(account, exclusive === null ? [change] : [])

  /** The row of an account if the calls of a key can be counted in it. */
  const getCountable = (id: string, account_id: string, number: number | undefined, now: number) => {
    const account = accounts.get(account_id)
    if (account === undefined || number === undefined || account.isLocked || !ownership.isTrusted(id)) return undefined
    return isCountable(account.counts, number, now) ? account : undefined
  }

  return {
    accounts,
    ownership,
    close: () => (exclusive === null ? lease.close() : accounts.flush()),
    /** Counts calls of a key; null if the database has to. */
    count: (id: string, key: FoundKey, amount: number, plans: PlanTable): Count | null => {
      const { fingerprint, key_id, account_id, hint, plan, number, change, moment } = key
      const now = exclusive === null ? moment : exclusive.now() * 1000
      const account = getCountable(id, account_id, number, now)
      if (account === undefined) return null
      account.numbers.set(key_id, number)
      const added = addCalls(account.counts, number, amount, plans[plan], now)
      const { counted, second, day } = added
      if (counted > 0) markChanged(account, { key_id, account_id, second, day, amount: -counted })
      return { ...added, fingerprint, key_id, account_id, hint, plan, change }
    },
    /** Refunds calls, all or none, and returns what their keys have used after that; null if the database has to. */
    refund: (id: string, refunds: readonly Refund[], moment: number): Map<string, KeyUsage> | null => {
      const found = refunds.flatMap((refund) => {
        const number = accounts.get(refund.account_id)?.numbers.get(refund.key_id)
        const account = getCountable(id, refund.account_id, number, moment)
        if (account === undefined || number === undefined || account.counts.day !== refund.day) return []
        return { account, number, refund }
      })
      if (found.length < refunds.length) return null
      for (const { account, number, refund } of found) {
        takeBack(account.counts, number, refund.second, refund.amount)
        markChanged(account, refund)
      }
      return new Map(
        found.map(({ account, number, refund }) => [refund.key_id, readUsage(account.counts, number, moment)]),
      )
    },
    /** Takes back what was counted for calls that fail for another reason. */
    undo: (counts: Iterable<Count>): void => {
      for (const { account_id, key_id, second, day, counted } of counts) {
        const account = accounts.get(account_id)
        const number = account?.numbers.get(key_id)
        const refund = { key_id, account_id, second, day, amount: counted }
        if (account === undefined || number === undefined || account.counts.day !== day) onLost([refund])
        else {
          takeBack(account.counts, number, second, counted)
          markChanged(account, refund)
        }
      }
    },
  }
}

/** Counts calls that were answered already: those of the last minute as made now, others on their day only. */
const createLateCount =
  (
    store: Store,
    count: (calls: ReadonlyMap<string, number>, plans: PlanTable) => Promise<Map<string, Count>>,
    refund: (refunds: readonly Refund[]) => Promise<unknown>,
  ) =>
  async (late: Refund): Promise<void> => {
    const fingerprint = await selectRecentKey(store, late)
    const counts = fingerprint === undefined ? null : await count(new Map([[fingerprint, -late.amount]]), UNLIMITED)
    if (counts === null || counts.size === 0) await refund([late])
  }

const openMemoryCounts = (store: Store) => {
  const { exclusive, keptCounts } = store
  const memory = createMemory(store, (unwritten) => refunds.owe(unwritten, 0))
  const { accounts, ownership } = memory
  const known = createKnownKeys(store)

  /** Counts calls of keys with the lease, and returns those that are left because the lease is gone or was asked for. */
  const countWithLease = async (
    id: string,
    calls: ReadonlyMap<string, number>,
    plans: PlanTable,
    counts: Map<string, Count>,
  ): Promise<ReadonlyMap<string, number>> => {
    /** Counts what can be counted in memory, and returns the other keys. */
    const countFound = (keys: readonly FoundKey[]): FoundKey[] =>
      keys.filter((key) => {
        const counted = memory.count(id, key, calls.get(key.fingerprint) ?? 0, plans)
        if (counted !== null) counts.set(key.fingerprint, counted)
        return counted === null
      })
    const pick = (keys: readonly FoundKey[]) =>
      new Map(keys.map(({ fingerprint }) => [fingerprint, calls.get(fingerprint) ?? 0]))

    let left = calls
    if (exclusive === null) {
      const keys = await selectKeys(store, calls.keys())
      if (keys[0] === undefined) return new Map()
      if (!ownership.check(id, keys[0]) || (await ownership.answer(id, keys[0]))) return calls
      left = pick(countFound(keys))
      if (left.size === 0) return left
    }
    return accounts.inTurn(async () => {
      const keys = await known.read(() => selectKeysAndCounts(store, left.keys()))
      if (keys[0] === undefined) return new Map()
      if (!ownership.check(id, keys[0])) return left
      for (const key of keys) accounts.keep(key.account_id, key.counts === null ? null : parseCounts(key.counts))
      const others = countFound(keys)
      if (others.length === 0) return new Map()
      await accounts.release(others.map(({ account_id }) => account_id))
      const counted = await ownership.countWith(() => countCalls(store, pick(others), plans, id))
      for (const [fingerprint, count] of counted ?? []) counts.set(fingerprint, count)
      return counted === null ? pick(others) : new Map()
    })
  }

  /** Counts calls by fingerprint. A key that is unknown or revoked is missing from the result. */
  const count = async (calls: ReadonlyMap<string, number>, plans: PlanTable): Promise<Map<string, Count>> => {
    const counts = new Map<string, Count>()
    try {
      const id = await ownership.begin()
      const left = id === null ? calls : await countWithLease(id, calls, plans, counts)
      if (left.size === 0) return counts
      return new Map([...counts, ...(await ownership.countWithout(() => countCalls(store, left, plans, NO_LEASE)))])
    } catch (error) {
      memory.undo(counts.values())
      throw error
    }
  }

  /** Refunds calls, and returns what their keys have used after that, by key. */
  const refund = async (all: readonly Refund[]): Promise<Map<string, KeyUsage>> => {
    const id = await ownership.begin()
    if (id !== null) {
      const found = exclusive === null ? await readLease(store) : undefined
      if (found !== undefined && ownership.check(id, found) && !(await ownership.answer(id, found))) {
        const refunded = memory.refund(id, all, found.moment)
        if (refunded !== null) return refunded
      }
      const refunded = await accounts.inTurn(async () => {
        await accounts.release(all.map(({ account_id }) => account_id))
        return ownership.countWith(() => refundCalls(store, all, id))
      })
      if (refunded !== null) return refunded
    }
    return ownership.countWithout(() => refundCalls(store, all, NO_LEASE))
  }

  const refunds = createRefunds(refund, createLateCount(store, count, refund))

  keptCounts.flush = accounts.flush
  keptCounts.close = async () => {
    await memory.close()
    await accounts.inTurn(async () => {}) // what was lost meanwhile is owed then
    await refunds.refundOwed()
  }
  return {
    /** Counts calls at once, in an embedded database; null if something has to be read first. */
    countNow: (fingerprint: string, amount: number, plans: PlanTable): Count | null => {
      const key = accounts.isLate() ? undefined : known.get(fingerprint)
      return key === undefined ? null : memory.count(NO_LEASE, key, amount, plans)
    },
    /** Refunds calls at once, in an embedded database, and returns what their key has used after that; null if the database has to. */
    refundNow: (one: Refund): KeyUsage | null =>
      exclusive === null ? null : (memory.refund(NO_LEASE, [one], exclusive.now() * 1000)?.get(one.key_id) ?? null),
    count,
    refund: refunds.refund,
  }
}

const opened = new WeakMap<Store['keptCounts'], ReturnType<typeof openMemoryCounts>>()

/**
 * Counts calls in memory while no other process can count them: always in an embedded database, which no other process can open; on Postgres while this process holds the lease. Their rows are written within a second, and before anybody reads them.
 * Otherwise the database counts, over any number of processes.
 */
export const getMemoryCounts = (store: Store) => {
  const counts = opened.get(store.keptCounts) ?? openMemoryCounts(store)
  opened.set(store.keptCounts, counts)
  return counts
}
