import type { Delivery, StoredAttempt } from '@basketball-data/core'
import type { Webhook } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import { jsonBlock, textBlock } from '../page/code.ts'
import type { Markup } from '../page/html.ts'
import { badge, card, count, crumbs, emptyState, facts, heading, message, moment, table } from './components.ts'
import {
  eventTitle,
  isAccepted,
  resendAction,
  resendForm,
  resultOf,
  stateBadge,
  testAction,
  testForm,
  timeOf,
  webhookPath,
} from './deliveries.ts'
import type { AccountPage, AccountRequest } from './page.ts'
import { webhookOf } from './webhooks.ts'

const attemptBadge = (attempt: StoredAttempt): Markup => {
  if (attempt.status === null) return html`${resultOf(attempt)}`
  return badge(resultOf(attempt), isAccepted(attempt.status) ? 'good' : 'bad')
}

const attemptsCard = ({ attempts }: Delivery): Markup =>
  card(
    attempts.length === 0 ? 'Attempts' : `Attempts: ${count(attempts.length)}`,
    attempts.length === 0
      ? emptyState(
          'No attempt yet',
          'It is sent as soon as one of the four slots for deliveries to this webhook is free.',
        )
      : table(
          'Attempts',
          ['Attempt', 'Result', { title: 'Took', number: true }, 'Time'],
          attempts
            .toReversed()
            .map((attempt) => [
              String(attempt.number),
              attemptBadge(attempt),
              `${count(attempt.duration)} ms`,
              moment(attempt.at),
            ]),
        ),
  )

/** Why a delivery cannot be sent again at the moment; null if it can. */
const reasonAgainst = ({ test, state, resending }: Delivery, { id, status }: Webhook): Markup | string | null => {
  if (status === 'disabled')
    return html`Nothing is sent again to a disabled webhook:
      <a href="/account/webhooks?like=${id}">add a new one in its place</a>.`
  if (test) return 'A test is sent once, and not again. Another one has the newest final score at that time.'
  if (state === 'sending' || resending) return 'It is being sent now: reload the page to see the result.'
  return null
}

const sendAgain = (request: AccountRequest, delivery: Delivery): Markup =>
  resendForm(request, delivery, delivery.state === 'delivered' ? 'plain' : 'primary')

/** Sends the delivery again; in the place of a test, which cannot be, it sends another one. */
const sendingForm = (
  request: AccountRequest,
  delivery: Delivery,
  { status }: Webhook,
  canBeResent: boolean,
): Markup | string => {
  if (canBeResent) return sendAgain(request, delivery)
  return delivery.test && status === 'active' ? testForm(request, 'Send another test') : ''
}

/** A delivery: every attempt, the body as it was sent, and sending it again. */
export const deliveryPage: AccountPage = {
  path: '/account/webhooks/:id/deliveries/:event',
  tab: 'webhooks',
  show: async (request) => {
    const { core, account, params } = request
    const webhook = await webhookOf(core, account, params['id'] ?? '')
    const delivery = await core.deliveries.get(account.id, webhook.id, params['event'] ?? '')
    const { event, type, test, created_at, body, state } = delivery
    const against = reasonAgainst(delivery, webhook)
    return {
      title: 'Delivery',
      body: html`${crumbs([
        ['/account/webhooks', 'Webhooks'],
        [webhookPath(webhook.id), webhook.url],
      ])}
      ${heading(eventTitle(delivery), '', sendingForm(request, delivery, webhook, against === null))}
      ${against === null ? '' : message('hint', against)}
      ${card(
        'Delivery',
        facts([
          ['State', html`${stateBadge(delivery)} ${timeOf(delivery)}`],
          ...(state === 'cancelled'
            ? [['Why', 'The webhook was disabled, or the test was interrupted.'] as const]
            : []),
          ['Event', html`${type}${test ? ', a test' : ''}`],
          ['Event id', html`<code>${event}</code>`],
          ['Created', moment(created_at)],
        ]),
      )}
      ${attemptsCard(delivery)}
      ${card(
        'Body',
        html`<div class="content">
          ${jsonBlock('For reading', JSON.parse(body))}
          ${textBlock(`As sent, ${count(Buffer.byteLength(body))} bytes`, body)}
        </div>`,
      )}`,
    }
  },
  actions: { resend: resendAction, test: testAction },
}
