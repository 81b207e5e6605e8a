import { asc, count, countDistinct, eq, sql, sum, and, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Competition, CompetitionRef, Season, SeasonRef } from '../contract/index.ts'
import type { Range, Keyset } from '../paging.ts'
import { competitions, seasons, selectRows, type Store, preparedSelects } from '../store/index.ts'
import { badRequest } from '../errors.ts'

const placeholder = sql.placeholder

/** SQL: the order of seasons, newest first, those without games last in their year. */
export const newestSeasonFirst = (table: 'seasons' | 'latest'): SQL =>
  sql.raw(`${table}.start_year desc, ${table}.first_date desc nulls last, ${table}.name collate "C", ${table}.id`)

/** The first date in a keyset, which has no null. */
const firstDate = sql`coalesce(${seasons.first_date}, '-infinity')`
const [year, date] = [sql`${placeholder('year')}::integer`, sql`${placeholder('date')}::date`]

const afterKeyset = sql`${seasons.start_year} <= ${year} and (${seasons.start_year} < ${year} or ${firstDate} < ${date} or
  (${firstDate} = ${date} and (${seasons.name} collate "C", ${seasons.id}) > (${placeholder('name')}, ${placeholder('id')})))`

/** The position of a season in the list. */
export const seasonKeyset = ({ start_year, first_date, name, id }: Season): Keyset => [
  String(start_year),
  first_date ?? '-infinity',
  name,
  id,
]

/**
 * The position to go on after. Cursors of the time when seasons of a year were ordered by id hold only the year and the id: they go
 * on with all seasons of that year, so that none is missed.
 */
const toPosition = (after: Keyset) => {
  const [year, date, name, id] = after.length === 2 ? [after[0], 'infinity', '', ''] : after
  return { year, date, name, id }
}

const seasonLists = preparedSelects(
  ({ ofCompetition, after }: { ofCompetition: boolean; after: boolean }) => `${ofCompetition} ${after}`,
  (db, { ofCompetition, after }) =>
    db
      .select({
        id: seasons.id,
        name: seasons.name,
        start_year: seasons.start_year,
        competition: { id: competitions.id, name: competitions.name },
        games: seasons.games,
        first_date: seasons.first_date,
        last_date: seasons.last_date,
      })
      .from(seasons)
      .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
      .where(
        and(
          ofCompetition ? eq(seasons.competition_id, placeholder('competition')) : undefined,
          after ? afterKeyset : undefined,
        ),
      )
      .orderBy(newestSeasonFirst('seasons'))
      .limit(placeholder('limit'))
      .offset(placeholder('offset')),
)

/** Seasons, newest first. */
export const selectSeasons = (
  store: Store,
  competition: string | undefined,
  { limit, offset, after }: Range,
): Promise<Season[]> => {
  const variant = { ofCompetition: competition !== undefined, after: after !== undefined }
  const position = after === undefined ? {} : toPosition(after)
  return seasonLists(store, variant)({ competition, ...position, limit, offset })
}

export const countSeasons = async (store: Store, competition: string | undefined): Promise<number> => {
  const where = competition === undefined ? undefined : eq(seasons.competition_id, competition)
  const [row] = await store.db.select({ total: count() }).from(seasons).where(where)
  return row?.total ?? 0
}

/** The competition and season parameters of an endpoint. */
export type SeasonFilters = { competition?: string | undefined; season?: string | undefined }

/** A season and its competition, as other records refer to them. */
export type SeasonAndCompetition = { season: SeasonRef; competition: CompetitionRef }

/** The competition of a parameter. @throws ServiceError bad_request if it does not exist; not_found is for path ids only */
export const requireCompetition = async ({ db }: Store, id: string): Promise<CompetitionRef> => {
  const [competition] = await db
    .select({ id: competitions.id, name: competitions.name })
    .from(competitions)
    .where(eq(competitions.id, id))
  if (competition === undefined) throw badRequest(`competition: there is no competition ${id}.`)
  return competition
}

