import { LAST_INDEX } from '../contract/index.ts'

/**
 * Where a stream is: after the event with this index in the change with this number. The indexes of a change of a game
 * are 0 for the game, the seq of a play, then those of the score, of `periodIndex` and of a final score.
 */
export type Position = {
  number: number
  index: number
  /** Whether the stream has the state at that change up to the index, and nothing behind it yet: it has just begun. */
  isStart: boolean
}

/** The index of the record of a game. */
export const GAME_INDEX = 0

/** The index of a score: behind all plays. */
export const SCORE_INDEX = 1_000_000

/** The index of a final score: behind everything else in its change. */
export const FINAL_INDEX = LAST_INDEX

/** The index of the end of a period: behind the score. */
export const periodIndex = (period: number): number => 1_000_000 + period

/** The position of an event with a valid id. */
export const toPosition = (id: string): Position => {
  const [number, index, start] = id.split('-')
  return { number: Number(number), index: Number(index), isStart: start !== undefined }
}

/** The id of the event that leads to a position. */
export const toEventId = ({ number, index, isStart }: Position): string =>
  isStart ? `${number}-${index}-start` : `${number}-${index}`

type Point = Pick<Position, 'number' | 'index'>

/** Compares positions in the order of a stream. */
export const comparePositions = (a: Point, b: Point): number => a.number - b.number || a.index - b.index

/** Whether a position lies behind another one. */
export const isAfter = (a: Point, b: Point): boolean => comparePositions(a, b) > 0
