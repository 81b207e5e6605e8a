// Written by packages/client/scripts/generate-types.ts from docs/openapi.json; do not edit.

/**
 * scheduled: not yet played (also if postponed to a later day); final: has its final score; no_result: called off,
 * annulled, decided by forfeit, broken off in the first period, or without a score 30 days after its day. A late report
 * can still make it final.
 */
export type GameStatus = 'scheduled' | 'final' | 'no_result'

/** Reference to a competition. */
export interface CompetitionRef {
  /** Identifier of a competition. It never changes. */
  id: string
  /** Name of the competition. */
  name: string
}

/** Reference to a team. */
export interface TeamRef {
  /** Identifier of a team. It never changes. */
  id: string
  /** Current name of the team, in older games too. It changes with sponsors. */
  name: string
}

/** Reference to a season. */
export interface SeasonRef {
  /** Identifier of a season. It never changes. */
  id: string
  /** Name of the season, e.g. 2026-27. */
  name: string
}

/** Which parts of the game are available. */
export interface GameHas {
  /** Whether the game has a box score. */
  boxscore: boolean
  /** Whether the game has a play-by-play. */
  playbyplay: boolean
  /** Whether the game has a shot chart. */
  shots: boolean
}

/** Points per period; overtimes follow the regular periods. */
export interface Periods {
  /** Points of the home team in each period. */
  home: number[]
  /** Points of the away team in each period. */
  away: number[]
}

/**
 * A part of a game: game (GET /games/{id}), boxscore, playbyplay, shots, prices (GET /games/{id}/…). The record of the
 * game that the other parts repeat belongs to game. deleted: there is no such game any longer, or it is part of another
 * one.
 */
export type GamePart = 'game' | 'boxscore' | 'playbyplay' | 'shots' | 'prices' | 'deleted'

/**
 * The body of game.period: a period of a game in progress has ended. None is sent after game.final, so the last period
 * is usually only in the periods of game.final.
 */
export interface GamePeriodEvent {
  /** The same on every attempt: skip an event whose id you have handled. */
  id: string
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  created_at: string
  /** True on a test delivery, otherwise absent. */
  test?: boolean | undefined
  /** Type of the event. */
  type: 'game.period'
  data: GamePeriodData
}

/** The game of the event. */
export interface GamePeriodData {
  game: PeriodGame
}

/** The game at the time of the event, with the period that has just ended. */
export interface PeriodGame {
  /** Identifier of a game. It never changes. */
  id: string
  competition: CompetitionRef
  season: SeasonRef
  /**
   * Stage of the season: regular, play-in, playoffs, preseason, all-star, or a name used by the competition. Null if
   * the competition has no stages.
   */
  stage: string | null
  /** Round as the competition names it. Null without a round. */
  round: string | null
  /** Calendar day at the venue. YYYY-MM-DD. */
  date: string
  /** Start of the game, UTC. Null if unknown. ISO 8601. */
  tip_off: string | null
  status: GameStatus
  home: TeamRef
  away: TeamRef
  /** Points of the home team. Null until the game is final. */
  home_score: number | null
  /** Points of the away team. Null until the game is final. */
  away_score: number | null
  /** Number of spectators. Null if unknown. */
  attendance: number | null
  /** Name of the arena. Null if the league does not name it. */
  venue: string | null
  has: GameHas
  /** Points per period. Null if unknown. */
  periods: Periods | null
  /**
   * Revision of the game: 1 with its first final score, then incremented on every correction of any part. See GET
   * /games/{id}/revisions.
   */
  revision: number
  period: EndedPeriod
}

/** A period that has ended. */
export interface EndedPeriod {
  /** Number of the period that ended. Overtimes follow the regular periods. */
  number: number
  /** Whether the period is an overtime. */
  overtime: boolean
  /** Points of the home team in the period. */
  home: number
  /** Points of the away team in the period. */
  away: number
}

/**
 * The body of game.final: a game has its final score. A corrected score is sent as another event with a new id and a
 * higher revision.
 */
export interface GameFinalEvent {
  /** The same on every attempt: skip an event whose id you have handled. */
  id: string
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  created_at: string
  /** True on a test delivery, otherwise absent. */
  test?: boolean | undefined
  /** Type of the event. */
  type: 'game.final'
  data: GameFinalData
}

/** The game of the event. */
export interface GameFinalData {
  game: EventGame
}

