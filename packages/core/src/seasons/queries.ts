import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { Season } from '../contract/index.ts'
import type { Range } from '../paging.ts'
import { competitions, preparedSelect, seasons, type Store } from '../store/index.ts'

const placeholder = sql.placeholder
const ofCompetition = eq(seasons.competition_id, placeholder('competition'))
const afterKeyset = sql`${seasons.start_year} <= ${placeholder('year')}::integer
  and (${seasons.start_year} < ${placeholder('year')}::integer or ${seasons.id} > ${placeholder('id')})`

/** Lists by what bounds them. */
const BOUNDS = {
  seasons: undefined,
  seasons_after: afterKeyset,
  seasons_of_competition: ofCompetition,
  seasons_of_competition_after: and(ofCompetition, afterKeyset),
}

const listWithin = (name: keyof typeof BOUNDS) =>
  preparedSelect((db) =>
    db
      .select({
        id: seasons.id,
        name: seasons.name,
        start_year: seasons.start_year,
        competition_id: competitions.id,
        competition_name: competitions.name,
        games: seasons.games,
        first_date: seasons.first_date,
        last_date: seasons.last_date,
      })
      .from(seasons)
      .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
      .where(BOUNDS[name])
      .orderBy(sql`${seasons.start_year} desc nulls last`, asc(seasons.id))
      .limit(placeholder('limit'))
      .offset(placeholder('offset')),
  )

const LISTS = {
  all: listWithin('seasons'),
  all_after: listWithin('seasons_after'),
  of_one: listWithin('seasons_of_competition'),
  of_one_after: listWithin('seasons_of_competition_after'),
}

/** Seasons, newest first: by start_year, then id. */
export const selectSeasons = async (
  store: Store,
  competition: string | undefined,
  { limit, offset, after }: Range,
): Promise<Season[]> => {
  const [year, id] = after ?? []
  const list = LISTS[`${competition === undefined ? 'all' : 'of_one'}${after === undefined ? '' : '_after'}`]
  const rows = await list(store)({ competition, year, id, limit, offset })
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    start_year: row.start_year,
    competition: { id: row.competition_id, name: row.competition_name },
    games: row.games,
    first_date: row.first_date,
    last_date: row.last_date,
  }))
}

export const countSeasons = async (store: Store, competition: string | undefined): Promise<number> => {
  const where = competition === undefined ? undefined : eq(seasons.competition_id, competition)
  const [row] = await store.db.select({ total: count() }).from(seasons).where(where)
  return row?.total ?? 0
}
