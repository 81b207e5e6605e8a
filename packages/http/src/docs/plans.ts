import { PLANS, reaches, type Plan, type PlanTable } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import { endpointsOf, type Endpoint, type OpenApiDocument } from '../openapi/types.ts'
import type { Markup } from '../pages/html.ts'
import { PLAN_NAMES } from '../pages/plan-names.ts'

const limitText = (value: number | null): string => (value === null ? 'no limit' : value.toLocaleString('en'))

const daysText = (days: number | null): string => (days === null ? 'all' : `last ${days.toLocaleString('en')} days`)

const countReached = (endpoints: Endpoint[], plan: Plan): number =>
  endpoints.filter(({ operation: { 'x-minimum-plan': minimum } }) => minimum === null || reaches(plan, minimum)).length

type Column = { title: string; cell: (plan: Plan) => string }

/** Leaves out the monthly limit and the days back if no plan has them. */
const columns = (document: OpenApiDocument, plans: PlanTable): Column[] => {
  const any = (field: 'per_month' | 'days_back') => PLANS.some((plan) => plans[plan][field] !== null)
  const month = { title: 'Calls per month', cell: (plan: Plan) => limitText(plans[plan].per_month) }
  const window = { title: 'Games', cell: (plan: Plan) => daysText(plans[plan].days_back) }
  const endpoints = endpointsOf(document)
  return [
    { title: 'Calls per minute', cell: (plan) => limitText(plans[plan].per_minute) },
    { title: 'Calls per day', cell: (plan) => limitText(plans[plan].per_day) },
    ...(any('per_month') ? [month] : []),
    ...(any('days_back') ? [window] : []),
    { title: 'Endpoints', cell: (plan) => `${countReached(endpoints, plan)} of ${endpoints.length}` },
  ]
}

/** A table of the limits of each plan. */
export const planTableMarkup = (document: OpenApiDocument, plans: PlanTable): Markup => {
  const shown = columns(document, plans)
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
              ${shown.map(({ cell }) => html`<td>${cell(plan)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
