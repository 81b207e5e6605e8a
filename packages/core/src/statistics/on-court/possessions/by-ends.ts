import type { PossessionEnd, PossessionStart, Side } from '../../../contract/index.ts'
import type { Points } from '../columns.ts'
import { secondsLeft, type CourtEvent } from '../court-rules.ts'
import type { PeriodSpan } from '../period-spans.ts'
import { isBasket, isFreeThrow, type Trip } from './free-throw-trips.ts'
import { getJumpWinner, getOpponent, type CountedPossession } from './possession.ts'

/** The current possession. */
type Open = {
  /** Null until something shows who has the ball. */
  side: Side | null
  start: number
  start_by: PossessionStart
  first: number
  points: Record<Side, number>
  retained: boolean
  /** Whether a row shows that its side has the ball: a made basket alone does not show that the other team got it. */
  shown: boolean
}

/** Seconds by which feeds stamp the rows of one play apart. */
const SAME_PLAY = 2

/** Seconds after which a possession counts at the end of a period although no row shows it: the clock was run out. */
const RUN_OUT = 2

/** Whether a row only says more of the play of a side that ended just before it. */
const isCompanion = ({ type, side }: CourtEvent, of: Side): boolean =>
  side === of ? ['assist', 'shot_blocked', 'foul_drawn'].includes(type) : ['steal', 'block'].includes(type)

/** Whether a row at the clock of a possession that has just ended may belong to it, entered late. */
const mayBeLate = ({ type }: CourtEvent): boolean =>
  ['offensive_rebound', 'turnover', 'two_missed', 'three_missed'].includes(type)

/** Rows besides field goals and free throws made that five players of each team were on court for. */
const PLAYED: ReadonlySet<CourtEvent['type']> = new Set([
  'two_missed',
  'three_missed',
  'offensive_rebound',
  'defensive_rebound',
  'rebound',
  'turnover',
  'steal',
  'block',
])

/** Whether a row at the end of a period, or without a clock, is none of play: a substitution there is for the next one. */
const isInBreak = (event: CourtEvent, endClock: number): boolean =>
  (secondsLeft(event) ?? endClock) <= endClock && !isBasket(event) && !isFreeThrow(event) && !PLAYED.has(event.type)

/** Reads the rows of one period in their order, and closes a possession at each of its ends. */
class PeriodReader {
  readonly found: CountedPossession[] = []
  /** Possessions that began too late to count. */
  late = 0
  readonly #events: readonly CourtEvent[]
  readonly #points: readonly Points[]
  readonly #span: PeriodSpan
  readonly #trips: readonly Trip[]
  readonly #andOnes: ReadonlySet<number>
  #clock: number
  #open: Open
  #jumped = false

  constructor(events: readonly CourtEvent[], points: readonly Points[], span: PeriodSpan, trips: readonly Trip[]) {
    this.#events = events
    this.#points = points
    this.#span = span
    this.#trips = trips
    this.#andOnes = new Set(trips.flatMap(({ basket }) => basket ?? []))
    this.#clock = span.length
    this.#open = this.#begin(null, 'period_start', span.from)
  }

