import type { GameStatus, Periods } from './game.ts'

/** What is stored of a game that shows whether it has started. */
type GameSigns = { status: GameStatus; has_playbyplay: boolean; periods: Periods | null }

/**
 * Whether a game has started: it is final, has a play, or has a point in a period. Only the data decides, not the clock: games start
 * late, and feeds show periods of 0–0 before tip-off.
 */
export const hasStarted = ({ status, has_playbyplay, periods }: GameSigns): boolean =>
  status === 'final' ||
  has_playbyplay ||
  [periods?.home, periods?.away].some((points) => points?.some((each) => each > 0))
