import { z } from 'zod'
import { Game, Periods } from './game.ts'
import { CompetitionId, Count, DateTime, EventId, WebhookId } from './identifiers.ts'

/** The events a webhook can receive. */
export const WebhookEventType = z.enum(['game.final', 'game.period']).meta({
  id: 'WebhookEventType',
  description: 'game.final: a game has its final score; game.period: a period of a game in progress has ended.',
  example: 'game.final',
})
export type WebhookEventType = z.infer<typeof WebhookEventType>

const url = z
  .string()
  .max(2048)
  .meta({ format: 'uri', description: 'https address on port 443, reachable from the internet.' })
const events = z.array(WebhookEventType).max(10).describe('Events sent to the address.')
const competitions = z.array(CompetitionId).max(1000).describe('Competitions covered; empty: every competition.')

/** An address that receives events. */
export const Webhook = z
  .object({
    id: WebhookId,
    url,
    events,
    competitions,
    status: z.enum(['active', 'disabled']).describe('disabled after 20 consecutive failed deliveries.'),
    secret_prefix: z.string().max(10).describe('The first characters of the secret, to tell secrets apart.'),
    secret: z
      .string()
      .max(100)
      .optional()
      .describe('Keys the signatures; present only in the answer that creates the webhook.'),
    last_delivery_at: DateTime.nullable().describe('When the last delivery was tried; null before it.'),
    last_status: Count.nullable().describe('HTTP status of the last answer; null without one.'),
    last_24_hours: z
      .object({
        delivered: Count.describe('Answered with a 2xx.'),
        failed: Count.describe('Ended without.'),
        waiting: Count.describe('Not ended yet: to be sent, or to be tried again.'),
      })
      .meta({
        id: 'DeliveryCounts',
        description: 'Deliveries of the last 24 hours, by outcome; test deliveries are left out.',
      }),
    created_at: DateTime,
  })
  .meta({ id: 'Webhook', description: 'An address that receives events.' })
export type Webhook = z.infer<typeof Webhook>

/** The body of POST /webhooks. */
export const NewWebhook = z
  .strictObject({
    url,
    events: events.min(1).optional().describe('Events to send; all when left out.'),
    competitions: competitions.optional().describe('Competitions to cover; every one when left out.'),
  })
  .meta({ id: 'NewWebhook', description: 'What a new webhook is to receive, and where.' })
export type NewWebhook = z.infer<typeof NewWebhook>

const GameState = Game.extend({
  periods: Periods.nullable(),
  revision: Count.min(1).describe('1, then one more on every correction of the final score.'),
})
const envelope = {
  id: EventId,
  created_at: DateTime,
  test: z.literal(true).optional().describe('true on a test delivery, absent otherwise.'),
}

const typed = <Type extends WebhookEventType>(type: Type) => z.literal(type).describe('The event.')
const DATA = 'What the event is about.'

/** The body of every delivery. */
export const WebhookEvent = z
  .discriminatedUnion('type', [
    z.object({ ...envelope, type: typed('game.final'), data: z.object({ game: GameState }).describe(DATA) }),
    z.object({
      ...envelope,
      type: typed('game.period'),
      data: z
        .object({
          game: GameState.extend({
            period: z.object({
              number: Count.min(1).describe('The period that ended; overtimes follow the regular ones.'),
              overtime: z.boolean().describe('Whether it was an overtime.'),
              home: Count.describe('Points of the home team in the period.'),
              away: Count.describe('Points of the away team in the period.'),
            }),
          }),
        })
        .describe(DATA),
    }),
  ])
  .meta({ id: 'WebhookEvent', description: 'The body of every delivery.' })
export type WebhookEvent = z.infer<typeof WebhookEvent>
