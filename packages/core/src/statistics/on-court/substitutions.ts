import type { Side } from '../../contract/index.ts'
import { secondsLeft, type CourtEvent } from './court-rules.ts'
import type { PeriodSpan } from './period-spans.ts'

/** The substitutions of one team at one stoppage. */
export type SubstitutionGroup = {
  period: number
  /** Seconds left in the period. */
  clock: number
  /** Index of the first event that is played by the new five. */
  from: number
  out: readonly string[]
  in: readonly string[]
  /** Whether it stands before the start of its period. */
  inBreak: boolean
}

const isSubstitution = ({ type }: CourtEvent): boolean => type === 'substitution_in' || type === 'substitution_out'

/** Events that may stand between the rows of one stoppage without anything being played between them. */
const isPause = ({ type }: CourtEvent): boolean =>
  type === 'timeout' || type === 'review' || type === 'other' || type === 'period_start'

type Open = { period: number; clock: number; from: number; out: string[]; in: string[]; inBreak: boolean }

/**
 * Adds a row to a change. A player who goes in and out at the same stoppage does both or neither: no player returns before
 * the clock has run (FIBA rules, article 19.3.4), so the later row reverts the earlier one.
 */
const addRow = (change: Open, { type, player }: CourtEvent): void => {
  if (player === null) return
  const [own, other] = type === 'substitution_in' ? [change.in, change.out] : [change.out, change.in]
  const back = other.indexOf(player)
  if (back === -1) own.push(player)
  else other.splice(back, 1)
}

/** The substitutions of one side, stoppage by stoppage, in the order of the events. */
const changesByStoppage = (
  events: readonly CourtEvent[],
  side: Side,
  spans: readonly PeriodSpan[],
): readonly SubstitutionGroup[] => {
  const changes: Open[] = []
  for (const { period, from, to, length } of spans) {
    let open: Open | null = null
    let clock = length
    const start = events.findIndex(({ type }, at) => at >= from && at < to && type === 'period_start')
    for (let at = from; at < to; at++) {
      const event = events[at]
      if (event === undefined) continue
      clock = secondsLeft(event) ?? clock
      if (!isSubstitution(event)) {
        if (!isPause(event)) open = null
        continue
      }
      if (event.side !== side) continue
      const balanced: boolean = open !== null && open.in.length === open.out.length
      if (open === null || (balanced && open.clock !== clock)) {
        open = { period, clock, from: at, out: [], in: [], inBreak: at < start }
        changes.push(open)
      }
      addRow(open, event)
      open.from = at + 1
    }
  }
  return changes
}

/**
 * Two changes at one clock that only together leave five. Five are on court at a free throw between them, so as many come
 * and go with the first as leave five: of those listed later, who plays in between is still, or already, on court. Where
 * that is impossible, both are one change, after the last row.
 */
const joined = (
  events: readonly CourtEvent[],
  side: Side,
  before: SubstitutionGroup,
  after: SubstitutionGroup,
): SubstitutionGroup[] => {
  const between = events.slice(before.from, after.from)
  const plays = (player: string): boolean =>
    between.some((event) => event.player === player && event.side === side && !isSubstitution(event))
  const whole = { ...after, out: [...before.out, ...after.out], in: [...before.in, ...after.in] }
  const surplus = before.in.length - before.out.length
  const leaving = after.out.filter((player) => !plays(player)).slice(0, Math.max(surplus, 0))
  const coming = after.in.toSorted((a, b) => Number(plays(b)) - Number(plays(a))).slice(0, Math.max(-surplus, 0))
  const first = { ...before, out: [...before.out, ...leaving], in: [...before.in, ...coming] }
  const second = {
    ...after,
    out: after.out.filter((player) => !leaving.includes(player)),
    in: after.in.filter((player) => !coming.includes(player)),
  }
  const isPossible =
    !before.out.some(plays) && first.in.length === first.out.length && second.in.length === second.out.length
  if (!isPossible) return [whole]
  return second.in.length === 0 ? [first] : [first, second]
}

/** The substitutions of one side, each of which leaves five where the rows allow it. */
export const findSubstitutions = (
  events: readonly CourtEvent[],
  side: Side,
  spans: readonly PeriodSpan[],
): SubstitutionGroup[] => {
  const changes: SubstitutionGroup[] = []
  for (const change of changesByStoppage(events, side, spans)) {
    const before = changes.at(-1)
    const belongs =
      before !== undefined &&
      before.in.length !== before.out.length &&
      change.in.length !== change.out.length &&
      before.period === change.period &&
      before.clock === change.clock
    if (belongs) changes.splice(-1, 1, ...joined(events, side, before, change))
    else changes.push(change)
  }
  return changes
}
