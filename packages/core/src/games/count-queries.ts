import { and, eq, sql, type SQL } from 'drizzle-orm'
import { competitions, games, preparedSelects, seasons, teamSeasons, type Store } from '../store/index.ts'
import { fits, given, type GameFilter, type GameFilters } from './filter-queries.ts'

const keyOf = (filters: GameFilter[]): string => filters.join()

const countedGames = preparedSelects(keyOf, (db, filters: GameFilter[]) =>
  db
    .select({ total: sql<number>`count(*)::integer` })
    .from(games)
    .innerJoin(competitions, eq(competitions.id, games.competition_id))
    .where(fits(filters)),
)

/** Filters whose number of games is stored with each season and team. */
const STORED = ['competition', 'season', 'team'] as const
type Stored = (typeof STORED)[number]

const conditions: { [Filter in Stored]: () => SQL } = {
  competition: () => eq(seasons.competition_id, sql.placeholder('competition')),
  season: () => eq(seasons.id, sql.placeholder('season')),
  team: () => eq(teamSeasons.team_id, sql.placeholder('team')),
}

const storedCounts = preparedSelects(keyOf, (db, filters: GameFilter[]) => {
  const where = and(...STORED.filter((filter) => filters.includes(filter)).map((filter) => conditions[filter]()))
  const total = (games: typeof seasons.games | typeof teamSeasons.games) =>
    sql<number>`coalesce(sum(${games}), 0)::integer`.as('total')
  return filters.includes('team')
    ? db
        .select({ total: total(teamSeasons.games) })
        .from(teamSeasons)
        .innerJoin(seasons, eq(seasons.id, teamSeasons.season_id))
        .where(where)
    : db
        .select({ total: total(seasons.games) })
        .from(seasons)
        .where(where)
})

/** How many games a list holds; from the counts stored with seasons and teams if the filters allow it. */
export const countGames = async (store: Store, filters: GameFilters): Promise<number> => {
  const { from, to, status, yesterday } = filters
  const stored = [from, to, status, yesterday].every((filter) => filter === undefined)
  const [row] = await (stored ? storedCounts : countedGames)(store, given(filters))(filters)
  return row?.total ?? 0
}
