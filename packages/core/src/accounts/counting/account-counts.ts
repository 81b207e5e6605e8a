import { utcDay, type PlanLimits } from '../../contract/index.ts'
import type { KeyUsage } from './counted-call.ts'

/*
 * What the functions count_calls and refund_calls do with the row of an account, for counting in memory: the same numbers come
 * out, and the same row. What is rare is left to them: another day, the end of a window's span, and a clock that was set back.
 * All moments are Unix time in microseconds.
 */

const SECOND = 1_000_000
const MINUTE = 60 * SECOND
/** The time from `since` within which calls are counted; before and after it, the database writes the windows anew. */
const [MIN_ELAPSED, MAX_ELAPSED] = [MINUTE, 2 ** 31 - 1]

/** The calls of a key in one second: the moment of the last of them, and all calls of the key up to it. */
type Slot = { moment: number; total: number }

/** The row of `account_counts` of an account. */
export type AccountCounts = {
  /** The UTC day of `day_calls`. */
  day: string
  day_calls: number
  /** Calls on the days before it in its month. */
  earlier_calls: number
  /** The moment that those in the row count from. */
  since: number
  /** The slots of each key, by its number, ascending. */
  minutes: Map<number, Slot[]>
}

/** The columns of a row as they are read and written: its arrays are lists of integers, separated by commas. */
export type CountsRow = Pick<AccountCounts, 'day' | 'day_calls' | 'earlier_calls' | 'since'> & {
  moments: string
  totals: string
}

const KEY_BITS = 32n

export const parseCounts = ({ moments, totals, ...row }: CountsRow): AccountCounts => {
  const minutes = new Map<number, Slot[]>()
  const totalTexts = totals.split(',')
  for (const [index, text] of (moments === '' ? [] : moments.split(',')).entries()) {
    const number = Number(BigInt(text) >> KEY_BITS)
    const slot = { moment: row.since + Number(BigInt.asUintN(32, BigInt(text))), total: Number(totalTexts[index]) }
    const slots = minutes.get(number)
    if (slots === undefined) minutes.set(number, [slot])
    else slots.push(slot)
  }
  return { ...row, minutes }
}

export const formatCounts = ({ minutes, ...row }: AccountCounts): CountsRow => {
  const slots = [...minutes]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([number, of]) => of.map((slot) => ({ number, slot })))
  return {
    ...row,
    moments: slots.map(({ number, slot }) => (BigInt(number) << KEY_BITS) + BigInt(slot.moment - row.since)).join(','),
    totals: slots.map(({ slot }) => slot.total).join(','),
  }
}

/** Whether the calls of a key at a moment can be counted in memory. */
export const isCountable = (counts: AccountCounts, key: number, now: number): boolean => {
  const elapsed = now - counts.since
  const last = counts.minutes.get(key)?.at(-1)?.moment ?? 0
  return elapsed >= MIN_ELAPSED && elapsed <= MAX_ELAPSED && last <= now && utcDay(new Date(now / 1000)) === counts.day
}

/** What a key and its account have used. */
export const readUsage = (counts: AccountCounts, key: number, now: number): KeyUsage => {
  const slots = counts.minutes.get(key) ?? []
  const expired = slots.findLastIndex(({ moment }) => moment <= now - MINUTE)
  const [first, last] = [slots[expired + 1], slots.at(-1)]
  return {
    at: Math.ceil(now / 1000),
    day: counts.day,
    minute_used: first === undefined || last === undefined ? 0 : last.total - (slots[expired]?.total ?? 0),
    minute_frees_at: Math.ceil(((first?.moment ?? now) + MINUTE) / 1000),
    day_used: counts.day_calls,
    month_used: counts.earlier_calls + counts.day_calls,
  }
}

const left = (limit: number | null, used: number): number => (limit === null ? Infinity : limit - used)

const toSecond = (moment: number): number => Math.floor(moment / SECOND)

/** Counts as many of `amount` calls as the limits allow, and returns what was used before, with how many were counted. */
export const addCalls = (
  counts: AccountCounts,
  key: number,
  amount: number,
  { per_minute, per_day, per_month }: Pick<PlanLimits, 'per_minute' | 'per_day' | 'per_month'>,
  now: number,
): KeyUsage & { counted: number; second: number } => {
  const before = readUsage(counts, key, now)
  const room = [
    left(per_minute, before.minute_used),
    left(per_day, before.day_used),
    left(per_month, before.month_used),
  ]
  const counted = Math.max(0, Math.min(amount, ...room))
  if (counted > 0) {
    const slots = counts.minutes.get(key) ?? []
    const last = slots.at(-1)
    if (last !== undefined && toSecond(last.moment) === toSecond(now)) {
      last.moment = now
      last.total += counted
    } else {
      // The last slot that has expired stays, because its total is where the window begins.
      slots.splice(
        0,
        Math.max(
          0,
          slots.findLastIndex(({ moment }) => moment <= now - MINUTE),
        ),
      )
      slots.push({ moment: now, total: (last?.total ?? 0) + counted })
    }
    counts.minutes.set(key, slots)
    counts.day_calls += counted
  }
  return { ...before, counted, second: toSecond(now) }
}

/** Takes back calls of a key that were counted in a second of the current day. */
export const takeBack = (counts: AccountCounts, key: number, second: number, amount: number): void => {
  counts.day_calls = Math.max(0, counts.day_calls - amount)
  const slots = counts.minutes.get(key) ?? []
  const index = slots.findIndex(({ moment }) => toSecond(moment) === second)
  const slot = slots[index]
  if (slot === undefined) return
  const calls = slot.total - (slots[index - 1]?.total ?? 0)
  const freed = Math.min(amount, calls)
  for (const later of slots.slice(index)) later.total -= freed
  if (freed === calls) slots.splice(index, 1)
}
