import { PLANS, reaches, type Plan, type PlanTable } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import type { OpenApiDocument } from '../openapi/document-types.ts'
import { endpointsOf, type PlacedEndpoint } from '../openapi/endpoints.ts'
import type { Markup } from './markup.ts'

/** The plans as people call them. */
export const PLAN_NAME: Record<Plan, string> = {
  free: 'Free key',
  live: 'Live',
  archive: 'Archive',
  complete: 'Complete',
}

const limit = (value: number | null): string => (value === null ? 'no limit' : value.toLocaleString('en'))

const span = (days: number | null): string => (days === null ? 'all' : `last ${days.toLocaleString('en')} days`)

const reached = (endpoints: PlacedEndpoint[], plan: Plan): number =>
  endpoints.filter(({ endpoint: { 'x-minimum-plan': least } }) => least === null || reaches(plan, least)).length

type Column = { title: string; cell: (plan: Plan) => string }

/** Columns that say the same of every plan as if they were not there are left out. */
const columns = (document: OpenApiDocument, plans: PlanTable): Column[] => {
  const any = (field: 'per_month' | 'days_back') => PLANS.some((plan) => plans[plan][field] !== null)
  const month = { title: 'Calls a month', cell: (plan: Plan) => limit(plans[plan].per_month) }
  const window = { title: 'Games', cell: (plan: Plan) => span(plans[plan].days_back) }
  const endpoints = endpointsOf(document)
  return [
    { title: 'Calls a minute', cell: (plan) => limit(plans[plan].per_minute) },
    { title: 'Calls a day', cell: (plan) => limit(plans[plan].per_day) },
    ...(any('per_month') ? [month] : []),
    ...(any('days_back') ? [window] : []),
    { title: 'Endpoints', cell: (plan) => `${reached(endpoints, plan)} of ${endpoints.length}` },
  ]
}

/** What each plan allows. */
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
              <th scope="row">${PLAN_NAME[plan]} <code>${plan}</code></th>
              ${shown.map(({ cell }) => html`<td>${cell(plan)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
