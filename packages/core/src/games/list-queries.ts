import { and, sql } from 'drizzle-orm'
import type { Game } from '../contract/index.ts'
import type { Keyset, Range } from '../paging.ts'
import { games, statementBy, type Database, type Store } from '../store/index.ts'
import { fits, given, type GameFilter, type GameFilters } from './filter-queries.ts'
import { gamesWithNames, toGame } from './game-queries.ts'

const placeholder = sql.placeholder

type Shape = { filters: GameFilter[]; after: boolean; limit: number; paged: boolean }

/** The first comparison is the one an index can start from; the second makes it exact where moments are equal. */
const afterKeyset = sql`(${games.date}, ${games.tip_off_order}) <= (${placeholder('after_date')}::date, ${placeholder('after_tip_off')}::timestamptz)
  and ((${games.date}, ${games.tip_off_order}) < (${placeholder('after_date')}::date, ${placeholder('after_tip_off')}::timestamptz) or ${games.id} > ${placeholder('after_id')})`

/**
 * Whether a list is bounded by filters that name one value each. A planner that knows its limit then reads an index in
 * order; where a span of days or a cursor bounds it, it takes the span for nearly empty and sorts.
 */
const isPlain = ({ filters, after }: Shape) => !after && !filters.includes('from') && !filters.includes('to')

/**
 * Of a plain list the limit stands in the text of the statement, and no offset where there is none: Drizzle would send
 * both as parameters, and a planner that does not know them plans anew at every call.
 */
const listStatement = statementBy((db: Database, shape: Shape) => {
  const limit = isPlain(shape) ? sql.raw(String(shape.limit)) : placeholder('limit')
  const offset = shape.paged ? sql` offset ${placeholder('offset')}` : sql``
  return gamesWithNames(db)
    .where(and(fits(shape.filters), shape.after ? afterKeyset : undefined))
    .orderBy(
      sql`${games.date} desc nulls last`,
      sql`${games.tip_off_order} desc nulls last`,
      sql`${games.id} limit ${limit}${offset}`,
    )
    .prepare(`games ${JSON.stringify(shape)}`)
})

/** Games, newest first: by date, then tip_off (unknown ones last), then id. */
export const selectGames = async (
  store: Store,
  filters: GameFilters,
  { limit, offset, after }: Range,
): Promise<Game[]> => {
  const [after_date, after_tip_off, after_id] = after ?? []
  const prepared = listStatement(store, {
    filters: given(filters),
    after: after !== undefined,
    limit,
    paged: offset > 0,
  })
  const rows = await prepared.execute({ ...filters, limit, offset, after_date, after_tip_off, after_id })
  return rows.map(toGame)
}

/** Where a list of games goes on after `game`. */
export const gameKeyset = (game: Game): Keyset => [game.date, game.tip_off ?? '-infinity', game.id]
