import { eq, inArray, sql } from 'drizzle-orm'
import { alias, type PgSelect } from 'drizzle-orm/pg-core'
import { toDateTime, type Game, type GameDetail, type LiveFacts, type Periods } from '../contract/index.ts'
import {
  competitions,
  games,
  seasons,
  teams,
  type Database,
  batched,
  perStore,
  preparedSelects,
  within,
  type Store,
} from '../store/index.ts'

const home = alias(teams, 'home')
const away = alias(teams, 'away')

/** The columns that `toGame` reads; together with `joinGameRecords`, they are listed only here. */
export const gameColumns = {
  id: games.id,
  competition: { id: games.competition_id, name: competitions.name },
  season: { id: games.season_id, name: seasons.name },
  stage: games.stage,
  round: games.round,
  date: games.date,
  tip_off: games.tip_off,
  status: games.status,
  home: { id: games.home_team_id, name: home.name },
  away: { id: games.away_team_id, name: away.name },
  home_score: games.home_score,
  away_score: games.away_score,
  attendance: games.attendance,
  venue: games.venue,
  has: { boxscore: games.has_boxscore, playbyplay: games.has_playbyplay, shots: games.has_shots },
}

/** Joins a select of games with the competition, season and teams that `gameColumns` names. */
export const joinGameRecords = <Query extends PgSelect>(query: Query): Query => {
  // Drizzle's dynamic builder adds each join to itself; inner joins do not change the type of its rows.
  query
    .innerJoin(competitions, eq(competitions.id, games.competition_id))
    .innerJoin(seasons, eq(seasons.id, games.season_id))
    .innerJoin(home, eq(home.id, games.home_team_id))
    .innerJoin(away, eq(away.id, games.away_team_id))
  return query
}

/** Games with the names of the records they refer to. */
export const gamesWithNames = (db: Database) => joinGameRecords(db.select(gameColumns).from(games).$dynamic())

type GameRow = Omit<Game, 'tip_off'> & { tip_off: Date | null }

/** Converts a row of `gamesWithNames` to a Game. */
export const toGame = (row: GameRow): Game => ({
  id: row.id,
  competition: row.competition,
  season: row.season,
  stage: row.stage,
  round: row.round,
  date: row.date,
  tip_off: row.tip_off === null ? null : toDateTime(row.tip_off),
  status: row.status,
  home: row.home,
  away: row.away,
  home_score: row.home_score,
  away_score: row.away_score,
  attendance: row.attendance,
  venue: row.venue,
  has: row.has,
})

const gamesInDetail = (db: Database) =>
  joinGameRecords(
    db
      .select({ ...gameColumns, periods: games.periods, officials: games.officials, revision: games.revision })
      .from(games)
      .$dynamic(),
  )

type DetailRow = GameRow & Pick<GameDetail, 'periods' | 'officials'>

const readPeriods = ({ periods }: DetailRow): Periods | null => periods && { home: periods.home, away: periods.away }

/** A row of a game as GET /games/{id} shows it. */
export const toDetail = (row: DetailRow): GameDetail => ({
  ...toGame(row),
  periods: readPeriods(row),
  officials: row.officials?.map(({ name, role }) => ({ name, role })) ?? null,
})

/** Maximum number of games in a batch. */
const MAX_BATCH = 64

const listSlots = (size: number) => Array.from({ length: size }, (_, slot) => `id_${slot}`)

const gameDetails = preparedSelects(String, (db, size: number) =>
  gamesInDetail(db).where(
    inArray(
      games.id,
      listSlots(size).map((slot) => sql.placeholder(slot)),
    ),
  ),
)

/**
 * Reads all games that are waiting with one statement. There is one statement each for 1, 2, 4, 8 … games, whose unused
 * slots repeat the first game: few statements to prepare, and the plan knows how many rows to expect.
 */
const readDetails = perStore((store) =>
  batched(
    async (ids: string[]) => {
      const size = 2 ** Math.ceil(Math.log2(ids.length))
      const rows = await gameDetails(
        store,
        size,
      )(Object.fromEntries(listSlots(size).map((slot, index) => [slot, ids[index] ?? ids[0]])))
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => {
        const row = byId.get(id)
        return row === undefined ? null : toDetail(row)
      })
    },
    { isFull: (ids) => ids.length === MAX_BATCH },
  ),
)

/** A game with its periods and officials; undefined if it does not exist. */
export const selectGameDetail = async (store: Store, id: string): Promise<GameDetail | undefined> =>
  (await readDetails(store)(id)) ?? undefined

/** Games with their periods and officials by id, also inside a transaction. */
export const selectGameDetails = async (
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GameDetail>> => {
  if (ids.length === 0) return new Map()
  const rows = await gamesInDetail(db).where(within(sql`${games.id}`, ids))
  return new Map(rows.map((row) => [row.id, toDetail(row)]))
}

/** What the live board shows of games by id, also inside a transaction; null: nothing. */
export const selectLive = async (
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LiveFacts | null>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: games.id, live: games.live })
    .from(games)
    .where(within(sql`${games.id}`, ids))
  return new Map(rows.map(({ id, live }) => [id, live]))
}

/** A game, also inside a transaction; undefined if it does not exist. */
export const selectGame = async (db: Database, id: string): Promise<Game | undefined> => {
  const [row] = await gamesWithNames(db).where(eq(games.id, id))
  return row && toGame(row)
}

/** A game as the events of webhooks and streams contain it: with its periods and the revision of its final score. */
export type GameWithRevision = Game & { periods: Periods | null; revision: number }

/** Games by id with their periods and revisions, also inside a transaction. */
export const selectGamesWithRevisions = async (
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GameWithRevision>> => {
  if (ids.length === 0) return new Map()
  const rows = await gamesInDetail(db).where(within(sql`${games.id}`, ids))
  return new Map(rows.map((row) => [row.id, { ...toGame(row), periods: readPeriods(row), revision: row.revision }]))
}
