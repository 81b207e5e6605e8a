import { and, count, eq, sql, type SQL } from 'drizzle-orm'
import { competitions, games, seasons, statementBy, teamSeasons, type Database, type Store } from '../store/index.ts'
import { fits, given, type GameFilter, type GameFilters } from './filter-queries.ts'

const countStatement = statementBy((db: Database, filters: GameFilter[]) =>
  db
    .select({ total: count() })
    .from(games)
    .innerJoin(competitions, eq(competitions.id, games.competition_id))
    .where(fits(filters))
    .prepare(`games_total ${JSON.stringify(filters)}`),
)

const KEPT = ['competition', 'season', 'team'] as const
type Kept = (typeof KEPT)[number]

const keptConditions: { [Filter in Kept]: () => SQL } = {
  competition: () => eq(seasons.competition_id, sql.placeholder('competition')),
  season: () => eq(seasons.id, sql.placeholder('season')),
  team: () => eq(teamSeasons.team_id, sql.placeholder('team')),
}

const keptStatement = statementBy((db: Database, filters: GameFilter[]) => {
  const where = and(...KEPT.filter((filter) => filters.includes(filter)).map((filter) => keptConditions[filter]()))
  const total = (games: typeof seasons.games | typeof teamSeasons.games) =>
    sql<number>`coalesce(sum(${games}), 0)::integer`.as('total')
  return filters.includes('team')
    ? db
        .select({ total: total(teamSeasons.games) })
        .from(teamSeasons)
        .innerJoin(seasons, eq(seasons.id, teamSeasons.season_id))
        .where(where)
        .prepare(`games_kept ${JSON.stringify(filters)}`)
    : db
        .select({ total: total(seasons.games) })
        .from(seasons)
        .where(where)
        .prepare(`games_kept ${JSON.stringify(filters)}`)
})

const keptCount = async (store: Store, filters: GameFilters): Promise<number> => {
  const [row] = await keptStatement(store, given(filters)).execute(filters)
  return row?.total ?? 0
}

/** How many games a list holds; read off the kept counts of seasons and teams where those say it. */
export const countGames = async (store: Store, filters: GameFilters): Promise<number> => {
  const { from, to, status, yesterday } = filters
  if ([from, to, status, yesterday].every((filter) => filter === undefined)) return keptCount(store, filters)
  const [row] = await countStatement(store, given(filters)).execute(filters)
  return row?.total ?? 0
}
