import { eq, inArray, sql } from 'drizzle-orm'
import { batched, competitions, games, seasons, statement, type Database, type Store } from '../store/index.ts'
import type { Game, GameDetail, Periods } from '../contract/index.ts'
import { away, gameColumns, gamesWithNames, home, toGame } from './game-queries.ts'

const gamesInDetail = (db: Database) =>
  db
    .select({ ...gameColumns, periods: games.periods, officials: games.officials, revision: games.revision })
    .from(games)
    .innerJoin(competitions, eq(competitions.id, games.competition_id))
    .innerJoin(seasons, eq(seasons.id, games.season_id))
    .innerJoin(home, eq(home.id, games.home_team_id))
    .innerJoin(away, eq(away.id, games.away_team_id))
    .$dynamic()

type DetailRow = Awaited<ReturnType<typeof gamesInDetail>>[number]

const periodsOf = ({ periods }: DetailRow): Periods | null => periods && { home: periods.home, away: periods.away }

const toDetail = (row: DetailRow): GameDetail => ({
  ...toGame(row),
  periods: periodsOf(row),
  officials: row.officials?.map(({ name, role }) => ({ name, role })) ?? null,
})

const detailsStatement = (db: Database, places: number[]) =>
  gamesInDetail(db)
    .where(
      inArray(
        games.id,
        places.map((place) => sql.placeholder(`${place}`)),
      ),
    )
    .prepare(`game_details_${places.length}`)

/** How many games are read at once, at most. */
const MOST = 64

/**
 * Reads all games that wait to be read with one statement. There is one for 1, 2, 4, 8 … games, the first game filling
 * the places left over: few to prepare, and a planner that knows how many rows each finds.
 */
const detailReader = statement((db) => {
  const prepared = new Map<number, ReturnType<typeof detailsStatement>>()
  return batched(async (ids: string[]) => {
    const places = [...Array(2 ** Math.ceil(Math.log2(ids.length))).keys()]
    const details = prepared.get(places.length) ?? detailsStatement(db, places)
    prepared.set(places.length, details)
    const rows = await details.execute(Object.fromEntries(places.map((place) => [place, ids[place] ?? ids[0]])))
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => {
      const row = found.get(id)
      return row === undefined ? null : toDetail(row)
    })
  }, MOST)
})

/** One game with its periods and officials; undefined when there is none. */
export const selectGameDetail = async (store: Store, id: string): Promise<GameDetail | undefined> =>
  (await detailReader(store)(id)) ?? undefined

/** One game, also inside a transaction; undefined when there is none. */
export const selectGame = async (db: Database, id: string): Promise<Game | undefined> => {
  const [row] = await gamesWithNames(db).where(eq(games.id, id))
  return row && toGame(row)
}

/** One game as events tell it: with its periods and how often its final score has been given. */
export const selectGameState = async (
  db: Database,
  id: string,
): Promise<Game & { periods: Periods | null; revision: number }> => {
  const [row] = await gamesInDetail(db).where(eq(games.id, id))
  if (row === undefined) throw new RangeError(`there is no game ${id}`)
  return { ...toGame(row), periods: periodsOf(row), revision: row.revision }
}

/** Games by id, in the order of the ids. */
export const selectGamesById = async ({ db }: Store, ids: readonly string[]): Promise<Game[]> => {
  if (ids.length === 0) return []
  const rows = await gamesWithNames(db).where(inArray(games.id, [...ids]))
  return ids.flatMap((id) => rows.filter((row) => row.id === id)).map(toGame)
}
