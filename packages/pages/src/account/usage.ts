import type { AccountUsage, Core, UsageTotal } from '@basketball-data/core'
import { PLANS, type Plan } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import type { Markup } from '../page/html.ts'
import { listPlanEndpoints, planLimits, PLAN_NAMES } from '../page/plan-limits.ts'
import * as ui from './components.ts'
import { keyName } from './keys.ts'
import type { AccountPage } from './page.ts'
import { callsThisMonth, callsToday, sumCalls, usagePlot } from './usage-figures.ts'

const percent = (part: number, whole: number): string => {
  if (part === 0 || whole === 0) return '0 %'
  const share = (part / whole) * 100
  return share < 1 ? '< 1 %' : `${Math.round(share)} %`
}

/** A share of all calls as a bar with its percentage. The whole width is all calls, so that bars of two tables compare. */
const share = (calls: number, total: number): Markup =>
  html`<span class="share"
    ><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect width="${Math.round((calls / Math.max(1, total)) * 1000) / 10}" height="8" /></svg
    ><span>${percent(calls, total)}</span></span
  >`

/** Calls with their shares of all; `nameRow` is the first cell of a row. */
const sharesTable = <Row extends UsageTotal & { last_at: Date | null }>(
  label: string,
  title: string,
  rows: readonly Row[],
  nameRow: (row: Row) => Markup,
): Markup => {
  const { calls: total } = sumCalls(rows)
  return ui.table(
    label,
    [title, { title: 'Calls', number: true }, 'Share', { title: 'Refused', number: true }, 'Last call'],
    rows.map((row) => [
      nameRow(row),
      ui.count(row.calls),
      share(row.calls, total),
      ui.count(row.refused),
      ui.last(row.last_at),
    ]),
  )
}

const byEndpoint = ({ endpoints }: AccountUsage): Markup =>
  sharesTable('Calls by endpoint', 'Endpoint', endpoints, ({ endpoint }) => html`<code>${endpoint}</code>`)

const byKey = ({ keys }: AccountUsage): Markup =>
  sharesTable(
    'Calls by key',
    'Key',
    keys,
    (key) =>
      html`<span
        >${keyName(key)} ${key.revoked_at === null ? '' : ui.badge('revoked')} <small>${key.hint}</small></span
      >`,
  )

const byDay = ({ days }: AccountUsage): Markup =>
  ui.table(
    'Calls per day',
    ['Day', { title: 'Calls', number: true }, { title: 'Refused', number: true }],
    days.toReversed().map(({ day, calls, refused }) => [day, ui.count(calls), ui.count(refused)]),
  )

const unassignedNote = (unassigned: number): Markup | string =>
  unassigned === 0
    ? ''
    : html`<p class="below">
        ${ui.count(unassigned)} counted ${unassigned === 1 ? 'call is' : 'calls are'} not part of this list: a server
        had not written ${unassigned === 1 ? 'its endpoint and key' : 'their endpoints and keys'} yet, or ended before
        it could.
      </p>`

const callsCards = (usage: AccountUsage): Markup =>
  html`${ui.card(
    'Calls per day',
    html`<div class="content">${usagePlot(usage.days, usage.today.limit)}</div>
      <details class="rows">
        <summary>The same as a table</summary>
        ${byDay(usage)}
      </details>`,
  )}
  ${ui.card('By endpoint', html`${byEndpoint(usage)} ${unassignedNote(usage.unassigned)}`)}
  ${ui.card('By key', html`${byKey(usage)} ${unassignedNote(usage.unassigned)}`, html`<a href="/account/keys">All keys</a>`)}`

const noCalls = ui.card(
  'Calls per day',
  ui.emptyState(
    'No calls in 90 days',
    'Once you call with a key, its calls are here, by day, endpoint and key.',
    ui.buttonLink('/docs', 'Read the documentation', 'primary'),
  ),
)

/** The plan of the account, and what the next one adds. */
const planCard = ({ plans, service: { pricing } }: Core, plan: Plan): Markup => {
  const next = PLANS[PLANS.indexOf(plan) + 1]
  const shown = next === undefined ? [plan] : [plan, next]
  const reached = new Set(listPlanEndpoints(plan))
  const added = next === undefined ? [] : listPlanEndpoints(next).filter((each) => !reached.has(each))
  const comparison = ui.table(
    'Plans',
    ['Limit', ...shown.map((each) => `${PLAN_NAMES[each]}${each === plan ? ', yours' : ''}`)],
    planLimits(plans).map(({ title, getValue }) => {
      const own = getValue(plan)
      return [title, ...shown.map(getValue).map((value) => (value === own ? value : html`<strong>${value}</strong>`))]
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
              ${added.map(({ summary }) => html`<li>${ui.badge(summary)}</li>`)}
            </ul>`
  return ui.card(
    title,
    html`${comparison}
      <div class="below">${note}</div>`,
    html`<a href="${pricing}">All plans</a>`,
  )
}

/** The calls of 90 days, what is left of today, and the plan. */
export const usagePage: AccountPage = {
  path: '/account/usage',
  tab: 'usage',
  show: async ({ core, account }) => {
    const usage = await core.usage.ofAccount(account.id)
    const { calls, refused } = sumCalls(usage.days)
    const max = Math.max(...usage.days.map((day) => day.calls))
    return {
      title: 'Usage',
      body: html`${ui.heading(
          'Usage',
          'Calls of the last 90 days, in days of UTC. Responses with 304 and 5xx do not count.',
          html`<a href="#plan">What plan ${PLAN_NAMES[usage.plan]} includes</a>`,
        )}
        ${ui.figures([
          callsToday(usage),
          callsThisMonth(usage),
          ui.figure(
            'Calls in 90 days',
            ui.count(calls),
            calls === 0 ? 'None yet' : `${ui.count(max)} on the busiest day`,
          ),
          ui.figure('Refused in 90 days', ui.count(refused), 'With 429, because of a limit'),
        ])}
        ${calls + refused === 0 ? noCalls : callsCards(usage)}
        <div id="plan">${planCard(core, usage.plan)}</div>`,
    }
  },
}
