import type { AccountUsage, DeliverySummary } from '@basketball-data/core'
import { MAX_ACTIVE_KEYS, PLANS, reaches, type Plan, type Webhook } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import { shellBlock } from '../page/code.ts'
import type { Markup } from '../page/html.ts'
import { PLAN_NAMES } from '../page/plan-limits.ts'
import * as ui from './components.ts'
import { deliveriesTable } from './deliveries.ts'
import { keyName } from './keys.ts'
import type { AccountPage } from './page.ts'
import { callsOf30Days, callsToday } from './usage-figures.ts'
import { isFailing, listWebhooks } from './webhooks.ts'

const firstSteps = (base: string): Markup =>
  ui.card(
    'A first call',
    html`<div class="content">
      <p>Create a key: it is sent with every call, and shown once.</p>
      ${shellBlock('Then call', `curl -H 'Authorization: Bearer bd_…' \\\n  '${base}/games?status=final&per_page=3'`)}
      <div class="buttons">
        ${ui.buttonLink('/account/keys', 'Create a key', 'primary')} ${ui.buttonLink('/docs', 'Read the documentation')}
      </div>
    </div>`,
  )

const keysCard = (active: AccountUsage['keys']): Markup =>
  ui.card(
    'Keys',
    ui.table(
      'Active keys',
      ['Name', 'Key', 'Last used'],
      active.map((key) => [keyName(key), html`<code>${key.hint}</code>`, ui.last(key.last_at)]),
    ),
    html`<a href="/account/keys">All keys</a>`,
  )

/** Webhooks, and how their deliveries of 24 hours went. */
const webhooksFigure = (webhooks: readonly Webhook[]): Markup => {
  const disabled = webhooks.filter(({ status }) => status === 'disabled').length
  const failing = webhooks.filter(isFailing).length
  const failed = webhooks.reduce((sum, { last_24_hours }) => sum + last_24_hours.failed, 0)
  const note = [
    ...(disabled > 0 ? [`${ui.count(disabled)} disabled`] : []),
    ...(failing > 0 ? [`the last attempt of ${ui.count(failing)} failed`] : []),
    ...(failed > 0 ? [`${ui.count(failed)} deliveries failed in 24 hours`] : []),
  ].join(', ')
  const link = html`<a href="/account/webhooks"
    >${webhooks.length === 0 ? 'Add one' : 'No delivery failed in 24 hours'}</a
  >`
  return ui.figure(
    'Webhooks',
    html`${ui.count(webhooks.length - disabled)} <small>active</small>`,
    note === '' ? link : html`<a href="/account/webhooks">${note}</a>`,
  )
}

const planFigure = (plan: Plan): Markup => {
  const next = PLANS[PLANS.indexOf(plan) + 1]
  const note =
    next === undefined ? 'The highest plan' : html`<a href="/account/usage">What ${PLAN_NAMES[next]} adds</a>`
  return ui.figure('Plan', PLAN_NAMES[plan], note)
}

const deliveriesCard = (deliveries: readonly DeliverySummary[]): Markup =>
  ui.card(
    'Latest deliveries',
    deliveries.length === 0
      ? ui.emptyState('No deliveries yet', 'The next final score is delivered to your webhooks, and listed here.')
      : deliveriesTable('Latest deliveries', deliveries, null),
    html`<a href="/account/webhooks">All webhooks</a>`,
  )

/** Deliveries on this page. */
const LATEST = 5

/** The overview: what is left of today's limit, which keys are in use, whether deliveries arrive. */
export const homePage: AccountPage = {
  path: '/account',
  tab: 'home',
  show: async ({ core, account }) => {
    const hasWebhooks = reaches(account.plan, 'live')
    const [usage, webhooks, { deliveries }] = await Promise.all([
      core.usage.ofAccount(account.id),
      hasWebhooks ? listWebhooks(core, account) : [],
      core.deliveries.list(account.id, { limit: LATEST }),
    ])
    const active = usage.keys.filter(({ revoked_at }) => revoked_at === null)
    return {
      title: 'Overview',
      body: html`${ui.heading('Overview')}
      ${ui.figures([
        callsToday(usage),
        callsOf30Days(usage),
        planFigure(account.plan),
        hasWebhooks
          ? webhooksFigure(webhooks)
          : ui.figure('Active keys', html`${active.length} <small>of ${MAX_ACTIVE_KEYS}</small>`),
      ])}
      ${active.length === 0 ? firstSteps(core.service.base) : keysCard(active)}
      ${webhooks.length === 0 && deliveries.length === 0 ? '' : deliveriesCard(deliveries)}`,
    }
  },
}
