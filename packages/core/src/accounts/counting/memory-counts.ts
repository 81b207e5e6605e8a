import type { PlanTable } from '../../contract/index.ts'
import type { ExclusiveUse, Store } from '../../store/index.ts'
import { addCalls, isCountable, parseCounts, readUsage, takeBack } from './account-counts.ts'
import { countCalls, refundCalls, selectKeys, type FoundKey } from './count-queries.ts'
import type { Count, KeyUsage, Refund } from './counted-call.ts'
import { createKeptAccounts } from './kept-accounts.ts'

/** Keys in memory at most; on top of that, they are read again at their next call. */
const MAX_KEYS = 10_000

/** Keys as they were when the process had sent so many statements that may write something. */
type Known = { writes: number; keys: Map<string, FoundKey> }

const openMemoryCounts = (store: Store, exclusive: ExclusiveUse) => {
  const accounts = createKeptAccounts(store)
  let known: Known = { writes: -1, keys: new Map() }

  /** Reads keys, with the rows of their accounts, by their fingerprints. */
  const findKeys = async (fingerprints: Iterable<string>): Promise<FoundKey[]> => {
    const { writes } = exclusive
    const found = await selectKeys(store, fingerprints)
    if (known.writes !== writes || known.keys.size > MAX_KEYS) known = { writes, keys: new Map() }
    for (const key of found) {
      known.keys.set(key.fingerprint, key)
      accounts.keep(key.account_id, key.counts === null ? null : parseCounts(key.counts))
    }
    return found
  }

  /** Counts calls of a key; null if the database has to. */
  const count = (key: FoundKey, amount: number, plans: PlanTable): Count | null => {
    const now = exclusive.now() * 1000
    const account = accounts.get(key.account_id)
    if (account === undefined || !isCountable(account.counts, key.number, now)) return null
    const { fingerprint, key_id, account_id, hint, plan, number, change } = key
    account.numbers.set(key_id, number)
    const added = addCalls(account.counts, number, amount, plans[plan], now)
    if (added.counted > 0) accounts.markChanged(account)
    return { ...added, fingerprint, key_id, account_id, hint, plan, change }
  }

  const countAll = async (calls: ReadonlyMap<string, number>, plans: PlanTable): Promise<Map<string, Count>> => {
    const counts = new Map<string, Count>()
    const others: FoundKey[] = []
    const amount = (fingerprint: string) => calls.get(fingerprint) ?? 0
    for (const key of await findKeys(calls.keys())) {
      const counted = count(key, amount(key.fingerprint), plans)
      if (counted === null) others.push(key)
      else counts.set(key.fingerprint, counted)
    }
    if (others.length === 0) return counts
    await accounts.release(others.map(({ account_id }) => account_id))
    const inDatabase = new Map(others.map(({ fingerprint }) => [fingerprint, amount(fingerprint)]))
    return new Map([...counts, ...(await countCalls(store, inDatabase, plans))])
  }

  exclusive.flush = accounts.flush
  return {
    /** Counts calls of a key at once; null if something has to be read first. */
    countNow: (fingerprint: string, amount: number, plans: PlanTable): Count | null => {
      if (known.writes !== exclusive.writes || accounts.isLate()) return null
      const key = known.keys.get(fingerprint)
      return key === undefined ? null : count(key, amount, plans)
    },
    /** Refunds calls at once, and returns what their key has used after that; null if the database has to. */
    refundNow: ({ account_id, key_id, second, day, amount }: Refund): KeyUsage | null => {
      const now = exclusive.now() * 1000
      const account = accounts.get(account_id)
      const number = account?.numbers.get(key_id)
      if (account === undefined || number === undefined || account.counts.day !== day) return null
      if (!isCountable(account.counts, number, now)) return null
      takeBack(account.counts, number, second, amount)
      accounts.markChanged(account)
      return readUsage(account.counts, number, now)
    },
    /** Counts calls by fingerprint, as `countCalls` does. */
    count: (calls: ReadonlyMap<string, number>, plans: PlanTable) => accounts.inTurn(() => countAll(calls, plans)),
    /** Refunds calls, as `refundCalls` does. */
    refund: (refunds: readonly Refund[]) =>
      accounts.inTurn(async () => {
        await accounts.release(refunds.map(({ account_id }) => account_id))
        return refundCalls(store, refunds)
      }),
  }
}

const opened = new WeakMap<ExclusiveUse, ReturnType<typeof openMemoryCounts>>()

/**
 * Counts the calls of an embedded database in memory, which is exact because no other process can open it. Calls of accounts
 * in memory need no statement; their rows are written a second later, and before anybody reads them. Null on Postgres.
 */
export const getMemoryCounts = (store: Store) => {
  const { exclusive } = store
  if (exclusive === null) return null
  const counts = opened.get(exclusive) ?? openMemoryCounts(store, exclusive)
  opened.set(exclusive, counts)
  return counts
}
