import { STATUS_CODES } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Core, Delivery, DeliveryState, DeliverySummary, StoredAttempt } from '@basketball-data/core'
import type { Webhook } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import { highlightedJsonBlock, textBlock } from '../page/code.ts'
import type { Markup } from '../page/html.ts'
import * as ui from './components.ts'
import type { Notice } from './notices.ts'
import type { AccountPage, AccountRequest, Redirect } from './page.ts'
import { isAccepted, getWebhook, webhookPath } from './webhooks.ts'

const deliveryPath = ({ webhook, event }: Pick<DeliverySummary, 'webhook' | 'event'>): string =>
  `${webhookPath(webhook)}/deliveries/${event}`

/** The game of an event in a few words, with what the event says about it. */
const eventTitle = ({ type, game }: Pick<DeliverySummary, 'type' | 'game'>): string => {
  const { home, away, home_score, away_score, period } = game
  if (type === 'game.period') return `${home} – ${away}, period ${period ?? ''}`
  return home_score === null || away_score === null
    ? `${home} – ${away}`
    : `${home} ${home_score}–${away_score} ${away}`
}

const STATE_KINDS = {
  waiting: 'waiting',
  sending: 'waiting',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'neutral',
} as const satisfies Record<DeliveryState, string>

const stateBadge = ({ state, resending }: Pick<DeliverySummary, 'state' | 'resending'>): Markup =>
  resending ? ui.badge('Sending again', 'waiting') : ui.badge(ui.capitalize(state), STATE_KINDS[state])

/** What the receiver has responded to an attempt, or why there is no response. */
const formatResult = ({ status, error }: StoredAttempt): string =>
  error ?? `${status ?? ''} ${STATUS_CODES[status ?? 0] ?? ''}`.trim()

/** When a delivery ended, or what it waits for. */
const renderTime = ({ at, state, resending }: Pick<DeliverySummary, 'at' | 'state' | 'resending'>): Markup => {
  if (at === null || resending || (state === 'waiting' && at.getTime() <= Date.now())) return html`now`
  return state === 'waiting' ? html`next attempt ${ui.until(at)}` : ui.ago(at)
}

const isFailed = ({ state, test }: DeliverySummary): boolean => state === 'failed' && !test

/** The form that has a delivery sent again; the page it is on has `resendAction` as its action `resend`. */
const resendForm = (
  request: AccountRequest,
  delivery: Pick<DeliverySummary, 'event' | 'type' | 'game'>,
  kind: 'primary' | 'plain' | 'quiet',
): Markup =>
  ui.form(
    request,
    'resend',
    html`${ui.hidden('event', delivery.event)}${ui.button(
      html`Send again<span class="read-out">: ${eventTitle(delivery)}, ${delivery.event}</span>`,
      kind,
    )}`,
  )

/** A table of deliveries; those that have failed can be sent again from it if `request` is set. */
export const deliveriesTable = (
  label: string,
  deliveries: readonly DeliverySummary[],
  request: AccountRequest | null,
): Markup =>
  ui.table(
    label,
    [
      'Event',
      'State',
      { title: 'Attempts', number: true },
      'Last result',
      'When',
      ...(request === null ? [] : [{ title: 'Send again', hiddenTitle: true }]),
    ],
    deliveries.map((delivery) => [
      html`<span
        ><a href="${deliveryPath(delivery)}">${eventTitle(delivery)}</a>
        <small>${delivery.type}${delivery.test ? ', test' : ''}</small></span
      >`,
      stateBadge(delivery),
      String(delivery.last_attempt?.number ?? 0),
      delivery.last_attempt === null ? '' : formatResult(delivery.last_attempt),
      renderTime(delivery),
      ...(request === null ? [] : [isFailed(delivery) ? resendForm(request, delivery, 'quiet') : '']),
    ]),
  )

/** Milliseconds that a page waits for the attempt that it has asked for, so that it can say how it went. */
const OUTCOME_WAIT = 1500
const OUTCOME_INTERVAL = 100

const readOutcome = async (
  { deliveries }: Core,
  account: string,
  webhook: string,
  event: string,
): Promise<Delivery> => {
  const end = performance.now() + OUTCOME_WAIT
  for (;;) {
    const delivery = await deliveries.get(account, webhook, event)
    if (!delivery.resending || performance.now() > end) return delivery
    await sleep(OUTCOME_INTERVAL)
  }
}

const getNotice = ({ resending, attempts }: Delivery): Notice => {
  if (resending) return 'delivery_resent'
  return isAccepted(attempts.at(-1)?.status ?? null) ? 'delivery_accepted' : 'delivery_failed_again'
}

