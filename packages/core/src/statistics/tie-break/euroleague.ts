import { isWon } from '../records.ts'
import type { TeamGame } from '../team-game.ts'
import { byNumber, headToHead, overall, sum, type Criterion } from './criterion.ts'
import { byFraction, sumOfQuotients } from './quotients.ts'

const difference = (games: readonly TeamGame[]) =>
  sum(games, ({ regulation_for, regulation_against }) => regulation_for - regulation_against)

/**
 * The EuroLeague's criteria: games won among the tied teams, points difference among them, points difference, points
 * scored, sum of quotients. Points of overtimes never count; the winner of an overtime has won the game.
 *
 * The published rule speaks of teams that have all played each other twice. Where they have not, during a season, the
 * same criteria apply to the games played so far: games won are counted as they are, so a team that has met the
 * others more often can have won more; teams that have not met are equal in both criteria of their games.
 *
 * Source: the EuroLeague Bylaws' chapter on tie-breaks and the rule printed under the EuroLeague's standings. Its
 * provision for teams that lost a game by forfeit is left out: a forfeited game has no result here.
 */
export const EUROLEAGUE: readonly Criterion[] = [
  headToHead((games) => games.filter(isWon).length, byNumber),
  headToHead(difference, byNumber),
  overall(difference, byNumber),
  overall((games) => sum(games, ({ regulation_for }) => regulation_for), byNumber),
  overall(sumOfQuotients, byFraction),
]
