import type { Game, Periods } from './game-records.ts'

/** game.final: a game has its final score; game.period: a period of a game in progress has ended. */
export type WebhookEventType = 'game.final' | 'game.period'

/** An address that receives events. */
export interface Webhook {
  /** Identifier of a webhook. */
  id: string
  /** URL that receives events: https on port 443, reachable from the internet. */
  url: string
  /** Event types that are sent. */
  events: WebhookEventType[]
  /** Competitions whose events are sent. Empty: all competitions. */
  competitions: string[]
  /** Status of the webhook: active, or disabled after 20 consecutive failed deliveries. */
  status: 'active' | 'disabled'
  /** The first characters of the secret, to identify it. */
  secret_prefix: string
  /** Secret that signs the deliveries. Only present in the response that creates the webhook. */
  secret?: string | undefined
  /** Time of the last delivery attempt. Null before the first one. ISO 8601. */
  last_delivery_at: string | null
  /** HTTP status of the last response. Null without a response. */
  last_status: number | null
  /** Deliveries of the last 24 hours, by outcome. */
  last_24_hours: {
    /** Deliveries that received a 2xx response. */
    delivered: number
    /** Deliveries that ended without a 2xx response. */
    failed: number
    /** Deliveries that are still to be sent or retried. */
    waiting: number
  }
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  created_at: string
}

/** A webhook as it is when it is made: the one time that its secret is told. */
export interface CreatedWebhook extends Webhook {
  /** Secret that signs the deliveries. Only present in the response that creates the webhook. */
  secret: string
}

/** What a new webhook is to receive, and where. */
export interface NewWebhook {
  /** URL that receives events: https on port 443, reachable from the internet. */
  url: string
  /** Event types to send. Default: all. */
  events?: WebhookEventType[] | undefined
  /** Competitions whose events are sent. Default: all competitions. */
  competitions?: string[] | undefined
}

/** A game as events tell it. */
export interface GameState extends Game {
  /** null where unknown. */
  periods: Periods | null
  /** 1, then one more on every correction of the final score. */
  revision: number
}

/** A period that has just ended. */
export interface EndedPeriod {
  /** The period that ended; overtimes follow the regular ones. */
  number: number
  overtime: boolean
  /** Points of the home team in the period. */
  home: number
  /** Points of the away team in the period. */
  away: number
}

/** The body of every delivery. */
export type WebhookEvent = {
  /** The same on every try: skip those you have handled. */
  id: string
  /** ISO 8601 in UTC. */
  created_at: string
  /** true on a test delivery, absent otherwise. */
  test?: true | undefined
} & (
  | { type: 'game.final'; data: { game: GameState } }
  | { type: 'game.period'; data: { game: GameState & { period: EndedPeriod } } }
)
