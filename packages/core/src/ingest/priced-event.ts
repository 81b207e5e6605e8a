import { z } from 'zod'
import { CalendarDate, DateTime, Gender } from '../contract/index.ts'
import { BundleQuote } from './bundle-quote.ts'
import { ExternalName, Name, Source } from './texts.ts'

/** A game as a price feed names it, with its prices. Which game of ours it is follows from its teams and its tip-off. */
export const PricedEvent = z.strictObject({
  source: Source,
  external_id: ExternalName.describe('What it is listed under when no game fits.'),
  home: z.array(Name).min(1).max(20).describe('Every name of the home team, that of the source first.'),
  away: z.array(Name).min(1).max(20),
  gender: Gender.nullable().default(null).describe('Who plays, where the source says it.'),
  date: CalendarDate.nullable().default(null).describe("The venue's own day, where there is no tip-off."),
  tip_off: DateTime.nullable().default(null),
  announced_at: DateTime.nullable().default(null).describe('When that tip-off was read.'),
  same_as: z
    .array(z.strictObject({ source: ExternalName, external_id: ExternalName }))
    .max(20)
    .default([])
    .describe('Identifiers of the game in other sources.'),
  quotes: z.array(BundleQuote).max(100_000),
})
export type PricedEvent = z.input<typeof PricedEvent>
export type CheckedEvent = z.output<typeof PricedEvent>