/** The season of a parameter. @throws ServiceError bad_request if it does not exist or belongs to another competition */
export const requireSeason = async (
  { db }: Store,
  id: string,
  competition: string | undefined,
): Promise<SeasonAndCompetition> => {
  const [row] = await db
    .select({
      season: { id: seasons.id, name: seasons.name },
      competition: { id: competitions.id, name: competitions.name },
    })
    .from(seasons)
    .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
    .where(eq(seasons.id, id))
  if (row === undefined) throw badRequest(`season: there is no season ${id}.`)
  if (competition !== undefined && row.competition.id !== competition)
    throw badRequest(`season: ${id} is a season of ${row.competition.id}, not of ${competition}.`)
  return row
}

/** Checks the competition and season parameters that are present. @throws ServiceError bad_request */
export const requireFilters = async (store: Store, { season, competition }: SeasonFilters): Promise<void> => {
  if (competition !== undefined) await requireCompetition(store, competition)
  if (season !== undefined) await requireSeason(store, season, competition)
}

/**
 * Runs `select`; if it finds nothing, validates the filters and runs it again, because the record may have been written
 * in between. @throws ServiceError bad_request for an unknown competition or season
 */
export const selectOrExplain = async <Result>(
  store: Store,
  filters: SeasonFilters,
  select: () => Promise<Result | undefined>,
): Promise<Result | undefined> => {
  const result = await select()
  if (result !== undefined) return result
  await requireFilters(store, filters)
  return select()
}

/** SQL: the id of the latest season of the placeholder `competition`, only of seasons where the count `having` is not 0. */
export const latestSeason = (having?: 'final_games' | 'box_scores'): SQL => {
  const condition = having === undefined ? sql`` : sql`and latest.${sql.identifier(having)} > 0`
  return sql`(select latest.id from seasons latest where latest.competition_id = ${placeholder('competition')} ${condition}
    order by ${newestSeasonFirst('latest')} limit 1)`
}

const SeasonRow = z.object({
  competition_id: z.string(),
  competition_name: z.string(),
  season_id: z.string(),
  season_name: z.string(),
  time_zone: z.string().nullable(),
  last_date: z.string().nullable(),
  has: z.boolean(),
})

/**
 * The season of the filters. Without one: the latest of the competition that had a final game, or a box score of one, by a day (by default any day),
 * else the latest. `has` says whether it had; `last_date` is the day of the season's last game of any status. Undefined if there is none.
 */
export const selectSeasonOnDay = async (
  { db }: Store,
  { competition, season }: SeasonFilters,
  { date = 'infinity', having }: { date?: string | undefined; having: 'final' | 'boxscore' },
) => {
  const [row] = await selectRows(
    db,
    SeasonRow,
    sql`select c.id as competition_id, c.name as competition_name, latest.id as season_id, latest.name as season_name, c.time_zone,
          latest.last_date::text as last_date, exists (
            select from games g where g.season_id = latest.id and g.status = 'final' and g.date <= ${date}::date
              ${having === 'final' ? sql`` : sql`and g.has_boxscore`}) as has
        from seasons latest join competitions c on c.id = latest.competition_id
        where c.id = ${competition} ${season === undefined ? sql`` : sql`and latest.id = ${season}`}
        order by has desc, ${newestSeasonFirst('latest')} limit 1`,
  )
  if (row === undefined) return undefined
  return {
    competition: { id: row.competition_id, name: row.competition_name },
    season: { id: row.season_id, name: row.season_name },
    time_zone: row.time_zone,
    last_date: row.last_date,
    has: row.has,
  }
}

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
      periods: competitions.periods,
      period_minutes: sql<number>`${competitions.regulation_minutes}::float8 / ${competitions.periods}`,
      overtime_minutes: competitions.overtime_minutes,
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
