import { median } from './median.ts'

/** A player's season in one statistic. */
export type Candidate = {
  player_id: string
  /** Games in which the player played. */
  games: number
  /** The statistic summed over them; of minutes, the seconds, so that equal values are equal. */
  total: number
}

/** A candidate with the place in the list. */
export type Ranked<C extends Candidate> = C & { rank: number; per_game: number }

/**
 * Games a player must have played to be ranked where the caller does not say: 7 in 10 of the median number of games
 * that the teams of the season have played, rounded up, and at least 1.
 * Source: the NBA asks for 70 per cent of the team's games (58 of 82) of those who lead per game; the median stands
 * in for "the team's" because a player may change teams.
 */
export const defaultMinGames = (team_games: readonly number[]): number =>
  Math.max(1, Math.ceil(0.7 * (median(team_games) ?? 0)))

const bestFirst = (a: Ranked<Candidate>, b: Ranked<Candidate>): number =>
  b.per_game - a.per_game || b.total - a.total || (a.player_id < b.player_id ? -1 : 1)

/**
 * The players with at least `min_games` games, best per game first. Equal values share the rank and the next one
 * counts them all (1, 1, 3); among them stands the higher total first, then the lower id. Values are compared
 * unrounded: a quotient of whole numbers has one nearest double, so equal averages are equal doubles.
 *
 * @param top how many to name; a tie at the end is cut
 */
export const leaders = <C extends Candidate>(candidates: readonly C[], min_games: number, top: number): Ranked<C>[] => {
  const ordered = candidates
    .filter(({ games }) => games > 0 && games >= min_games)
    .map((candidate) => ({ ...candidate, rank: 0, per_game: candidate.total / candidate.games }))
    .toSorted(bestFirst)
  let rank = 0
  return ordered.slice(0, top).map((leader, place) => {
    if (leader.per_game !== ordered[place - 1]?.per_game) rank = place + 1
    return { ...leader, rank }
  })
}
