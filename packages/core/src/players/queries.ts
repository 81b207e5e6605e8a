import { and, asc, desc, eq, exists, sql, type SQL } from 'drizzle-orm'
import type { CompetitionRef, Player, PlayerRef, PlayerSummary, SeasonRef } from '../contract/index.ts'
import { notFound } from '../errors.ts'
import type { Range } from '../paging.ts'
import {
  competitions,
  players,
  playerSeasons,
  prefixQuery,
  preparedSelect,
  preparedSelects,
  seasons,
  teams,
  type Database,
  type Store,
} from '../store/index.ts'

/** Players with at least one season that matches all of these. */
export type PlayerFilters = {
  q?: string | undefined
  team?: string | undefined
  competition?: string | undefined
  season?: string | undefined
}

type Filter = keyof PlayerFilters
const FILTERS = ['q', 'team', 'competition', 'season'] as const satisfies Filter[]

/** There is one prepared statement per set of filters, and of the rest of a page. The limit is part of it. */
type Variant = { filters: readonly Filter[]; after: boolean; limit: number; paged: boolean }

const placeholder = sql.placeholder

const seasonsPlayed = (db: Database, filters: readonly Filter[]) => {
  const played = db.select({ player_id: playerSeasons.player_id }).from(playerSeasons).$dynamic()
  // Drizzle's dynamic builder adds the join to itself; an inner join does not change the type of its rows.
  if (filters.includes('competition')) played.innerJoin(seasons, eq(seasons.id, playerSeasons.season_id))
  return (of?: SQL) =>
    played.where(
      and(
        of,
        filters.includes('team') ? eq(playerSeasons.team_id, placeholder('team')) : undefined,
        filters.includes('season') ? eq(playerSeasons.season_id, placeholder('season')) : undefined,
        filters.includes('competition') ? eq(seasons.competition_id, placeholder('competition')) : undefined,
      ),
    )
}

/** The players of a team are looked up first; otherwise Postgres may read all players in order of their names. */
const conditions = (db: Database, filters: readonly Filter[]) => {
  const played = seasonsPlayed(db, filters)
  return and(
    filters.includes('q') ? sql`${players.search} @@ ${placeholder('query')}::tsquery` : undefined,
    filters.includes('team')
      ? sql`${players.id} = any (array(${played()}))`
      : exists(played(eq(playerSeasons.player_id, players.id))),
  )
}

const present = (filters: PlayerFilters): Filter[] => FILTERS.filter((filter) => filters[filter] !== undefined)

const toValues = ({ q, ...filters }: PlayerFilters) => ({
  ...filters,
  ...(q !== undefined && { query: prefixQuery(q) }),
})

const selectPage = (db: Database, { filters, after, limit, paged }: Variant) => {
  const page = db
    .select({ id: players.id, name: players.name, sort_name: players.sort_name })
    .from(players)
    .where(
      and(
        conditions(db, filters),
        after
          ? sql`(${players.sort_name}, ${players.id}) > (${placeholder('after_name')}, ${placeholder('after_id')})`
          : undefined,
      ),
    )
    .orderBy(asc(players.sort_name), asc(players.id))
    .limit(limit)
  return db.$with('page').as(paged ? page.offset(placeholder('offset')) : page)
}

const selectSummaries = (db: Database, variant: Variant) => {
  const page = selectPage(db, variant)
  const ofPlayer = eq(playerSeasons.player_id, page.id)
  const totals = db
    .select({
      // Drizzle refers to this column without its table, and "games" is also a column of teams, so the alias differs.
      games: sql<number>`sum(${playerSeasons.appearances})::integer`.as('games_played'),
      first_date: sql<string>`min(${playerSeasons.first_date})::text`.as('first_date'),
      last_date: sql<string>`max(${playerSeasons.last_date})::text`.as('last_date'),
    })
    .from(playerSeasons)
    .where(ofPlayer)
    .as('totals')
  const latest = db
    .select({ team_id: playerSeasons.team_id })
    .from(playerSeasons)
    .where(ofPlayer)
    .orderBy(desc(playerSeasons.last_date), asc(playerSeasons.team_id))
    .limit(1)
    .as('latest')
  return db
    .with(page)
    .select({
      id: page.id,
      name: page.name,
      games: totals.games,
      first_date: totals.first_date,
      last_date: totals.last_date,
      last_team: { id: teams.id, name: teams.name },
    })
    .from(page)
    .innerJoinLateral(totals, sql`true`)
    .leftJoinLateral(latest, sql`true`)
    .leftJoin(teams, eq(teams.id, latest.team_id))
    .orderBy(asc(page.sort_name), asc(page.id))
}

