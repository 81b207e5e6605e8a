import type { StatLine } from '../contract/index.ts'
import { FREE_THROW_HUNDREDTHS } from './possessions.ts'

/** What a player or a team used the ball for and the playing time, of one game or summed over the same games. */
export type UsageTerms = Pick<StatLine, 'field_goals_attempted' | 'free_throws_attempted' | 'turnovers'> & {
  /** Of a team: of all its players together, 12,000 in a game of 40 minutes. */
  seconds: number | null
}

const PLAYERS_ON_COURT = 5

const plays = (line: UsageTerms): number | null => {
  const { field_goals_attempted: shots, free_throws_attempted: free_throws, turnovers } = line
  if (shots === null || free_throws === null || turnovers === null) return null
  return 100 * (shots + turnovers) + FREE_THROW_HUNDREDTHS * free_throws
}

/**
 * Usage: the share of the team's plays that the player ended while on court, a fraction:
 * (FGA + 0.44·FTA + TOV) × (team minutes / 5) / (minutes × (team FGA + 0.44·FTA + TOV)).
 * Over several games, `team` sums those in which the player played.
 * Null where a term is unknown, the player had no time or the team no play.
 * Source: the usage percentage of Basketball-Reference, after John Hollinger.
 */
export const usage = (player: UsageTerms, team: UsageTerms): number | null => {
  const [of_player, of_team] = [plays(player), plays(team)]
  if (of_player === null || of_team === null || player.seconds === null || team.seconds === null) return null
  const shared = PLAYERS_ON_COURT * player.seconds * of_team
  return shared === 0 ? null : (of_player * team.seconds) / shared
}
