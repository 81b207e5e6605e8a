import type { AccountUsage, UsageTotal } from '@basketball-data/core'
import { html } from 'hono/html'
import type { Markup } from '../page/html.ts'
import { PLAN_NAMES } from '../page/plan-limits.ts'
import { ago, badge, buttonLink, card, count, emptyState, figure, figures, heading, table } from './components.ts'
import { keyName, lastUsed } from './keys.ts'
import type { AccountPage } from './page.ts'
import { planCard } from './plan-card.ts'
import { callsThisMonth, callsToday, sumOf } from './usage-figures.ts'
import { usagePlot } from './usage-plot.ts'

const percent = (part: number, whole: number): string => {
  if (part === 0 || whole === 0) return '0 %'
  const share = (part / whole) * 100
  return share < 1 ? '< 1 %' : `${Math.round(share)} %`
}

/** Shares of all calls, each as a bar with its percentage. The longest bar is that of the largest share. */
const sharesOf = (rows: readonly UsageTotal[]) => {
  const { calls: total } = sumOf(rows)
  const most = Math.max(1, ...rows.map(({ calls }) => calls))
  return (calls: number): Markup =>
    html`<span class="share"
      ><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect width="${Math.round((calls / most) * 1000) / 10}" height="8" /></svg
      ><span>${percent(calls, total)}</span></span
    >`
}

const SHARE_COLUMNS = [
  { title: 'Calls', number: true },
  'Share',
  { title: 'Refused', number: true },
  'Last call',
] as const

const byEndpoint = ({ endpoints }: AccountUsage): Markup => {
  const shareOf = sharesOf(endpoints)
  return table(
    'Calls by endpoint',
    ['Endpoint', ...SHARE_COLUMNS],
    endpoints.map(({ endpoint, calls, refused, last_at }) => [
      html`<code>${endpoint}</code>`,
      count(calls),
      shareOf(calls),
      count(refused),
      ago(last_at),
    ]),
  )
}

const byKey = ({ keys }: AccountUsage): Markup => {
  const shareOf = sharesOf(keys)
  return table(
    'Calls by key',
    ['Key', ...SHARE_COLUMNS],
    keys.map((key) => [
      html`<span>${keyName(key)} ${key.revoked_at === null ? '' : badge('revoked')} <small>${key.hint}</small></span>`,
      count(key.calls),
      shareOf(key.calls),
      count(key.refused),
      lastUsed(key.last_at),
    ]),
  )
}

const byDay = ({ days }: AccountUsage): Markup =>
  table(
    'Calls per day',
    ['Day', { title: 'Calls', number: true }, { title: 'Refused', number: true }],
    days.toReversed().map(({ day, calls, refused }) => [day, count(calls), count(refused)]),
  )

const unassignedNote = (unassigned: number): Markup | string =>
  unassigned === 0
    ? ''
    : html`<p class="below">
        ${count(unassigned)} counted ${unassigned === 1 ? 'call is' : 'calls are'} not part of this list: a server had
        not written ${unassigned === 1 ? 'its endpoint and key' : 'their endpoints and keys'} yet, or ended before it
        could.
      </p>`

const callsCards = (usage: AccountUsage): Markup =>
  html`${card(
    'Calls per day',
    html`<div class="content">${usagePlot(usage.days, usage.today.limit)}</div>
      <details class="rows">
        <summary>The same as a table</summary>
        ${byDay(usage)}
      </details>`,
  )}
  ${card('By endpoint', html`${byEndpoint(usage)} ${unassignedNote(usage.unassigned)}`)}
  ${card('By key', html`${byKey(usage)} ${unassignedNote(usage.unassigned)}`, html`<a href="/account/keys">All keys</a>`)}`

const noCalls = card(
  'Calls per day',
  emptyState(
    'No calls in 90 days',
    'Once you call with a key, its calls are here, by day, endpoint and key.',
    buttonLink('/docs', 'Read the documentation', 'primary'),
  ),
)

/** The calls of 90 days, what is left of today, and the plan. */
export const usagePage: AccountPage = {
  path: '/account/usage',
  tab: 'usage',
  show: async ({ core, account }) => {
    const usage = await core.usage.ofAccount(account.id)
    const { calls, refused } = sumOf(usage.days)
    const most = Math.max(...usage.days.map((day) => day.calls))
    return {
      title: 'Usage',
      body: html`${heading(
          'Usage',
          'Calls of the last 90 days, in days of UTC. Responses with 304 and 5xx do not count.',
          html`<a href="#plan">What plan ${PLAN_NAMES[usage.plan]} includes</a>`,
        )}
        ${figures([
          callsToday(usage),
          callsThisMonth(usage),
          figure('Calls in 90 days', count(calls), calls === 0 ? 'None yet' : `${count(most)} on the busiest day`),
          figure('Refused in 90 days', count(refused), 'With 429, because of a limit'),
        ])}
        ${calls + refused === 0 ? noCalls : callsCards(usage)}
        <div id="plan">${planCard(core, usage.plan)}</div>`,
    }
  },
}
