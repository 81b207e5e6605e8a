import { PLANS, type PlanTable } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import type { Markup } from '../page/html.ts'
import { planLimits, plansWithoutOwnEndpoints, PLAN_NAMES } from '../page/plan-limits.ts'

/** Says which plans have higher limits only, as the table shows the same number of endpoints twice. */
export const limitsOnlyNote = (): Markup[] =>
  plansWithoutOwnEndpoints().map(
    ({ plan, before }) => html` ${PLAN_NAMES[plan]} has the endpoints of ${PLAN_NAMES[before]}, with higher limits.`,
  )

/** A table of the limits of each plan. */
export const planTableMarkup = (plans: PlanTable): Markup => {
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
              ${shown.map(({ valueOf }) => html`<td>${valueOf(plan)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
