import type { Plan } from '@basketball-data/core/contract'

/** The names of the plans. */
export const PLAN_NAMES: Record<Plan, string> = {
  free: 'Free key',
  live: 'Live',
  archive: 'Archive',
  complete: 'Complete',
}
