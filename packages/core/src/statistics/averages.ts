import type { Averages, StatLine } from '../contract/index.ts'

/** Sums over the games in which a player played; null as soon as one of them does not record the statistic. */
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
  /** Games in which the player played, never those of the team. */
  games: number
  seconds: number | null
}

const share = (made: number | null, attempted: number | null): number | null =>
  made === null || attempted === null || attempted === 0 ? null : made / attempted

/**
 * What a player averaged: sums over games played, unrounded; percentages are fractions of all shots together, not the
 * mean of the games' percentages. Null without a game, where not recorded, and for a percentage of nothing attempted.
 * Source: common usage; the EuroLeague's published averages divide by games in which the player has minutes.
 */
export const averages = (totals: Totals): Averages => {
  const { games } = totals
  const perGame = (total: number | null) => (total === null || games === 0 ? null : total / games)
  return {
    minutes: perGame(totals.seconds === null ? null : totals.seconds / 60),
    points: perGame(totals.points),
    rebounds: perGame(totals.rebounds),
    assists: perGame(totals.assists),
    steals: perGame(totals.steals),
    blocks: perGame(totals.blocks),
    turnovers: perGame(totals.turnovers),
    field_goal_pct: share(totals.field_goals_made, totals.field_goals_attempted),
    three_pct: share(totals.three_made, totals.three_attempted),
    free_throw_pct: share(totals.free_throws_made, totals.free_throws_attempted),
  }
}
