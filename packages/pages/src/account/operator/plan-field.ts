import { badRequest } from '@basketball-data/core'
import { Plan, PLANS } from '@basketball-data/core/contract'
import type { Markup } from '../../page/html.ts'
import { PLAN_NAMES } from '../../page/plan-names.ts'
import { select } from '../components.ts'

/** The choice of a plan. */
export const planField = (value: string): Markup =>
  select({ label: 'Plan', name: 'plan', value, options: PLANS.map((plan) => [plan, PLAN_NAMES[plan]]) })

/** The plan that was chosen. @throws ServiceError bad_request */
export const planOf = (form: URLSearchParams): Plan => {
  const plan = Plan.safeParse(form.get('plan'))
  if (!plan.success) throw badRequest(`The plan must be one of ${PLANS.join(', ')}.`)
  return plan.data
}
