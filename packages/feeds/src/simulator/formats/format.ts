import type { GameBundle } from '@basketball-data/core/contract'
import type { Opening } from '../calendar.ts'
import type { Rules } from '../game/rules.ts'
import type { Gender } from '../world/names.ts'

/** What befalls one game of a round. */
export type Incident =
  | 'called off'
  | 'abandoned'
  | 'postponed'
  | 'late report'
  | 'behind closed doors'
  | 'double overtime'

/** The part of a season in which every team meets every other. */
export type RegularSeason = {
  /** How often two teams meet. */
  meetings: 2 | 4
  /** For each round of a week the days of its games, Monday 0. A week has as many rounds as this has rows. */
  weeks: readonly (readonly number[])[]
  /** By the number of the round; all lie before today whatever the day, save the new date of a postponed game. */
  incidents: Readonly<Record<number, Incident>>
  /** The week to whose Monday a postponed game moves; always after today in the season in progress. */
  postponed_to_week: number
  /** The week on whose Monday players change clubs. */
  transfers_week: number
}

/** A round of series in which half of those left drop out. */
export type KnockoutRound = {
  stage: string | null
  name: string
  /** Weeks since the first Monday of the season. */
  week: number
  /** Day of the first game, Monday 0; every other day from then on. */
  weekday: number
  best_of: 1 | 3 | 5 | 7
  /** Whether every other series is played a day later. */
  staggered?: true
  /** Whether it is played at the neutral venue of the competition. */
  neutral?: true
  /** Whether the losers of the round before play for third place on the same day. */
  third_place?: true
}

/** How a competition is played and what is recorded of it. */
export type Format = {
  competition: GameBundle['competition']
  rules: Rules
  opening: Opening
  gender: Gender
  /** Share of players from the country of their club, a fraction. */
  home_share: number
  /** Whether country, height and birth date of players are on record. */
  documented: boolean
  /** Local times at which games begin; empty where they are not announced. */
  tip_offs: readonly string[]
  /** Whether play-by-play and shots are recorded. */
  play_by_play: boolean
  /** How many referees are named, 0 where none is. */
  referees: number
  commissioner: boolean
  capacity: number
  neutral_venue: string
  regular: RegularSeason | null
  /** Days of the preseason games of a week, Monday 0, for two weeks before the first Monday; empty for none. */
  preseason: readonly number[]
  /** The week on whose Sunday the all-stars meet. */
  all_star_week: number | null
  /** The week in which the seventh to tenth play for the last two places in the first knock-out round. */
  play_in_week: number | null
  /** Teams in the first knock-out round. */
  qualifiers: number
  knockout: readonly KnockoutRound[]
}
