import { badRequest, type Account, type Core } from '@basketball-data/core'
import { Plan, PLANS, reaches, type Webhook } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import type { Markup } from '../../page/html.ts'
import { PLAN_NAMES } from '../../page/plan-limits.ts'
import * as ui from '../components.ts'
import { callsOf30Days, callsToday } from '../usage-figures.ts'
import { keyCards } from '../keys.ts'
import { logCard } from '../log.ts'
import type { AccountPage, AccountRequest } from '../page.ts'

export const planField = (value: string): Markup =>
  ui.select({ label: 'Plan', name: 'plan', value, options: PLANS.map((plan) => [plan, PLAN_NAMES[plan]]) })

/** The plan that was chosen. @throws ServiceError bad_request */
export const parsePlan = (form: URLSearchParams): Plan => {
  const plan = Plan.safeParse(form.get('plan'))
  if (!plan.success) throw badRequest(`The plan must be one of ${PLANS.join(', ')}.`)
  return plan.data
}

export const accountPath = (id: string): string => `/account/operator/accounts/${id}`

const webhookState = ({ status, last_24_hours: { failed } }: Webhook): Markup => {
  if (status === 'disabled') return ui.badge('disabled', 'bad')
  return failed === 0
    ? ui.badge('active', 'good')
    : ui.badge(`active, ${ui.count(failed)} failed in 24 hours`, 'waiting')
}

/** Of the url, operators see the host, because the rest may contain secrets. */
const webhookTable = (webhooks: readonly Webhook[]): Markup =>
  ui.table(
    'Webhooks',
    ['Host', 'Events', { title: 'State', short: true }, 'Last delivery'],
    webhooks.map((webhook) => [
      html`${new URL(webhook.url).host} <small>${webhook.id}</small>`,
      webhook.events.join(', '),
      webhookState(webhook),
      webhook.last_delivery_at === null
        ? ui.last(null)
        : html`${ui.ago(new Date(webhook.last_delivery_at))}, ${webhook.last_status ?? 'no response'}`,
    ]),
  )

const webhooksCard = async (core: Core, { id, plan }: Account): Promise<Markup> => {
  if (!reaches(plan, 'live'))
    return ui.card('Webhooks', ui.emptyState('None on this plan', 'Webhooks belong to plan Live and higher.'))
  const { data } = await (await core.callerFor(id)).webhooks.list({})
  return ui.card(
    'Webhooks',
    data.length === 0 ? ui.emptyState('No webhooks', 'The account has not created any.') : webhookTable(data),
  )
}

const noKeys = ui.emptyState('No keys', 'The holder creates keys after signing in.')

const planCard = (request: AccountRequest, { plan }: Account): Markup =>
  ui.card(
    'Plan',
    ui.form(
      request,
      'plan',
      html`<div class="inline">${planField(plan)} ${ui.button('Change plan')}</div>
        <p class="hint">It counts from the next call on. The account holder sees the change in the log.</p>`,
    ),
  )

/** The account in the address. @throws ServiceError not_found */
const getRequestedAccount = ({ core, params }: AccountRequest): Promise<Account> =>
  core.accounts.get(params['id'] ?? '')

/** For operators: what an account has and uses. They can set its plan and revoke its keys. */
export const accountPage: AccountPage = {
  path: accountPath(':id'),
  tab: 'accounts',
  show: async (request) => {
    const { core } = request
    const account = await getRequestedAccount(request)
    const { id, email, operator, created_at } = account
    const [usage, keys, webhooks, log] = await Promise.all([
      core.usage.ofAccount(id),
      core.keys.list(id),
      webhooksCard(core, account),
      logCard(request, { account: id, path: accountPath(id) }),
    ])
    return {
      title: email,
      body: html`${ui.crumbs([['/account/operator', 'Accounts']])}
      ${ui.heading(html`${email} ${operator ? ui.badge('operator') : ''}`, html`<code>${id}</code>, since ${ui.day(created_at)}`)}
      ${ui.figures([callsToday(usage), callsOf30Days(usage)])} ${planCard(request, account)}
      ${keyCards(request, keys, noKeys)} ${webhooks} ${log}`,
    }
  },
  actions: {
    plan: async (request) => {
      const { id } = await getRequestedAccount(request)
      await request.core.accounts.setPlan(id, parsePlan(request.form), { by: request.account.id })
      return { to: accountPath(id), notice: 'plan_changed' }
    },
    revoke: async (request) => {
      const { id } = await getRequestedAccount(request)
      await request.core.keys.revoke(request.form.get('key') ?? '', { account: id, by: request.account.id })
      return { to: accountPath(id), notice: 'key_revoked' }
    },
  },
}
