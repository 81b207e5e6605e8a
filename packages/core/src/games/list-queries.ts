import { and, eq, gte, lte, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Game, GameStatus } from '../contract/index.ts'
import type { Keyset, Range } from '../paging.ts'
import { competitions, games, preparedSelects, seasonDays, seasons, teamSeasons, type Store } from '../store/index.ts'
import { gamesWithNames, toGame } from '../records/game-queries.ts'

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

/** SQL: the day before the placeholder `yesterday` in the time zone of the competition. */
const YESTERDAY = sql`(${placeholder('yesterday')}::timestamptz at time zone coalesce(${competitions.time_zone}, 'UTC'))::date - 1`

const CONDITIONS: { [Name in Filter]-?: () => SQL | undefined } = {
  from: () => gte(games.date, placeholder('from')),
  to: () => lte(games.date, placeholder('to')),
  competition: () => eq(games.competition_id, placeholder('competition')),
  season: () => eq(games.season_id, placeholder('season')),
  team: () => or(eq(games.home_team_id, placeholder('team')), eq(games.away_team_id, placeholder('team'))),
  status: () => eq(games.status, placeholder('status')),
  yesterday: () => sql`${games.status} = 'final'
    and ${games.date} between (${placeholder('yesterday')}::timestamptz)::date - 2 and (${placeholder('yesterday')}::timestamptz)::date
    and ${games.date} = ${YESTERDAY}`,
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
const getLimit = (filters: Filter[], after: boolean, limit: number): number | 'any' =>
  after || filters.includes('from') || filters.includes('to') ? 'any' : limit

const NEWEST_FIRST = [
  sql`${games.date} desc nulls last`,
  sql`${games.tip_off_order} desc nulls last`,
  games.id,
] as const

/** The ids of a page are read from an index alone; only its games are joined with the records that they name. */
const gameLists = preparedSelects(
  ({ filters, after, limit, paged }: Variant) => [filters.join(), after, limit, paged].join(' '),
  (db, { filters, after, limit, paged }) => {
    const ids = db.select({ id: games.id }).from(games).$dynamic()
    if (filters.includes('yesterday')) ids.innerJoin(competitions, eq(competitions.id, games.competition_id))
    ids
      .where(and(whereFilters(filters), after ? afterKeyset : undefined))
      .orderBy(...NEWEST_FIRST)
      .limit(limit === 'any' ? placeholder('limit') : limit)
    if (paged) ids.offset(placeholder('offset'))
    return gamesWithNames(db)
      .where(sql`${games.id} = any (array(${ids}))`)
      .orderBy(...NEWEST_FIRST)
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
  const variant = { filters: present, after, limit: getLimit(present, after, limit), paged: offset > 0 }
  const rows = await gameLists(store, variant)({ ...filters, limit, offset, after_date, after_tip_off, after_id })
  return rows.map(toGame)
}

/** The sort values of a game in a list. */
export const gameKeyset = (game: Game): Keyset => [game.date, game.tip_off ?? '-infinity', game.id]

type Counts = Record<'games' | 'final_games' | 'no_result_games', SQLWrapper>

/** SQL: how many games of a status a row of stored counts has. */
const selectGameCount = (counts: Counts, status: GameStatus | undefined): SQL => {
  switch (status) {
    case undefined:
      return sql`${counts.games}`
    case 'final':
      return sql`${counts.final_games}`
    case 'no_result':
      return sql`${counts.no_result_games}`
    case 'scheduled':
      return sql`(${counts.games} - ${counts.final_games} - ${counts.no_result_games})`
  }
}

const selectSum = (counted: SQL) => ({ total: sql<number>`coalesce(sum(${counted}), 0)::integer`.as('total') })

type CountVariant = { filters: Filter[]; status: GameStatus | undefined }

const countKey = ({ filters, status }: CountVariant): string => `${filters.join()} ${status}`

const whereSeason = (filters: Filter[]): SQL | undefined =>
  and(
    filters.includes('competition') ? eq(seasons.competition_id, placeholder('competition')) : undefined,
    filters.includes('season') ? eq(seasons.id, placeholder('season')) : undefined,
  )

const ofTeam = preparedSelects(countKey, (db, { filters, status }: CountVariant) =>
  db
    .select(selectSum(selectGameCount(teamSeasons, status)))
    .from(teamSeasons)
    .innerJoin(seasons, eq(seasons.id, teamSeasons.season_id))
    .where(and(whereSeason(filters), eq(teamSeasons.team_id, placeholder('team')))),
)

/** A season within the range of days is counted as a whole, and any other by its days in the range. */
const ofSeasons = preparedSelects(countKey, (db, { filters, status }: CountVariant) => {
  const bounds = (first: SQLWrapper, last: SQLWrapper) =>
    and(
      filters.includes('from') ? gte(first, sql`${placeholder('from')}::date`) : undefined,
      filters.includes('to') ? lte(last, sql`${placeholder('to')}::date`) : undefined,
    )
  const whole = bounds(seasons.first_date, seasons.last_date)
  const days = db
    .select(selectSum(selectGameCount(seasonDays, status)))
    .from(seasonDays)
    .where(and(eq(seasonDays.season_id, seasons.id), bounds(seasonDays.date, seasonDays.date)))
  const ofSeason = selectGameCount(seasons, status)
  return db
    .select(selectSum(whole === undefined ? ofSeason : sql`case when ${whole} then ${ofSeason} else (${days}) end`))
    .from(seasons)
    .where(and(whereSeason(filters), bounds(seasons.last_date, seasons.first_date)))
})

const ofYesterday = preparedSelects(countKey, (db, { filters }: CountVariant) =>
  db
    .select(selectSum(sql`${seasonDays.final_games}`))
    .from(seasons)
    .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
    .innerJoin(seasonDays, and(eq(seasonDays.season_id, seasons.id), eq(seasonDays.date, YESTERDAY)))
    .where(
      and(
        whereSeason(filters),
        filters.includes('from') ? gte(seasonDays.date, placeholder('from')) : undefined,
        sql`${seasons.last_date} >= (${placeholder('yesterday')}::timestamptz)::date - 2`,
        sql`${seasons.first_date} <= (${placeholder('yesterday')}::timestamptz)::date`,
      ),
    ),
)

/** Counts games themselves; only for the games of a team in a range of days, which an index finds. */
const ofTeamOnDays = preparedSelects(countKey, (db, { filters }: CountVariant) =>
  db
    .select({ total: sql<number>`count(*)::integer` })
    .from(games)
    .where(whereFilters(filters)),
)

const countsFor = (present: Filter[]) => {
  if (present.includes('yesterday')) return ofYesterday
  if (!present.includes('team')) return ofSeasons
  return present.includes('from') || present.includes('to') ? ofTeamOnDays : ofTeam
}

/** The number of games in a list, from the counts stored with seasons, their days and their teams. */
export const countGames = async (store: Store, filters: GameFilters): Promise<number> => {
  const present = presentFilters(filters)
  const [row] = await countsFor(present)(store, { filters: present, status: filters.status })(filters)
  return row?.total ?? 0
}
