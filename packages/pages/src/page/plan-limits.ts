import { html } from 'hono/html'
import { operations, type Operation } from '@basketball-data/core'
import { PLANS, reaches, type Plan, type PlanLimits, type PlanTable } from '@basketball-data/core/contract'
import type { Markup } from './html.ts'

export const PLAN_NAMES: Record<Plan, string> = {
  free: 'Free key',
  live: 'Live',
  archive: 'Archive',
  complete: 'Complete',
}

/** The endpoints that a plan may call, those without a key included, but without the OpenAPI document, which is no operation. */
export const listPlanEndpoints = (plan: Plan): Operation[] =>
  operations.filter((each) => each.plan === null || reaches(plan, each.plan))

/** The number of endpoints that a plan may call; the highest plan may call all. Counts the OpenAPI document, too. */
export const countEndpoints = (plan: Plan = 'complete'): number => listPlanEndpoints(plan).length + 1

/** Plans with a plan before them that has the same endpoints. */
export const plansWithoutOwnEndpoints = (): { plan: Plan; before: Plan }[] =>
  PLANS.flatMap((plan, i) => {
    const before = PLANS[i - 1]
    if (before === undefined || countEndpoints(before) < countEndpoints(plan)) return []
    return { plan, before }
  })

/** One thing in which plans differ, and what each has of it, for people. */
export type PlanLimit = { title: string; getValue: (plan: Plan) => string }

const numberText = (value: number | null): string => (value === null ? 'no limit' : value.toLocaleString('en'))

const daysText = (days: number | null): string => (days === null ? 'all' : `last ${days.toLocaleString('en')} days`)

/** What a plan comprises. Leaves out the monthly limit and the days back if no plan has them. */
export const planLimits = (plans: PlanTable): PlanLimit[] => {
  const any = (limit: keyof PlanLimits) => PLANS.some((plan) => plans[plan][limit] !== null)
  const month = { title: 'Calls per month', getValue: (plan: Plan) => numberText(plans[plan].per_month) }
  const games = { title: 'Games', getValue: (plan: Plan) => daysText(plans[plan].days_back) }
  return [
    { title: 'Calls per minute', getValue: (plan) => numberText(plans[plan].per_minute) },
    { title: 'Calls per day', getValue: (plan) => numberText(plans[plan].per_day) },
    ...(any('per_month') ? [month] : []),
    ...(any('days_back') ? [games] : []),
    { title: 'Endpoints', getValue: (plan) => `${countEndpoints(plan)} of ${countEndpoints()}` },
  ]
}

/** Says which plans have higher limits only, as the table shows the same number of endpoints twice. */
export const limitsOnlyNote = (): Markup[] =>
  plansWithoutOwnEndpoints().map(
    ({ plan, before }) => html` ${PLAN_NAMES[plan]} has the endpoints of ${PLAN_NAMES[before]}, with higher limits.`,
  )

export const planLimitsTable = (plans: PlanTable): Markup => {
  const shown = planLimits(plans)
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Plans and their limits">
    <table>
      <thead>
        <tr>
          <th scope="col">Plan</th>
          ${shown.map(({ title }) => html`<th scope="col">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${PLANS.map(
          (plan) =>
            html`<tr>
              <th scope="row">${PLAN_NAMES[plan]} <code>${plan}</code></th>
              ${shown.map(({ getValue }) => html`<td>${getValue(plan)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
