import { z } from 'zod'
import { CalendarDate, DateTime, Gender } from '../contract/index.ts'
import { BundleQuote } from './bundle-quote.ts'
import { ExternalName, Name, Source } from './texts.ts'

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

const OPPOSITE = { home: 'away', away: 'home', draw: 'draw', over: 'over', under: 'under' } as const

/** The event with the other team at home: each price stays with its team. */
export const turned = (event: CheckedEvent): CheckedEvent => ({
  ...event,
  home: event.away,
  away: event.home,
  quotes: event.quotes.map((quote) => ({
    ...quote,
    side: OPPOSITE[quote.side],
    line: quote.market === 'spread' && quote.line !== null ? 0 - quote.line : quote.line,
  })),
})
