import { and, asc, count, desc, eq, exists, sql } from 'drizzle-orm'
import type { Team, TeamDetail, TeamRef } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import type { Range } from '../paging.ts'
import { competitions, games, prefixQuery, seasons, teamBoxes, teams, teamSeasons, type Store } from '../store/index.ts'

/** The filters of a list of teams. All of them must match. */
export type TeamFilters = {
  competition?: string | undefined
  season?: string | undefined
  q?: string | undefined
}

/** The subquery makes Postgres search first; otherwise it may scan all names in order and search in each of them. */
const matchesName = (q: string) =>
  sql`${teams.id} = any (array(select match.id from ${teams} as match where match.search @@ ${prefixQuery(q)}::tsquery))`

const conditions = (store: Store, { competition, season, q }: TeamFilters) => {
  const playsIn =
    competition === undefined && season === undefined
      ? undefined
      : exists(
          store.db
            .select({ one: sql`1` })
            .from(teamSeasons)
            .innerJoin(seasons, eq(seasons.id, teamSeasons.season_id))
            .where(
              and(
                eq(teamSeasons.team_id, teams.id),
                season === undefined ? undefined : eq(teamSeasons.season_id, season),
                competition === undefined ? undefined : eq(seasons.competition_id, competition),
              ),
            ),
        )
  return and(playsIn, q === undefined ? undefined : matchesName(q))
}

/** Teams by name, then id. */
export const selectTeams = async (
  store: Store,
  filters: TeamFilters,
  { limit, offset, after }: Range,
): Promise<Team[]> => {
  const [name, id] = after ?? []
  return store.db
    .select({ id: teams.id, name: teams.name, country: teams.country, games: teams.games })
    .from(teams)
    .where(and(conditions(store, filters), after && sql`(${teams.sort_name}, ${teams.id}) > (${name}, ${id})`))
    .orderBy(asc(teams.sort_name), asc(teams.id))
    .limit(limit)
    .offset(offset)
}

export const countTeams = async (store: Store, filters: TeamFilters): Promise<number> => {
  const [row] = await store.db.select({ total: count() }).from(teams).where(conditions(store, filters))
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

/** A team with its coaches and competitions; undefined if it does not exist. */
export const selectTeam = async (store: Store, id: string): Promise<TeamDetail | undefined> => {
  const [team] = await store.db.select().from(teams).where(eq(teams.id, id))
  if (team === undefined) return undefined
  const { name, country, city, arena, arena_capacity, founded } = team
  const [coaches, playsIn] = await Promise.all([selectCoaches(store, id), selectCompetitionsOf(store, id)])
  return { id, name, country, city, arena, arena_capacity, founded, coaches, competitions: playsIn }
}

/** The head coaches named by box scores, latest first. The latest one has no last year. */
const selectCoaches = async (store: Store, team: string): Promise<TeamDetail['coaches']> => {
  const year = (date: 'min' | 'max') => sql<number>`extract(year from ${sql.raw(date)}(${games.date}))::integer`
  const rows = await store.db
    .select({ name: teamBoxes.coach, from: year('min'), to: year('max') })
    .from(teamBoxes)
    .innerJoin(games, eq(games.id, teamBoxes.game_id))
    .where(and(eq(teamBoxes.team_id, team), sql`${teamBoxes.coach} is not null`))
    .groupBy(teamBoxes.coach)
    .orderBy(desc(sql`max(${games.date})`), asc(teamBoxes.coach))
    .limit(1000)
  return rows.flatMap(({ name, from, to }, index) => (name === null ? [] : { name, from, to: index === 0 ? null : to }))
}

const selectCompetitionsOf = async (store: Store, team: string): Promise<TeamDetail['competitions']> => {
  const rows = await store.db
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
    .where(eq(teamSeasons.team_id, team))
    .orderBy(asc(competitions.sort_name), asc(competitions.id), desc(seasons.start_year), asc(seasons.id))
  const byId = new Map<string, TeamDetail['competitions'][number]>()
  for (const { competition_id, competition_name, ...season } of rows) {
    const competition = byId.get(competition_id) ?? { id: competition_id, name: competition_name, seasons: [] }
    competition.seasons.push(season)
    byId.set(competition_id, competition)
  }
  return [...byId.values()]
}
