import type { Side } from '../../../contract/index.ts'
import type { CourtEvent } from '../court-rules.ts'
import type { PeriodSpan } from '../period-spans.ts'
import { getJumpWinner, getOpponent } from './possession.ts'

/** Whether any row at the clock of another one is as asked. */
const someHere = (
  events: readonly CourtEvent[],
  index: number,
  isAsked: (row: CourtEvent, event: CourtEvent) => boolean,
): boolean => {
  const event = events[index]
  if (event === undefined) return false
  for (const step of [-1, 1])
    for (let at = index + step; ; at += step) {
      const row = events[at]
      if (row === undefined || row.period !== event.period || row.clock !== event.clock) break
      if (isAsked(row, event)) return true
    }
  return false
}

/** Free throws for technical fouls alone do not show who has the ball. */
const isTechnical = (events: readonly CourtEvent[], index: number): boolean => {
  const isFoul = (type: CourtEvent['type']) =>
    someHere(events, index, (row, event) => row.type === type && row.side !== event.side)
  return isFoul('technical_foul') && !isFoul('foul')
}

/** A steal is often listed before its turnover, which shows the same. */
const hasTurnover = (events: readonly CourtEvent[], index: number): boolean =>
  someHere(events, index, (row, event) => row.type === 'turnover' && row.side !== event.side)

/** Which side a row shows to have the ball; null if it shows nothing. */
const holderAt = (events: readonly CourtEvent[], index: number): Side | null => {
  const event = events[index]
  if (event === undefined || event.side === null) return null
  switch (event.type) {
    case 'two_made':
    case 'two_missed':
    case 'three_made':
    case 'three_missed':
    case 'turnover':
    case 'offensive_foul':
    case 'offensive_rebound':
    case 'defensive_rebound':
    case 'shot_blocked':
      return event.side
    case 'block':
      return getOpponent(event.side)
    case 'steal':
      return hasTurnover(events, index) ? null : event.side
    case 'free_throw_made':
    case 'free_throw_missed':
      return isTechnical(events, index) ? null : event.side
    default:
      return null
  }
}

/** Rows after which the other team has the ball. */
const GIVES_AWAY: ReadonlySet<CourtEvent['type']> = new Set(['two_made', 'three_made', 'free_throw_made', 'turnover'])

/**
 * The teams in the order in which they had the ball in a period, from row to row: an independent, simpler count. It knows
 * no ends, and so no two possessions of one team in a row; but a jump ball that a team wins which has just given the ball
 * away was the other team's ball.
 */
export const ballByRows = (events: readonly CourtEvent[], { from, to }: PeriodSpan): Side[] => {
  const sides: Side[] = []
  let giver: Side | null = null
  for (let index = from; index < to; index++) {
    const event = events[index]
    const jump = getJumpWinner(events, index)
    if (jump !== null && jump === giver) sides.push(getOpponent(jump))
    const side: Side | null = jump ?? holderAt(events, index)
    if (side === null) continue
    if (side !== sides.at(-1)) sides.push(side)
    giver = event !== undefined && GIVES_AWAY.has(event.type) ? side : null
  }
  return sides
}