/** The game at the time of the event. */
export interface EventGame {
  /** Identifier of a game. It never changes. */
  id: string
  competition: CompetitionRef
  season: SeasonRef
  /**
   * Stage of the season: regular, play-in, playoffs, preseason, all-star, or a name used by the competition. Null if
   * the competition has no stages.
   */
  stage: string | null
  /** Round as the competition names it. Null without a round. */
  round: string | null
  /** Calendar day at the venue. YYYY-MM-DD. */
  date: string
  /** Start of the game, UTC. Null if unknown. ISO 8601. */
  tip_off: string | null
  status: GameStatus
  home: TeamRef
  away: TeamRef
  /** Points of the home team. Null until the game is final. */
  home_score: number | null
  /** Points of the away team. Null until the game is final. */
  away_score: number | null
  /** Number of spectators. Null if unknown. */
  attendance: number | null
  /** Name of the arena. Null if the league does not name it. */
  venue: string | null
  has: GameHas
  /** Points per period. Null if unknown. */
  periods: Periods | null
  /**
   * Revision of the game: 1 with its first final score, then incremented on every correction of any part. See GET
   * /games/{id}/revisions.
   */
  revision: number
}

/**
 * The body of game.started: a game shows its first play, point or score. Sent once per game, and not for a game that is
 * first seen with its final score or more than a day after its tip-off.
 */
export interface GameStartedEvent {
  /** The same on every attempt: skip an event whose id you have handled. */
  id: string
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  created_at: string
  /** True on a test delivery, otherwise absent. */
  test?: boolean | undefined
  /** Type of the event. */
  type: 'game.started'
  data: GameStartedData
}

/** The game of the event. */
export interface GameStartedData {
  game: EventGame
}

/**
 * The body of game.rescheduled: a scheduled game has another date or tip-off. The first tip-off of a game on its date
 * is none.
 */
export interface GameRescheduledEvent {
  /** The same on every attempt: skip an event whose id you have handled. */
  id: string
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  created_at: string
  /** True on a test delivery, otherwise absent. */
  test?: boolean | undefined
  /** Type of the event. */
  type: 'game.rescheduled'
  data: GameRescheduledData
}

/** The game of the event, and what it was before. */
export interface GameRescheduledData {
  game: EventGame
  before: FormerState
}

/** What the game was before the event. */
export interface FormerState {
  /** Calendar day at the venue. YYYY-MM-DD. */
  date: string
  /** Start of the game, UTC. Null if unknown. ISO 8601. */
  tip_off: string | null
  status: GameStatus
  /** Points of the home team. Null until the game is final. */
  home_score: number | null
  /** Points of the away team. Null until the game is final. */
  away_score: number | null
}

/**
 * The body of game.no_result: a game has no score and none to come, or its final score was withdrawn: its status is
 * then scheduled if it is to be scored again.
 */
export interface GameNoResultEvent {
  /** The same on every attempt: skip an event whose id you have handled. */
  id: string
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  created_at: string
  /** True on a test delivery, otherwise absent. */
  test?: boolean | undefined
  /** Type of the event. */
  type: 'game.no_result'
  data: GameNoResultData
}

/** The game of the event, and what it was before. */
export interface GameNoResultData {
  game: EventGame
  before: FormerState
  /** Whether the game was removed: GET /games/{id} returns 404, or the game that it was merged into. */
  removed: boolean
}

/**
 * The body of game.corrected: a part of a game has changed after its final score, as by a late box score. A corrected
 * score is sent as game.final too. Prices, and names of teams and players, are no part of the game.
 */
export interface GameCorrectedEvent {
  /** The same on every attempt: skip an event whose id you have handled. */
  id: string
  /** A moment in UTC, ISO 8601. Milliseconds appear only if they are not zero. */
  created_at: string
  /** True on a test delivery, otherwise absent. */
  test?: boolean | undefined
  /** Type of the event. */
  type: 'game.corrected'
  data: GameCorrectedData
}

/** The game of the event, and what has changed in it. */
export interface GameCorrectedData {
  game: EventGame
  /** The parts that have changed: game, boxscore, playbyplay or shots. */
  parts: GamePart[]
}

/** The body of a delivery; `type` identifies the event. Ignore unknown types, because more may be added. */
export type WebhookEvent =
  | GamePeriodEvent
  | GameFinalEvent
  | GameStartedEvent
  | GameRescheduledEvent
  | GameNoResultEvent
  | GameCorrectedEvent
