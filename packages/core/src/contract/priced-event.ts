import { z } from 'zod'
import { Gender } from './competition.ts'
import { CalendarDate, DateTime, ExternalName, Name, Source } from './scalars.ts'
import { MAX_PRICE, PRICE_SIDES, SIDES_OF } from './prices.ts'

const MARKETS = ['moneyline', 'three_way', 'spread', 'total'] as const

/** One price of a game at one reading. The tip-off of the game decides which reading is the closing price. */
export const BundleQuote = z
  .strictObject({
    bookmaker: z.strictObject({
      key: ExternalName.describe('Stable key of the bookmaker; its name may change.'),
      name: Name,
      exchange: z.boolean().default(false).describe('Whether it is a betting exchange.'),
    }),
    market: z.enum(MARKETS).describe('spread and total have a line; three_way has a draw.'),
    side: z.enum(PRICE_SIDES).describe('over or under for totals; else home, away and, for three_way, draw.'),
    line: z
      .number()
      .min(-1000)
      .max(1000)
      .nullable()
      .describe('Spread: points added to the home score, for both sides. Total: combined points.'),
    price: z
      .number({ error: 'must be decimal odds as a number: 1.909091 for 10/11 and for -110' })
      .gt(1)
      .max(MAX_PRICE)
      .describe('Decimal odds: the return on a stake of 1.'),
    set_at: DateTime.nullable().describe('When the bookmaker set it. Null if unknown.'),
    read_at: DateTime.nullable().describe('When it was read. Null if it is known to be the closing price.'),
  })
  .refine(({ market, side }) => SIDES_OF[market].some((each) => each === side), {
    path: ['side'],
    error: 'is not a side of this market',
  })
  .refine(({ market, line }) => (line !== null) === (market === 'spread' || market === 'total'), {
    path: ['line'],
    error: 'is required for spread and total, and must be null for the other markets',
  })
export type BundleQuote = z.output<typeof BundleQuote>

const Names = z.array(Name).min(1).max(20)

/** An event of a price feed with its prices. It is matched to a game by its teams and tip-off. */
export const PricedEvent = z.strictObject({
  source: Source,
  external_id: ExternalName.describe('Identifier of the event in the source. Once matched, it belongs to that game.'),
  home: Names.describe('All known names of the home team, the name in the source first.'),
  away: Names,
  gender: Gender.nullable().default(null).describe('Who plays. Null if the source does not say.'),
  date: CalendarDate.nullable().default(null).describe('Calendar day at the venue, for events without tip-off.'),
  tip_off: DateTime.nullable().default(null),
  announced_at: DateTime.nullable().default(null).describe('When the tip-off was read.'),
  earlier: z
    .array(z.strictObject({ home: Names, away: Names, tip_off: DateTime }))
    .max(1000)
    .default([])
    .describe(
      'Earlier teams and tip-offs of the event, newest first. A game that matches any of them matches the event.',
    ),
  same_as: z
    .array(z.strictObject({ source: ExternalName, external_id: ExternalName }))
    .max(20)
    .default([])
    .describe('Identifiers of the game in other sources.'),
  quotes: z.array(BundleQuote).max(100_000),
})
export type PricedEvent = z.input<typeof PricedEvent>
export type CheckedEvent = z.output<typeof PricedEvent>
