import type { Game, Periods } from './game-records.ts'

/** game.final: a game has its final score; game.period: a period of a game in progress has ended. */
export type WebhookEventType = 'game.final' | 'game.period'

/** An address that receives events. */
export interface Webhook {
  /** Identifier of a webhook. */
  id: string
  /** https address on port 443, reachable from the internet. */
  url: string
  /** Events sent to the address. */
  events: WebhookEventType[]
  /** Competitions covered; empty: every competition. */
  competitions: string[]
  /** disabled after 20 consecutive failed deliveries. */
  status: 'active' | 'disabled'
  /** The first characters of the secret, to tell secrets apart. */
  secret_prefix: string
  /** Keys the signatures; present only in the answer that creates the webhook. */
  secret?: string | undefined
  /** When the last delivery was tried; null before it. ISO 8601. */
  last_delivery_at: string | null
  /** HTTP status of the last answer; null without one. */
  last_status: number | null
  /** Deliveries of the last 24 hours, by outcome. */
  last_24_hours: {
    /** Answered with a 2xx. */
    delivered: number
    /** Ended without. */
    failed: number
    /** Not ended yet: to be sent, or to be tried again. */
    waiting: number
  }
  /** A moment in UTC, ISO 8601; milliseconds only where they are not zero. */
  created_at: string
}

/** A webhook as it is when it is made: the one time that its secret is told. */
export interface CreatedWebhook extends Webhook {
  /** Keys the signatures; present only in the answer that creates the webhook. */
  secret: string
}

/** What a new webhook is to receive, and where. */
export interface NewWebhook {
  /** https address on port 443, reachable from the internet. */
  url: string
  /** Events to send; all when left out. */
  events?: WebhookEventType[] | undefined
  /** Competitions to cover; every one when left out. */
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
