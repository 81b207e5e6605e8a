import type { LiveFeed } from '@basketball-data/core/contract'
import { z } from 'zod'
import { FeedError, toReason } from '../feed.ts'

export const SECOND = 1000
export const MINUTE = 60 * SECOND

/** The beginning of the minute of a moment. */
export const toMinute = (moment: number): number => Math.floor(moment / MINUTE) * MINUTE

/** A part of a response as parsed JSON. */
export const Fields = z.record(z.string(), z.unknown())
export type Fields = z.output<typeof Fields>

/**
 * Returns the moment at which something is replayed, by the milliseconds after the recorded tip-off at which it happened.
 * Moments in milliseconds since 1970.
 */
export type ToMoment = (elapsed: number) => number

/**
 * A recorded game, whose responses can be served as the feed would have served them at any moment. All times are in
 * milliseconds after its tip-off, as they were recorded; negative ones are before it.
 */
export type RecordedGame = {
  /** Its id in the feed. */
  game: string
  /** The name of its season in the feed. */
  season: string
  /** When it was played, in milliseconds since 1970. */
  tipOff: number
  /** When its play-by-play ended. */
  end: number
  /** When anything about it changes, ascending. */
  changes: readonly number[]
  /** Its entry in the schedule at a time. */
  entryAt: (elapsed: number, toMoment: ToMoment) => Fields
  /** A resource at a time, by its kind; undefined if the feed had nothing then. */
  responseAt: (kind: string, elapsed: number, toMoment: ToMoment) => Fields | undefined
}

/** A game of files, or why it cannot be replayed. */
export type ReadRecordedGame =
  | { game: string; recorded: RecordedGame; reason?: never }
  | { game: string; recorded?: never; reason: string }

/** Reads a recorded game; if `read` throws a FeedError, the game cannot be replayed. */
export const readRecordedGame = (game: string, read: () => RecordedGame): ReadRecordedGame => {
  try {
    return { game, recorded: read() }
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    return { game, reason: toReason(error) }
  }
}

/** A feed whose recorded games can be replayed. */
export type RecordedFeed = {
  live: LiveFeed
  /**
   * Reads the games of files.
   *
   * @throws {FeedError} if a path does not exist or has no game of this feed
   */
  read: (paths: readonly string[], signal?: AbortSignal) => AsyncIterable<ReadRecordedGame>
  /** The schedule of a season, with its entries. */
  buildSchedule: (season: string, entries: readonly Fields[]) => Fields
  /** What the host of the feed responds where it has nothing. */
  missing: { status: 200 | 403; body: string; type: string }
  /** Whether the host sends ETag and Last-Modified, and answers conditional requests with 304. */
  conditional: boolean
}

/** A row of a play-by-play, and from when it is served. */
export type TimedRow = {
  row: Fields
  /** The number of the row in its game. */
  number: number
  /** The list that contains it; '' if the play-by-play is one list. */
  list: string
  from: number
}

/** The rows that are served at a time, in their order. */
export const visibleAt = <Row extends TimedRow>(rows: readonly Row[], elapsed: number): Row[] =>
  rows.filter(({ from }) => from <= elapsed)

/** Sorted, each once. */
export const distinctTimes = (times: readonly number[]): number[] =>
  [...new Set(times)].filter(Number.isFinite).toSorted((a, b) => a - b)
