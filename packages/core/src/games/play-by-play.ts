import { eq, inArray } from 'drizzle-orm'
import { answerOf, GetGame, PlayByPlay, Shots, type Game, type PlayerRef, type Side } from '../contract/index.ts'
import { players, playByPlays, shotCharts, type Database } from '../store/index.ts'
import { operation } from '../trpc.ts'
import { partAnswer } from './part.ts'

/** Events and shots are stored with the id of the player alone; this gives the reference the wire wants. */
const playerRefs = async (db: Database, rows: { player_id: string | null }[]) => {
  const ids = [...new Set(rows.flatMap(({ player_id }) => player_id ?? []))]
  const found =
    ids.length === 0
      ? []
      : await db.select({ id: players.id, name: players.name }).from(players).where(inArray(players.id, ids))
  const byId = new Map<string, PlayerRef>(found.map((player) => [player.id, player]))
  return (id: string | null): PlayerRef | null => (id === null ? null : (byId.get(id) ?? null))
}

const teamOf = (game: Game, side: Side | null) => (side === null ? null : { id: game[side].id })

const readPlayByPlay = async (db: Database, game: Game): Promise<PlayByPlay> => {
  const [row] = await db.select().from(playByPlays).where(eq(playByPlays.game_id, game.id))
  const stored = row?.events ?? []
  const playerRef = await playerRefs(db, stored)
  const events = stored.map((event) => ({
    seq: event.seq,
    period: event.period,
    clock: event.clock,
    side: event.side,
    team: teamOf(game, event.side),
    player: playerRef(event.player_id),
    type: event.type,
    description: event.description,
    distance_ft: event.distance_ft,
    home_score: event.home_score,
    away_score: event.away_score,
  }))
  return { game, events }
}

const readShots = async (db: Database, game: Game): Promise<Shots> => {
  const [row] = await db.select().from(shotCharts).where(eq(shotCharts.game_id, game.id))
  const stored = row?.shots ?? []
  const playerRef = await playerRefs(db, stored)
  const shots = stored.map((shot) => ({
    seq: shot.seq,
    period: shot.period,
    side: shot.side,
    team: teamOf(game, shot.side),
    player: playerRef(shot.player_id),
    value: shot.value,
    made: shot.made,
    points: shot.points,
    x_ft: shot.x_ft,
    y_ft: shot.y_ft,
    distance_ft: shot.distance_ft,
    fastbreak: shot.fastbreak,
    second_chance: shot.second_chance,
    off_turnover: shot.off_turnover,
    at: shot.at,
  }))
  return { game, shots }
}

export const getPlayByPlay = operation(
  {
    plan: 'live',
    path: '/games/{id}/playbyplay',
    tag: 'Games',
    summary: 'The play-by-play of a game',
    description: 'Every event in the order of the game; none where `has.playbyplay` is false.',
    input: GetGame,
    output: answerOf(PlayByPlay),
  },
  ({ ctx, input: { id } }) => partAnswer(ctx, id, 'playbyplay', readPlayByPlay),
)

export const getShots = operation(
  {
    plan: 'live',
    path: '/games/{id}/shots',
    tag: 'Games',
    summary: 'The shots of a game',
    description:
      'Field-goal attempts, made and missed, with the place they were taken from; none where `has.shots` is false.',
    input: GetGame,
    output: answerOf(Shots),
  },
  ({ ctx, input: { id } }) => partAnswer(ctx, id, 'shots', readShots),
)
