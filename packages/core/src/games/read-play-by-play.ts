import { eq, inArray } from 'drizzle-orm'
import type { Game, PlayByPlay, PlayerRef, Shots, Side } from '../contract/index.ts'
import { players, playByPlays, shotCharts, type Database } from '../store/index.ts'

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

/** The play-by-play of a game; without events where none is known. */
export const readPlayByPlay = async (db: Database, game: Game): Promise<PlayByPlay> => {
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

/** The field-goal attempts of a game; none where they are not known. */
export const readShots = async (db: Database, game: Game): Promise<Shots> => {
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
