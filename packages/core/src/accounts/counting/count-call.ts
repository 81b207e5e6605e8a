import type { Plan, PlanTable } from '../../contract/index.ts'
import { ServiceError } from '../../errors.ts'
import { batched, isLockTimeout, untilUnlocked, type Store } from '../../store/index.ts'
import { describeUnknownKey, isKey, toFingerprint, WRITE_PREFIX } from '../key.ts'
import { selectLocked } from './count-queries.ts'
import {
  assignCall,
  assignCalls,
  type CallRequest,
  type CountedCall,
  type KeyUsage,
  type Refund,
} from './counted-call.ts'
import { getMemoryCounts } from './memory-counts.ts'

const WRITE_KEY = 'This is a write key, which reads nothing. Send the key of an account, which begins with bd_.'

/** Keys whose latest plans are remembered. */
const MAX_LATEST_PLANS = 10_000

/** Milliseconds between two looks at a locked account. */
const LOCKED_INTERVAL = 50

/**
 * Counts calls exactly, in the database or in memory (memory-counts.ts): all calls that wait share a statement. Calls of an account
 * that another transaction has locked wait apart from the others, and fail alone.
 */
export const createCallCounter = (store: Store, plans: PlanTable, pricing: string) => {
  const counting = getMemoryCounts(store)
  /** Fingerprints of keys whose account was locked at the last try to count their calls. */
  const locked = new Set<string>()

  const count = async (requests: CallRequest[]) => {
    if (requests.length === 0) return []
    const calls = new Map<string, number>()
    for (const { fingerprint, counts } of requests)
      calls.set(fingerprint, (calls.get(fingerprint) ?? 0) + (counts ? 1 : 0))
    return assignCalls(requests, await counting.count(calls, plans), plans, pricing)
  }

  /** Counts the calls whose accounts are not locked. */
  const countUnlocked = async (requests: CallRequest[]) => {
    const fingerprints = [...new Set(requests.map(({ fingerprint }) => fingerprint))]
    const lockedNow = await selectLocked(store, fingerprints)
    for (const fingerprint of fingerprints) {
      if (lockedNow.has(fingerprint)) locked.add(fingerprint)
      else locked.delete(fingerprint)
    }
    const counted = await count(requests.filter(({ fingerprint }) => !lockedNow.has(fingerprint)))
    let next = 0
    return requests.map(({ fingerprint }) => (lockedNow.has(fingerprint) ? 'locked' : (counted[next++] ?? 'locked')))
  }

  /** All calls, until one account of them is locked. */
  const queue = batched(
    async (requests: CallRequest[]) => {
      try {
        return await count(requests)
      } catch (error) {
        if (isLockTimeout(error)) return countUnlocked(requests)
        throw error
      }
    },
    { kind: 'counted calls' },
  )
  const lockedQueue = batched(countUnlocked, { kind: 'counted calls' })

  const countOnceUnlocked = (request: CallRequest) =>
    untilUnlocked(() => (locked.has(request.fingerprint) ? lockedQueue : queue)(request), {
      row: 'account of the key',
      interval: LOCKED_INTERVAL,
    })
  /** The plans of the keys whose latest calls were within their limits, by fingerprint, the latest last. */
  const latestPlans = new Map<string, Plan>()

  const rememberPlan = (fingerprint: string, call: CountedCall | 'unknown key'): void => {
    latestPlans.delete(fingerprint)
    if (call === 'unknown key' || call.refused !== null) return
    latestPlans.set(fingerprint, call.plan)
    for (const oldest of latestPlans.keys()) {
      if (latestPlans.size <= MAX_LATEST_PLANS) break
      latestPlans.delete(oldest)
    }
  }

  return {
    /**
     * Finds the key and counts the call unless `counts` is false. A call over a limit has `refused` set. `onLikelyPlan` is
     * called before that with the plan of the key's latest call, if this process knows it and did not refuse that call.
     * @throws ServiceError unauthorized for a malformed, unknown or revoked key
     * @throws DeadlineMissed while another transaction has locked the account for long
     */
    countCall: async (
      key: string,
      { counts, onLikelyPlan }: { counts: boolean; onLikelyPlan?: (plan: Plan) => void },
    ): Promise<CountedCall> => {
      if (!isKey(key))
        throw new ServiceError('unauthorized', key.startsWith(WRITE_PREFIX) ? WRITE_KEY : describeUnknownKey(key))
      const fingerprint = toFingerprint(key)
      const now = counting.countNow(fingerprint, counts ? 1 : 0, plans)
      if (now !== null) return assignCall(now, { counts, before: 0 }, plans, pricing)
      const latest = latestPlans.get(fingerprint)
      if (latest !== undefined) onLikelyPlan?.(latest)
      const call = await countOnceUnlocked({ fingerprint, counts })
      rememberPlan(fingerprint, call)
      if (call === 'unknown key') throw new ServiceError('unauthorized', describeUnknownKey(key))
      return call
    },
    /**
     * Refunds a counted call and returns the usage after that; does nothing, and returns null, if it was not counted. If
     * the database is out of reach, this throws, and the call is refunded later, unless it may have been already.
     */
    refundCall: async ({ counted, account_id }: CountedCall): Promise<KeyUsage | null> => {
      if (counted === null) return null
      const call: Refund = { ...counted, account_id, amount: 1 }
      return counting.refundNow(call) ?? counting.refund(call)
    },
  }
}
