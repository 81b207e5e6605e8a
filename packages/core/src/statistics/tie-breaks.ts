import {
  addDifference,
  addRegulationDifference,
  addScored,
  exactly,
  headToHead,
  overall,
  separate,
  sumLeaguePoints,
  type Criterion,
  type Games,
  type LeaguePoints,
  type Part,
  type PointsMeasure,
  type Rule,
  type Season,
  type TeamWithGames,
} from './criteria.ts'
import { nba, wnba } from './nba-tie-breaks.ts'
import { isWon } from './records.ts'

/** An exact fraction with a positive denominator. */
type Fraction = { numerator: bigint; denominator: bigint }

/**
 * The sum, over games, of points scored divided by points allowed, without overtimes. It is exact, because a sum of
 * floating-point quotients depends on the order of the games and would separate tied teams. 0 points allowed count as 1.
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

/** The criterion of the sum of quotients, as positions among those of the tied teams; an open game can bring any quotient. */
const quotients: Criterion = {
  decides: 'sum_of_quotients',
  measure: (tied) => {
    const sums = tied.map(({ games }) => (games.some(({ open }) => open) ? null : sumQuotients(games)))
    const ordered = sums.filter((each) => each !== null).toSorted(byFraction)
    return sums.map((each) =>
      each === null
        ? { low: -Infinity, high: Infinity }
        : exactly(ordered.findIndex((other) => byFraction(other, each) === 0)),
    )
  },
}

const countWins: PointsMeasure = (games) => exactly(games.filter(isWon).length)

/**
 * The EuroLeague's criteria: games won among the tied teams, points difference among them, points difference, points
 * scored, sum of quotients. Points of overtimes never count; the winner of an overtime has won the game.
 *
 * The published rule assumes that all teams have played each other twice. During a season the same criteria apply to the
 * games played so far: a team that has met the others more often can have won more, and teams that have not met are
 * equal in both head-to-head criteria.
 *
 * Source: the EuroLeague Bylaws' chapter on tie-breaks and the rule printed under the EuroLeague's standings. Its
 * provision for teams that lost a game by forfeit is not implemented: the feed has no forfeits.
 */
const EUROLEAGUE: readonly Criterion[] = [
  headToHead('head_to_head_wins', countWins),
  headToHead('head_to_head_difference', addRegulationDifference),
  overall('difference', addRegulationDifference),
  overall('points_scored', addScored('regulation_for')),
  quotients,
]

/**
 * The criteria of a competition whose own are not known: points difference, then points scored, overtime included.
 * Source: the last two criteria of FIBA's Official Basketball Rules for the classification of teams.
 */
const SIMPLE: readonly Criterion[] = [
  overall('difference', addDifference),
  overall('points_scored', addScored('points_for')),
]

/** FIBA's classification points, which a league's own points replace. */
const CLASSIFICATION_POINTS: LeaguePoints = { win: 2, loss: 1, forfeit: 0 }

/**
 * FIBA's criteria: classification points, then classification points, points difference and points scored among the tied
 * teams, then points difference and points scored in all games. Overtime counts. Unlike FIBA's, a forfeit has no 20–0.
 * Source: FIBA's Official Basketball Rules, D "Classification of teams", D.1.
 */
const listFibaCriteria = (points: LeaguePoints): readonly Criterion[] => {
  const classificationPoints: PointsMeasure = (games) => exactly(sumLeaguePoints(games, points))
  return [
    overall('win_share', classificationPoints),
    headToHead('head_to_head_wins', classificationPoints),
    headToHead('head_to_head_difference', addDifference),
    headToHead('head_to_head_points', addScored('points_for')),
    ...SIMPLE,
  ]
}

const createRule = (criteria: readonly Criterion[]): Rule => ({ two: criteria, more: criteria })

/** The rules of the competitions, for the teams of a season and the points of their league. */
const RULES = {
  euroleague: () => createRule(EUROLEAGUE),
  fiba: (_: Season, points: LeaguePoints | null) => createRule(listFibaCriteria(points ?? CLASSIFICATION_POINTS)),
  nba,
  wnba,
  simple: () => createRule(SIMPLE),
} satisfies Record<string, (season: Season, points: LeaguePoints | null) => Rule>

/** The rule by which a competition orders teams of equal league points, or of equal win share without them. */
export type TieBreak = keyof typeof RULES

/**
 * Returns a function that orders tied teams by a rule. Teams that no criterion separates keep their order; a team alone is
 * decided by win share.
 * Source: both the EuroLeague ("a new tie-break process is initiated with only those teams that remain tied") and the
 * NBA ("applying, from the beginning") start again with those still tied, as FIBA does (D.1.4).
 *
 * @param points the points of the league; null if it has none
 */
export const tieBreaker = (
  tieBreak: TieBreak,
  season: Season,
  points: LeaguePoints | null = null,
): ((tied: readonly TeamWithGames[]) => Part[]) => {
  const rule = RULES[tieBreak](season, points)
  return (tied) => separate(tied, rule, { decided_by: 'win_share', wide: false })
}

/** Whether a rule reads games of other teams than those tied. */
export const readsOtherTeams = (tieBreak: TieBreak): boolean => tieBreak === 'nba' || tieBreak === 'wnba'
