import { RESPONSE_TIMEOUT, RETRY_SCHEDULE } from '@basketball-data/core'
import { SECONDS_PER_DAY, WebhookEvent, WebhookEventType } from '@basketball-data/core/contract'
import type { Examples } from './examples.ts'
import type { Callbacks, Delivery, Parameter } from './types.ts'

const duration = (seconds: number): string => {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}

const { delays, maxRetryAfterFactor } = RETRY_SCHEDULE
/** Days from the first attempt to the last; a receiver can stretch them with `Retry-After`. */
const days = delays.reduce((sum, delay) => sum + delay, 0) / SECONDS_PER_DAY
const maxDays = Math.ceil(maxRetryAfterFactor * days)

/** The rules of delivery as texts, made from the constants that apply them. */
export const DELIVERY_RULES = {
  /** How soon a receiver must respond. */
  timeout: `${RESPONSE_TIMEOUT / 1000} seconds`,
  attempts: `${delays.length + 1} attempts`,
  /** Between two attempts, in order. */
  delays: new Intl.ListFormat('en-GB').format(delays.map(duration)),
  total: `about ${Math.round(days)} days`,
  maxTotal: `${maxDays} days`,
  /** How long a receiver must remember the id of an event: longer than it is attempted. */
  idLifetime: `${maxDays + 1} days`,
} as const

const { timeout, attempts, total, maxTotal, idLifetime } = DELIVERY_RULES

/** The headers of every delivery, by the name of their component. */
export const DELIVERY_HEADERS: Record<string, Parameter> = {
  ServiceSignatureParameter: {
    name: 'X-Service-Signature',
    in: 'header',
    required: true,
    description:
      '`t=<unix seconds>,v1=<hex digest>`: the HMAC-SHA256, keyed with the secret of the webhook, of t, a full stop and the exact bytes of the body. Reject a request whose t differs from your clock by more than 300 seconds.',
    schema: { type: 'string', pattern: '^t=\\d+,v1=[0-9a-f]{64}$', maxLength: 100 },
  },
  ServiceEventParameter: {
    name: 'X-Service-Event',
    in: 'header',
    required: true,
    description: 'The type of the event.',
    schema: { $ref: '#/components/schemas/WebhookEventType' },
  },
  ServiceDeliveryParameter: {
    name: 'X-Service-Delivery',
    in: 'header',
    required: true,
    description: `The id of the event, the same on every attempt: skip ids that you have handled, and remember them for ${idLifetime}.`,
    schema: { $ref: '#/components/schemas/EventId' },
  },
}

const RESPONSES = {
  '2XX': { description: `Delivered, if the response is complete within ${timeout}.` },
  '3XX': { description: 'Failed: redirects are not followed, and this delivery is not retried.' },
  '4XX': { description: 'Failed and not retried, except 408 and 429, which are retried like 5XX.' },
  '5XX': {
    description: `Retried, as if there were no response: ${attempts} over ${total}, or over at most ${maxTotal} if \`Retry-After\` asks for more time.`,
  },
}

const EVENTS = {
  'game.final': {
    operationId: 'onGameFinal',
    summary: 'A game has its final score',
    description: 'Sent with the final score, and again with a higher `revision` when the score is corrected.',
  },
  'game.period': {
    operationId: 'onGamePeriod',
    summary: 'A period of a game in progress has ended',
    description:
      'The game so far, with the `period` that has just ended; its status is still scheduled. No game.period is sent after game.final.',
  },
  'game.started': {
    operationId: 'onGameStarted',
    summary: 'A game has started',
    description:
      'Sent once per game, with its first play or points in a period, to webhooks that name the type. Not for a game that is first seen with its final score or more than a day after its tip-off.',
  },
  'game.rescheduled': {
    operationId: 'onGameRescheduled',
    summary: 'A game has another date or tip-off',
    description:
      'The game as it is now, and what it was `before`, to webhooks that name the type. The first tip-off of a game on its date is none.',
  },
  'game.no_result': {
    operationId: 'onGameNoResult',
    summary: 'A game has no result',
    description:
      'The game as it is now, and what it was `before`, to webhooks that name the type: it was called off, or its final score was withdrawn.',
  },
  'game.corrected': {
    operationId: 'onGameCorrected',
    summary: 'A final game was corrected',
    description:
      'The game, and the `parts` that have changed since its final score, to webhooks that name the type. Prices are no part of it.',
  },
} satisfies Record<WebhookEventType, object>

/** The name of the component that describes the body of an event. */
const getSchemaName = (type: WebhookEventType): string =>
  WebhookEvent.options.find(({ shape }) => shape.type.value === type)?.meta()?.id ?? ''

const delivery = (type: WebhookEventType, { events }: Examples): Delivery => ({
  ...EVENTS[type],
  security: [],
  parameters: Object.keys(DELIVERY_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  requestBody: {
    required: true,
    description: EVENTS[type].summary,
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${getSchemaName(type)}` },
        examples: { event: { summary: EVENTS[type].summary, value: events[type] } },
      },
    },
  },
  responses: RESPONSES,
})

/**
 * The requests that the service sends to webhooks, by the type of the event. They are callbacks of the operation that
 * creates a webhook: generators mix the operations of `webhooks` with those of the service.
 */
export const callbacks = (examples: Examples): Callbacks =>
  Object.fromEntries(
    WebhookEventType.options.map((type) => [type, { '{$request.body#/url}': { post: delivery(type, examples) } }]),
  )
