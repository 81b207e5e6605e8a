import type { PossessionEnd, PossessionStart, Side } from '../../../contract/index.ts'
import type { CourtEvent } from '../court-rules.ts'

/** A time in which one team had the ball. */
export type CountedPossession = {
  period: number
  /** Seconds left in the period when it began, and when it ended. */
  start: number
  end: number
  /** The team that had the ball. */
  side: Side
  start_by: PossessionStart
  end_by: PossessionEnd
  /** Points of that team, and of its opponent, who can score from free throws after a technical foul. */
  points: number
  points_against: number
  /** Indexes of its first and last event. */
  first: number
  last: number
  /** Index of the event that ended it: those up to `last` say more of it, were entered late, or count for nothing. */
  ended: number
  /** Whether the same team had the possession before by rule, as after an unsportsmanlike foul on its basket. */
  retained: boolean
}

/** The other team. */
export const getOpponent = (side: Side): Side => (side === 'home' ? 'away' : 'home')

/**
 * The team that got a jump ball, at the last of its rows. Some feeds list the two players who jump, one of each team, and
 * then the team that got the ball, or nothing; others only that team. Null at other rows, and where it is not known.
 */
export const getJumpWinner = (events: readonly CourtEvent[], index: number): Side | null => {
  const isJump = (event: CourtEvent | undefined) =>
    event?.type === 'jump_ball' && event.period === events[index]?.period
  if (!isJump(events[index]) || isJump(events[index + 1])) return null
  let rows = 0
  for (let at = index; isJump(events[at]); at--) rows += { home: 1, away: -1, none: 0 }[events[at]?.side ?? 'none']
  if (rows === 0) return null
  return rows > 0 ? 'home' : 'away'
}
