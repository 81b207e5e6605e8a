import type { Side } from '../../../contract/index.ts'
import { pointsByEvent } from '../columns.ts'
import type { CourtGame } from '../court-rules.ts'
import { periodSpans } from '../period-spans.ts'
import { ballByRows } from './by-ball.ts'
import { possessionsByEnds } from './by-ends.ts'
import { findTrips } from './free-throw-trips.ts'
import type { CountedPossession } from './possession.ts'

/** The possessions of a game, counted twice. */
export type GamePossessions = {
  /** By what ends them, in the order of the game. Each point lies in exactly one. */
  possessions: CountedPossession[]
  /** Whether the teams alternated within each period, except where the rules give the ball to the same team again. */
  alternating: boolean
  /** Periods in which the ball, followed from row to row, was with other teams or in another order. */
  doubtful: number[]
}

const alternate = (possessions: readonly CountedPossession[]): boolean =>
  possessions.every(({ period, side, retained }, at) => {
    const before = possessions[at - 1]
    return before === undefined || before.period !== period || before.side !== side || retained
  })

/**
 * Whether two counts of a period have the ball with the same teams in the same order, but for the last possession, as a clock
 * that ran out leaves no row, and but for the `late` ones that are not counted.
 */
const agree = (possessions: readonly CountedPossession[], sides: readonly Side[], late: number): boolean => {
  const turns = possessions.map(({ side }) => side).filter((side, at, all) => side !== all[at - 1])
  const shared = Math.min(turns.length, sides.length)
  const more = sides.length - turns.length
  return more >= -1 && more <= 1 + late && turns.slice(0, shared).every((side, at) => side === sides[at])
}

/**
 * The possessions of a game, from its play-by-play.
 * Source of what a possession is: Kubatko, Oliver, Pelton and Rosenbaum, "A Starting Point for Analyzing Basketball
 * Statistics" (2007): it ends when the other team gets the ball, so an offensive rebound continues it.
 */
export const countPossessions = (game: CourtGame): GamePossessions => {
  const { events, rules } = game
  const trips = findTrips(events, rules)
  const points = pointsByEvent(events)
  const possessions: CountedPossession[] = []
  const doubtful: number[] = []
  for (const span of periodSpans(game)) {
    const own = trips.filter(({ first }) => first >= span.from && first < span.to)
    const { found, late } = possessionsByEnds(events, points, span, own, rules.last_seconds)
    if (!agree(found, ballByRows(events, span), late)) doubtful.push(span.period)
    possessions.push(...found)
  }
  return { possessions, alternating: alternate(possessions), doubtful }
}
