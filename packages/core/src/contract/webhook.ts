import { z } from 'zod'
import { GamePart } from './change.ts'
import { Game, Periods } from './game.ts'
import { CompetitionId, EventId, WebhookId } from './identifiers.ts'
import { Count, DateTime } from './scalars.ts'

/** The types that a webhook receives if it names none. Streams send them too. */
export const DEFAULT_EVENT_TYPES = ['game.final', 'game.period'] as const

/** The types of events that a webhook can receive. */
export const WebhookEventType = z
  .enum([...DEFAULT_EVENT_TYPES, 'game.started', 'game.rescheduled', 'game.no_result', 'game.corrected'])
  .meta({
    id: 'WebhookEventType',
    description:
      'game.final: a game has its final score; game.period: a period of a game in progress has ended; game.started: a game has started; game.rescheduled: a game has another date or tip-off; game.no_result: a game has no result, or no longer its final score; game.corrected: a part of a final game has changed. A webhook receives the last four only if it names them.',
    example: 'game.final',
  })
export type WebhookEventType = z.infer<typeof WebhookEventType>

const url = z.string().max(2048).meta({
  format: 'uri',
  description:
    'URL that receives events: https on port 443, reachable from the internet, unless the service allows private addresses.',
})
const events = z.array(WebhookEventType).max(10).describe('Event types that are sent.')
const competitions = z
  .array(CompetitionId)
  .max(1000)
  .describe('Competitions whose events are sent. Empty: all competitions.')

/** A URL that receives events. */
export const Webhook = z
  .object({
    id: WebhookId,
    url,
    events,
    competitions,
    status: z.enum(['active', 'disabled']).meta({
      id: 'WebhookStatus',
      description: 'Status of the webhook: active, or disabled after 20 consecutive failed deliveries.',
      example: 'active',
    }),
    secret_prefix: z.string().max(10).describe('The first characters of the secret, to identify it.'),
    secret: z
      .string()
      .max(100)
      .optional()
      .describe('Secret that signs the deliveries. Only present in the response that creates the webhook.'),
    last_delivery_at: DateTime.nullable().describe('Time of the last delivery attempt. Null before the first one.'),
    last_status: Count.nullable().describe('HTTP status of the last response. Null without a response.'),
    last_24_hours: z
      .object({
        delivered: Count.describe('Deliveries that received a 2xx response.'),
        failed: Count.describe('Deliveries that ended without a 2xx response.'),
        waiting: Count.describe('Deliveries that are still to be sent or retried.'),
      })
      .meta({
        id: 'DeliveryCounts',
        description: 'Number of deliveries of the last 24 hours by outcome, without test deliveries.',
      }),
    created_at: DateTime,
  })
  .meta({ id: 'Webhook', description: 'A URL that receives events.' })
export type Webhook = z.infer<typeof Webhook>

/** The body of POST /webhooks. */
export const WebhookInput = z
  .strictObject({
    url,
    events: events.min(1).optional().describe('Event types to send. Default: game.final and game.period.'),
    competitions: competitions.optional().describe('Competitions whose events are sent. Default: all competitions.'),
  })
  .meta({ id: 'WebhookInput', description: 'The webhook to create.' })
export type WebhookInput = z.infer<typeof WebhookInput>

const EventGame = Game.extend({
  periods: Periods.nullable().describe('Points per period. Null if unknown.'),
  revision: Count.min(1).describe(
    'Revision of the game: 1 with its first final score, then incremented on every correction of any part. See GET /games/{id}/revisions.',
  ),
}).meta({ id: 'EventGame', description: 'The game at the time of the event.' })

const EndedPeriod = z
  .object({
    number: Count.min(1).describe('Number of the period that ended. Overtimes follow the regular periods.'),
    overtime: z.boolean().describe('Whether the period is an overtime.'),
    home: Count.describe('Points of the home team in the period.'),
    away: Count.describe('Points of the away team in the period.'),
  })
  .meta({ id: 'EndedPeriod', description: 'A period that has ended.' })

const PeriodGame = EventGame.extend({ period: EndedPeriod }).meta({
  id: 'PeriodGame',
  description: 'The game at the time of the event, with the period that has just ended.',
})

const FormerState = Game.pick({ date: true, tip_off: true, status: true, home_score: true, away_score: true }).meta({
  id: 'FormerState',
  description: 'What the game was before the event.',
})

