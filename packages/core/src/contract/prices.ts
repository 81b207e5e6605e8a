import { z } from 'zod'
import { Game } from './game.ts'
import { CalendarDate, Count, DateTime, Text } from './identifiers.ts'
import { Fraction, Measure, Ratio } from './numbers.ts'

/** Who can win in each market: what a price is of. */
export const SIDES_OF = {
  moneyline: ['home', 'away'],
  three_way: ['home', 'draw', 'away'],
  spread: ['home', 'away'],
  total: ['over', 'under'],
} as const
/** What is bet on: the winner (overtime counts), the winner or a draw, the winner with a line, the points together. */
export type Market = keyof typeof SIDES_OF
/** What a price is of. */
export type PriceSide = (typeof SIDES_OF)[Market][number]

/** The first season whose games have opening and history: 2026-27. */
export const FIRST_YEAR_OF_HISTORY = 2026

/** The highest price that is kept. */
export const MOST_PRICE = 100_000
/** How many quotes of one game are kept: bounds every list of them. */
export const MOST_QUOTES = 1_000_000

const price = (of: string) =>
  Ratio.min(1).max(MOST_PRICE).nullable().describe(`Decimal price of ${of}; null where none was offered.`)
const sides = { home: price('the home team'), away: price('the away team') }
const totals = { over: price('over'), under: price('under') }
const line = Measure.nullable().describe(
  'The line, in points; of the market as a whole the one most bookmakers closed on; null where none was.',
)
const lineValue = Measure.describe('The line, in points.')
const setAt = DateTime.nullable().describe('When the bookmaker last set the price; null where unknown.')
const bookmakers = Count.describe(
  'Bookmakers with a price, in spread and total on that line; a side is the mean of those of them that quote it.',
)

const Best = z
  .object({
    price: Ratio.min(1).max(MOST_PRICE).describe('Decimal price.'),
    bookmaker: Text.describe('Who offers it.'),
  })
  .meta({ id: 'BestPrice', description: 'The highest closing price and who offered it.' })
const Bookmaker = z
  .object({
    name: Text.describe('Name of the bookmaker.'),
    exchange: z.boolean().describe('Whether it is a betting exchange.'),
  })
  .meta({ id: 'Bookmaker', description: 'A bookmaker.' })

/** A market: the closing price of each bookmaker, the first price, and how it moved. */
const market = <
  Prices extends z.ZodRawShape,
  Line extends z.ZodRawShape,
  Lines extends z.ZodRawShape,
  BestOf extends z.ZodRawShape,
>(
  prices: Prices,
  best: BestOf,
  withLine: Line,
  lines: Lines,
) => ({
  ...withLine,
  best: z.object(best).nullable().describe('The highest closing prices; null where none was offered.'),
  books: z
    .array(z.object({ bookmaker: Bookmaker, ...withLine, ...prices, set_at: setAt, ...lines }))
    .max(MOST_QUOTES)
    .describe('What each bookmaker closed at, by name.'),
  opening: z
    .object({ at: DateTime, ...withLine, ...prices, bookmakers })
    .nullable()
    .describe('The first price recorded before tip-off; null where none was, and before season 2026-27.'),
  history: z
    .array(z.object({ at: DateTime, ...withLine, ...prices, bookmakers }))
    .max(MOST_QUOTES)
    .describe(
      'Every reading before tip-off, oldest first, the consensus at that reading; empty before season 2026-27.',
    ),
})

const everyLine = <Prices extends z.ZodRawShape>(prices: Prices) => ({
  lines: z
    .array(
      z.object({
        line: lineValue,
        ...prices,
        set_at: setAt,
        open: z.boolean().describe('Whether the line was still offered at tip-off.'),
      }),
    )
    .max(MOST_QUOTES)
    .optional()
    .describe('Every line of the bookmaker, by line; present only with lines=all.'),
})

/** The closing prices of a game. Closing = the last price at or before tip-off. */
export const Prices = z
  .object({
    game: Game,
    average: z
      .object({
        market: z.enum(['moneyline', 'three_way']).describe('What the averages are of.'),
        home: price('the home team'),
        draw: price('a draw'),
        away: price('the away team'),
      })
      .nullable()
      .describe('The average closing price across bookmakers; null where none was offered.'),
    markets: z
      .object({
        moneyline: z
          .object(market(sides, { home: Best, away: Best }, {}, {}))
          .meta({ id: 'MoneylineMarket', description: 'Who wins.' }),
        spread: z
          .object(market(sides, { home: Best, away: Best }, { line }, everyLine(sides)))
          .meta({ id: 'SpreadMarket', description: 'Who wins with the line added to the home score.' }),
        total: z
          .object(market(totals, { over: Best, under: Best }, { line }, everyLine(totals)))
          .meta({ id: 'TotalMarket', description: 'Whether both teams together score more than the line.' }),
      })
      .describe('The closing prices of each market.'),
  })
  .meta({ id: 'Prices', description: 'The closing prices of a game.' })
export type Prices = z.infer<typeof Prices>

/** How one betting angle on a team would have done. */
export const Trend = z
  .object({
    angle: Text.describe('Short name of the angle, e.g. moneyline_home.'),
    description: Text.describe('The angle in words.'),
    games: Count.describe('Games with a price.'),
    won: Count.describe('Games in which the angle won.'),
    pushed: Count.describe('Games that returned the stake.'),
    hit_rate: Fraction.max(1).nullable().describe('won / (games − pushed), a fraction; null without such a game.'),
    roi: Ratio.nullable().describe(
      'Profit per unit staked over games not pushed, a fraction; null without such a game.',
    ),
    since: CalendarDate.nullable().describe('Day of the first of these games; null without one.'),
  })
  .meta({ id: 'Trend', description: 'How one betting angle on a team would have done.' })
export type Trend = z.infer<typeof Trend>
