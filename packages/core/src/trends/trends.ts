import type { Trend } from '../contract/index.ts'
import type { Outcome } from '../statistics/index.ts'

/** A final game of a team, from its side, with the average closing prices there are. */
export type PricedGame = Outcome & {
  /** YYYY-MM-DD. */
  date: string
  moneyline: { own: number | null; other: number | null }
  /** `line` is added to the team's own score. */
  spread: { line: number | null; own: number | null }
  total: { line: number | null; over: number | null; under: number | null }
}

/** One bet of one unit: the price it was made at, and by how many points it was right (0: the stake comes back). */
export type Bet = { date: string; price: number; margin: number }

/**
 * How bets of one unit each did. A push returns the stake and is no action: hit rate is won / (games − pushed), return on
 * investment the profit per unit staked over games not pushed; a won bet brings price − 1, a lost one −1.
 *
 * Worked example: won at 1.91, won at 1.95, lost, pushed → profit 0.91 + 0.95 − 1 = 0.86 over 3 games: hit rate 0.66667,
 * return 0.28667.
 * Source: settlement of pushes as "no action" in the house rules of North American bookmakers; return on investment
 * ("yield") as in J. Buchdahl, "Squares & Sharps, Suckers & Sharks", 2016.
 */
export const outcome = (bets: readonly Bet[]): Omit<Trend, 'angle' | 'description'> => {
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

type Angle<Of> = { name: string; description: string; of: Of }

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

/** What is bet on in a game; null where it has no price. */
const BETS: readonly Angle<(game: PricedGame) => Bet | null>[] = [
  {
    name: 'moneyline',
    description: 'The team to win',
    of: (game) => bet(game.date, game.moneyline.own, game.points_for - game.points_against),
  },
  {
    name: 'spread',
    description: 'The team to cover the spread',
    of: (game) => bet(game.date, game.spread.own, cover(game)),
  },
  {
    name: 'total_over',
    description: 'More points than the total',
    of: (game) => bet(game.date, game.total.over, over(game)),
  },
  {
    name: 'total_under',
    description: 'Fewer points than the total',
    of: (game) => bet(game.date, game.total.under, under(game)),
  },
]

/**
 * Below 0 where the team is the favourite, above 0 where it is the underdog: by the average moneyline prices, where
 * there are none by the spread. 0 where neither says so.
 */
const standing = ({ moneyline: { own, other }, spread }: PricedGame): number =>
  own !== null && other !== null ? own - other : (spread.line ?? 0)

/** Which games of the team are looked at. */
const GAMES: readonly Angle<(game: PricedGame) => boolean>[] = [
  { name: '', description: '', of: () => true },
  { name: '_home', description: ', at home', of: ({ venue }) => venue === 'home' },
  { name: '_away', description: ', away', of: ({ venue }) => venue === 'away' },
  { name: '_favourite', description: ', as favourite', of: (game) => standing(game) < 0 },
  { name: '_underdog', description: ', as underdog', of: (game) => standing(game) > 0 },
]

/** Every angle on a team's games, each bet at the average closing price; none where no game has a price. */
export const trendsOf = (games: readonly PricedGame[]): Trend[] => {
  const trends = BETS.flatMap((what) =>
    GAMES.map((which) => {
      const bets = games.filter(which.of).flatMap((game) => what.of(game) ?? [])
      const description = `${what.description}${which.description}, at the average closing price.`
      return { angle: `${what.name}${which.name}`, description, ...outcome(bets) }
    }),
  )
  return trends.some(({ games }) => games > 0) ? trends : []
}
