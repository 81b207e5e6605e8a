import { eq, inArray, sql } from 'drizzle-orm'
import type { Game, GameDetail, LiveFacts, Periods } from '../contract/index.ts'
import { batched, games, perStore, preparedSelects, within, type Database, type Store } from '../store/index.ts'
import { gameColumns, gamesWithNames, joinGameRecords, toGame } from './game-queries.ts'

const gamesInDetail = (db: Database) =>
  joinGameRecords(
    db
      .select({ ...gameColumns, periods: games.periods, officials: games.officials, revision: games.revision })
      .from(games)
      .$dynamic(),
  )

type DetailRow = Awaited<ReturnType<typeof gamesInDetail>>[number]

const readPeriods = ({ periods }: DetailRow): Periods | null => periods && { home: periods.home, away: periods.away }

const toDetail = (row: DetailRow): GameDetail => ({
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
export type GameState = Game & { periods: Periods | null; revision: number }

/** The states of games by id, also inside a transaction. */
export const selectGameStates = async (
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GameState>> => {
  if (ids.length === 0) return new Map()
  const rows = await gamesInDetail(db).where(within(sql`${games.id}`, ids))
  return new Map(rows.map((row) => [row.id, { ...toGame(row), periods: readPeriods(row), revision: row.revision }]))
}
