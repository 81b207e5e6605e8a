import type { CheckedBundle } from '@basketball-data/core/contract'
import type { SeasonStart } from './calendar.ts'
import type { Court } from './game/court.ts'

/** The rules of a game, and the scoring environment of the league. */
export type Rules = {
  regulationMinutes: 40 | 48
  /** Fouls that disqualify a player. */
  foulLimit: number
  /** Timeouts granted before a period (from 1); they replace those left. */
  timeouts: Readonly<Record<number, number>>
  court: Court
  /** Mean seconds from the start of an unhurried possession to its end. */
  pace: number
  /** Added to the probability of every field goal. */
  shooting: number
  /** Whose plus-minus a free throw counts for: the players on court at the free throw, or at its foul. */
  freeThrows: 'at free throw' | 'at foul'
  /**
   * Who has the ball at the start of a period and after a held ball: the teams in turn (FIBA, alternating possession), or the
   * winner of a jump ball, with the tip-off deciding the other periods too (NBA).
   */
  heldBalls: 'alternating possession' | 'jump ball'
  /**
   * Whether box scores count the rebounds of a team. Where they do not, the play-by-play also lists one after a missed free
   * throw that is not the last one.
   */
  countsTeamRebounds: boolean
}

/** Something unusual about one game of a round. */
export type Incident =
  | 'called off'
  | 'abandoned'
  | 'postponed'
  | 'late report'
  | 'behind closed doors'
  | 'double overtime'

/** A round-robin in which every club plays every other. */
export type RegularSeason = {
  /** Games between each pair of clubs. */
  meetings: 2 | 4
  /** The days of the games (Monday 0) of each round in a week; a week has as many rounds as this has rows. */
  weeks: readonly (readonly number[])[]
  /** Incidents by round, from 1. On any day these rounds are over, except for the new date of a postponed game. */
  incidents: Readonly<Record<number, Incident>>
  /** A postponed game moves to the Monday of this week, which is after today in the season in progress. */
  postponedToWeek: number
  /** Players change clubs on the Monday of this week. */
  transfersWeek: number
}

/** A round of a bracket; half of the clubs advance. */
export type KnockoutRound = {
  stage: string | null
  name: string
  /** Weeks since the first Monday of the season. */
  week: number
  /** Day of the first game, Monday 0; the next ones follow every other day. */
  weekday: number
  bestOf: 1 | 3 | 5 | 7
  /** Whether every other series begins a day later. */
  staggered?: true
  /** Whether the games are played at the neutral venue of the competition. */
  neutral?: true
  /** Whether the losers of the previous round play for third place on the same day. */
  thirdPlace?: true
}

/** How a competition is played and what is recorded of its games. */
export type Format = {
  competition: CheckedBundle['competition']
  rules: Rules
  seasonStart: SeasonStart
  /** Share of players from the country of their club. */
  domesticShare: number
  /** Whether country, height and birth date of players are published. */
  publishesProfiles: boolean
  /** Local tip-off times; empty if they are not published. */
  tipOffs: readonly string[]
  /** Whether play-by-play and shots are recorded. */
  playByPlay: boolean
  /** Number of referees in the game; 0 if they are not published. */
  referees: number
  commissioner: boolean
  /** Typical arena capacity. */
  capacity: number
  neutralVenue: string
  regular: RegularSeason | null
  /** Days of the preseason games in a week (Monday 0), for the two weeks before the first Monday; empty for none. */
  preseason: readonly number[]
  /** Week of the all-star game, which is on Sunday. */
  allStarWeek: number | null
  /** Week in which seventh to tenth play for the last two places in the bracket. */
  playInWeek: number | null
  /** Clubs in the bracket. */
  qualifiers: number
  knockout: readonly KnockoutRound[]
}
