import type { WebhookEventType } from '@basketball-data/core/contract'
import type { EventEndpoint, OpenApiDocument, Parameter } from './document-types.ts'
import { DELIVERY_WORDS } from './delivery-words.ts'
import { finalEvent, periodEvent } from './examples/webhooks.ts'
import { EVENT_SCHEMAS } from './generate.ts'

const { answerTime, tries, inAll, atMost, remembered } = DELIVERY_WORDS

/** The headers of every delivery, by the name of their component. */
export const DELIVERY_HEADERS: Record<string, Parameter> = {
  ServiceSignature: {
    name: 'X-Service-Signature',
    in: 'header',
    required: true,
    description:
      '`t=<unix seconds>,v1=<hex digest>`: the HMAC-SHA256, keyed with the secret of the webhook, of t, a full stop and the body to the byte. Refuse a request whose t is more than 300 seconds from the time it is.',
    schema: { type: 'string', pattern: '^t=\\d+,v1=[0-9a-f]{64}$', maxLength: 100 },
  },
  ServiceEvent: {
    name: 'X-Service-Event',
    in: 'header',
    required: true,
    description: 'The event.',
    schema: { $ref: '#/components/schemas/WebhookEventType' },
  },
  ServiceDelivery: {
    name: 'X-Service-Delivery',
    in: 'header',
    required: true,
    description: `The id of the event, the same on every try: skip those you have handled, and remember them for ${remembered}.`,
    schema: { $ref: '#/components/schemas/EventId' },
  },
}

/** Names a call that makes a record, for it to be repeated. */
export const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Sent as a header: any text of your own that names this call. Repeated with the same body within 24 hours, it gets the same record and makes no other one; 400 once that record has been removed.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$', maxLength: 255 },
}

const RESPONSES = {
  '2XX': { description: `Delivered, where the answer is complete within ${answerTime}.` },
  '3XX': { description: 'Failed: redirects are not followed, and this delivery is not tried again.' },
  '4XX': { description: 'Failed and not tried again; only 408 and 429 are tried again, as 5XX.' },
  '5XX': {
    description: `Tried again, as after no answer: ${tries} in all over ${inAll}, ${atMost} at most where \`Retry-After\` asks for more time.`,
  },
}

const DESCRIPTION = {
  'game.final': {
    operationId: 'onGameFinal',
    summary: 'A game has its final score',
    description: 'Sent when the score is in, and again with a higher `revision` when it is corrected.',
    example: finalEvent,
  },
  'game.period': {
    operationId: 'onGamePeriod',
    summary: 'A period of a game in progress has ended',
    description:
      'The game so far, with the `period` that has just ended; its status stays scheduled. A period that was not known before the final score is not told: the final score ends the telling.',
    example: periodEvent,
  },
} satisfies Record<WebhookEventType, object>

const eventEndpoint = (type: WebhookEventType): EventEndpoint => {
  const { operationId, summary, description, example } = DESCRIPTION[type]
  const schema = { $ref: `#/components/schemas/${EVENT_SCHEMAS[type]}` }
  return {
    operationId,
    summary,
    description,
    tags: ['Webhooks'],
    security: [],
    parameters: Object.keys(DELIVERY_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      description: summary,
      content: { 'application/json': { schema, examples: { event: { summary, value: example } } } },
    },
    responses: RESPONSES,
  }
}

/** The events that webhooks receive, as requests to an address of the reader's. */
export const eventEndpoints = (): OpenApiDocument['webhooks'] => ({
  'game.final': { post: eventEndpoint('game.final') },
  'game.period': { post: eventEndpoint('game.period') },
})
