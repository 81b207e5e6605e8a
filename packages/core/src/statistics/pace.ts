const PLAYERS_ON_COURT = 5
const SECONDS_IN_A_MINUTE = 60

/**
 * Possessions per regulation length, so that a game with overtime compares with one without.
 * Source: the pace factor of Basketball-Reference, 48 × possessions / (team minutes / 5), with the competition's own
 * length in place of 48.
 *
 * @param possessions of the game, or the sum over several
 * @param team_seconds playing time of all players of one team together, over the same games: 12,000 (200 minutes) in
 *   a game of 40 minutes, 1,500 more per overtime; null where unknown
 * @param regulation_minutes 40 or 48
 * @returns null where possessions or time are unknown, or no time was played
 */
export const pace = (
  possessions: number | null,
  team_seconds: number | null,
  regulation_minutes: number,
): number | null => {
  if (possessions === null || team_seconds === null || team_seconds <= 0) return null
  const regulation_seconds = regulation_minutes * SECONDS_IN_A_MINUTE * PLAYERS_ON_COURT
  return possessions * (regulation_seconds / team_seconds)
}
