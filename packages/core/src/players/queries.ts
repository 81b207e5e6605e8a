import { and, asc, count, desc, eq, exists, sql } from 'drizzle-orm'
import type { CompetitionRef, Player, PlayerRef, PlayerSummary, SeasonRef } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import type { Range } from '../paging.ts'
import { competitions, players, playerSeasons, prefixQuery, seasons, teams, type Store } from '../store/index.ts'

/** Players with at least one season that matches all of these. */
export type PlayerFilters = {
  q?: string | undefined
  team?: string | undefined
  competition?: string | undefined
  season?: string | undefined
}

const conditions = ({ db }: Store, { q, team, competition, season }: PlayerFilters) =>
  and(
    q === undefined ? undefined : sql`${players.search} @@ ${prefixQuery(q)}::tsquery`,
    exists(
      db
        .select({ one: sql`1` })
        .from(playerSeasons)
        .innerJoin(seasons, eq(seasons.id, playerSeasons.season_id))
        .where(
          and(
            eq(playerSeasons.player_id, players.id),
            team === undefined ? undefined : eq(playerSeasons.team_id, team),
            season === undefined ? undefined : eq(playerSeasons.season_id, season),
            competition === undefined ? undefined : eq(seasons.competition_id, competition),
          ),
        ),
    ),
  )

/** Players by name, then id. */
export const selectPlayers = async (
  store: Store,
  filters: PlayerFilters,
  { limit, offset, after }: Range,
): Promise<PlayerSummary[]> => {
  const [name, id] = after ?? []
  const page = store.db.$with('page').as(
    store.db
      .select({ id: players.id, name: players.name, sort_name: players.sort_name })
      .from(players)
      .where(and(conditions(store, filters), after && sql`(${players.sort_name}, ${players.id}) > (${name}, ${id})`))
      .orderBy(asc(players.sort_name), asc(players.id))
      .limit(limit)
      .offset(offset),
  )
  const lastTeam = sql<string>`(array_agg(${playerSeasons.team_id} order by ${playerSeasons.last_date} desc, ${playerSeasons.team_id}))[1]`
  const summary = store.db
    .with(page)
    .select({
      id: page.id,
      name: page.name,
      sort_name: page.sort_name,
      // Drizzle refers to this column without its table, and "games" is also a column of teams, so the alias differs.
      games: sql<number>`sum(${playerSeasons.appearances})::integer`.as('games_played'),
      first_date: sql<string>`min(${playerSeasons.first_date})::text`.as('first_date'),
      last_date: sql<string>`max(${playerSeasons.last_date})::text`.as('last_date'),
      team_id: lastTeam.as('team_id'),
    })
    .from(page)
    .innerJoin(playerSeasons, eq(playerSeasons.player_id, page.id))
    .groupBy(page.id, page.name, page.sort_name)
    .as('summary')
  const rows = await store.db
    .select({
      id: summary.id,
      name: summary.name,
      games: summary.games,
      first_date: summary.first_date,
      last_date: summary.last_date,
      last_team: { id: teams.id, name: teams.name },
    })
    .from(summary)
    .leftJoin(teams, eq(teams.id, summary.team_id))
    .orderBy(asc(summary.sort_name), asc(summary.id))
  return rows
}

export const countPlayers = async (store: Store, filters: PlayerFilters): Promise<number> => {
  const [row] = await store.db.select({ total: count() }).from(players).where(conditions(store, filters))
  return row?.total ?? 0
}

/** Id and name of the player with the id in the path. @throws ServiceError not_found */
export const requirePlayer = async ({ db }: Store, id: string): Promise<PlayerRef> => {
  const [player] = await db.select({ id: players.id, name: players.name }).from(players).where(eq(players.id, id))
  if (player === undefined) throw notFound('player', id)
  return player
}

/** A player with the teams they have played for, latest first; undefined if the player does not exist. */
export const selectPlayer = async ({ db }: Store, id: string): Promise<Player | undefined> => {
  const [player] = await db.select().from(players).where(eq(players.id, id))
  if (player === undefined) return undefined
  const rows = await db
    .select({
      team: { id: teams.id, name: teams.name, country: teams.country },
      season: { id: seasons.id, name: seasons.name },
      competition: { id: competitions.id, name: competitions.name },
      games: playerSeasons.appearances,
      first_date: playerSeasons.first_date,
      last_date: playerSeasons.last_date,
    })
    .from(playerSeasons)
    .innerJoin(teams, eq(teams.id, playerSeasons.team_id))
    .innerJoin(seasons, eq(seasons.id, playerSeasons.season_id))
    .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
    .where(eq(playerSeasons.player_id, id))
    .orderBy(desc(seasons.start_year), desc(playerSeasons.last_date), asc(seasons.id))
  const { name, country, position, height_cm, birth_date } = player
  const profile = { id, name, country, position, height_cm, birth_date }
  return { ...profile, ...gamesAndDates(rows), teams: teamsOf(rows) }
}

/** A season of the player with one team. */
type Stint = {
  team: { id: string; name: string; country: string | null }
  season: SeasonRef
  competition: CompetitionRef
  games: number
  first_date: string
  last_date: string
}

const earliest = (days: string[]): string | null => days.toSorted()[0] ?? null
const latest = (days: string[]): string | null => days.toSorted().at(-1) ?? null

const gamesAndDates = (stints: Stint[]) => ({
  games: stints.reduce((total, { games }) => total + games, 0),
  first_date: earliest(stints.map(({ first_date }) => first_date)),
  last_date: latest(stints.map(({ last_date }) => last_date)),
})

const teamsOf = (stints: Stint[]): Player['teams'] => {
  const byTeam = Map.groupBy(stints, ({ team }) => team.id)
  return [...byTeam.values()]
    .flatMap((teamStints) => {
      const [first] = teamStints
      if (first === undefined) return []
      const { games, first_date, last_date } = gamesAndDates(teamStints)
      const teamSeasons = teamStints.map(({ season, competition, games: played }) => ({
        ...season,
        competition,
        games: played,
      }))
      return first_date === null || last_date === null
        ? []
        : [{ ...first.team, games, first_date, last_date, seasons: teamSeasons }]
    })
    .toSorted((a, b) => (a.last_date === b.last_date ? 0 : a.last_date < b.last_date ? 1 : -1))
}