const envelope = {
  id: EventId.describe('The same on every attempt: skip an event whose id you have handled.'),
  created_at: DateTime,
  test: z.literal(true).optional().describe('True on a test delivery, otherwise absent.'),
}

const literalType = <Type extends WebhookEventType>(type: Type) => z.literal(type).describe('Type of the event.')
const description = 'The game of the event.'
const FinalData = z.object({ game: EventGame }).meta({ id: 'GameFinalData', description })
const PeriodData = z.object({ game: PeriodGame }).meta({ id: 'GamePeriodData', description })

/** The event of a final score. */
export const GameFinalEvent = z.object({ ...envelope, type: literalType('game.final'), data: FinalData }).meta({
  id: 'GameFinalEvent',
  description:
    'The body of game.final: a game has its final score. A corrected score is sent as another event with a new id and a higher revision.',
})
export type GameFinalEvent = z.infer<typeof GameFinalEvent>

/** The event of a finished period. */
export const GamePeriodEvent = z.object({ ...envelope, type: literalType('game.period'), data: PeriodData }).meta({
  id: 'GamePeriodEvent',
  description:
    'The body of game.period: a period of a game in progress has ended. None is sent after game.final, so the last period is usually only in the periods of game.final.',
})
export type GamePeriodEvent = z.infer<typeof GamePeriodEvent>

const StartedData = z.object({ game: EventGame }).meta({ id: 'GameStartedData', description })
const RescheduledData = z
  .object({ game: EventGame, before: FormerState })
  .meta({ id: 'GameRescheduledData', description: 'The game of the event, and what it was before.' })
const NoResultData = z
  .object({
    game: EventGame,
    before: FormerState,
    removed: z
      .boolean()
      .describe('Whether the game was removed: GET /games/{id} returns 404, or the game that it was merged into.'),
  })
  .meta({ id: 'GameNoResultData', description: 'The game of the event, and what it was before.' })
const CorrectedData = z
  .object({
    game: EventGame,
    parts: z.array(GamePart).max(4).describe('The parts that have changed: game, boxscore, playbyplay or shots.'),
  })
  .meta({ id: 'GameCorrectedData', description: 'The game of the event, and what has changed in it.' })

/** The event of a game that has started. */
export const GameStartedEvent = z.object({ ...envelope, type: literalType('game.started'), data: StartedData }).meta({
  id: 'GameStartedEvent',
  description:
    'The body of game.started: a game shows its first play, point or score. Sent once per game, and not for a game that is first seen with its final score or more than a day after its tip-off.',
})
export type GameStartedEvent = z.infer<typeof GameStartedEvent>

/** The event of another date or tip-off. */
export const GameRescheduledEvent = z
  .object({ ...envelope, type: literalType('game.rescheduled'), data: RescheduledData })
  .meta({
    id: 'GameRescheduledEvent',
    description:
      'The body of game.rescheduled: a scheduled game has another date or tip-off. The first tip-off of a game on its date is none.',
  })
export type GameRescheduledEvent = z.infer<typeof GameRescheduledEvent>

/** The event of a game without a result. */
export const GameNoResultEvent = z
  .object({ ...envelope, type: literalType('game.no_result'), data: NoResultData })
  .meta({
    id: 'GameNoResultEvent',
    description:
      'The body of game.no_result: a game has no score and none to come, or its final score was withdrawn: its status is then scheduled if it is to be scored again.',
  })
export type GameNoResultEvent = z.infer<typeof GameNoResultEvent>

/** The event of a correction. */
export const GameCorrectedEvent = z
  .object({ ...envelope, type: literalType('game.corrected'), data: CorrectedData })
  .meta({
    id: 'GameCorrectedEvent',
    description:
      'The body of game.corrected: a part of a game has changed after its final score, as by a late box score. A corrected score is sent as game.final too. Prices, and names of teams and players, are no part of the game.',
  })
export type GameCorrectedEvent = z.infer<typeof GameCorrectedEvent>

/** An event of a default type, which streams send as well. */
export const StreamedEvent = z.discriminatedUnion('type', [GameFinalEvent, GamePeriodEvent])

/** The body of every delivery. */
export const WebhookEvent = z
  .discriminatedUnion('type', [
    GameFinalEvent,
    GamePeriodEvent,
    GameStartedEvent,
    GameRescheduledEvent,
    GameNoResultEvent,
    GameCorrectedEvent,
  ])
  .meta({ id: 'WebhookEvent', description: 'The body of every delivery.' })
export type WebhookEvent = z.infer<typeof WebhookEvent>
