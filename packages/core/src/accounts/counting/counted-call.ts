import { getNextDay, getNextMonth, toDateTime, type Plan, type PlanTable } from '../../contract/index.ts'
import { ServiceError } from '../../errors.ts'

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

/** The earlier usage of a key and its account, and how many of the requested calls were within the limits. */
export type Count = KeyUsage & {
  key_id: string
  fingerprint: string
  account_id: string
  plan: Plan
  hint: string
  counted: number
  second: number
  change: number
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

/** A call of a key, and whether it counts. */
export type CallRequest = { fingerprint: string; counts: boolean }

/** A call of a key, of whose counted calls `before` belong to calls that came earlier. */
export const assignCall = (
  count: Count,
  { counts, before }: { counts: boolean; before: number },
  plans: PlanTable,
  pricing: string,
): CountedCall => {
  const isCounted = counts && before < count.counted
  const used = before + (isCounted ? 1 : 0)
  return {
    key_id: count.key_id,
    account_id: count.account_id,
    hint: count.hint,
    plan: count.plan,
    refused: counts && !isCounted ? limitError(count, plans, pricing) : null,
    at: count.at,
    day: count.day,
    minute_used: count.minute_used + used,
    minute_frees_at: count.minute_frees_at,
    day_used: count.day_used + used,
    month_used: count.month_used + used,
    change: count.change,
    counted: isCounted ? { key_id: count.key_id, second: count.second, day: count.day } : null,
  }
}

/** Assigns the calls counted for a key to its requests, in order of arrival. */
export const assignCalls = (
  requests: CallRequest[],
  counts: ReadonlyMap<string, Count>,
  plans: PlanTable,
  pricing: string,
) => {
  const assigned = new Map<string, number>()
  return requests.map(({ fingerprint, counts: countsThis }): CountedCall | 'unknown key' => {
    const count = counts.get(fingerprint)
    if (count === undefined) return 'unknown key'
    const before = assigned.get(fingerprint) ?? 0
    const call = assignCall(count, { counts: countsThis, before }, plans, pricing)
    if (call.counted !== null) assigned.set(fingerprint, before + 1)
    return call
  })
}

/** Calls of one key in one second that are refunded; of a negative amount: that are counted late. */
export type Refund = { key_id: string; account_id: string; second: number; day: string; amount: number }
