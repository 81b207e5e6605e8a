import { addDays, PLANS, reaches, utcDay, type Plan, type PlanTable } from '../contract/index.ts'
import { upgradeRequired } from '../errors.ts'
import type { CountedCall } from './counting/counted-call.ts'
import type { Writer } from './writers.ts'

/**
 * The caller of an operation. Code that embeds the core has no key (`call` is null) and can name an account. `by` is the
 * account that the audit log names: that of the key, or the one that is signed in; null for an embedding app. `writer` is what the caller
 * may write; null: nothing.
 */
export type Caller = {
  plan: Plan
  account: string | null
  by: string | null
  call: CountedCall | null
  writer: Writer | null
}

/** What the days that a caller may read depend on. */
export type WindowContext = {
  plans: PlanTable
  now: () => Date
  caller: Caller
  /** The endpoint that is called. */
  endpoint: { path: string; plan: Plan | null }
  service: { pricing: string }
}

/** The first day whose games a plan may read; null: no bound. */
const firstDay = (ctx: Pick<WindowContext, 'plans' | 'now'>, plan: Plan): string | null => {
  const { days_back } = ctx.plans[plan]
  return days_back === null ? null : utcDay(addDays(ctx.now(), -days_back))
}

/** The span of game dates that the caller's plan may read. */
export const getWindow = (
  ctx: Pick<WindowContext, 'plans' | 'now' | 'caller'>,
): { from: string | null; to: string | null } => ({
  from: firstDay(ctx, ctx.caller.plan),
  to: null,
})

/** The later of two first days; undefined and null are no bound. */
export const laterDay = (day: string | undefined, other: string | null): string | undefined =>
  other === null || (day !== undefined && day > other) ? day : other

/**
 * Standings and averages cover all games of a season, and can be read while its last game lies in the window.
 * @param last_date null for a season without games, which lies in every window
 * @throws ServiceError upgrade_required if the season ended before the window of the caller's plan
 */
export const requireSeasonInWindow = (ctx: WindowContext, last_date: string | null): void => {
  if (last_date !== null) requireInWindow(ctx, last_date)
}

/**
 * @throws ServiceError upgrade_required if `date` lies outside the window of the caller's plan. It names the lowest plan
 * that includes the endpoint and the day; without one, the plan that includes the endpoint and reaches furthest back.
 */
export const requireInWindow = (ctx: WindowContext, date: string): void => {
  const { from } = getWindow(ctx)
  if (from === null || date >= from) return
  const { path, plan: minimum } = ctx.endpoint
  const getFirstDay = (plan: Plan) => firstDay(ctx, plan) ?? ''
  const candidates = PLANS.filter((plan) => minimum === null || reaches(plan, minimum))
  const lowest = candidates.find((plan) => getFirstDay(plan) <= date)
  if (lowest !== undefined)
    throw upgradeRequired(ctx, lowest, `Games before ${from} need a plan that reaches further back.`)
  const furthest = candidates.reduce(
    (best, plan) => (getFirstDay(plan) < getFirstDay(best) ? plan : best),
    ctx.caller.plan,
  )
  throw upgradeRequired(ctx, furthest, `No plan that reaches ${path} reads games before ${getFirstDay(furthest)}.`)
}