/** Has the delivery of a form sent again, and shows it. */
export const resendAction = async ({ core, account, params, form: fields }: AccountRequest) => {
  const { id: webhook = '' } = params
  const event = fields.get('event') ?? ''
  await core.deliveries.resend(account.id, webhook, event, { by: account.id })
  return {
    to: deliveryPath({ webhook, event }),
    notice: getNotice(await readOutcome(core, account.id, webhook, event)),
  }
}

/** The form that sends a test event; the page it is on has `testAction` as its action `test`. */
export const testForm = (request: AccountRequest, label: string): Markup =>
  ui.form(request, 'test', ui.button(label, 'plain'))

/** Sends a test event to the webhook of the page, and shows it among the deliveries of the webhook. */
export const testAction = async ({ core, account, params }: AccountRequest): Promise<Redirect> => {
  const { id = '' } = params
  const { data } = await (await core.callerFor(account.id, { by: account.id })).webhooks.test({ id })
  return { to: webhookPath(id), notice: isAccepted(data.last_status) ? 'test_delivered' : 'test_failed' }
}

const attemptBadge = (attempt: StoredAttempt): Markup => {
  if (attempt.status === null) return html`${formatResult(attempt)}`
  return ui.badge(formatResult(attempt), isAccepted(attempt.status) ? 'good' : 'bad')
}

const attemptsCard = ({ attempts }: Delivery): Markup =>
  ui.card(
    attempts.length === 0 ? 'Attempts' : `Attempts: ${ui.count(attempts.length)}`,
    attempts.length === 0
      ? ui.emptyState(
          'No attempt yet',
          'It is sent as soon as one of the four slots for deliveries to this webhook is free.',
        )
      : ui.table(
          'Attempts',
          ['Attempt', 'Result', { title: 'Took', number: true }, 'Time'],
          attempts
            .toReversed()
            .map((attempt) => [
              String(attempt.number),
              attemptBadge(attempt),
              `${ui.count(attempt.duration)} ms`,
              ui.moment(attempt.at),
            ]),
        ),
  )

/** Why a delivery cannot be sent again now; null if it can. */
const reasonAgainst = ({ test, state, resending }: Delivery, { id, status }: Webhook): Markup | string | null => {
  if (status === 'disabled')
    return html`Nothing is sent again to a disabled webhook:
      <a href="/account/webhooks?like=${id}">add a new one in its place</a>.`
  if (test) return 'A test is sent once, and not again. Another one has the newest final score at that time.'
  if (state === 'sending' || resending) return 'It is being sent now: reload the page to see the result.'
  return null
}

/** Sends the delivery again; in the place of a test, which cannot be, it sends another one. */
const sendingForm = (
  request: AccountRequest,
  delivery: Delivery,
  { status }: Webhook,
  canBeResent: boolean,
): Markup | string => {
  if (canBeResent) return resendForm(request, delivery, delivery.state === 'delivered' ? 'plain' : 'primary')
  return delivery.test && status === 'active' ? testForm(request, 'Send another test') : ''
}

/** A delivery: every attempt, the body as it was sent, and sending it again. */
export const deliveryPage: AccountPage = {
  path: '/account/webhooks/:id/deliveries/:event',
  tab: 'webhooks',
  show: async (request) => {
    const { core, account, params } = request
    const webhook = await getWebhook(core, account, params['id'] ?? '')
    const delivery = await core.deliveries.get(account.id, webhook.id, params['event'] ?? '')
    const { event, type, test, created_at, body, state } = delivery
    const against = reasonAgainst(delivery, webhook)
    return {
      title: 'Delivery',
      body: html`${ui.crumbs([
        ['/account/webhooks', 'Webhooks'],
        [webhookPath(webhook.id), webhook.url],
      ])}
      ${ui.heading(eventTitle(delivery), '', sendingForm(request, delivery, webhook, against === null))}
      ${against === null ? '' : ui.message('hint', against)}
      ${ui.card(
        'Delivery',
        ui.facts([
          ['State', html`${stateBadge(delivery)} ${renderTime(delivery)}`],
          ...(state === 'cancelled'
            ? [['Why', 'The webhook was disabled, or the test was interrupted.'] as const]
            : []),
          ['Event', html`${type}${test ? ', a test' : ''}`],
          ['Event id', html`<code>${event}</code>`],
          ['Created', ui.moment(created_at)],
        ]),
      )}
      ${attemptsCard(delivery)}
      ${ui.card(
        'Body',
        html`<div class="content">
          ${highlightedJsonBlock('For reading', JSON.parse(body))}
          ${textBlock(`As sent, ${ui.count(Buffer.byteLength(body))} bytes`, body)}
        </div>`,
      )}`,
    }
  },
  actions: { resend: resendAction, test: testAction },
}
