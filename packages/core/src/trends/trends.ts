import type { Trend } from '../contract/index.ts'
import type { Outcome } from '../statistics/index.ts'
import { isAt } from '../statistics/records.ts'

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
export const summarizeBets = (bets: readonly Bet[]): Omit<Trend, 'angle' | 'description'> => {
  const won = bets.filter(({ margin }) => margin > 0)
  const pushed = bets.filter(({ margin }) => margin === 0).length
  const decided = bets.length - pushed
  const profit = won.reduce((sum, { price }) => sum + price, 0) - decided
  const [since = null] = bets.map(({ date }) => date).toSorted()
  return {
    games: bets.length,
    won: won.length,
    pushed,
    hit_rate: decided === 0 ? null : won.length / decided,
    roi: decided === 0 ? null : profit / decided,
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

/** The trends of a team, one per kind of bet and subset of games; empty if no game has a price. */
export const computeTrends = (games: readonly PricedGame[]): Trend[] => {
  const trends = BETS.flatMap((kind) =>
    SUBSETS.map((subset) => {
      const bets = games.filter(subset.select).flatMap((game) => kind.select(game) ?? [])
      const description = `${kind.description}${subset.description}, at the average closing price.`
      return { angle: `${kind.name}${subset.name}`, description, ...summarizeBets(bets) }
    }),
  )
  return trends.some(({ games }) => games > 0) ? trends : []
}
