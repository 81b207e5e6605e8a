import { type Plan } from '../contract/index.ts'
import { lowestPlan, upgradeRequired, type Context } from '../trpc.ts'

/** The UTC day of a moment, YYYY-MM-DD. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** The first day a plan may read games of; null: no bound. */
export const firstDay = (ctx: Context, plan: Plan): string | null => {
  const { days_back } = ctx.plans[plan]
  return days_back === null ? null : dayOf(new Date(ctx.now().getTime() - days_back * 86_400_000))
}

/** The span of game dates that the caller's plan may read. */
export const windowOf = (ctx: Context): { from: string | null; to: string | null } => ({
  from: firstDay(ctx, ctx.caller.plan),
  to: null,
})

/** The later of two first days, where an undefined or a null one is no bound. */
export const laterOf = (day: string | undefined, other: string | null): string | undefined =>
  other === null || (day !== undefined && day > other) ? day : other

/** @throws ServiceError upgrade_required when a game of `date` lies outside the window of the caller's plan. */
export const requireInWindow = (ctx: Context, date: string): void => {
  const { from } = windowOf(ctx)
  if (from === null || date >= from) return
  const reachesBack = (plan: Plan) => (firstDay(ctx, plan) ?? '') <= date
  throw upgradeRequired(ctx, lowestPlan(reachesBack), `Games before ${from} need a plan that reaches further back.`)
}
