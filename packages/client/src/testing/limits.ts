import type { ErrorCode, Plan, Usage } from '@basketball-data/client'
import { league } from './league.ts'

/** Calls a minute and a day of each plan, where the operator of a service changes nothing. */
const LIMITS: Record<Plan, { per_minute: number; per_day: number }> = {
  free: { per_minute: 10, per_day: 100 },
  live: { per_minute: 60, per_day: 10_000 },
  archive: { per_minute: 60, per_day: 50_000 },
  complete: { per_minute: 120, per_day: 250_000 },
}

const today = league.today.slice(0, 10)
const midnight = new Date(Date.parse(`${today}T00:00:00Z`) + 86_400_000)

const left = (limit: number, used: number): number => Math.max(0, limit - used)

/**
 * `RateLimit-Policy` and `RateLimit` after so many counted calls, the time standing still: all of them are of this minute.
 * They tell of limits; what goes beyond is answered.
 * @param refused why the call was not answered: rate_limited and quota_exceeded mean that nothing is left
 */
export const rateHeaders = (plan: Plan, used: number, refused: ErrorCode | null): Record<string, string> => {
  const { per_minute, per_day } = LIMITS[plan]
  const minute = refused === 'rate_limited' ? 0 : left(per_minute, used)
  const day = refused === 'quota_exceeded' ? 0 : left(per_day, used)
  const seconds = (midnight.getTime() - Date.parse(league.today)) / 1000
  return {
    'RateLimit-Policy': `"minute";q=${per_minute};w=60, "day";q=${per_day};w=86400`,
    RateLimit: `"minute";r=${minute};t=60, "day";r=${day};t=${seconds}`,
  }
}

/** What GET /usage tells after so many counted calls. */
export const usageOf = (plan: Plan, used: number): Usage => ({
  key: 'bd_…test',
  plan,
  calls_today: used,
  calls_this_month: used,
  limits: { ...LIMITS[plan], per_month: null },
  remaining: left(LIMITS[plan].per_day, used),
  resets_at: midnight.toISOString().replace('.000', ''),
  window: { from: null, to: null },
})
