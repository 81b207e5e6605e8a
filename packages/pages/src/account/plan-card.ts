import type { Core } from '@basketball-data/core'
import { PLANS, type Plan } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import type { Markup } from '../page/html.ts'
import { endpointsOfPlan, planLimits, PLAN_NAMES } from '../page/plan-limits.ts'
import { badge, card, table } from './components.ts'

/** The plan of the account, and what the next one adds. */
export const planCard = ({ plans, service: { pricing } }: Core, plan: Plan): Markup => {
  const next = PLANS[PLANS.indexOf(plan) + 1]
  const shown = next === undefined ? [plan] : [plan, next]
  const reached = new Set(endpointsOfPlan(plan))
  const added = next === undefined ? [] : endpointsOfPlan(next).filter((each) => !reached.has(each))
  const comparison = table(
    'Plans',
    ['Limit', ...shown.map((each) => `${PLAN_NAMES[each]}${each === plan ? ', yours' : ''}`)],
    planLimits(plans).map(({ title, valueOf }) => {
      const own = valueOf(plan)
      return [title, ...shown.map(valueOf).map((value) => (value === own ? value : html`<strong>${value}</strong>`))]
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
