import type { PricedEvent } from '../../ingest/priced-event.ts'

/** How many prices are not kept: lay prices, what is no price above 1, and markets that are not of the game. */
export type LeftOutPrices = { lay: number; no_price: number; other_market: number }

/** What a file holds: an event with its quotes, or a place in it that cannot be read, and why. */
export type FeedItem = { event: PricedEvent; left_out: LeftOutPrices } | { place: string; problem: string }
