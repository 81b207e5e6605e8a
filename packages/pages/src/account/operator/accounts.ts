import type { AccountOverview } from '@basketball-data/core'
import { html, raw } from 'hono/html'
import type { Markup } from '../../page/html.ts'
import { PLAN_NAMES } from '../../page/plan-limits.ts'
import * as ui from '../components.ts'
import type { AccountPage, AccountRequest } from '../page.ts'
import { withQuery } from '../query.ts'
import { accountPath, planField, parsePlan } from './account.ts'

/** Accounts on a page. */
const ROWS = 50

const PATH = '/account/operator'

const formatWebhooks = ({ active_webhooks, disabled_webhooks }: AccountOverview): Markup =>
  html`${ui.count(active_webhooks)}
  ${disabled_webhooks === 0 ? '' : ui.badge(`${ui.count(disabled_webhooks)} disabled`, 'bad')}`

const accountTable = (accounts: readonly AccountOverview[]): Markup =>
  ui.table(
    'Accounts',
    [
      'Account',
      { title: 'Plan', short: true },
      { title: 'Calls today', number: true },
      { title: 'In 30 days', number: true },
      { title: 'Keys', number: true },
      { title: 'Webhooks', number: true },
    ],
    accounts.map((account) => [
      html`<a href="${accountPath(account.id)}">${account.email}</a> ${account.operator ? ui.badge('operator') : ''}`,
      PLAN_NAMES[account.plan],
      ui.count(account.calls_today),
      ui.count(account.calls_30_days),
      ui.count(account.active_keys),
      formatWebhooks(account),
    ]),
  )

const searchForm = (search: string): Markup =>
  html`<form method="get" action="${PATH}" role="search">
    <div class="inline">
      ${ui.field({ label: 'Part of the e-mail address, or the id', name: 'search', value: search, maxLength: 254 })}
      ${ui.button('Search', 'plain')} ${search === '' ? '' : ui.buttonLink(PATH, 'Show all')}
    </div>
  </form>`

/** The form is open if it was sent, because then something in it is wrong. */
const createForm = (request: AccountRequest): Markup =>
  html`<details class="card" ${request.form.size === 0 ? '' : raw('open')}>
    <summary>Create an account</summary>
    ${ui.form(
      request,
      'create',
      html`<div class="inline">
        ${ui.emailField(request.form)} ${planField(request.form.get('plan') ?? 'free')} ${ui.button('Create account')}
      </div>`,
    )}
  </details>`

/** For operators: all accounts with what they use, and creating one. */
export const accountsPage: AccountPage = {
  path: PATH,
  tab: 'accounts',
  show: async (request) => {
    const { core, query } = request
    const [search, after] = [query.get('search')?.trim() ?? '', query.get('after') ?? '']
    const found = await core.accounts.overview({ search, after, limit: ROWS + 1 })
    const accounts = found.slice(0, ROWS)
    const next = found.length > ROWS ? withQuery(PATH, { search, after: accounts.at(-1)?.email }) : null
    const empty = ui.emptyState(
      'No account found',
      'No other e-mail address contains this, and no account has this id.',
    )
    return {
      title: 'Accounts',
      body: html`${ui.heading('Accounts', 'Everybody who has keys: their plan, and what they use.')}
      ${createForm(request)}
      ${ui.card(
        search === '' ? 'All accounts' : `Accounts with “${search}”`,
        html`${searchForm(search)} ${accounts.length === 0 ? empty : accountTable(accounts)}
        ${ui.pagination(
          { newer: after === '' ? null : withQuery(PATH, { search }), older: next },
          { newer: '← First', older: 'Next →' },
        )}`,
      )}`,
    }
  },
  actions: {
    create: async ({ core, account: { id: by }, form: fields }) => {
      const created = await core.accounts.create({ email: fields.get('email') ?? '', plan: parsePlan(fields), by })
      return { to: accountPath(created.id), notice: 'account_created' }
    },
  },
}
