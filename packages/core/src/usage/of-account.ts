import { addDays, getNextDay, getNextMonth, utcDay, type Plan, type PlanTable } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import type { Store } from '../store/index.ts'
import type { UsageRecorder } from './recorder.ts'
import { selectDays, selectKeys, selectParts, selectToday, USAGE_DAYS } from './queries.ts'

/** How much of a limit of an account is used. */
export type Allowance = {
  used: number
  /** Null: no limit. */
  limit: number | null
  /** Null: no limit. */
  remaining: number | null
  /** When `used` is zero again: 00:00 UTC. */
  resets_at: Date
}

/** Calls of 90 days. */
export type UsageTotal = {
  /** Calls that count: without refunded ones (304 and 5xx). */
  calls: number
  /** Calls that a limit refused (429). */
  refused: number
}

/** What an account has used on the last 90 UTC days, today included. */
export type AccountUsage = {
  plan: Plan
  today: Allowance
  month: Allowance
  /** Every day, oldest first. Calls are exact; refused ones may be 5 s late. */
  days: ({ day: string } & UsageTotal)[]
  /**
   * The endpoints that were called, by method and path such as `GET /games/{id}`, those with the most calls first. They may
   * be 5 s late, and the latest 5 s of a process that was killed are missing.
   */
  endpoints: ({ endpoint: string; last_at: Date } & UsageTotal)[]
  /**
   * The keys, newest first, without revoked ones that were not used. `last_at` is the latest call, null if there is none.
   * They are as late as the endpoints.
   */
  keys: ({
    id: string
    hint: string
    name: string
    created_at: Date
    revoked_at: Date | null
    last_at: Date | null
  } & UsageTotal)[]
  /** Counted calls that are not, or not yet, part of `endpoints` and `keys`. */
  unassigned: number
}

const allowance = (used: number, limit: number | null, resets_at: Date): Allowance => ({
  used,
  limit,
  remaining: limit === null ? null : Math.max(0, limit - used),
  resets_at,
})

const sumCalls = (rows: readonly { calls: number }[]): number => rows.reduce((sum, { calls }) => sum + calls, 0)

const getAccountUsage = async (store: Store, plans: PlanTable, account: string): Promise<AccountUsage> => {
  const [owner, counted, keys, parts] = await Promise.all([
    selectToday(store, account),
    selectDays(store, account),
    selectKeys(store, account),
    selectParts(store, account),
  ])
  if (owner === undefined) throw notFound('account', account)
  const { plan, today } = owner
  const { per_day, per_month } = plans[plan]

  const callsByDay = new Map(counted.map(({ day, calls }) => [day, calls]))
  const refusedByDay = new Map(parts.flatMap(({ day, refused }) => (day === null ? [] : [[day, refused] as const])))
  const usageByKey = new Map(parts.flatMap((part) => (part.key_id === null ? [] : [[part.key_id, part] as const])))
  const start = addDays(getNextDay(today), -USAGE_DAYS)
  const days = Array.from({ length: USAGE_DAYS }, (_, index) => {
    const day = utcDay(addDays(start, index))
    return { day, calls: callsByDay.get(day) ?? 0, refused: refusedByDay.get(day) ?? 0 }
  })
  const endpoints = parts
    .flatMap(({ endpoint, calls, refused, last_at }) =>
      endpoint === null || calls + refused === 0 ? [] : [{ endpoint, calls, refused, last_at }],
    )
    .toSorted((a, b) => b.calls - a.calls || b.refused - a.refused || (a.endpoint < b.endpoint ? -1 : 1))
  const ofMonth = days.filter(({ day }) => day.startsWith(today.slice(0, 7)))
  return {
    plan,
    today: allowance(callsByDay.get(today) ?? 0, per_day, getNextDay(today)),
    month: allowance(sumCalls(ofMonth), per_month, getNextMonth(today)),
    days,
    endpoints,
    keys: keys
      .map((key) => {
        const { calls, refused, last_at } = usageByKey.get(key.id) ?? { calls: 0, refused: 0, last_at: null }
        return { ...key, calls, refused, last_at }
      })
      .filter(({ revoked_at, last_at }) => revoked_at === null || last_at !== null),
    unassigned: Math.max(0, sumCalls(days) - sumCalls(endpoints)),
  }
}

/** What accounts have used, for `core.usage`. */
export const createUsage = (store: Store, plans: PlanTable, recorder: Pick<UsageRecorder, 'flush'>) => ({
  /**
   * The usage of an account on the last 90 days: exact by day, and by endpoint and key as of at most 5 s ago.
   * @throws ServiceError not_found for an unknown account
   */
  ofAccount: async (account: string) => {
    await recorder.flush()
    await store.keptCounts.flush()
    return getAccountUsage(store, plans, account)
  },
})
