import type { NightDatabase } from './database.ts'
import type { FeedHost } from './feed.ts'
import type { Script } from './league.ts'
import type { History } from './history.ts'
import type { Machine } from './machine.ts'
import type { ResponseReader, StreamReader } from './readers.ts'
import type { Receiver } from './receiver.ts'

/** What is known of a night when nothing goes wrong any more. */
export type World = {
  machine: Machine
  database: NightDatabase
  host: FeedHost
  receivers: readonly Receiver[]
  history: History
  /** Games that are followed, and older ones that somebody corrects. */
  followed: readonly Script[]
  corrected: readonly Script[]
  streamReaders: readonly { reader: StreamReader; game: string }[]
  responseReaders: readonly ResponseReader[]
  /** Those of them that share a key with a limit. */
  limitedReaders: readonly ResponseReader[]
  callsPerMinute: number
  /** How many requests in any 60 seconds the host of the feed tolerates. */
  requestsPerMinute: number
  /** Whether the clock of the database was set, so that it cannot say what a minute is. */
  wasClockSet: boolean
}
