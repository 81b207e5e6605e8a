import { isWon, winShare, type TeamGame } from './records.ts'

/** A team with the games that the standings count. */
export type TeamWithGames = { id: string; games: readonly TeamGame[] }

/** Splits tied teams into groups, best first. Returns one group if it separates no team. */
export type Criterion = (tied: readonly TeamWithGames[]) => (readonly TeamWithGames[])[]

type Games = readonly TeamGame[]

/** Groups teams of equal value, highest value first. Keeps their order within a group. */
const groupByValue = <Value>(
  tied: readonly TeamWithGames[],
  valueOf: (team: TeamWithGames) => Value,
  compare: (a: Value, b: Value) => number,
): TeamWithGames[][] => {
  const groups: { value: Value; teams: TeamWithGames[] }[] = []
  const valued = tied.map((team) => ({ team, value: valueOf(team) }))
  for (const { team, value } of valued.toSorted((a, b) => compare(b.value, a.value))) {
    const last = groups.at(-1)
    if (last !== undefined && compare(last.value, value) === 0) last.teams.push(team)
    else groups.push({ value, teams: [team] })
  }
  return groups.map(({ teams }) => teams)
}

/** A criterion on all games of a team: the higher value is better. */
export const overall =
  <Value>(valueOf: (games: Games) => Value, compare: (a: Value, b: Value) => number): Criterion =>
  (tied) =>
    groupByValue(tied, ({ games }) => valueOf(games), compare)

/** A criterion on the games between the tied teams: the higher value is better. */
const headToHead =
  <Value>(valueOf: (games: Games) => Value, compare: (a: Value, b: Value) => number): Criterion =>
  (tied) => {
    const ids = new Set(tied.map(({ id }) => id))
    return groupByValue(tied, ({ games }) => valueOf(games.filter(({ opponent }) => ids.has(opponent))), compare)
  }

/** Compares numbers. */
export const byNumber = (a: number, b: number): number => a - b

/** The sum of a number over games. */
export const sum = (games: Games, of: (game: TeamGame) => number): number =>
  games.reduce((total, game) => total + of(game), 0)

const pointsScored = (games: Games) => sum(games, ({ points_for }) => points_for)
const pointsDifference = (games: Games) => sum(games, (game) => game.points_for - game.points_against)
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
export const sumOfQuotients = (games: Games): Fraction =>
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
 * provision for teams that lost a game by forfeit is left out: a forfeited game has no result here.
 */
const EUROLEAGUE: readonly Criterion[] = [
  headToHead((games) => games.filter(isWon).length, byNumber),
  headToHead(regulationDifference, byNumber),
  overall(regulationDifference, byNumber),
  overall(regulationPoints, byNumber),
  overall(sumOfQuotients, byFraction),
]

/** Separates no team while one of the tied teams has not met any other, because its share of games won is undefined. */
const headToHeadShare: Criterion = (tied) => {
  const ids = new Set(tied.map(({ id }) => id))
  const allHaveMet = tied.every(({ games }) => games.some(({ opponent }) => ids.has(opponent)))
  return allHaveMet ? headToHead(winShare, byNumber)(tied) : [tied]
}

/**
 * The NBA's criteria, as far as they can be computed: share of games won among the tied teams, then points difference
 * over all games, overtime included.
 *
 * The records here have no divisions and conferences, so the precedence of division winners is left out, and with it the
 * criteria between these two: the share won within the own division, within the own conference, against teams of the own
 * conference that qualify for the play-offs, and against those of the other conference. The random drawing at the end is
 * replaced by the order of the input.
 *
 * Source: the NBA's published play-off tie-break procedures.
 */
const NBA: readonly Criterion[] = [headToHeadShare, overall(pointsDifference, byNumber)]

/**
 * The criteria of a competition whose own are not known: points difference, then points scored, overtime included.
 * Source: the last two criteria of FIBA's Official Basketball Rules for the classification of teams.
 */
const SIMPLE: readonly Criterion[] = [overall(pointsDifference, byNumber), overall(pointsScored, byNumber)]

const CRITERIA = { euroleague: EUROLEAGUE, nba: NBA, wnba: NBA, simple: SIMPLE }

/** The rule by which a competition orders teams of equal win share. */
export type TieBreak = keyof typeof CRITERIA

/**
 * Orders tied teams by the criteria of a rule in turn. As soon as one separates some of them, those still tied start again
 * with the first criterion among themselves. Teams that no criterion separates keep their order.
 * Source: both the EuroLeague ("a new tie-break process is initiated with only those teams that remain tied") and the
 * NBA ("applying, from the beginning") restart in this way.
 */
export const breakTies = (tied: readonly TeamWithGames[], rule: TieBreak): readonly TeamWithGames[] => {
  if (tied.length < 2) return tied
  for (const criterion of CRITERIA[rule]) {
    const groups = criterion(tied)
    if (groups.length > 1) return groups.flatMap((group) => breakTies(group, rule))
  }
  return tied
}
