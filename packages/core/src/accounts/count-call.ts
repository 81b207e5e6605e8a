import { startOfNextDay, startOfNextMonth, toDateTime, type Plan, type PlanTable } from '../contract/index.ts'
import { ServiceError } from '../errors.ts'
import { batched, type Store } from '../store/index.ts'
import { countCalls, refundCalls, type Counted, type Given } from './counting.ts'
import { fingerprintOf, isKey, KEY_CHARACTERS } from './key.ts'

/** A call with a valid key: whose it is, what it has used (this call included where it counts), what it may use. */
export type CountedCall = {
  key_id: string
  account_id: string
  /** The key masked, as Usage shows it. */
  hint: string
  plan: Plan
  /** Why the call may not go on; null when it may. */
  refused: ServiceError | null
  /** Calls of the key in the last 60 seconds. */
  minute_used: number
  /** Unix time at which the next call of the minute comes free. */
  minute_frees_at: number
  /** Counted calls of the account since 00:00 UTC. */
  day_used: number
  /** Counted calls of the account since the first of the month, UTC. */
  month_used: number
  /** Where the call was counted, to give it back; null when it was not counted. */
  counted: { key_id: string; second: number; day: string } | null
}

const tooMany = (row: Counted, plans: PlanTable, pricing: string): ServiceError => {
  const { per_minute, per_day, per_month } = plans[row.plan]
  const spent = (limit: number | null, what: string, resets_at: Date) =>
    new ServiceError('quota_exceeded', `The ${limit} calls per ${what} of plan ${row.plan} are used up.`, {
      plan: row.plan,
      pricing,
      resets_at: toDateTime(resets_at),
    })
  if (per_month !== null && row.month_used + row.admitted >= per_month)
    return spent(per_month, 'month', startOfNextMonth(row.day))
  if (per_day !== null && row.day_used + row.admitted >= per_day) return spent(per_day, 'day', startOfNextDay(row.day))
  return new ServiceError('rate_limited', `More than ${per_minute} calls in 60 seconds with one key; wait a little.`, {
    resets_at: toDateTime(new Date(row.minute_frees_at * 1000)),
  })
}

type Question = { fingerprint: string; counts: boolean }

/** What became of each question of a batch, given what the database admitted for its key. */
const shareOut = (questions: Question[], rows: Map<string, Counted>, plans: PlanTable, pricing: string) => {
  const taken = new Map<string, number>()
  return questions.map(({ fingerprint, counts }): CountedCall | 'unknown' => {
    const row = rows.get(fingerprint)
    if (row === undefined) return 'unknown'
    const before = taken.get(fingerprint) ?? 0
    const admitted = counts && before < row.admitted
    const used = before + (admitted ? 1 : 0)
    taken.set(fingerprint, used)
    return {
      key_id: row.key_id,
      account_id: row.account_id,
      hint: row.hint,
      plan: row.plan,
      refused: counts && !admitted ? tooMany(row, plans, pricing) : null,
      minute_used: row.minute_used + used,
      minute_frees_at: row.minute_frees_at,
      day_used: row.day_used + used,
      month_used: row.month_used + used,
      counted: admitted ? { key_id: row.key_id, second: row.second, day: row.day } : null,
    }
  })
}

const UNAUTHORIZED = `Send a valid key as "Authorization: Bearer <key>" or "X-API-Key: <key>". A key is bd_ and ${KEY_CHARACTERS} characters.`

/**
 * The gate every call with a key goes through. Exact over any number of processes: the database counts, this process
 * only asks for all calls that wait here with one statement.
 */
export const createCallCounter = (store: Store, plans: PlanTable, pricing: string) => {
  const ask = batched(async (questions: Question[]) => {
    const wanted = new Map<string, number>()
    for (const { fingerprint, counts } of questions)
      wanted.set(fingerprint, (wanted.get(fingerprint) ?? 0) + (counts ? 1 : 0))
    const rows = await countCalls(store, wanted, plans)
    return shareOut(questions, rows, plans, pricing)
  })

  const refundCall = batched(async (calls: NonNullable<CountedCall['counted']>[]) => {
    const given = new Map<string, Given>()
    for (const call of calls) {
      const slot = `${call.key_id} ${call.second}`
      const known = given.get(slot)
      if (known === undefined) given.set(slot, { ...call, amount: 1 })
      else known.amount += 1
    }
    await refundCalls(store, [...given.values()])
    return calls.map(() => true as const)
  })

  return {
    /**
     * Finds the key and counts the call unless `counts` is false. A call over a limit is answered with `refused` set.
     * @throws ServiceError unauthorized for a text that is no key, or no valid one.
     */
    countCall: async (key: string, { counts }: { counts: boolean }): Promise<CountedCall> => {
      if (!isKey(key)) throw new ServiceError('unauthorized', UNAUTHORIZED)
      const call = await ask({ fingerprint: fingerprintOf(key), counts })
      if (call === 'unknown') throw new ServiceError('unauthorized', UNAUTHORIZED)
      return call
    },
    /** Takes back a call that was answered 304 or 5xx. */
    refundCall: async (call: CountedCall): Promise<void> => {
      if (call.counted !== null) await refundCall(call.counted)
    },
  }
}
