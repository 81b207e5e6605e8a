import type { AccountUsage, DeliverySummary } from '@basketball-data/core'
import { MAX_ACTIVE_KEYS } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import { shellBlock } from '../pages/code.ts'
import type { Markup } from '../pages/html.ts'
import { PLAN_NAMES } from '../pages/plan-names.ts'
import { buttonLink, card, figure, figures, heading, table } from './components.ts'
import { deliveriesTable } from './deliveries.ts'
import { keyName, lastUsed } from './keys.ts'
import type { AccountPage } from './page.ts'
import { callsOf30Days, callsToday } from './usage-figures.ts'

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
