import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { Plan, startOfNextDay, startOfNextMonth, toDateTime, type PlanTable } from '../contract/index.ts'
import { ServiceError } from '../errors.ts'
import type { CountedCall, KeyUsage } from '../operation.ts'
import {
  batched,
  CHANGE_NUMBER,
  DeadlineMissed,
  execute,
  isLockTimeout,
  unreachable,
  type Store,
} from '../store/index.ts'
import { fingerprintOf, isKey, KEY_CHARACTERS } from './key.ts'

/** Unix time in seconds, to the microsecond, as milliseconds: rounded up, so that no call is announced too early. */
const Milliseconds = z.number().transform((seconds) => Math.ceil(Math.round(seconds * 1e6) / 1e3))

/** A row of `key_usage`. */
const Used = z.object({
  key_id: z.string(),
  moment: Milliseconds,
  day: z.string(),
  minute_used: z.int(),
  minute_frees_at: Milliseconds,
  day_used: z.int(),
  month_used: z.int(),
})

/** The earlier usage of a key and its account, and how many of the requested calls were within the limits. */
const Count = Used.extend({
  fingerprint: z.string(),
  account_id: z.string(),
  plan: Plan,
  hint: z.string(),
  counted: z.int(),
  second: z.coerce.number(),
  change: z.number(),
})
type Count = z.infer<typeof Count>

/** Counts calls by fingerprint. A key that is unknown or revoked is missing from the result. */
const countCalls = async (store: Store, calls: ReadonlyMap<string, number>, plans: PlanTable) => {
  const requested = [...calls].map(([fingerprint, amount]) => ({ fingerprint, amount }))
  const rows = await execute(
    store.counting,
    sql`select encode(c.fingerprint, 'hex') as fingerprint, key_id, account_id, plan, hint, counted, second,
          moment, day::text as day, minute_used, day_used, month_used, minute_frees_at,
          ${sql.raw(CHANGE_NUMBER)} as change
        from (
          select array_agg(decode(fingerprint, 'hex')) as fingerprints, array_agg(amount) as amounts
          from json_to_recordset(${JSON.stringify(requested)}::json) as r (fingerprint text, amount integer)
        ) as requested, count_calls(requested.fingerprints, requested.amounts, ${JSON.stringify(plans)}::jsonb) as c
        where ${store.countingCondition}`,
  )
  return new Map(
    rows.map((row) => {
      const count = Count.parse(row)
      return [count.fingerprint, count]
    }),
  )
}

/** Calls of one key in one second that are refunded. */
type Refund = { key_id: string; second: number; day: string; amount: number }

/** Refunds calls, and returns what their keys have used after that, by key. */
const refundCalls = async (store: Store, refunds: readonly Refund[]): Promise<Map<string, KeyUsage>> => {
  const rows = await execute(
    store.counting,
    sql`select key_id, moment, day::text as day, minute_used, day_used, month_used, minute_frees_at
        from (
          select array_agg(key_id) as keys, array_agg(second) as seconds, array_agg(day) as days,
            array_agg(amount) as amounts
          from json_to_recordset(${JSON.stringify(refunds)}::json)
            as r (key_id text, second bigint, day date, amount integer)
        ) as refunded, refund_calls(refunded.keys, refunded.seconds, refunded.days, refunded.amounts)
        where ${store.countingCondition}`,
  )
  return new Map(
    rows.map((row) => {
      const { key_id, moment, ...usage } = Used.parse(row)
      return [key_id, { ...usage, at: moment }]
    }),
  )
}

const limitError = (count: Count, plans: PlanTable, pricing: string): ServiceError => {
  const { per_minute, per_day, per_month } = plans[count.plan]
  const quotaExceeded = (limit: number | null, period: string, resets_at: Date) =>
    new ServiceError('quota_exceeded', `The ${limit} calls per ${period} of plan ${count.plan} are used up.`, {
      plan: count.plan,
      pricing,
      resets_at: toDateTime(resets_at),
    })
  if (per_month !== null && count.month_used + count.counted >= per_month)
    return quotaExceeded(per_month, 'month', startOfNextMonth(count.day))
  if (per_day !== null && count.day_used + count.counted >= per_day)
    return quotaExceeded(per_day, 'day', startOfNextDay(count.day))
  return new ServiceError('rate_limited', `More than ${per_minute} calls in 60 seconds with one key; wait a little.`, {
    resets_at: toDateTime(new Date(count.minute_frees_at)),
  })
}

type CallRequest = { fingerprint: string; counts: boolean }

/** Assigns the calls counted for a key to its requests, in order of arrival. */
const assignCalls = (requests: CallRequest[], counts: Map<string, Count>, plans: PlanTable, pricing: string) => {
  const assigned = new Map<string, number>()
  return requests.map(({ fingerprint, counts: countsThis }): CountedCall | 'unknown key' => {
    const count = counts.get(fingerprint)
    if (count === undefined) return 'unknown key'
    const before = assigned.get(fingerprint) ?? 0
    const isCounted = countsThis && before < count.counted
    const used = before + (isCounted ? 1 : 0)
    assigned.set(fingerprint, used)
    return {
      key_id: count.key_id,
      account_id: count.account_id,
      hint: count.hint,
      plan: count.plan,
      refused: countsThis && !isCounted ? limitError(count, plans, pricing) : null,
      at: count.moment,
      day: count.day,
      minute_used: count.minute_used + used,
      minute_frees_at: count.minute_frees_at,
      day_used: count.day_used + used,
      month_used: count.month_used + used,
      change: count.change,
      counted: isCounted ? { key_id: count.key_id, second: count.second, day: count.day } : null,
    }
  })
}

