/** Points from an event to a competition, a season or a team. */
export interface Ref {
  id: string
  /** The current name; sponsors change the names of teams. */
  name: string
}

/** The game of an event, as it stood when the event was made. */
export interface EventGame {
  id: string
  competition: Ref
  season: Ref
  /** regular, play-in, playoffs, preseason, all-star or a name of the competition's own; null where it names none. */
  stage: string | null
  /** The competition's own round; null where it names none. */
  round: string | null
  /** The venue's own calendar day, YYYY-MM-DD. */
  date: string
  /** When the game begins, ISO 8601 in UTC; null where unknown. */
  tip_off: string | null
  /** scheduled while the game is in progress. */
  status: 'scheduled' | 'final' | 'no_result'
  home: Ref
  away: Ref
  /** Points; null until the game has its final score. */
  home_score: number | null
  /** Points; null until the game has its final score. */
  away_score: number | null
  /** Spectators; null where unknown. */
  attendance: number | null
  /** The arena; null where the league does not name it. */
  venue: string | null
  /** Which parts of the game can be read from the service. */
  has: { boxscore: boolean; playbyplay: boolean; shots: boolean }
  /** Points per period, overtimes following the regular periods; null where unknown. */
  periods: { home: number[]; away: number[] } | null
  /** 1, then one more on every correction of the final score. */
  revision: number
}

/** A period that has ended. */
export interface EndedPeriod {
  /** From 1; overtimes follow the regular periods. */
  number: number
  overtime: boolean
  /** Points of the home team in this period alone. */
  home: number
  /** Points of the away team in this period alone. */
  away: number
}

/** The game of a `game.period`, with the period that has just ended. */
export interface PeriodGame extends EventGame {
  period: EndedPeriod
}

/** A game has its final score, or a corrected one: then with a new `id` and a higher `revision`. */
export interface GameFinalEvent {
  /** `evt_` and 16 hexadecimal digits, the same on every retry: skip an event whose id is already handled. */
  id: string
  /** When the event was made, ISO 8601 in UTC. */
  created_at: string
  /** true on a test delivery, absent otherwise. */
  test?: true | undefined
  type: 'game.final'
  data: { game: EventGame }
}

/**
 * A period of a game in progress has ended. The final score ends the telling: a period that was not known before it, the
 * last as a rule, comes in the `periods` of the `game.final` alone.
 */
export interface GamePeriodEvent {
  /** `evt_` and 16 hexadecimal digits, the same on every retry: skip an event whose id is already handled. */
  id: string
  /** When the event was made, ISO 8601 in UTC. */
  created_at: string
  /** true on a test delivery, absent otherwise. */
  test?: true | undefined
  type: 'game.period'
  data: { game: PeriodGame }
}

/** The body of a delivery. `type` tells the events apart; ignore a type you do not know, since types are added. */
export type WebhookEvent = GameFinalEvent | GamePeriodEvent
