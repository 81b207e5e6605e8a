import { z } from 'zod'
import { DateTime, MAX_PRICE, SIDES_OF } from '../contract/index.ts'
import { ExternalName, Name } from './texts.ts'

const MARKETS = ['moneyline', 'three_way', 'spread', 'total'] as const
const SIDES = ['home', 'draw', 'away', 'over', 'under'] as const

/** One price of a game, as one reading found it. Which readings were closing is decided by the tip-off of the game. */
export const BundleQuote = z
  .strictObject({
    bookmaker: z.strictObject({
      key: ExternalName.describe('What the bookmaker is known by, whatever it is called.'),
      name: Name,
      exchange: z.boolean().default(false).describe('Whether it is a betting exchange.'),
    }),
    market: z.enum(MARKETS).describe('spread and total have a line, the others none; three_way has a draw.'),
    side: z.enum(SIDES).describe('over and under of a total; else home, away and, of three_way, draw.'),
    line: z
      .number()
      .min(-1000)
      .max(1000)
      .nullable()
      .describe('Of a spread the points added to the home score, also where the side is away.'),
    price: z
      .number({ error: 'must be decimal odds as a number: 1.909091 for 10/11 and for -110' })
      .gt(1)
      .max(MAX_PRICE)
      .describe('Decimal odds: what comes back on a stake of 1.'),
    set_at: DateTime.nullable().describe('When the bookmaker set it; null where unknown.'),
    read_at: DateTime.nullable().describe('When it was read; null where it is known to be the closing price.'),
  })
  .refine(({ market, side }) => SIDES_OF[market].some((each) => each === side), {
    path: ['side'],
    error: 'is no side of the market',
  })
  .refine(({ market, line }) => (line !== null) === (market === 'spread' || market === 'total'), {
    path: ['line'],
    error: 'belongs to spread and total, and to them alone',
  })
export type BundleQuote = z.output<typeof BundleQuote>
