import { median } from './median.ts'

/**
 * Games a player must have played to be ranked where the caller does not say: 7 in 10 of the median number of games
 * that the teams of the season have played, rounded up, and at least 1.
 * Source: the NBA asks for 70 per cent of the team's games (58 of 82) of those who lead per game; the median stands
 * in for "the team's" because a player may change teams.
 */
export const defaultMinGames = (team_games: readonly number[]): number =>
  Math.max(1, Math.ceil(0.7 * (median(team_games) ?? 0)))
