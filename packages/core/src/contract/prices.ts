import { z } from 'zod'
import { Game } from './game.ts'
import { CalendarDate, Count, DateTime, Fraction, Measure, Ratio, Text, record } from './scalars.ts'

/** The sides of each market: the outcomes that have a price. */
export const SIDES_OF = {
  moneyline: ['home', 'away'],
  three_way: ['home', 'draw', 'away'],
  spread: ['home', 'away'],
  total: ['over', 'under'],
} as const
/** A betting market. moneyline: the winner, including overtime; three_way: the winner or a draw; spread: the winner with a handicap; total: the points of both teams. */
export type Market = keyof typeof SIDES_OF
/** A side of a market. */
export type PriceSide = (typeof SIDES_OF)[Market][number]

/** All sides of all markets. */
export const PRICE_SIDES = ['home', 'draw', 'away', 'over', 'under'] as const satisfies PriceSide[]

/** Start year of the first season whose games have opening prices and a price history: 2026-27. */
export const FIRST_YEAR_OF_HISTORY = 2026

/** Maximum decimal price. */
export const MAX_PRICE = 100_000
/** Maximum number of quotes per game; it bounds every list of prices. */
export const MAX_QUOTES = 1_000_000

const price = (outcome: string) =>
  Ratio.min(1).max(MAX_PRICE).nullable().describe(`Decimal price of ${outcome}. Null if not offered.`)
const sides = { home: price('the home team'), away: price('the away team') }
const totals = { over: price('over'), under: price('under') }
const line = Measure.nullable().describe(
  'Line in points. For the market, the line on which most bookmakers closed. Null without a line.',
)
const lineValue = Measure.describe('Line in points.')
const setAt = DateTime.nullable().describe('When the bookmaker last set the price, UTC. Null if unknown.')
const bookmakers = Count.describe(
  'Number of bookmakers with a price (spread and total: on this line). The price of a side is the average of those that offer it.',
)

const Best = record('BestPrice', 'The highest closing price and the bookmaker that offered it.', {
  price: Ratio.min(1).max(MAX_PRICE).describe('Decimal price.'),
  bookmaker: Text.describe('Bookmaker that offers the price.'),
})
const Bookmaker = record('Bookmaker', 'A bookmaker.', {
  name: Text.describe('Name of the bookmaker.'),
  exchange: z.boolean().describe('Whether it is a betting exchange.'),
})

/** The fields of a market: the closing price of each bookmaker, the opening price and the price history. */
const market = <
  Prices extends z.ZodRawShape,
  Line extends z.ZodRawShape,
  Lines extends z.ZodRawShape,
  BestOf extends z.ZodRawShape,
>(
  name: 'Moneyline' | 'Spread' | 'Total',
  prices: Prices,
  best: BestOf,
  withLine: Line,
  lines: Lines,
) => {
  const book = z
    .object({ bookmaker: Bookmaker, ...withLine, ...prices, set_at: setAt, ...lines })
    .meta({ id: `${name}Book`, description: 'The closing prices of one bookmaker.' })
  const reading = z
    .object({ at: DateTime, ...withLine, ...prices, bookmakers })
    .meta({ id: `${name}Reading`, description: 'The consensus price of the bookmakers at one reading.' })
  return {
    ...withLine,
    best: z
      .object(best)
      .meta({ id: `Best${name}`, description: 'The highest closing price of each side.' })
      .nullable()
      .describe('The highest closing price of each side. Null if not offered.'),
    books: z.array(book).max(MAX_QUOTES).describe('Closing prices of each bookmaker, by name.'),
    opening: reading
      .nullable()
      .describe('The first price recorded before tip-off. Null without one, and before season 2026-27.'),
    history: z
      .array(reading)
      .max(MAX_QUOTES)
      .describe('The consensus price at every reading before tip-off, oldest first. Empty before season 2026-27.'),
  }
}

const everyLine = <Prices extends z.ZodRawShape>(name: 'Spread' | 'Total', prices: Prices) => ({
  lines: z
    .array(
      z
        .object({
          line: lineValue,
          ...prices,
          set_at: setAt,
          open: z.boolean().describe('Whether the line was still offered at tip-off.'),
        })
        .meta({ id: `${name}Line`, description: 'A line that the bookmaker offered, with its last prices.' }),
    )
    .max(MAX_QUOTES)
    .optional()
    .describe('Every line of the bookmaker, in order. Only present with lines=all.'),
})

/**
 * The closing prices of a game. The closing price is the last one at or before tip-off; a bookmaker that is no longer in the
 * last reading has withdrawn, and has none.
 */
export const Prices = record('Prices', 'The closing prices of a game.', {
  game: Game,
  average: record('AveragePrices', 'Average closing prices across bookmakers.', {
    market: z
      .enum(['moneyline', 'three_way'])
      .meta({ id: 'AverageMarket', description: 'Market of the average prices.', example: 'moneyline' }),
    home: price('the home team'),
    draw: price('a draw'),
    away: price('the away team'),
  })
    .nullable()
    .describe('Average closing prices across bookmakers. Null if not offered.'),
  markets: record('PriceMarkets', 'The closing prices of each market.', {
    moneyline: z
      .object(market('Moneyline', sides, { home: Best, away: Best }, {}, {}))
      .meta({ id: 'MoneylineMarket', description: 'The winner of the game.' }),
    spread: z
      .object(market('Spread', sides, { home: Best, away: Best }, { line }, everyLine('Spread', sides)))
      .meta({ id: 'SpreadMarket', description: 'The winner after the line is added to the home score.' }),
    total: z
      .object(market('Total', totals, { over: Best, under: Best }, { line }, everyLine('Total', totals)))
      .meta({ id: 'TotalMarket', description: 'Whether both teams together score more points than the line.' }),
  }),
})
export type Prices = z.infer<typeof Prices>

/** The results of one kind of bet on a team. */
export const Trend = record('Trend', 'The results of one kind of bet on a team.', {
  angle: Text.describe('Name of the kind of bet, e.g. moneyline_home.'),
  description: Text.describe('Description of the kind of bet.'),
  games: Count.describe('Number of games with a price.'),
  won: Count.describe('Number of bets won.'),
  pushed: Count.describe('Number of bets whose stake was returned.'),
  hit_rate: Fraction.max(1)
    .nullable()
    .describe('won / (games − pushed), as a fraction. Null if there are no such games.'),
  roi: Ratio.nullable().describe(
    'Return on investment: profit per unit staked over games not pushed, as a fraction. Null if there are no such games.',
  ),
  since: CalendarDate.nullable().describe('Day of the first of these games. Null without games.'),
})
export type Trend = z.infer<typeof Trend>
