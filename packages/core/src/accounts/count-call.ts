import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import { Plan, getNextDay, getNextMonth, toDateTime, type PlanTable } from '../contract/index.ts'
import { ServiceError } from '../errors.ts'
import {
  batched,
  CHANGE_NUMBER,
  countingSelect,
  DeadlineMissed,
  execute,
  isLockTimeout,
  mayHaveRun,
  unreachable,
  type Columns,
  type Store,
} from '../store/index.ts'
import { toFingerprint, isKey, KEY_CHARACTERS } from './key.ts'

/** What a key and its account have used at a moment. All times are of the clock of the database. */
export type KeyUsage = {
  /** The moment, as Unix time in milliseconds. */
  at: number
  /** The UTC day of the moment. */
  day: string
  /** Calls of the key in the last 60 seconds. */
  minute_used: number
  /** When the first of them stops counting, as Unix time in milliseconds: at most 60 seconds after `at`. */
  minute_frees_at: number
  /** Counted calls of the account since 00:00 UTC. */
  day_used: number
  /** Counted calls of the account since the first of the month, UTC. */
  month_used: number
}

/** A call made with a valid key: the key, its account, and what both have used, this call included if it was counted. */
export type CountedCall = KeyUsage & {
  key_id: string
  account_id: string
  /** The key redacted, as Usage shows it. */
  hint: string
  plan: Plan
  /** The error if the call is over a limit, else null. */
  refused: ServiceError | null
  /**
   * The change number of the database, read after the call came in (decision 7). Null: not known to be read after it.
   */
  change: number | null
  /** The second and the day in which the call was counted, for a refund; null if it was not counted. */
  counted: { key_id: string; second: number; day: string } | null
}

/** Unix time in seconds, to the microsecond, as milliseconds: rounded up, so that no call is announced too early. */
const milliseconds = (seconds: unknown): number => Math.ceil(Math.round(Number(seconds) * 1e6) / 1e3)

const usageColumns: Columns<KeyUsage & { key_id: string }> = {
  key_id: ['key_id', String],
  at: ['moment', milliseconds],
  day: ['day', String],
  minute_used: ['minute_used', Number],
  minute_frees_at: ['minute_frees_at', milliseconds],
  day_used: ['day_used', Number],
  month_used: ['month_used', Number],
}

/** The earlier usage of a key and its account, and how many of the requested calls were within the limits. */
type Count = KeyUsage & {
  key_id: string
  fingerprint: string
  account_id: string
  plan: Plan
  hint: string
  counted: number
  second: number
  change: number
}

const countColumns: Columns<Count> = {
  ...usageColumns,
  fingerprint: [`encode(fingerprint, 'hex')`, String],
  account_id: ['account_id', String],
  plan: ['plan', (plan) => Plan.parse(plan)],
  hint: ['hint', String],
  counted: ['counted', Number],
  second: ['second', Number],
  change: [CHANGE_NUMBER, Number],
}

/** SQL: an array that is sent as text, which both databases read in the same way. */
const sentArray = (name: string, type: string): SQL => sql`${sql.placeholder(name)}::text::${sql.raw(type)}[]`

/** The text of an array of values without quotes, backslashes and blanks. */
const arrayText = (values: Iterable<string | number>): string => `{${[...values].join(',')}}`

const countStatement = countingSelect(
  countColumns,
  sql`count_calls(
    ${sentArray('fingerprints', 'bytea')}, ${sentArray('amounts', 'integer')}, ${sql.placeholder('plans')}::text::jsonb)`,
)

/** Counts calls by fingerprint. A key that is unknown or revoked is missing from the result. */
const countCalls = async (store: Store, calls: ReadonlyMap<string, number>, plans: PlanTable) => {
  const counts = await countStatement(store)({
    fingerprints: arrayText([...calls.keys()].map((fingerprint) => `"\\\\x${fingerprint}"`)),
    amounts: arrayText(calls.values()),
    plans: JSON.stringify(plans),
  })
  return new Map(counts.map((count) => [count.fingerprint, count]))
}

/** Calls of one key in one second that are refunded. */
type Refund = { key_id: string; second: number; day: string; amount: number }

const refundStatement = countingSelect(
  usageColumns,
  sql`refund_calls(${sentArray('keys', 'text')}, ${sentArray('seconds', 'bigint')}, ${sentArray('days', 'date')},
    ${sentArray('amounts', 'integer')})`,
)

