import type { Trend } from '../contract/index.ts'
import type { Outcome } from '../statistics/index.ts'
import { isAt } from '../statistics/records.ts'
import type { StoredBets } from '../store/index.ts'

/** A final game from the side of a team, with the average closing prices. */
export type PricedGame = Outcome & {
  /** YYYY-MM-DD. */
  date: string
  moneyline: { own: number | null; other: number | null }
  /** `line` is added to the team's own score. */
  spread: { line: number | null; own: number | null }
  total: { line: number | null; over: number | null; under: number | null }
}

/** A bet of one unit: its price, and by how many points it won or lost (0: the stake is returned). */
export type Bet = { date: string; price: number; margin: number }

/** What bets of one unit each have returned. */
type BetSums = {
  games: number
  won: number
  pushed: number
  /** The prices of the bets won, in billionths: whole numbers, whose sum is exact and the same in any order. */
  returned: number
  /** Day of the first; null without bets. */
  since: string | null
}

const BILLION = 1e9

export const addUpBets = (bets: readonly Bet[]): BetSums => {
  const won = bets.filter(({ margin }) => margin > 0)
  const [since = null] = bets.map(({ date }) => date).toSorted()
  return {
    games: bets.length,
    won: won.length,
    pushed: bets.filter(({ margin }) => margin === 0).length,
    returned: won.reduce((sum, { price }) => sum + Math.round(price * BILLION), 0),
    since,
  }
}

/**
 * The results of bets of one unit each. A push returns the stake and does not count: the hit rate is won / (games −
 * pushed), the return on investment is the profit per unit staked over games not pushed. A won bet yields price − 1, a
 * lost one −1.
 *
 * Worked example: won at 1.91, won at 1.95, lost, pushed → profit 0.91 + 0.95 − 1 = 0.86 over 3 games: hit rate 0.66667,
 * return 0.28667.
 * Source: settlement of pushes as "no action" in the house rules of North American bookmakers; return on investment
 * ("yield") as in J. Buchdahl, "Squares & Sharps, Suckers & Sharks", 2016.
 */
export const summarizeSums = ({
  games,
  won,
  pushed,
  returned,
  since,
}: BetSums): Omit<Trend, 'angle' | 'description'> => {
  const decided = games - pushed
  const staked = decided * BILLION
  return {
    games,
    won,
    pushed,
    hit_rate: decided === 0 ? null : won / decided,
    roi: decided === 0 ? null : (returned - staked) / staked,
    since,
  }
}

type Named<Select> = { name: string; description: string; select: Select }

const bet = (date: string, price: number | null, margin: number | null): Bet | null =>
  price === null || margin === null ? null : { date, price, margin }

const over = ({ total, points_for, points_against }: PricedGame): number | null =>
  total.line === null ? null : points_for + points_against - total.line

const cover = ({ spread, points_for, points_against }: PricedGame): number | null =>
  spread.line === null ? null : points_for + spread.line - points_against

const under = (game: PricedGame): number | null => {
  const margin = over(game)
  return margin === null ? null : -margin
}

/** The kinds of bet. `select` makes the bet on a game, or null without a price. */
const BETS: readonly Named<(game: PricedGame) => Bet | null>[] = [
  {
    name: 'moneyline',
    description: 'The team to win',
    select: (game) => bet(game.date, game.moneyline.own, game.points_for - game.points_against),
  },
  {
    name: 'spread',
    description: 'The team to cover the spread',
    select: (game) => bet(game.date, game.spread.own, cover(game)),
  },
  {
    name: 'total_over',
    description: 'More points than the total',
    select: (game) => bet(game.date, game.total.over, over(game)),
  },
  {
    name: 'total_under',
    description: 'Fewer points than the total',
    select: (game) => bet(game.date, game.total.under, under(game)),
  },
]

/**
 * Negative if the team is the favourite, positive if it is the underdog, by the average moneyline prices or else by the
 * spread. 0 if neither is known or both teams are even.
 */
const favouriteOrder = ({ moneyline: { own, other }, spread }: PricedGame): number =>
  own !== null && other !== null ? own - other : (spread.line ?? 0)

/** The subsets of games, each with the suffix of its angle. */
const SUBSETS: readonly Named<(game: PricedGame) => boolean>[] = [
  { name: '', description: '', select: () => true },
  { name: '_home', description: ', at home', select: isAt('home') },
  { name: '_away', description: ', away', select: isAt('away') },
  { name: '_favourite', description: ', as favourite', select: (game) => favouriteOrder(game) < 0 },
  { name: '_underdog', description: ', as underdog', select: (game) => favouriteOrder(game) > 0 },
]

type Angle = Pick<Trend, 'angle' | 'description'> & { selectBets: (games: readonly PricedGame[]) => Bet[] }

/** Stored trends name an angle by its index, so their order does not change. */
const ANGLES: readonly Angle[] = BETS.flatMap((kind) =>
  SUBSETS.map((subset) => ({
    angle: `${kind.name}${subset.name}`,
    description: `${kind.description}${subset.description}, at the average closing price.`,
    selectBets: (games) => games.filter(subset.select).flatMap((game) => kind.select(game) ?? []),
  })),
)

/** The trends of a team from the sums of each angle, in the order of the angles; empty if there is no bet. */
const toTrends = (sums: readonly BetSums[]): Trend[] => {
  const trends = ANGLES.flatMap(({ angle, description }, index) => {
    const ofAngle = sums[index]
    return ofAngle === undefined ? [] : [{ angle, description, ...summarizeSums(ofAngle) }]
  })
  return trends.some(({ games }) => games > 0) ? trends : []
}

/** The trends of a team, one per kind of bet and subset of games; empty if no game has a price. */
export const computeTrends = (games: readonly PricedGame[]): Trend[] =>
  toTrends(ANGLES.map(({ selectBets }) => addUpBets(selectBets(games))))

/** The same trends from those of seasons. */
export const addUpTrends = (seasons: readonly StoredBets[][]): Trend[] => {
  const sums = ANGLES.map((): BetSums => ({ games: 0, won: 0, pushed: 0, returned: 0, since: null }))
  for (const [angle, games, won, pushed, returned, since] of seasons.flat()) {
    const sum = sums[angle]
    if (sum === undefined) throw new RangeError(`there is no angle ${angle}`)
    sum.games += games
    sum.won += won
    sum.pushed += pushed
    sum.returned += Math.round(returned * BILLION)
    if (sum.since === null || since < sum.since) sum.since = since
  }
  return toTrends(sums)
}
