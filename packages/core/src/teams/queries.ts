import { and, asc, count, desc, eq, exists, sql } from 'drizzle-orm'
import type { Team, TeamDetail } from '../contract/index.ts'
import type { Range } from '../paging.ts'
import { competitions, games, prefixQuery, seasons, teamBoxes, teams, teamSeasons, type Store } from '../store/index.ts'

/** Which teams a list holds. All given filters must hold. */
export type TeamFilters = {
  competition?: string | undefined
  season?: string | undefined
  q?: string | undefined
}

/** The words are looked up first: left alone, the planner may walk all names in order and look for the words in each. */
const isFoundBy = (q: string) =>
  sql`${teams.id} = any (array(select found.id from ${teams} as found where found.search @@ ${prefixQuery(q)}::tsquery))`

const conditions = (store: Store, { competition, season, q }: TeamFilters) => {
  const plays =
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
  return and(plays, q === undefined ? undefined : isFoundBy(q))
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

/** One team with everything known about the club; undefined when there is none. */
export const selectTeam = async (store: Store, id: string): Promise<TeamDetail | undefined> => {
  const [team] = await store.db.select().from(teams).where(eq(teams.id, id))
  if (team === undefined) return undefined
  const { name, country, city, arena, arena_capacity, founded } = team
  const [coaches, playsIn] = await Promise.all([selectCoaches(store, id), selectCompetitionsOf(store, id)])
  return { id, name, country, city, arena, arena_capacity, founded, coaches, competitions: playsIn }
}

/** Head coaches as the box scores name them, latest first; the latest one has no end yet. */
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
  return rows.flatMap(({ name, from, to }, place) => (name === null ? [] : { name, from, to: place === 0 ? null : to }))
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
    const known = byId.get(competition_id) ?? { id: competition_id, name: competition_name, seasons: [] }
    known.seasons.push(season)
    byId.set(competition_id, known)
  }
  return [...byId.values()]
}
