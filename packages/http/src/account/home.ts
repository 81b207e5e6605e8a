import type { AccountUsage, DeliverySummary } from '@basketball-data/core'
import { MAX_ACTIVE_KEYS } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import { shellBlock } from '../pages/code.ts'
import type { Markup } from '../pages/html.ts'
import { PLAN_NAMES } from '../pages/plan-names.ts'
import { buttonLink, card, count, figure, figures, heading, quotaBar, table, until } from './components.ts'
import { deliveriesTable } from './deliveries.ts'
import { keyName, lastUsed } from './keys.ts'
import type { AccountPage } from './page.ts'

/** The figure of what is used of today, and what is left. */
export const callsToday = ({ today: { used, limit, remaining, resets_at } }: AccountUsage): Markup =>
  limit === null || remaining === null
    ? figure('Calls today', count(used), 'No limit per day')
    : figure(
        'Calls today',
        html`${count(used)} <small>of ${count(limit)}</small> ${quotaBar('Calls today', used, limit)}`,
        html`${count(remaining)} left, resets ${until(resets_at)}`,
      )

/** Days of the small plot. */
const DAYS = 30

/** Calls per day as bars, in an SVG of 300 × 40. */
const bars = (days: readonly { day: string; calls: number }[]): Markup => {
  const most = Math.max(1, ...days.map(({ calls }) => calls))
  const width = 300 / DAYS
  const height = (calls: number): number => Math.max(1, Math.round((calls / most) * 40))
  return html`<svg class="bars" viewBox="0 0 300 40" preserveAspectRatio="none" aria-hidden="true">
    ${days.map(
      ({ calls }, index) =>
        html`<rect
          x="${index * width + 1}"
          y="${40 - height(calls)}"
          width="${width - 2}"
          height="${height(calls)}"
        ></rect>`,
    )}
  </svg>`
}

/** The figure of the calls of the last 30 days. */
export const callsOf30Days = ({ days }: AccountUsage): Markup => {
  const latest = days.slice(-DAYS)
  const [calls, refused] = [
    latest.reduce((sum, day) => sum + day.calls, 0),
    latest.reduce((n, day) => n + day.refused, 0),
  ]
  return figure(
    'Calls in 30 days',
    calls === 0 ? count(calls) : html`${count(calls)} ${bars(latest)}`,
    refused === 0 ? 'None refused by a limit' : `${count(refused)} refused by a limit`,
  )
}

const firstSteps = (base: string): Markup =>
  card(
    'A first call',
    html`<div class="content">
      <p>Create a key: it is sent with every call, and shown once.</p>
      ${shellBlock('Then call', `curl -H 'X-API-Key: bd_…' \\\n  '${base}/games?status=final&per_page=3'`)}
      <div class="buttons">
        ${buttonLink('/account/keys', 'Create a key', 'primary')} ${buttonLink('/docs', 'Read the documentation')}
      </div>
    </div>`,
  )

const keysCard = (active: AccountUsage['keys']): Markup =>
  card(
    'Keys',
    table(
      'Active keys',
      [{ title: 'Name' }, { title: 'Key' }, { title: 'Last used' }],
      active.map((key) => [keyName(key), html`<code>${key.hint}</code>`, lastUsed(key.last_at)]),
    ),
    html`<a href="/account/keys">All keys</a>`,
  )

/** Deliveries on this page. */
const LATEST = 5

/** Nothing for accounts without deliveries. */
const deliveriesCard = (deliveries: readonly DeliverySummary[]): Markup | string =>
  deliveries.length === 0
    ? ''
    : card(
        'Latest deliveries',
        deliveriesTable('Latest deliveries', deliveries, null),
        html`<a href="/account/webhooks">All webhooks</a>`,
      )

/** What somebody wants to know first: what is left of today, which keys are in use, whether deliveries arrive. */
export const homePage: AccountPage = {
  path: '/account',
  tab: 'home',
  show: async ({ core, account }) => {
    const [usage, { deliveries }] = await Promise.all([
      core.usage.ofAccount(account.id),
      core.deliveries.list(account.id, { limit: LATEST }),
    ])
    const active = usage.keys.filter(({ revoked_at }) => revoked_at === null)
    return {
      title: 'Overview',
      body: html`${heading('Overview')}
      ${figures([
        callsToday(usage),
        callsOf30Days(usage),
        figure('Plan', PLAN_NAMES[account.plan], html`<a href="/docs#plans">Compare plans</a>`),
        figure('Active keys', html`${active.length} <small>of ${MAX_ACTIVE_KEYS}</small>`),
      ])}
      ${active.length === 0 ? firstSteps(core.service.base) : keysCard(active)} ${deliveriesCard(deliveries)}`,
    }
  },
}
