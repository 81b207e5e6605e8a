import { and, asc, eq, exists, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Team, TeamDetail, TeamRef } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import type { Range } from '../paging.ts'
import { newestSeasonFirst } from '../competitions/queries.ts'
import {
  competitions,
  prefixQuery,
  preparedSelect,
  preparedSelects,
  seasons,
  selectRows,
  teams,
  teamSeasons,
  type Database,
  type Store,
} from '../store/index.ts'

/** The filters of a list of teams. All of them must match. */
export type TeamFilters = {
  competition?: string | undefined
  season?: string | undefined
  q?: string | undefined
}

type Filter = keyof TeamFilters
const FILTERS = ['competition', 'season', 'q'] as const satisfies Filter[]

/** There is one prepared statement per set of filters, and of the rest of a page. The limit is part of it. */
type Variant = { filters: readonly Filter[]; after: boolean; limit: number; paged: boolean }

const placeholder = sql.placeholder

/** The subquery makes Postgres search first; otherwise it may scan all names in order and search in each of them. */
const matchesName = sql`${teams.id} = any (array(
  select match.id from ${teams} as match where match.search @@ ${placeholder('query')}::tsquery))`

const playsIn = (db: Database, filters: readonly Filter[]) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(teamSeasons)
      .innerJoin(seasons, eq(seasons.id, teamSeasons.season_id))
      .where(
        and(
          eq(teamSeasons.team_id, teams.id),
          filters.includes('season') ? eq(teamSeasons.season_id, placeholder('season')) : undefined,
          filters.includes('competition') ? eq(seasons.competition_id, placeholder('competition')) : undefined,
        ),
      ),
  )

const conditions = (db: Database, filters: readonly Filter[]) =>
  and(
    filters.includes('competition') || filters.includes('season') ? playsIn(db, filters) : undefined,
    filters.includes('q') ? matchesName : undefined,
  )

const present = (filters: TeamFilters): Filter[] => FILTERS.filter((filter) => filters[filter] !== undefined)

const toValues = ({ q, ...filters }: TeamFilters) => ({
  ...filters,
  ...(q !== undefined && { query: prefixQuery(q) }),
})

const teamLists = preparedSelects(
  ({ filters, after, limit, paged }: Variant) => [filters.join(), after, limit, paged].join(' '),
  (db, { filters, after, limit, paged }) => {
    const isAfter = sql`(${teams.sort_name}, ${teams.id}) > (${placeholder('after_name')}, ${placeholder('after_id')})`
    const list = db
      .select({ id: teams.id, name: teams.name, country: teams.country, games: teams.games })
      .from(teams)
      .where(and(conditions(db, filters), after ? isAfter : undefined))
      .orderBy(asc(teams.sort_name), asc(teams.id))
      .limit(limit)
    return paged ? list.offset(placeholder('offset')) : list
  },
)

/** Teams by name, then id. */
export const selectTeams = (store: Store, filters: TeamFilters, { limit, offset, after }: Range): Promise<Team[]> => {
  const [after_name, after_id] = after ?? []
  const variant = { filters: present(filters), after: after !== undefined, limit, paged: offset > 0 }
  return teamLists(store, variant)({ ...toValues(filters), after_name, after_id, offset })
}

const teamCounts = preparedSelects(String, (db, filters: Filter[]) =>
  db
    .select({ total: sql<number>`count(*)::integer` })
    .from(teams)
    .where(conditions(db, filters)),
)

export const countTeams = async (store: Store, filters: TeamFilters): Promise<number> => {
  const [row] = await teamCounts(store, present(filters))(toValues(filters))
  return row?.total ?? 0
}

/** A team as other records refer to it; undefined if it does not exist. */
export const selectTeamRef = async ({ db }: Store, id: string): Promise<TeamRef | undefined> => {
  const [team] = await db.select({ id: teams.id, name: teams.name }).from(teams).where(eq(teams.id, id))
  return team
}

/** The team of the path. @throws ServiceError not_found */
export const requireTeam = async (store: Store, id: string): Promise<TeamRef> => {
  const team = await selectTeamRef(store, id)
  if (team === undefined) throw notFound('team', id)
  return team
}

const teamById = preparedSelect((db) =>
  db
    .select({
      id: teams.id,
      name: teams.name,
      country: teams.country,
      city: teams.city,
      arena: teams.arena,
      arena_capacity: teams.arena_capacity,
      founded: teams.founded,
    })
    .from(teams)
    .where(eq(teams.id, placeholder('id'))),
)

/** A team with its coaches and competitions; undefined if it does not exist. */
export const selectTeam = async (store: Store, id: string): Promise<TeamDetail | undefined> => {
  const [[team], coaches, playsIn] = await Promise.all([
    teamById(store)({ id }),
    selectCoaches(store, id),
    selectCompetitionsPlayed(store, id),
  ])
  return team && { ...team, coaches, competitions: playsIn }
}

const Coach = z.object({ name: z.string(), from: z.number(), to: z.number() })

/**
 * The head coaches named by box scores, latest first. The latest one has no last year. An index has the first and the last day
 * of each coach, whatever the number of games.
 */
const selectCoaches = async ({ db }: Store, team: string): Promise<TeamDetail['coaches']> => {
  const coaches = await selectRows(
    db,
    Coach,
    sql`with recursive named as (
          select min(coach) as coach from team_boxes where team_id = ${team}
          union all
          select (select min(b.coach) from team_boxes b where b.team_id = ${team} and b.coach > named.coach)
          from named where named.coach is not null)
        select coach as name, extract(year from first)::integer as from, extract(year from last)::integer as to
        from named cross join lateral (
          select min(date) as first, max(date) as last from team_boxes b where b.team_id = ${team} and b.coach = named.coach) days
        where coach is not null order by last desc, coach`,
  )
  return coaches.map((coach, index) => (index === 0 ? { ...coach, to: null } : coach))
}

const selectTeamCompetitions = preparedSelect((db) =>
  db
    .select({
      competition_id: competitions.id,
      competition_name: competitions.name,
      id: seasons.id,
      name: seasons.name,
      games: teamSeasons.games,
    })
    .from(teamSeasons)
    .innerJoin(seasons, eq(seasons.id, teamSeasons.season_id))
    .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
    .where(eq(teamSeasons.team_id, placeholder('team')))
    .orderBy(asc(competitions.sort_name), asc(competitions.id), newestSeasonFirst('seasons')),
)

const selectCompetitionsPlayed = async (store: Store, team: string): Promise<TeamDetail['competitions']> => {
  const rows = await selectTeamCompetitions(store)({ team })
  const byId = new Map<string, TeamDetail['competitions'][number]>()
  for (const { competition_id, competition_name, ...season } of rows) {
    const competition = byId.get(competition_id) ?? { id: competition_id, name: competition_name, seasons: [] }
    competition.seasons.push(season)
    byId.set(competition_id, competition)
  }
  return [...byId.values()]
}