const summaries = preparedSelects(
  ({ filters, after, limit, paged }: Variant) => [filters.join(), after, limit, paged].join(' '),
  selectSummaries,
)

/** Players by name, then id. */
export const selectPlayers = (
  store: Store,
  filters: PlayerFilters,
  { limit, offset, after }: Range,
): Promise<PlayerSummary[]> => {
  const [after_name, after_id] = after ?? []
  const variant = { filters: present(filters), after: after !== undefined, limit, paged: offset > 0 }
  return summaries(store, variant)({ ...toValues(filters), after_name, after_id, offset })
}

const playerCounts = preparedSelects(String, (db, filters: Filter[]) =>
  db
    .select({ total: sql<number>`count(*)::integer` })
    .from(players)
    .where(conditions(db, filters)),
)

export const countPlayers = async (store: Store, filters: PlayerFilters): Promise<number> => {
  const [row] = await playerCounts(store, present(filters))(toValues(filters))
  return row?.total ?? 0
}

/** Id and name of the player with the id in the path. @throws ServiceError not_found */
export const requirePlayer = async ({ db }: Store, id: string): Promise<PlayerRef> => {
  const [player] = await db.select({ id: players.id, name: players.name }).from(players).where(eq(players.id, id))
  if (player === undefined) throw notFound('player', id)
  return player
}

/** The name of a player; undefined for an unknown one. */
export const selectPlayerName = async (db: Database, id: string): Promise<string | undefined> => {
  const [player] = await db.select({ name: players.name }).from(players).where(eq(players.id, id))
  return player?.name
}

/** Every row repeats the player, so that one statement is enough. A player without a season has one row of nulls. */
const playerWithStints = preparedSelect((db) =>
  db
    .select({
      name: players.name,
      country: players.country,
      position: players.position,
      height_cm: players.height_cm,
      birth_date: players.birth_date,
      team: { id: teams.id, name: teams.name, country: teams.country },
      season: { id: seasons.id, name: seasons.name },
      competition: { id: competitions.id, name: competitions.name },
      played: {
        games: playerSeasons.appearances,
        first_date: playerSeasons.first_date,
        last_date: playerSeasons.last_date,
      },
    })
    .from(players)
    .leftJoin(playerSeasons, eq(playerSeasons.player_id, players.id))
    .leftJoin(teams, eq(teams.id, playerSeasons.team_id))
    .leftJoin(seasons, eq(seasons.id, playerSeasons.season_id))
    .leftJoin(competitions, eq(competitions.id, seasons.competition_id))
    .where(eq(players.id, placeholder('id')))
    .orderBy(desc(seasons.start_year), desc(playerSeasons.last_date), asc(seasons.id))
    // No player has that many; the limit makes Postgres keep a generic plan (decision 4).
    .limit(1000),
)

/** A player with the teams they have played for, latest first; undefined if the player does not exist. */
export const selectPlayer = async (store: Store, id: string): Promise<Player | undefined> => {
  const rows = await playerWithStints(store)({ id })
  const [player] = rows
  if (player === undefined) return undefined
  const { name, country, position, height_cm, birth_date } = player
  const stints = rows.flatMap(({ team, season, competition, played }): Stint[] =>
    team === null || season === null || competition === null || played === null
      ? []
      : [{ team, season, competition, ...played }],
  )
  const profile = { id, name, country, position, height_cm, birth_date }
  return { ...profile, ...gamesAndDates(stints), teams: listTeams(stints) }
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

const listTeams = (stints: Stint[]): Player['teams'] => {
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
