import { z } from 'zod'
import type { GameDetail, GameStatus, Periods } from './game.ts'
import { GameId } from './identifiers.ts'
import { Event } from './play-by-play.ts'
import { Count } from './scalars.ts'

/** Where a game stands. */
export const LiveState = z.enum(['upcoming', 'running', 'break', 'ended']).meta({
  id: 'LiveState',
  description:
    'upcoming: no play, no points; running: it has started; break: the play-by-play has the end of the period, and no play of the next; ended: it is final, has no result, or its play-by-play has the end of the game. Only the data decides, not the clock.',
  example: 'running',
})
export type LiveState = z.infer<typeof LiveState>

const period = Count.min(1)
  .nullable()
  .describe(
    'Period of the latest play, else the last one with points; overtimes follow the regular periods. Null if unknown.',
  )
const clock = Event.shape.clock.describe('Time left in the period at the latest play. Null if not recorded.')
const score = Count.nullable().describe(
  'Score after the latest play; without plays, of the feed or the sum of the periods. Null before the start, and if unknown.',
)

/** The score of a game, as the stream of all games has it. */
export const GameScore = z
  .object({ game: GameId, state: LiveState, period, clock, home_score: score, away_score: score })
  .meta({ id: 'GameScore', description: 'Where a game stands after a change.' })
export type GameScore = z.infer<typeof GameScore>

/** What the plays of a game show, or without plays its periods and its score. */
export type LiveFacts = Omit<GameScore, 'game'> & {
  periods: Periods
  fouls: { home: number; away: number } | null
}

/** What is stored of a game that shows whether it has started. */
type GameSigns = {
  status: GameStatus
  has_playbyplay: boolean
  periods: Periods | null
  /** What the board shows of it; null or left out: nothing. */
  live?: LiveFacts | null
}

/**
 * Whether a game has started: it is final, or has a play, a point in a period, or a score. Only the data decides, not the clock:
 * games start late, and feeds show periods of 0–0 before tip-off.
 */
export const hasStarted = ({ status, has_playbyplay, periods, live = null }: GameSigns): boolean =>
  status === 'final' ||
  has_playbyplay ||
  live !== null ||
  [periods?.home, periods?.away].some((points) => points?.some((each) => each > 0))

/** Where a game stands. A final game has its final score, whatever its plays add up to. */
export const getScore = (
  { status, home_score, away_score, periods }: Pick<GameDetail, 'status' | 'home_score' | 'away_score' | 'periods'>,
  live: LiveFacts | null,
): Omit<GameScore, 'game'> => ({
  state: status === 'scheduled' ? (live?.state ?? 'upcoming') : 'ended',
  period: live?.period ?? (status === 'final' ? (periods?.home.length ?? null) : null),
  clock: live?.clock ?? null,
  home_score: home_score ?? live?.home_score ?? null,
  away_score: away_score ?? live?.away_score ?? null,
})
