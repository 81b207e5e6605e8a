import { STATUS_CODES } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Core, Delivery, DeliveryState, DeliverySummary, StoredAttempt } from '@basketball-data/core'
import { html } from 'hono/html'
import type { Markup } from '../page/html.ts'
import { ago, badge, button, form, hidden, table, until } from './components.ts'
import type { Notice } from './notices.ts'
import type { AccountRequest, Redirect } from './page.ts'

/** The address of the page of a webhook. */
export const webhookPath = (webhook: string): string => `/account/webhooks/${webhook}`

/** The address of the page of a delivery. */
const deliveryPath = ({ webhook, event }: Pick<DeliverySummary, 'webhook' | 'event'>): string =>
  `${webhookPath(webhook)}/deliveries/${event}`

/** The game of an event in a few words, with what the event says about it. */
export const eventTitle = ({ type, game }: Pick<DeliverySummary, 'type' | 'game'>): string => {
  const { home, away, home_score, away_score, period } = game
  if (type === 'game.period') return `${home} – ${away}, period ${period ?? ''}`
  return home_score === null || away_score === null
    ? `${home} – ${away}`
    : `${home} ${home_score}–${away_score} ${away}`
}

const STATES: Record<DeliveryState, Parameters<typeof badge>> = {
  waiting: ['Waiting', 'waiting'],
  sending: ['Sending', 'waiting'],
  delivered: ['Delivered', 'good'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'neutral'],
}

/** The state of a delivery. */
export const stateBadge = ({ state, resending }: Pick<DeliverySummary, 'state' | 'resending'>): Markup =>
  resending ? badge('Sending again', 'waiting') : badge(...STATES[state])

/** What the receiver has responded to an attempt, or why there is no response. */
export const resultOf = ({ status, error }: StoredAttempt): string =>
  error ?? `${status ?? ''} ${STATUS_CODES[status ?? 0] ?? ''}`.trim()

/** When a delivery ended, or what it waits for. */
export const timeOf = ({ at, state, resending }: Pick<DeliverySummary, 'at' | 'state' | 'resending'>): Markup => {
  if (at === null || resending || (state === 'waiting' && at.getTime() <= Date.now())) return html`now`
  return state === 'waiting' ? html`next attempt ${until(at)}` : ago(at)
}

const isFailed = ({ state, test }: DeliverySummary): boolean => state === 'failed' && !test

/** The form that has a delivery sent again; the page it is on has `resendAction` as its action `resend`. */
export const resendForm = (
  request: AccountRequest,
  delivery: Pick<DeliverySummary, 'event' | 'type' | 'game'>,
  kind: 'primary' | 'plain' | 'quiet',
): Markup =>
  form(
    request,
    'resend',
    html`${hidden('event', delivery.event)}${button(
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
  table(
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
      delivery.last_attempt === null ? '' : resultOf(delivery.last_attempt),
      timeOf(delivery),
      ...(request === null ? [] : [isFailed(delivery) ? resendForm(request, delivery, 'quiet') : '']),
    ]),
  )

/** Milliseconds that a page waits for the attempt that it has asked for, so that it can say how it went. */
const OUTCOME_WAIT = 1500
const OUTCOME_INTERVAL = 100

const outcomeOf = async ({ deliveries }: Core, account: string, webhook: string, event: string): Promise<Delivery> => {
  const end = performance.now() + OUTCOME_WAIT
  for (;;) {
    const delivery = await deliveries.get(account, webhook, event)
    if (!delivery.resending || performance.now() > end) return delivery
    await sleep(OUTCOME_INTERVAL)
  }
}

/** Whether a receiver has accepted a delivery with this status; null: there was no response. */
export const isAccepted = (status: number | null): boolean => status !== null && status >= 200 && status < 300

const noticeOf = ({ resending, attempts }: Delivery): Notice => {
  if (resending) return 'delivery_resent'
  return isAccepted(attempts.at(-1)?.status ?? null) ? 'delivery_accepted' : 'delivery_failed_again'
}

/** Has the delivery of a form sent again, and shows it. */
export const resendAction = async ({ core, account, params, form: fields }: AccountRequest) => {
  const { id: webhook = '' } = params
  const event = fields.get('event') ?? ''
  await core.deliveries.resend(account.id, webhook, event, { by: account.id })
  return { to: deliveryPath({ webhook, event }), notice: noticeOf(await outcomeOf(core, account.id, webhook, event)) }
}

/** The form that sends a test event; the page it is on has `testAction` as its action `test`. */
export const testForm = (request: AccountRequest, label: string): Markup =>
  form(request, 'test', button(label, 'plain'))

/** Sends a test event to the webhook of the page, and shows it among the deliveries of the webhook. */
export const testAction = async ({ core, account, params }: AccountRequest): Promise<Redirect> => {
  const { id = '' } = params
  const { data } = await (await core.callerOf(account.id, { by: account.id })).webhooks.test({ id })
  return { to: webhookPath(id), notice: isAccepted(data.last_status) ? 'test_delivered' : 'test_failed' }
}
