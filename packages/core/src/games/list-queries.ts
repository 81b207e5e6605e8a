import { and, sql } from 'drizzle-orm'
import type { Game } from '../contract/index.ts'
import type { Keyset, Range } from '../paging.ts'
import { games, preparedSelects, type Store } from '../store/index.ts'
import { fits, given, type GameFilter, type GameFilters } from './filter-queries.ts'
import { gamesWithNames, toGame } from './game-queries.ts'

const placeholder = sql.placeholder

type Variant = { filters: GameFilter[]; after: boolean; limit: number | 'any'; paged: boolean }

/** The first comparison is the one an index can start from; the second makes it exact where moments are equal. */
const afterKeyset = sql`(${games.date}, ${games.tip_off_order}) <= (${placeholder('after_date')}::date, ${placeholder('after_tip_off')}::timestamptz)
  and ((${games.date}, ${games.tip_off_order}) < (${placeholder('after_date')}::date, ${placeholder('after_tip_off')}::timestamptz) or ${games.id} > ${placeholder('after_id')})`

/**
 * The limit as part of the statement, if the filters compare with one value each: knowing it, the planner reads an index
 * in order. With a range of days or a cursor it would take the range for nearly empty and sort; then it is a parameter.
 */
const limitOf = (filters: GameFilter[], after: boolean, limit: number): number | 'any' =>
  after || filters.includes('from') || filters.includes('to') ? 'any' : limit

const gameLists = preparedSelects(
  ({ filters, after, limit, paged }: Variant) => [filters.join(), after, limit, paged].join(' '),
  (db, { filters, after, limit, paged }) => {
    const list = gamesWithNames(db)
      .where(and(fits(filters), after ? afterKeyset : undefined))
      .orderBy(sql`${games.date} desc nulls last`, sql`${games.tip_off_order} desc nulls last`, games.id)
      .limit(limit === 'any' ? placeholder('limit') : limit)
    return paged ? list.offset(placeholder('offset')) : list
  },
)

/** Games, newest first: by date, then tip_off (unknown ones last), then id. */
export const selectGames = async (
  store: Store,
  filters: GameFilters,
  { limit, offset, after }: Range,
): Promise<Game[]> => {
  const [after_date, after_tip_off, after_id] = after ?? []
  const names = given(filters)
  const variant = {
    filters: names,
    after: after !== undefined,
    limit: limitOf(names, after !== undefined, limit),
    paged: offset > 0,
  }
  const rows = await gameLists(store, variant)({ ...filters, limit, offset, after_date, after_tip_off, after_id })
  return rows.map(toGame)
}

/** Where a list of games goes on after `game`. */
export const gameKeyset = (game: Game): Keyset => [game.date, game.tip_off ?? '-infinity', game.id]
