import type { GameBundle, PricedEvent } from '@basketball-data/core/contract'

/** Something in a feed that cannot be read. */
export type FeedProblem = {
  /** A game (`E2022_1`), a file, or a line of a file. */
  location: string
  /** What is wrong there, and what was expected. */
  reason: string
}

/** Thrown for something in a feed that cannot be read; the message is the location and the reason. */
export class FeedError extends Error implements FeedProblem {
  override readonly name = 'FeedError'
  readonly location: string
  readonly reason: string

  constructor(location: string, reason: string, options?: ErrorOptions) {
    super(`${location}: ${reason}`, options)
    this.location = location
    this.reason = reason
  }
}

/** What an error says, without the location of a FeedError. */
export const toReason = (error: unknown): string => {
  if (error instanceof FeedError) return error.reason
  return error instanceof Error ? error.message : String(error)
}

/** The bundle of a game, or why it cannot be read. */
export type ReadGame = { bundle: GameBundle; error?: never } | { bundle?: never; error: FeedProblem }

/** Calls a function that reads a game; a FeedError that it throws becomes the `error`. */
export const readOrExplain = (read: () => GameBundle): ReadGame => {
  try {
    return { bundle: read() }
  } catch (error) {
    if (error instanceof FeedError) return { error }
    throw error
  }
}

/** One game of a feed with its notes, or why it cannot be read. */
export type FeedGame = ReadGame & {
  /** Where the game was read, for a refusal if the bundle does not identify its game. */
  location?: string
  /** The share of the feed that has been read, from 0 to 1; null if the total is unknown. */
  progress: number | null
}

/** How many prices of an event are not imported. */
export type SkippedPrices = {
  /** Prices to lay, which an exchange offers against a team. */
  lay: number
  /** Prices of 1 or less. */
  no_price: number
  /** Prices of markets that the service does not have. */
  other_market: number
}

/** One event of a price feed with its quotes, or why something cannot be read. */
export type FeedPrices =
  | { event: PricedEvent; left_out: SkippedPrices; error?: never }
  | { event?: never; error: FeedProblem }

/** A kind of files from which games or prices are read. */
export type Feed<Item> = {
  /** The name of the import command, and the source under which refused games are listed. */
  name: string
  /** Whether the path `-` is standard input. Default: false. */
  readsStandardInput?: boolean
  /**
   * The prefix of all locations in a file. If present, refusals are listed by location instead of by game, and those of
   * an earlier import of the file are cleared first.
   */
  locationPrefix?: (path: string) => string
  /**
   * Reads the files at the paths. Items that cannot be read have an `error`.
   *
   * @param signal ends the reading of a stream that waits for input
   * @throws {FeedError} before the first item, if a path does not exist, cannot be opened or has no file of this feed
   */
  read: (paths: readonly string[], signal?: AbortSignal) => AsyncIterable<Item>
}

/** A feed of games. */
export type GameFeed = Feed<FeedGame>
/** A feed of prices. */
export type PriceFeed = Feed<FeedPrices>
