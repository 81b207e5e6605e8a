import { operations, type Core } from '@basketball-data/core'
import { PLANS, reaches, type Plan, type PlanLimits } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import type { Markup } from '../pages/html.ts'
import { PLAN_NAMES } from '../pages/plan-names.ts'
import { badge, card, count, table } from './components.ts'

const limitText = (limit: number | null): string => (limit === null ? 'no limit' : count(limit))
const daysText = (days: number | null): string => (days === null ? 'all' : `last ${count(days)} days`)

const endpointsOf = (plan: Plan) => operations.filter((each) => each.plan === null || reaches(plan, each.plan))

/** A row of the comparison: a title, and what each plan has. It is left out if no plan has such a limit. */
const rows = (plans: Core['plans']): readonly (readonly [string, (plan: Plan) => string])[] => {
  const any = (limit: keyof PlanLimits) => PLANS.some((plan) => plans[plan][limit] !== null)
  return [
    ['Calls per minute with a key', (plan) => limitText(plans[plan].per_minute)],
    ['Calls per day', (plan) => limitText(plans[plan].per_day)],
    ...(any('per_month') ? [['Calls per month', (plan: Plan) => limitText(plans[plan].per_month)] as const] : []),
    ...(any('days_back') ? [['Games', (plan: Plan) => daysText(plans[plan].days_back)] as const] : []),
    ['Endpoints', (plan) => `${endpointsOf(plan).length} of ${operations.length}`],
  ]
}

/** The plan of the account, and what the next one adds. */
export const planCard = ({ plans, service: { pricing } }: Core, plan: Plan): Markup => {
  const next = PLANS[PLANS.indexOf(plan) + 1]
  const shown = next === undefined ? [plan] : [plan, next]
  const reached = new Set(endpointsOf(plan))
  const added = next === undefined ? [] : endpointsOf(next).filter((each) => !reached.has(each))
  const comparison = table(
    'Plans',
    [{ title: 'Limit' }, ...shown.map((each) => ({ title: `${PLAN_NAMES[each]}${each === plan ? ', yours' : ''}` }))],
    rows(plans).map(([title, cell]) => {
      const own = cell(plan)
      return [title, ...shown.map(cell).map((value) => (value === own ? value : html`<strong>${value}</strong>`))]
    }),
  )
  const title =
    next === undefined ? `Plan ${PLAN_NAMES[plan]}` : `Plan ${PLAN_NAMES[plan]}, and what ${PLAN_NAMES[next]} adds`
  const note =
    next === undefined
      ? 'This is the highest plan: it has every endpoint.'
      : added.length === 0
        ? `${PLAN_NAMES[next]} has the same endpoints.`
        : html`${PLAN_NAMES[next]} also has
            <ul class="badges">
              ${added.map(({ summary }) => html`<li>${badge(summary)}</li>`)}
            </ul>`
  return card(
    title,
    html`${comparison}
      <div class="below">${note}</div>`,
    html`<a href="${pricing}">All plans</a>`,
  )
}
