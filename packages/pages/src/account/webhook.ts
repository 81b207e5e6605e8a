import { badRequest, DELIVERY_FILTERS, DISABLE_AFTER_FAILURES, type DeliveryFilter } from '@basketball-data/core'
import type { Webhook } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import type { Markup } from '../page/html.ts'
import * as ui from './components.ts'
import { deliveriesTable, resendAction, testAction, testForm } from './deliveries.ts'
import type { AccountPage, AccountRequest } from './page.ts'
import { parseMomentInput, toMomentInput, withQuery } from './query.ts'
import { EVENT_NAMES, webhookBadge, getWebhook, webhookPath } from './webhooks.ts'

const parseFilter = (query: URLSearchParams): DeliveryFilter | undefined =>
  DELIVERY_FILTERS.find((filter) => filter === query.get('state'))

/** The address of the list of deliveries with a filter, behind a position. */
const listPath = (webhook: string, state: DeliveryFilter | undefined, before?: string): string =>
  withQuery(webhookPath(webhook), { state, before })

const lastDay = ({ last_24_hours: { delivered, failed, waiting } }: Webhook): Markup =>
  ui.figures([
    ui.figure('Delivered in 24 hours', ui.count(delivered), 'without tests'),
    ui.figure('Failed in 24 hours', ui.count(failed), 'not retried any more, without tests'),
    ui.figure('Waiting', ui.count(waiting), 'for an attempt or a retry'),
  ])

const deliveries = async (request: AccountRequest, webhook: Webhook): Promise<Markup> => {
  const { core, account, query } = request
  const state = parseFilter(query)
  const before = query.get('before')
  const list = await core.deliveries.list(account.id, {
    webhook: webhook.id,
    state,
    ...(before !== null && { before }),
  })
  const filters = [undefined, ...DELIVERY_FILTERS].map((each) => ({
    to: listPath(webhook.id, each),
    text: each === undefined ? 'All' : ui.capitalize(each),
    current: each === state,
  }))
  const none =
    state === undefined
      ? ui.emptyState('No deliveries yet', 'A test event shows how they look.')
      : ui.emptyState(`No ${state} deliveries`, 'None of those that are stored is in this state.')
  return ui.card(
    'Deliveries',
    html`${
      list.deliveries.length === 0
        ? none
        : deliveriesTable('Deliveries', list.deliveries, webhook.status === 'active' ? request : null)
    }
    ${ui.pagination({
      newer: before === null ? null : listPath(webhook.id, state),
      older: list.next === null ? null : listPath(webhook.id, state, list.next),
    })}`,
    ui.filterLinks('Filter by state', filters),
  )
}

const DAY = 86_400_000

const resendFailedForm = (request: AccountRequest): Markup =>
  ui.card(
    'Send failed deliveries again',
    html`<p>
        Each is sent once more with the same event id, four at a time. If that fails, it does not count towards
        disabling the webhook.
      </p>
      ${ui.form(
        request,
        'resend-failed',
        html`<div class="inline">
          ${ui.field({
            label: 'All that have failed since (UTC)',
            name: 'since',
            type: 'datetime-local',
            value: request.form.get('since') ?? toMomentInput(new Date(Date.now() - DAY)),
            required: true,
          })}
          ${ui.button('Send again', 'plain')}
        </div>`,
      )}`,
  )

const disabledMessage = ({ id }: Webhook): Markup =>
  ui.message(
    'problem',
    html`This webhook was disabled after ${DISABLE_AFTER_FAILURES} deliveries in a row had failed, and nothing is sent
      to it any more. <a href="/account/webhooks?like=${id}">Add a new one in its place</a> once the address responds.`,
  )

const deleteDialog = (request: AccountRequest, { url }: Webhook): Markup =>
  ui.confirmation({
    id: 'delete',
    label: 'Delete',
    title: 'Delete this webhook?',
    text: html`Nothing is sent to ${url} any more; waiting deliveries are cancelled, and the list of deliveries is
    deleted too. This cannot be undone.`,
    form: ui.form(request, 'delete', ui.button('Delete webhook', 'danger')),
    kind: 'plain',
  })

const about = (request: AccountRequest, webhook: Webhook): Markup => {
  const { id, events, competitions, secret_prefix, created_at } = webhook
  return ui.card(
    'About this webhook',
    ui.facts([
      ['Id', html`<code>${id}</code>`],
      ['Events', events.map((type) => EVENT_NAMES[type]).join(', ')],
      ['Competitions', competitions.length === 0 ? 'All' : competitions.join(', ')],
      ['Secret', html`<code>${secret_prefix}…</code>`],
      ['Created', ui.day(new Date(created_at))],
    ]),
    deleteDialog(request, webhook),
  )
}

/** @throws ServiceError bad_request */
const parseSince = (fields: URLSearchParams): Date => {
  const since = parseMomentInput(fields.get('since') ?? '')
  if (since === null) throw badRequest('Say since when in the form 2026-11-20T18:00, in UTC.')
  return since
}

/** A webhook: its deliveries, and sending them again. */
export const webhookPage: AccountPage = {
  path: '/account/webhooks/:id',
  tab: 'webhooks',
  show: async (request) => {
    const { core, account, params } = request
    const webhook = await getWebhook(core, account, params['id'] ?? '')
    const active = webhook.status === 'active'
    const [list, canResend] = await Promise.all([
      deliveries(request, webhook),
      active && core.deliveries.hasFailed(account.id, webhook.id),
    ])
    return {
      title: 'Webhook',
      body: html`${ui.crumbs([['/account/webhooks', 'Webhooks']])}
      ${ui.heading(
        html`<span class="url">${ui.breakableUrl(webhook.url)}</span>`,
        webhookBadge(webhook),
        active ? testForm(request, 'Send a test event') : '',
      )}
      ${active ? '' : disabledMessage(webhook)} ${lastDay(webhook)} ${canResend ? resendFailedForm(request) : ''}
      ${list} ${about(request, webhook)}`,
    }
  },
  actions: {
    resend: resendAction,
    'resend-failed': async ({ core, account, params, form: fields }) => {
      const { id = '' } = params
      const resent = await core.deliveries.resendFailed(account.id, id, parseSince(fields), { by: account.id })
      return { to: webhookPath(id), notice: resent === 0 ? 'no_failed_deliveries' : 'deliveries_resent' }
    },
    test: testAction,
    delete: async ({ core, account, params }) => {
      const { id = '' } = params
      await (await core.callerFor(account.id, { by: account.id })).webhooks.remove({ id })
      return { to: '/account/webhooks', notice: 'webhook_deleted' }
    },
  },
}
