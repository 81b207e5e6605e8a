import { z } from 'zod'
import { Count } from './scalars.ts'

/** The plans, lowest to highest. A plan includes every endpoint of the lower ones. */
export const PLANS = ['free', 'live', 'archive', 'complete'] as const

/** The plan of an account: free ("Free key" in the specification), live, archive or complete. */
export const Plan = z.enum(PLANS).meta({
  id: 'Plan',
  description: 'Plan, from lowest to highest: free, live, archive, complete.',
  example: 'free',
})
export type Plan = z.infer<typeof Plan>

/** Whether `plan` includes an endpoint whose minimum plan is `minimum`. */
export const reaches = (plan: Plan, minimum: Plan): boolean => PLANS.indexOf(plan) >= PLANS.indexOf(minimum)

/** Maximum number of active (not revoked) keys per account. */
export const MAX_ACTIVE_KEYS = 5

/** The limits of a plan; null means no limit. */
export const PlanLimits = z.strictObject({
  per_minute: Count.min(1).nullable().describe('Calls in any 60 seconds, per key. Null: no limit.'),
  per_day: Count.min(1).nullable().describe('Calls from 00:00 UTC to 00:00 UTC, per account. Null: no limit.'),
  per_month: Count.min(1).nullable().describe('Calls in a calendar month (UTC), per account. Null: no limit.'),
  streams: Count.nullable().describe('Streams that are open at the same time, per account. Null: no limit.'),
  days_back: Count.nullable().describe('Number of past days whose games the plan includes. Null: all.'),
})
export type PlanLimits = z.infer<typeof PlanLimits>

/** The limits of every plan. */
export type PlanTable = Record<Plan, PlanLimits>

/** The built-in plan table (the Limits section of the contract). */
export const PLAN_TABLE: PlanTable = {
  free: { per_minute: 10, per_day: 100, per_month: null, streams: 0, days_back: null },
  live: { per_minute: 60, per_day: 10_000, per_month: null, streams: 10, days_back: null },
  archive: { per_minute: 60, per_day: 50_000, per_month: null, streams: 20, days_back: null },
  complete: { per_minute: 120, per_day: 250_000, per_month: null, streams: 100, days_back: null },
}

/** Overrides of the built-in limits; limits that are not named stay. */
export const PlanChanges = z.partialRecord(Plan, PlanLimits.partial())
export type PlanChanges = z.infer<typeof PlanChanges>

/**
 * The built-in table with `changes` applied.
 * @example planTable({ free: { per_minute: 1000 } }).free // per_minute 1000, the rest as built in
 */
export const planTable = (changes: PlanChanges = {}): PlanTable => {
  const table = structuredClone(PLAN_TABLE)
  for (const plan of PLANS) Object.assign(table[plan], changes[plan])
  return table
}