const UNAUTHORIZED = `Send a valid key as "Authorization: Bearer <key>" or "X-API-Key: <key>". A key is bd_ and ${KEY_CHARACTERS} characters.`

/** Milliseconds between two attempts to refund calls that could not be refunded at first. */
const REFUND_INTERVAL = 1000
/** Seconds of keys with calls to refund, at most; what comes on top is not refunded. */
const MAX_OWED = 100_000

/** Refunds calls, those that failed because of the database later. */
const createRefunds = (store: Store) => {
  const owed = new Map<string, Refund>()
  let timer: NodeJS.Timeout | undefined

  const add = (refunds: Map<string, Refund>, { key_id, second, day, amount }: Refund): void => {
    const id = `${key_id} ${second}`
    refunds.set(id, { key_id, second, day, amount: (refunds.get(id)?.amount ?? 0) + amount })
  }

  const owe = (refunds: Iterable<Refund>): void => {
    for (const refund of refunds) if (owed.size < MAX_OWED) add(owed, refund)
    timer ??= setTimeout(refundOwed, REFUND_INTERVAL).unref()
  }

  /** One after the other, so that one locked account does not keep the others from theirs. */
  const refundOwed = async (): Promise<void> => {
    const refunds = [...owed.values()]
    owed.clear()
    for (const [index, refund] of refunds.entries()) {
      try {
        await refundCalls(store, [refund])
      } catch (error) {
        if (isLockTimeout(error)) owe([refund])
        else if (unreachable(error) !== undefined) {
          owe(refunds.slice(index))
          break
        }
      }
    }
    timer = undefined
    if (owed.size > 0) owe([])
  }

  return batched(async (calls: NonNullable<CountedCall['counted']>[]) => {
    const refunds = new Map<string, Refund>()
    for (const call of calls) add(refunds, { ...call, amount: 1 })
    try {
      const usage = await refundCalls(store, [...refunds.values()])
      return calls.map(({ key_id }) => usage.get(key_id) ?? null)
    } catch (error) {
      if (unreachable(error) !== undefined) owe(refunds.values())
      throw error
    }
  })
}

/** Milliseconds that a call waits while another transaction has locked its account. */
const LOCKED_WAIT = 1000
/** Milliseconds between two looks at a locked account. */
const LOCKED_INTERVAL = 50

/** The keys whose accounts another transaction has locked at the moment, by fingerprint. */
const selectLocked = async (store: Store, fingerprints: readonly string[]): Promise<Set<string>> => {
  const rows = await execute(
    store.counting,
    sql`with requested as (
          select k.fingerprint, k.account_id from api_keys k where k.fingerprint = any (array(
            select decode(f, 'hex') from json_array_elements_text(${JSON.stringify(fingerprints)}::json) as f))
        ), unlocked as (
          select a.id from accounts a where a.id = any (array(select account_id from requested))
          for no key update skip locked
        )
        select encode(fingerprint, 'hex') as fingerprint from requested
        where account_id <> all (array(select id from unlocked)) and ${store.countingCondition}`,
  )
  return new Set(rows.map(({ fingerprint }) => String(fingerprint)))
}

/**
 * Counts calls exactly, over any number of processes: the database counts, and this process sends all waiting calls in
 * one statement. Calls of an account that another transaction has locked wait apart from the others, and fail alone.
 */
export const createCallCounter = (store: Store, plans: PlanTable, pricing: string) => {
  /** Fingerprints of keys whose account was locked at the last try to count their calls. */
  const locked = new Set<string>()

  const count = async (requests: CallRequest[]) => {
    if (requests.length === 0) return []
    const calls = new Map<string, number>()
    for (const { fingerprint, counts } of requests)
      calls.set(fingerprint, (calls.get(fingerprint) ?? 0) + (counts ? 1 : 0))
    return assignCalls(requests, await countCalls(store, calls, plans), plans, pricing)
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
  const queue = batched(async (requests: CallRequest[]) => {
    try {
      return await count(requests)
    } catch (error) {
      if (isLockTimeout(error)) return countUnlocked(requests)
      throw error
    }
  })
  const lockedQueue = batched(countUnlocked)

  const countOnceUnlocked = async (request: CallRequest): Promise<CountedCall | 'unknown key'> => {
    const until = performance.now() + LOCKED_WAIT
    for (;;) {
      const call = await (locked.has(request.fingerprint) ? lockedQueue : queue)(request)
      if (call !== 'locked') return call
      if (performance.now() > until) throw new DeadlineMissed('Another transaction has locked the account of the key.')
      await sleep(LOCKED_INTERVAL)
    }
  }
  const refund = createRefunds(store)

  return {
    /**
     * Finds the key and counts the call unless `counts` is false. A call over a limit has `refused` set.
     * @throws ServiceError unauthorized for a malformed, unknown or revoked key
     * @throws DeadlineMissed while another transaction has locked the account for long
     */
    countCall: async (key: string, { counts }: { counts: boolean }): Promise<CountedCall> => {
      if (!isKey(key)) throw new ServiceError('unauthorized', UNAUTHORIZED)
      const call = await countOnceUnlocked({ fingerprint: fingerprintOf(key), counts })
      if (call === 'unknown key') throw new ServiceError('unauthorized', UNAUTHORIZED)
      return call
    },
    /**
     * Refunds a counted call and returns the usage after that; does nothing, and returns null, if it was not counted. If
     * the database does not answer, this throws, and the call is refunded when it does.
     */
    refundCall: async ({ counted }: CountedCall): Promise<KeyUsage | null> =>
      counted === null ? null : refund(counted),
  }
}
