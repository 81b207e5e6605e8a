import {
  byNumber,
  headToHead,
  overall,
  pointsDifference,
  separate,
  sum,
  type Criterion,
  type Games,
  type Rule,
  type Season,
  type TeamWithGames,
} from './criteria.ts'
import { nba, wnba } from './nba-tie-breaks.ts'
import { isWon } from './records.ts'

const pointsScored = (games: Games) => sum(games, ({ points_for }) => points_for)
const regulationPoints = (games: Games) => sum(games, (game) => game.regulation_for)
const regulationDifference = (games: Games) => sum(games, (game) => game.regulation_for - game.regulation_against)

/** An exact fraction with a positive denominator. */
type Fraction = { numerator: bigint; denominator: bigint }

/**
 * The sum, over games, of points scored divided by points allowed, without overtimes. It is exact, because a sum of
 * floating-point quotients depends on the order of the games and would separate tied teams. 0 points allowed, which is
 * possible only by forfeit, count as 1.
 * Source: the EuroLeague's last published criterion.
 */
export const sumQuotients = (games: Games): Fraction =>
  games.reduce<Fraction>(
    ({ numerator, denominator }, { regulation_for, regulation_against }) => {
      const allowed = BigInt(Math.max(regulation_against, 1))
      return {
        numerator: numerator * allowed + BigInt(regulation_for) * denominator,
        denominator: denominator * allowed,
      }
    },
    { numerator: 0n, denominator: 1n },
  )

/** Compares fractions. */
export const byFraction = (a: Fraction, b: Fraction): number => {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

/**
 * The EuroLeague's criteria: games won among the tied teams, points difference among them, points difference, points
 * scored, sum of quotients. Points of overtimes never count; the winner of an overtime has won the game.
 *
 * The published rule assumes that all teams have played each other twice. During a season the same criteria apply to the
 * games played so far: a team that has met the others more often can have won more, and teams that have not met are
 * equal in both head-to-head criteria.
 *
 * Source: the EuroLeague Bylaws' chapter on tie-breaks and the rule printed under the EuroLeague's standings. Its
 * provision for teams that lost a game by forfeit is not implemented: a forfeited game has no result here.
 */
const EUROLEAGUE: readonly Criterion[] = [
  headToHead((games) => games.filter(isWon).length, byNumber),
  headToHead(regulationDifference, byNumber),
  overall(regulationDifference, byNumber),
  overall(regulationPoints, byNumber),
  overall(sumQuotients, byFraction),
]

/** Classification points: 2 for a win, 1 for any other game played. A forfeited game, which would bring none, has no result here. */
const classificationPoints = (games: Games) => games.length + games.filter(isWon).length

/**
 * FIBA's criteria: classification points, then classification points, points difference and points scored among the tied
 * teams, then points difference and points scored in all games. Overtime counts.
 * Source: FIBA's Official Basketball Rules, D "Classification of teams", D.1.
 */
const FIBA: readonly Criterion[] = [
  overall(classificationPoints, byNumber),
  headToHead(classificationPoints, byNumber),
  headToHead(pointsDifference, byNumber),
  headToHead(pointsScored, byNumber),
  overall(pointsDifference, byNumber),
  overall(pointsScored, byNumber),
]

/**
 * The criteria of a competition whose own are not known: points difference, then points scored, overtime included.
 * Source: the last two criteria of FIBA's Official Basketball Rules for the classification of teams.
 */
const SIMPLE: readonly Criterion[] = [overall(pointsDifference, byNumber), overall(pointsScored, byNumber)]

const createRule = (criteria: readonly Criterion[]) => (): Rule => ({ two: criteria, more: criteria })

/** The rules of the competitions, for the teams of a season. */
const RULES = { euroleague: createRule(EUROLEAGUE), fiba: createRule(FIBA), nba, wnba, simple: createRule(SIMPLE) }

/** The rule by which a competition orders teams of equal win share. */
export type TieBreak = keyof typeof RULES

/**
 * Returns a function that orders tied teams by a rule. Teams that no criterion separates keep their order.
 * Source: both the EuroLeague ("a new tie-break process is initiated with only those teams that remain tied") and the
 * NBA ("applying, from the beginning") start again with those still tied.
 */
export const tieBreaker = (
  tieBreak: TieBreak,
  season: Season,
): ((tied: readonly TeamWithGames[]) => readonly TeamWithGames[]) => {
  const rule = RULES[tieBreak](season)
  return (tied) => separate(tied, rule).flat()
}
