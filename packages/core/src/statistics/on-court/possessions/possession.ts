import type { PossessionEnd, PossessionStart, Side } from '../../../contract/index.ts'

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
