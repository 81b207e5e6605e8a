import { eq, getTableColumns, inArray } from 'drizzle-orm'
import { formatClock, type BoxScore, type Event, type Game, type PlayByPlay, type StatLine } from '../contract/index.ts'
import type { PlayerLine, PlayerRef, Shot, Shots, Side } from '../contract/index.ts'
import {
  boxLines,
  playByPlays,
  players,
  shotCharts,
  teamBoxes,
  type Database,
  type StoredEvent,
  type StoredShot,
} from '../store/index.ts'

const selectLines = (db: Database, game: string) =>
  db
    .select({ ...getTableColumns(boxLines), name: players.name })
    .from(boxLines)
    .innerJoin(players, eq(players.id, boxLines.player_id))
    .where(eq(boxLines.game_id, game))
    .orderBy(boxLines.side, boxLines.position)

type LineRow = Awaited<ReturnType<typeof selectLines>>[number]

const {
  game_id: _game,
  player_id: _player,
  team_id: _team,
  season_id: _season,
  date: _date,
  tip_off_order: _tipOff,
  final: _final,
  counted: _counted,
  side: _side,
  position: _position,
  ...fields
} = getTableColumns(boxLines)

/** The statistics of a row, without its other columns. */
const toStats = (row: StatLine): StatLine => ({
  points: row.points,
  two_made: row.two_made,
  two_attempted: row.two_attempted,
  three_made: row.three_made,
  three_attempted: row.three_attempted,
  free_throws_made: row.free_throws_made,
  free_throws_attempted: row.free_throws_attempted,
  offensive_rebounds: row.offensive_rebounds,
  defensive_rebounds: row.defensive_rebounds,
  rebounds: row.rebounds,
  assists: row.assists,
  steals: row.steals,
  turnovers: row.turnovers,
  blocks: row.blocks,
  blocks_received: row.blocks_received,
  fouls: row.fouls,
  fouls_drawn: row.fouls_drawn,
  performance_index: row.performance_index,
  field_goals_made: row.field_goals_made,
  field_goals_attempted: row.field_goals_attempted,
})

/** The columns that `toLineFields` reads. */
export const lineColumns = fields

/** The fields of a line that the contract has, without the player. */
export const toLineFields = (
  row: Pick<typeof boxLines.$inferSelect, keyof typeof lineColumns>,
): Omit<PlayerLine, 'player'> => {
  const { number, starter, played, seconds } = row
  const plus_minus = row.plus_minus ?? row.computed_plus_minus
  const minutes = seconds === null ? null : formatClock(seconds)
  return { number, starter, played, minutes, seconds, ...toStats(row), plus_minus }
}

const toPlayerLine = ({ name, ...row }: LineRow): PlayerLine => ({
  player: { id: row.player_id, name },
  ...toLineFields(row),
})

const selectTeamBoxes = (db: Database, game: string) => db.select().from(teamBoxes).where(eq(teamBoxes.game_id, game))

const toTotals = (box: typeof teamBoxes.$inferSelect): StatLine | null => (box.has_totals ? toStats(box) : null)

/** The box score of a game, with empty players and null totals if it is unknown. */
export const readBoxScore = async (db: Database, game: Game): Promise<BoxScore> => {
  const lines = await selectLines(db, game.id)
  const boxes = await selectTeamBoxes(db, game.id)
  const teamBox = (side: Side) => {
    const box = boxes.find((each) => each.side === side)
    return {
      team: game[side],
      coach: box?.coach ?? null,
      totals: box === undefined ? null : toTotals(box),
      players: lines.filter((line) => line.side === side).map(toPlayerLine),
    }
  }
  return { game, home: teamBox('home'), away: teamBox('away') }
}

/** Finds players by id. */
export type FindPlayer = (id: string | null) => PlayerRef | null

/** Looks up the players of events, shots and fives, which are stored with their ids only. */
export const selectPlayerRefs = async (db: Database, ids: readonly (string | null)[]): Promise<FindPlayer> => {
  const named = [...new Set(ids.flatMap((id) => id ?? []))]
  const rows =
    named.length === 0
      ? []
      : await db.select({ id: players.id, name: players.name }).from(players).where(inArray(players.id, named))
  const byId = new Map<string, PlayerRef>(rows.map((player) => [player.id, player]))
  return (id) => (id === null ? null : (byId.get(id) ?? null))
}

const getTeam = (game: Game, side: Side | null) => (side === null ? null : { id: game[side].id })

/** A stored event as responses have it. */
export const toEvent = (game: Game, event: StoredEvent, findPlayer: FindPlayer): Event => ({
  seq: event.seq,
  period: event.period,
  clock: event.clock,
  side: event.side,
  team: getTeam(game, event.side),
  player: findPlayer(event.player_id),
  type: event.type,
  description: event.description,
  distance_ft: event.distance_ft,
  home_score: event.home_score,
  away_score: event.away_score,
})

/** A stored shot as responses have it. */
export const toShot = (game: Game, shot: StoredShot, findPlayer: FindPlayer): Shot => ({
  seq: shot.seq,
  period: shot.period,
  side: shot.side,
  team: getTeam(game, shot.side),
  player: findPlayer(shot.player_id),
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
})

const listPlayers = (items: readonly { player_id: string | null }[]) => items.map(({ player_id }) => player_id)

/** Stored events as responses have them. */
export const toEvents = async (db: Database, game: Game, stored: readonly StoredEvent[]): Promise<Event[]> => {
  const findPlayer = await selectPlayerRefs(db, listPlayers(stored))
  return stored.map((event) => toEvent(game, event, findPlayer))
}

/** The play-by-play of a game, without events if it is unknown. */
export const readPlayByPlay = async (db: Database, game: Game): Promise<PlayByPlay> => {
  const [row] = await db.select().from(playByPlays).where(eq(playByPlays.game_id, game.id))
  return { game, events: await toEvents(db, game, row?.events ?? []) }
}

/** The shot chart of a game, without shots if it is unknown. */
export const readShots = async (db: Database, game: Game): Promise<Shots> => {
  const [row] = await db.select().from(shotCharts).where(eq(shotCharts.game_id, game.id))
  const stored = row?.shots ?? []
  const findPlayer = await selectPlayerRefs(db, listPlayers(stored))
  return { game, shots: stored.map((shot) => toShot(game, shot, findPlayer)) }
}
