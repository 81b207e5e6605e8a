import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { Season } from '../contract/index.ts'
import type { Range } from '../paging.ts'
import { competitions, seasons, type Store } from '../store/index.ts'

const ofCompetition = (competition: string | undefined) =>
  competition === undefined ? undefined : eq(seasons.competition_id, competition)

/** Seasons, newest first: by start_year, then id. */
export const selectSeasons = async (
  store: Store,
  competition: string | undefined,
  { limit, offset, after }: Range,
): Promise<Season[]> => {
  const [year, id] = after ?? []
  const rows = await store.db
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
    .where(
      and(
        ofCompetition(competition),
        after &&
          sql`${seasons.start_year} <= ${year}::integer and (${seasons.start_year} < ${year}::integer or ${seasons.id} > ${id})`,
      ),
    )
    .orderBy(sql`${seasons.start_year} desc nulls last`, asc(seasons.id))
    .limit(limit)
    .offset(offset)
  return rows.map(({ competition_id, competition_name, id, name, start_year, ...counts }) => ({
    id,
    name,
    start_year,
    competition: { id: competition_id, name: competition_name },
    ...counts,
  }))
}

export const countSeasons = async (store: Store, competition: string | undefined): Promise<number> => {
  const [row] = await store.db.select({ total: count() }).from(seasons).where(ofCompetition(competition))
  return row?.total ?? 0
}
