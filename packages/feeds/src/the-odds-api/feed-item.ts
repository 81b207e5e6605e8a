import type { PricedEvent } from '@basketball-data/core/contract'

/** How many prices are not kept: lay prices, what is no price above 1, and markets that are not of the game. */
export type LeftOutPrices = { lay: number; no_price: number; other_market: number }

/** A place of a file that cannot be read, what is wrong there and what would be right. */
export type Unreadable = { place: string; problem: string }

/** What a file holds: an event with its quotes, or what cannot be read. */
export type FeedItem = { event: PricedEvent; left_out: LeftOutPrices } | Unreadable