/** Refunds calls, and returns what their keys have used after that, by key. */
const refundCalls = async (store: Store, refunds: readonly Refund[]): Promise<Map<string, KeyUsage>> => {
  const rows = await refundStatement(store)({
    keys: arrayText(refunds.map(({ key_id }) => key_id)),
    seconds: arrayText(refunds.map(({ second }) => second)),
    days: arrayText(refunds.map(({ day }) => day)),
    amounts: arrayText(refunds.map(({ amount }) => amount)),
  })
  return new Map(rows.map(({ key_id, ...usage }) => [key_id, usage]))
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
    return quotaExceeded(per_month, 'month', getNextMonth(count.day))
  if (per_day !== null && count.day_used + count.counted >= per_day)
    return quotaExceeded(per_day, 'day', getNextDay(count.day))
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
      at: count.at,
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

const UNAUTHORIZED = `Send a valid key as "Authorization: Bearer <key>". A key is bd_ and ${KEY_CHARACTERS} characters.`

/** Milliseconds between two attempts to refund calls that could not be refunded at first. */
const REFUND_INTERVAL = 1000
/** Seconds of keys with calls to refund, at most; what comes on top is not refunded. */
const MAX_OWED = 100_000

/**
 * Refunds calls. If the database refuses that, they are refunded later; if it does not respond, they stay counted: it may have
 * refunded them, and to do so twice would let the key exceed its limit.
 */
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
          owe(refunds.slice(mayHaveRun(error) ? index + 1 : index))
          break
        }
      }
    }
    timer = undefined
    if (owed.size > 0) owe([])
  }

  return batched(
    async (calls: NonNullable<CountedCall['counted']>[]) => {
      const refunds = new Map<string, Refund>()
      for (const call of calls) add(refunds, { ...call, amount: 1 })
      try {
        const usage = await refundCalls(store, [...refunds.values()])
        return calls.map(({ key_id }) => usage.get(key_id) ?? null)
      } catch (error) {
        if (unreachable(error) !== undefined && !mayHaveRun(error)) owe(refunds.values())
        throw error
      }
    },
    { kind: 'refunds' },
  )
}

/** Keys whose latest plans are remembered. */
const MAX_LATEST_PLANS = 10_000

/** Milliseconds that a call waits while another transaction has locked its account. */
const LOCKED_WAIT = 1000
/** Milliseconds between two looks at a locked account. */
const LOCKED_INTERVAL = 50

/**
 * The keys whose accounts another transaction has locked at the moment, by fingerprint: the row that counts the calls, or the account
 * to which this row refers, which Postgres locks when the row is written twice.
 */
const selectLocked = async (store: Store, fingerprints: readonly string[]): Promise<Set<string>> => {
  const rows = await execute(
    store.counting,
    sql`with requested as (
          select k.fingerprint, k.account_id from api_keys k join account_counts c on c.account_id = k.account_id
          where k.fingerprint = any (array(
            select decode(f, 'hex') from json_array_elements_text(${JSON.stringify(fingerprints)}::json) as f))
        ), unlocked as (
          select c.account_id from account_counts c join accounts a on a.id = c.account_id
          where c.account_id = any (array(select account_id from requested))
          for no key update of c skip locked for key share of a skip locked
        )
        select encode(fingerprint, 'hex') as fingerprint from requested
        where account_id <> all (array(select account_id from unlocked)) and ${store.countingCondition}`,
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
     * Finds the key and counts the call unless `counts` is false. A call over a limit has `refused` set. `expect` is called
     * before that with the plan of the key's latest call, if this process knows it and did not refuse that call.
     * @throws ServiceError unauthorized for a malformed, unknown or revoked key
     * @throws DeadlineMissed while another transaction has locked the account for long
     */
    countCall: async (
      key: string,
      { counts, expect }: { counts: boolean; expect?: (plan: Plan) => void },
    ): Promise<CountedCall> => {
      if (!isKey(key)) throw new ServiceError('unauthorized', UNAUTHORIZED)
      const fingerprint = toFingerprint(key)
      const latest = latestPlans.get(fingerprint)
      if (latest !== undefined) expect?.(latest)
      const call = await countOnceUnlocked({ fingerprint, counts })
      rememberPlan(fingerprint, call)
      if (call === 'unknown key') throw new ServiceError('unauthorized', UNAUTHORIZED)
      return call
    },
    /**
     * Refunds a counted call and returns the usage after that; does nothing, and returns null, if it was not counted. If
     * the database is out of reach, this throws, and the call is refunded later, unless it may have been already.
     */
    refundCall: async ({ counted }: CountedCall): Promise<KeyUsage | null> =>
      counted === null ? null : refund(counted),
  }
}
