import { z } from 'zod'
import { Gender } from './competition.ts'
import { CalendarDate, DateTime } from './scalars.ts'
import { MAX_PRICE, SIDES_OF } from './prices.ts'
import { ExternalName, Name, Source } from './texts.ts'

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

const Names = z.array(Name).min(1).max(20)

/** A game as a price feed names it, with its prices. Which game of ours it is follows from its teams and its tip-off. */
export const PricedEvent = z.strictObject({
  source: Source,
  external_id: ExternalName.describe('What the source knows it by; once matched it stands for that game.'),
  home: Names.describe('Every name of the home team, that of the source first.'),
  away: Names,
  gender: Gender.nullable().default(null).describe('Who plays, where the source says it.'),
  date: CalendarDate.nullable().default(null).describe("The venue's own day, where there is no tip-off."),
  tip_off: DateTime.nullable().default(null),
  announced_at: DateTime.nullable().default(null).describe('When that tip-off was read.'),
  earlier: z
    .array(z.strictObject({ home: Names, away: Names, tip_off: DateTime }))
    .max(1000)
    .default([])
    .describe('What was read of it before where that differs, newest first: it is the game that fits any of it.'),
  same_as: z
    .array(z.strictObject({ source: ExternalName, external_id: ExternalName }))
    .max(20)
    .default([])
    .describe('Identifiers of the game in other sources.'),
  quotes: z.array(BundleQuote).max(100_000),
})
export type PricedEvent = z.input<typeof PricedEvent>
export type CheckedEvent = z.output<typeof PricedEvent>
