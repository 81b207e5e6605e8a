import { eq, inArray, sql } from 'drizzle-orm'
import { FIRST_YEAR_OF_HISTORY, type Game, type Market, type PriceSide } from '../contract/index.ts'
import { gameColumns, joinGameRecords, toGame } from '../records/game-queries.ts'
import { quotedTipOffs, games, preparedSelect, seasons, type Database, type Store } from '../store/index.ts'
import type { Quote } from './books.ts'
import type { QuotedGame } from './record.ts'

type StoredQuote = [
  market: Market,
  side: PriceSide,
  line: number | null,
  price: number,
  set_at: number | null,
  read_at: number | null,
]
type StoredBook = [key: string, name: string, exchange: boolean, quotes: StoredQuote[]]

const ms = (column: 'set_at' | 'read_at') => sql`(extract(epoch from q.${sql.identifier(column)}) * 1000)::bigint`

/** The quotes of a game by bookmaker as one JSON value, because a game may have tens of thousands. */
const storedBooks = sql<StoredBook[] | null>`(
  select json_agg(json_build_array(b.key, b.name, b.exchange, books.quotes))
  from (
    select q.bookmaker,
      json_agg(json_build_array(q.market, q.side, q.line, q.price, ${ms('set_at')}, ${ms('read_at')})) as quotes
    from quotes q where q.game_id = ${games.id} group by q.bookmaker
  ) as books join bookmakers b on b.key = books.bookmaker)`

/** The tip-off that the league announced, or else the one that the price feed announced last, ms since 1970. */
const tipOff = sql<number | null>`
  (extract(epoch from coalesce(${games.tip_off}, ${quotedTipOffs.tip_off})) * 1000)::double precision`

const toQuotes = ([bookmaker, , , quotes]: StoredBook): Quote[] =>
  quotes.map(([market, side, line, price, set_at, read_at]) => ({
    market,
    bookmaker,
    side,
    line,
    price,
    set_at,
    read_at,
  }))

/** The bookmakers by key. Those with the same name include their key: Betfair (betfair_ex_uk). */
const toBookmakers = (books: readonly StoredBook[]): QuotedGame['bookmakers'] => {
  const byName = Map.groupBy(books, ([, name]) => name)
  return new Map(
    books.map(([key, name, exchange]) => {
      const isShared = (byName.get(name)?.length ?? 0) > 1
      return [key, { name: isShared ? `${name} (${key})` : name, exchange }]
    }),
  )
}

const toQuotedGame = (books: StoredBook[] | null, tip_off: number | null): QuotedGame => ({
  quotes: books?.flatMap(toQuotes) ?? [],
  bookmakers: toBookmakers(books ?? []),
  tip_off,
})

const gameWithQuotes = preparedSelect((db) =>
  joinGameRecords(
    db
      .select({ ...gameColumns, start_year: seasons.start_year, starts: tipOff, books: storedBooks })
      .from(games)
      .$dynamic(),
  )
    .leftJoin(quotedTipOffs, eq(quotedTipOffs.game_id, games.id))
    .where(eq(games.id, sql.placeholder('id'))),
)

/** A game with its quotes; undefined if the game does not exist. */
export const selectGameWithQuotes = async (
  store: Store,
  id: string,
): Promise<{ game: Game; quoted: QuotedGame; hasHistory: boolean } | undefined> => {
  const [row] = await gameWithQuotes(store)({ id })
  if (row === undefined) return undefined
  const { start_year, starts, books, ...game } = row
  return { game: toGame(game), quoted: toQuotedGame(books, starts), hasHistory: start_year >= FIRST_YEAR_OF_HISTORY }
}

/** The quotes of games. Games without quotes are left out. */
export const selectQuotes = async (
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; quoted: QuotedGame }[]> => {
  const rows = await db
    .select({ id: games.id, starts: tipOff, books: storedBooks })
    .from(games)
    .leftJoin(quotedTipOffs, eq(quotedTipOffs.game_id, games.id))
    .where(inArray(games.id, [...ids]))
  return rows.flatMap(({ id, starts, books }) => (books === null ? [] : [{ id, quoted: toQuotedGame(books, starts) }]))
}
