import { z } from 'zod'
import { Game, type GameDetail, type Periods } from './game.ts'
import { GameId, PlayerRef, StreamEventId } from './identifiers.ts'
import { ListMeta, listSchema } from './paging.ts'
import { Event } from './play-by-play.ts'
import { Count, DateTime } from './scalars.ts'

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

const LiveSide = z
  .object({
    score,
    periods: z.array(Count).max(30).describe('Points per period, the running one included. Empty if unknown.'),
    fouls: Count.nullable().describe(
      'Fouls of the team in this period: foul, offensive_foul, unsportsmanlike_foul and disqualifying_foul. Null without a play-by-play.',
    ),
  })
  .meta({ id: 'LiveSide', description: 'A team on the live board.' })

const Five = z.array(PlayerRef).length(5)

/** A game as the live board shows it. */
export const LiveGame = z
  .object({
    game: Game,
    state: LiveState,
    period,
    clock,
    home: LiveSide,
    away: LiveSide,
    last_event: Event.nullable().describe('The latest play. Null without a play-by-play.'),
    on_court: z
      .object({ home: Five.describe('Players of the home team.'), away: Five.describe('Players of the away team.') })
      .meta({ id: 'OnCourt', description: 'The players on court after the latest play.' })
      .nullable()
      .describe('Null unless the game is running and the five of both teams are certain.'),
    updated_at: DateTime.describe('When the data of this record was last written.'),
  })
  .meta({ id: 'LiveGame', description: 'A game as the live board shows it.' })
export type LiveGame = z.infer<typeof LiveGame>

/** The response of GET /live. */
export const LiveBoard = listSchema(LiveGame).extend({
  meta: ListMeta.extend({
    stream_after: StreamEventId.describe('Send as `after` to GET /stream, which continues from exactly this board.'),
  }).meta({ id: 'LiveBoardMeta', description: 'Paging of the board, and where a stream continues.' }),
})
export type LiveBoard = z.infer<typeof LiveBoard>

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
