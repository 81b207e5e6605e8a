import { asc, count, countDistinct, eq, sql, sum } from 'drizzle-orm'
import type { Competition } from '../contract/index.ts'
import type { Range } from '../paging.ts'
import { newestSeasonFirst } from './season-queries.ts'
import { competitions, seasons, type Store } from '../store/index.ts'

const newestFirst = sql`array_agg(${seasons.name} order by ${newestSeasonFirst('seasons')})`

/** Competitions by name, then id. */
export const selectCompetitions = async (store: Store, { limit, offset, after }: Range): Promise<Competition[]> => {
  const [name, id] = after ?? []
  return store.db
    .select({
      id: competitions.id,
      name: competitions.name,
      slug: competitions.slug,
      country: competitions.country,
      gender: competitions.gender,
      kind: competitions.kind,
      seasons: countDistinct(seasons.id),
      first_season: sql<string | null>`(${newestFirst})[count(${seasons.id})]`,
      last_season: sql<string | null>`(${newestFirst})[1]`,
      games: sql<number>`coalesce(${sum(seasons.games)}, 0)::integer`,
    })
    .from(competitions)
    .leftJoin(seasons, eq(seasons.competition_id, competitions.id))
    .where(after && sql`(${competitions.sort_name}, ${competitions.id}) > (${name}, ${id})`)
    .groupBy(competitions.id)
    .orderBy(asc(competitions.sort_name), asc(competitions.id))
    .limit(limit)
    .offset(offset)
}

export const countCompetitions = async (store: Store): Promise<number> => {
  const [row] = await store.db.select({ total: count() }).from(competitions)
  return row?.total ?? 0
}
