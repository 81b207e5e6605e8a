import type { CountedCall } from '@basketball-data/core'
import {
  SECONDS_PER_DAY,
  startOfMonth,
  startOfNextMonth,
  utcDay,
  type PlanLimits,
} from '@basketball-data/core/contract'

const secondsOfMonth = (now: Date): { length: number; left: number } => {
  const start = startOfMonth(utcDay(now)).getTime()
  const end = startOfNextMonth(utcDay(now)).getTime()
  return { length: (end - start) / 1000, left: Math.ceil((end - now.getTime()) / 1000) }
}

/** What a key has used: calls of the last minute, and of its account since the day and the month began. */
type Used = Pick<CountedCall, 'minute_used' | 'minute_frees_at' | 'day_used' | 'month_used'>

/** `RateLimit-Policy` and `RateLimit` of a keyed call: quota, window and what is left, one item per limit there is. */
export const rateHeaders = (used: Used, limits: PlanLimits, now: Date): Record<string, string> => {
  const second = Math.floor(now.getTime() / 1000)
  const policies: string[] = []
  const states: string[] = []
  const add = (name: string, quota: number | null, calls: number, window: number, left: number) => {
    if (quota === null) return
    policies.push(`"${name}";q=${quota};w=${window}`)
    states.push(`"${name}";r=${Math.max(0, quota - calls)};t=${Math.max(0, left)}`)
  }
  add('minute', limits.per_minute, used.minute_used, 60, used.minute_frees_at - second)
  add('day', limits.per_day, used.day_used, SECONDS_PER_DAY, SECONDS_PER_DAY - (second % SECONDS_PER_DAY))
  if (limits.per_month !== null) {
    const { length, left } = secondsOfMonth(now)
    add('month', limits.per_month, used.month_used, length, left)
  }
  return policies.length === 0 ? {} : { 'ratelimit-policy': policies.join(', '), ratelimit: states.join(', ') }
}
