import { eq, sql } from 'drizzle-orm'
import {
  formatClock,
  type Game,
  type GameLineUps,
  type PlayerRef,
  type Possessions,
  type Side,
} from '../contract/index.ts'
import { gameColumns, joinGameRecords, toGame } from '../records/game-queries.ts'
import { boxLines, games, lineUps, players, preparedSelect, type Store } from '../store/index.ts'

/** SQL: the names of the players of a game by id. */
const names = sql<Record<string, string> | null>`(
  select json_object_agg(${players.id}, ${players.name}) from ${boxLines}
  join ${players} on ${players.id} = ${boxLines.player_id} where ${boxLines.game_id} = ${games.id})`

const { exact, reasons, notes, stints, possessions, alternating, doubtful_periods } = lineUps

/** A game with its line-ups in one statement, which is a snapshot without a transaction. */
const gameWithStints = preparedSelect((db) =>
  joinGameRecords(
    db
      .select({ ...gameColumns, exact, reasons, notes, stints, names })
      .from(games)
      .leftJoin(lineUps, eq(lineUps.game_id, games.id))
      .where(eq(games.id, sql.placeholder('id')))
      .$dynamic(),
  ),
)

const gameWithPossessions = preparedSelect((db) =>
  joinGameRecords(
    db
      .select({ ...gameColumns, possessions, alternating, doubtful_periods })
      .from(games)
      .leftJoin(lineUps, eq(lineUps.game_id, games.id))
      .where(eq(games.id, sql.placeholder('id')))
      .$dynamic(),
  ),
)

/** Why a game has no line-ups at all. */
const missing = (game: Game): GameLineUps['reasons'] =>
  game.status === 'final'
    ? [{ code: 'no_events', message: 'The game has no play-by-play.' }]
    : [{ code: 'not_final', message: 'Line-ups are derived when the game has its final score.' }]

/** Who was on court in a game, stint by stint; without stints where that is unknown. Undefined if there is no such game. */
export const readLineUps = async (store: Store, id: string): Promise<GameLineUps | undefined> => {
  const [row] = await gameWithStints(store)({ id })
  if (row === undefined) return undefined
  const game = toGame(row)
  const stored = row.stints ?? { home: [], away: [] }
  const refs = new Map(Object.entries(row.names ?? {}).map(([id, name]): [string, PlayerRef] => [id, { id, name }]))
  const buildSide = (side: Side) => ({
    team: game[side],
    stints: stored[side].map(({ period, start, end, players: five, points_for, points_against, possessions }) => ({
      period,
      start_clock: formatClock(start),
      end_clock: formatClock(end),
      seconds: Math.max(0, start - end),
      players: five.flatMap((id) => refs.get(id) ?? []),
      points_for,
      points_against,
      possessions,
    })),
  })
  return {
    game,
    exact: row.exact ?? false,
    reasons: row.reasons ?? missing(game),
    notes: row.notes ?? [],
    home: buildSide('home'),
    away: buildSide('away'),
  }
}

/** The possessions of a game; none where they are unknown. Undefined if there is no such game. */
export const readPossessions = async (store: Store, id: string): Promise<Possessions | undefined> => {
  const [row] = await gameWithPossessions(store)({ id })
  if (row === undefined) return undefined
  const game = toGame(row)
  return {
    game,
    alternating: row.alternating ?? false,
    doubtful_periods: row.doubtful_periods ?? [],
    possessions: (row.possessions ?? []).map(({ start, end, start_by, end_by, ...possession }, at) => ({
      number: at + 1,
      period: possession.period,
      start_clock: formatClock(start),
      end_clock: formatClock(end),
      seconds: Math.max(0, start - end),
      side: possession.side,
      team: game[possession.side],
      start: start_by,
      end: end_by,
      points: possession.points,
      points_against: possession.points_against,
      first_seq: possession.first_seq,
      last_seq: possession.last_seq,
    })),
  }
}
