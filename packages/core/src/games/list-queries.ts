import { and, eq, gte, lte, or, sql, type SQL } from 'drizzle-orm'
import type { Game, GameStatus } from '../contract/index.ts'
import type { Keyset, Range } from '../paging.ts'
import { competitions, games, preparedSelects, seasons, teamSeasons, type Store } from '../store/index.ts'
import { gamesWithNames, toGame } from './game-queries.ts'

const placeholder = sql.placeholder

/** The filters of a list of games. All of them must match. */
export type GameFilters = {
  from?: string | undefined
  to?: string | undefined
  competition?: string | undefined
  season?: string | undefined
  team?: string | undefined
  status?: GameStatus | undefined
  /** A moment: only final games of the day before it, in the time zone of each competition. */
  yesterday?: string | undefined
}

type Filter = keyof GameFilters

const CONDITIONS: { [Name in Filter]-?: () => SQL | undefined } = {
  from: () => gte(games.date, placeholder('from')),
  to: () => lte(games.date, placeholder('to')),
  competition: () => eq(games.competition_id, placeholder('competition')),
  season: () => eq(games.season_id, placeholder('season')),
  team: () => or(eq(games.home_team_id, placeholder('team')), eq(games.away_team_id, placeholder('team'))),
  status: () => eq(games.status, placeholder('status')),
  yesterday: () => sql`${games.status} = 'final'
    and ${games.date} between (${placeholder('yesterday')}::timestamptz)::date - 2 and (${placeholder('yesterday')}::timestamptz)::date
    and ${games.date} = (${placeholder('yesterday')}::timestamptz at time zone coalesce(${competitions.time_zone}, 'UTC'))::date - 1`,
}

const FILTERS = ['from', 'to', 'competition', 'season', 'team', 'status', 'yesterday'] as const satisfies Filter[]

/** The names of the filters that have a value, always in the same order. They identify a prepared statement. */
const presentFilters = (filters: GameFilters): Filter[] => FILTERS.filter((filter) => filters[filter] !== undefined)

const whereFilters = (filters: Filter[]): SQL | undefined => and(...filters.map((filter) => CONDITIONS[filter]()))

/** An index scan can start at the first comparison; the second one decides between games of the same tip-off. */
const afterKeyset = sql`(${games.date}, ${games.tip_off_order}) <= (${placeholder('after_date')}::date, ${placeholder('after_tip_off')}::timestamptz)
  and ((${games.date}, ${games.tip_off_order}) < (${placeholder('after_date')}::date, ${placeholder('after_tip_off')}::timestamptz) or ${games.id} > ${placeholder('after_id')})`

type Variant = { filters: Filter[]; after: boolean; limit: number | 'any'; paged: boolean }

/**
 * The limit is part of the statement if every filter is an equality: the planner then reads an index in order. With a
 * range of days or a cursor it would underestimate the number of rows and sort, so the limit is a parameter.
 */
const limitOf = (filters: Filter[], after: boolean, limit: number): number | 'any' =>
  after || filters.includes('from') || filters.includes('to') ? 'any' : limit

const gameLists = preparedSelects(
  ({ filters, after, limit, paged }: Variant) => [filters.join(), after, limit, paged].join(' '),
  (db, { filters, after, limit, paged }) => {
    const list = gamesWithNames(db)
      .where(and(whereFilters(filters), after ? afterKeyset : undefined))
      .orderBy(sql`${games.date} desc nulls last`, sql`${games.tip_off_order} desc nulls last`, games.id)
      .limit(limit === 'any' ? placeholder('limit') : limit)
    return paged ? list.offset(placeholder('offset')) : list
  },
)

/** Games, newest first: by date, then tip_off (unknown ones last), then id. */
export const selectGames = async (
  store: Store,
  filters: GameFilters,
  { limit, offset, after: keyset }: Range,
): Promise<Game[]> => {
  const [after_date, after_tip_off, after_id] = keyset ?? []
  const present = presentFilters(filters)
  const after = keyset !== undefined
  const variant = { filters: present, after, limit: limitOf(present, after, limit), paged: offset > 0 }
  const rows = await gameLists(store, variant)({ ...filters, limit, offset, after_date, after_tip_off, after_id })
  return rows.map(toGame)
}

/** The sort values of a game in a list. */
export const gameKeyset = (game: Game): Keyset => [game.date, game.tip_off ?? '-infinity', game.id]

const filtersKey = (filters: Filter[]): string => filters.join()

const countedGames = preparedSelects(filtersKey, (db, filters: Filter[]) =>
  db
    .select({ total: sql<number>`count(*)::integer` })
    .from(games)
    .innerJoin(competitions, eq(competitions.id, games.competition_id))
    .where(whereFilters(filters)),
)

/** Seasons and teams store their number of games; these filters select among them. */
const STORED_CONDITIONS = {
  competition: () => eq(seasons.competition_id, placeholder('competition')),
  season: () => eq(seasons.id, placeholder('season')),
  team: () => eq(teamSeasons.team_id, placeholder('team')),
}
const STORED = ['competition', 'season', 'team'] as const satisfies (keyof typeof STORED_CONDITIONS)[]

const storedCounts = preparedSelects(filtersKey, (db, filters: Filter[]) => {
  const where = and(...STORED.filter((filter) => filters.includes(filter)).map((filter) => STORED_CONDITIONS[filter]()))
  const total = (column: typeof seasons.games | typeof teamSeasons.games) =>
    sql<number>`coalesce(sum(${column}), 0)::integer`.as('total')
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

/** The number of games in a list, from the counts stored with seasons and teams if the filters allow it. */
export const countGames = async (store: Store, filters: GameFilters): Promise<number> => {
  const { from, to, status, yesterday } = filters
  const stored = [from, to, status, yesterday].every((filter) => filter === undefined)
  const [row] = await (stored ? storedCounts : countedGames)(store, presentFilters(filters))(filters)
  return row?.total ?? 0
}
