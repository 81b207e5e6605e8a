import type { PricedEvent } from '../../ingest/priced-event.ts'

/** Prices of the feed that are not kept: lay prices, what is no price above 1, and markets that are not of the game. */
export type LeftOut = { lay: number; no_price: number; other_market: number }

/** What a file holds: an event with its quotes, or a place in it that cannot be read, and why. */
export type Found = { event: PricedEvent; left_out: LeftOut } | { place: string; problem: string }

/** A path or a text that is none of this feed's; the message says what would be right. */
export class FeedError extends Error {
  override name = 'FeedError'
}
