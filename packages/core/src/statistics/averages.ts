import type { Averages, StatLine } from '../contract/index.ts'
import { FREE_THROW_HUNDREDTHS } from './possessions.ts'

/** The sum of terms; null if one of them is unknown, 0 without terms. */
export const total = (terms: readonly (number | null | undefined)[]): number | null =>
  terms.reduce<number | null>((sum, term) => (sum === null || term == null ? null : sum + term), 0)

/** The arithmetic mean; null without values. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** The middle value, or the mean of the two middle values; null without values. */
export const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}

/** Sums over the games that a player played; null if one of these games does not record the statistic. */
export type Totals = Pick<
  StatLine,
  | 'points'
  | 'rebounds'
  | 'assists'
  | 'steals'
  | 'blocks'
  | 'turnovers'
  | 'field_goals_made'
  | 'field_goals_attempted'
  | 'three_made'
  | 'three_attempted'
  | 'free_throws_made'
  | 'free_throws_attempted'
> & {
  /** Games that the player played, not those of the team. */
  games: number
  seconds: number | null
}

const percentage = (made: number | null, attempted: number | null): number | null =>
  made === null || attempted === null || attempted === 0 ? null : made / attempted

/**
 * A player's averages per game played, unrounded. Percentages are fractions of the summed attempts, not means of the
 * games' percentages. Null without a game, for a statistic that was not recorded, and for a percentage of no attempts.
 * Source: common usage; the EuroLeague's published averages divide by games in which the player has minutes.
 */
export const averages = (totals: Totals): Averages => {
  const { games, seconds } = totals
  const perGame = (sum: number | null) => (sum === null || games === 0 ? null : sum / games)
  return {
    minutes: perGame(seconds === null ? null : seconds / 60),
    points: perGame(totals.points),
    rebounds: perGame(totals.rebounds),
    assists: perGame(totals.assists),
    steals: perGame(totals.steals),
    blocks: perGame(totals.blocks),
    turnovers: perGame(totals.turnovers),
    field_goal_pct: percentage(totals.field_goals_made, totals.field_goals_attempted),
    three_pct: percentage(totals.three_made, totals.three_attempted),
    free_throw_pct: percentage(totals.free_throws_made, totals.free_throws_attempted),
  }
}

/** The statistics that true shooting is computed from, of one game or summed over several. */
export type ShootingTerms = Pick<StatLine, 'points' | 'field_goals_attempted' | 'free_throws_attempted'>

/**
 * True shooting percentage: points / (2 × (FGA + 0.44·FTA)), a fraction that can exceed 1. Null without an attempt, or
 * if a term is unknown.
 * Source: John Hollinger, "Pro Basketball Prospectus".
 */
export const trueShooting = (line: ShootingTerms): number | null => {
  const { points, field_goals_attempted: shots, free_throws_attempted: freeThrows } = line
  if (points === null || shots === null || freeThrows === null) return null
  const attempts = 100 * shots + FREE_THROW_HUNDREDTHS * freeThrows
  return attempts === 0 ? null : (50 * points) / attempts
}

/**
 * Games that a player must have played to be ranked among the leaders, by default: 70 per cent of the median number of
 * games that the teams of the season have played, rounded up, and at least 1.
 * Source: the NBA requires 70 per cent of the team's games (58 of 82) of its leaders per game. The median replaces "the
 * team's" because a player can change teams.
 */
export const defaultMinGames = (teamGames: readonly number[]): number =>
  Math.max(1, Math.ceil(0.7 * (median(teamGames) ?? 0)))