  #row(index: number): CourtEvent {
    const event = this.#events[index]
    if (event === undefined) throw new RangeError(`there is no event ${index}`)
    return event
  }

  #begin(side: Side | null, start_by: PossessionStart, first: number): Open {
    const shown = start_by === 'steal'
    const points = { home: 0, away: 0 }
    return { side, start: this.#clock, start_by, first, points, retained: false, shown }
  }

  /** Ends the open possession with the event `ended`; those up to `last` belong to it too. */
  #close(
    end_by: PossessionEnd,
    { ended, last = ended }: { ended: number; last?: number },
    next: Side | null,
    start_by: PossessionStart,
  ): void {
    const { side, start, points, retained } = this.#open
    const before = this.found.at(-1)
    // A possession that only its start shows, like a steal that is lost at once, has the row of that start.
    const isEmpty = last < this.#open.first && before !== undefined && before.first < before.last
    if (isEmpty) before.last -= 1
    const first = Math.min(this.#open.first, last)
    if (side !== null)
      this.found.push({
        period: this.#span.period,
        start,
        end: this.#clock,
        side,
        start_by: this.#open.start_by,
        end_by,
        points: points[side],
        points_against: points[getOpponent(side)],
        first,
        last,
        ended,
        retained,
      })
    this.#open = this.#begin(next, start_by, last + 1)
  }

  /** A row shows that a side has the ball. */
  #has(side: Side, index: number): void {
    const open = this.#open
    if (open.side !== null && open.side !== side) {
      const change = this.#jumped ? 'jump_ball' : 'other'
      if (open.shown) this.#close(change, { ended: index - 1 }, side, change)
      else open.retained = this.#isFouledAfterScoring(side)
    }
    this.#open.side = side
    this.#open.shown = true
    this.#jumped = false
  }

  /**
   * Whether a side that has just scored was fouled in the same play without free throws for it, which gives it the ball
   * again: the throw-in is where the foul was (FIBA rules, article 17.1).
   */
  #isFouledAfterScoring(side: Side): boolean {
    const before = this.found.at(-1)
    if (before?.side !== side || !before.end_by.startsWith('made_')) return false
    let at = before.last
    while (at > before.first && !isBasket(this.#row(at)) && !isFreeThrow(this.#row(at))) at -= 1
    for (at += 1; at < this.#span.to; at++) {
      const event = this.#row(at)
      if (Math.abs((secondsLeft(event) ?? before.end) - before.end) > SAME_PLAY) return false
      if (event.type === 'foul' && event.side === getOpponent(side)) return true
    }
    return false
  }

  /** The last row of a play: those directly after it that only say more of it belong to it. */
  #findLastOfPlay(index: number, side: Side): number {
    let last = index
    for (let at = index + 1; at < this.#span.to; at++) {
      const event = this.#events[at]
      if (event === undefined || !isCompanion(event, side)) break
      last = at
    }
    return last
  }

  /** Whether a row was entered after the end of the possession that it belongs to; it then belongs to that. */
  #isLate(event: CourtEvent, index: number): boolean {
    const before = this.found.at(-1)
    if (before === undefined || event.side !== before.side || !mayBeLate(event)) return false
    if (this.#open.side === before.side || before.end !== secondsLeft(event)) return false
    if (this.#hasOwnRow(index)) return false
    before.last = index
    this.#open.first = index + 1
    return true
  }

  /** Whether a row before `index` shows that the open possession's side has the ball. */
  #hasOwnRow(index: number): boolean {
    return this.#events
      .slice(this.#open.first, index)
      .some((event) => event.side === this.#open.side && (isBasket(event) || mayBeLate(event) || isFreeThrow(event)))
  }

  #addPoints(index: number): void {
    this.#open.points.home += this.#points[index]?.home ?? 0
    this.#open.points.away += this.#points[index]?.away ?? 0
  }

  #turnover(index: number, side: Side): void {
    const last = this.#findLastOfPlay(index, side)
    const stolen = this.#events.slice(index + 1, last + 1).some(({ type }) => type === 'steal')
    const end = stolen ? 'steal' : 'turnover'
    this.#close(end, { ended: index, last }, getOpponent(side), end)
  }

  #freeThrow(index: number, event: CourtEvent, side: Side): void {
    const trip = this.#trips.find((each) => each.side === side && index >= each.first && index <= each.last)
    if (trip?.ball === 'last_shot' && index === trip.first) this.#has(side, index)
    if (trip?.ball === 'shooters' && this.#open.side === side) this.#open.shown = true
    this.#addPoints(index)
    if (index !== trip?.last) return
    if (trip.ball === 'last_shot' && event.type === 'free_throw_made')
      this.#close('made_free_throw', { ended: index }, getOpponent(side), 'made_free_throw')
    if (trip.ball === 'shooters' && this.#open.side !== side) {
      if (this.#open.shown) this.#close('other', { ended: index }, side, 'other')
      this.#open.side = side
      this.#open.retained = this.found.at(-1)?.side === side
    }
  }

  #rebound(index: number, side: Side): void {
    const isWithinTrip = this.#trips.some(({ first, last }) => index > first && index < last)
    if (isWithinTrip) return
    if (this.#open.side === getOpponent(side))
      this.#close('defensive_rebound', { ended: index }, side, 'defensive_rebound')
    this.#open.side = side
    this.#open.shown = true
  }

  /** After a foul that is not the attack's, the team that was fouled has the ball. A foul alone does not move it. */
  #foul(side: Side): void {
    if (this.#open.side === getOpponent(side)) this.#open.shown = true
  }

  /** A jump ball or the arrow gives the ball to a side: the other one loses it, also if it has done nothing with it yet. */
  #jumpBall(index: number): void {
    const side = getJumpWinner(this.#events, index)
    this.#jumped = true
    if (side === null || this.#open.side !== getOpponent(side) || this.#open.start === this.#clock) return
    this.#close('jump_ball', { ended: index }, side, 'jump_ball')
  }

  #steal(index: number, side: Side): void {
    if (this.#open.side !== getOpponent(side)) return
    if (this.#open.shown) this.#close('steal', { ended: index }, side, 'steal')
  }

  read(index: number, event: CourtEvent): void {
    const { side, type } = event
    this.#clock = Math.min(this.#clock, secondsLeft(event) ?? this.#clock)
    if (type === 'jump_ball') this.#jumpBall(index)
    if (side === null || this.#isLate(event, index)) return this.#addPoints(index)
    if (isFreeThrow(event)) return this.#freeThrow(index, event, side)
    if (isBasket(event) || mayBeLate(event)) this.#has(side, index)
    this.#addPoints(index)
    if (isBasket(event) && !this.#andOnes.has(index)) {
      const last = this.#findLastOfPlay(index, side)
      this.#close('made_field_goal', { ended: index, last }, getOpponent(side), 'made_field_goal')
    }
    if (type === 'turnover') this.#turnover(index, side)
    if (type === 'defensive_rebound') this.#rebound(index, side)
    if (type === 'steal') this.#steal(index, side)
    if (type === 'foul') this.#foul(side)
  }

  /** The last row from `first` on that the period was still played at, for those at its end may be of the break. */
  #lastInTime(first: number): number {
    let at = this.#span.to - 1
    while (at >= first && isInBreak(this.#row(at), this.#span.endClock)) at -= 1
    return Math.max(at, this.#span.from)
  }

  #isTooLate(possession: CountedPossession | undefined, lastSeconds: number): boolean {
    return (
      possession !== undefined && possession.start <= lastSeconds && possession.points + possession.points_against === 0
    )
  }

  /** Ends the period: the current possession, and points that belong to no possession yet. */
  end(lastSeconds: number): void {
    this.#clock = this.#span.endClock
    const { points, start, shown, first } = this.#open
    const scored = points.home !== 0 || points.away !== 0
    const isRunOut = start - this.#clock > RUN_OUT && first < this.#span.to
    if (scored) this.#open.side ??= points.home > points.away ? 'home' : 'away'
    if (this.#open.side !== null && (scored || (start > lastSeconds && (shown || isRunOut))))
      this.#close('period_end', { ended: this.#lastInTime(first), last: this.#span.to - 1 }, null, 'other')
    // What is not counted belongs to the possession before it.
    while (this.found.length > 1 && this.#isTooLate(this.found.at(-1), lastSeconds)) {
      this.found.pop()
      this.late += 1
    }
    const last = this.found.at(-1)
    if (last !== undefined) {
      last.last = this.#span.to - 1
      last.end = this.#clock
    }
  }
}

/** The possessions of one period, from what ends them; `late` is the number of last ones that began too late to count. */
export const possessionsByEnds = (
  events: readonly CourtEvent[],
  points: readonly Points[],
  span: PeriodSpan,
  trips: readonly Trip[],
  lastSeconds: number,
): { found: CountedPossession[]; late: number } => {
  const reader = new PeriodReader(events, points, span, trips)
  for (const [offset, event] of events.slice(span.from, span.to).entries()) reader.read(span.from + offset, event)
  reader.end(lastSeconds)
  return reader
}
