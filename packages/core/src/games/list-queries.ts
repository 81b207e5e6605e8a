import { and, desc, eq, gte, lte, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Game, GameStatus } from '../contract/index.ts'
import type { Keyset, Range } from '../paging.ts'
import {
  competitions,
  games,
  preparedSelects,
  seasonDays,
  seasons,
  teamSeasons,
  type Database,
  type Store,
} from '../store/index.ts'
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

const isHome = eq(games.home_team_id, placeholder('team'))
const isAway = eq(games.away_team_id, placeholder('team'))

const FILTERS = ['from', 'to', 'competition', 'season', 'team', 'status', 'yesterday'] as const satisfies Filter[]

/** The filters that have a value, always in the same order, and the status itself. They identify a prepared statement. */
type Choice = { filters: Filter[]; status: GameStatus | undefined }

const toChoice = (filters: GameFilters): Choice => ({
  filters: FILTERS.filter((filter) => filters[filter] !== undefined),
  status: filters.status,
})

/**
 * The status is written into the text: of a long history nearly all games are final, so that the planner has to know which
 * one is asked for.
 */
const CONDITIONS: { [Name in Filter]-?: (choice: Choice) => SQL | undefined } = {
  from: () => gte(games.date, placeholder('from')),
  to: () => lte(games.date, placeholder('to')),
  competition: () => eq(games.competition_id, placeholder('competition')),
  season: () => eq(games.season_id, placeholder('season')),
  team: () => or(isHome, isAway),
  status: ({ status }) => (status === undefined ? undefined : eq(games.status, status)),
  yesterday: () => sql`${games.status} = 'final'
    and ${games.date} between (${placeholder('yesterday')}::timestamptz)::date - 2 and (${placeholder('yesterday')}::timestamptz)::date
    and ${games.date} = ${YESTERDAY}`,
}

const whereFilters = (choice: Choice, except?: Filter): SQL | undefined =>
  and(...choice.filters.map((filter) => (filter === except ? undefined : CONDITIONS[filter](choice))))

/** An index scan can start at the first comparison; the second one decides between games of the same tip-off. */
const afterKeyset = sql`(${games.date}, ${games.tip_off_order}) <= (${placeholder('after_date')}::date, ${placeholder('after_tip_off')}::timestamptz)
  and ((${games.date}, ${games.tip_off_order}) < (${placeholder('after_date')}::date, ${placeholder('after_tip_off')}::timestamptz) or ${games.id} > ${placeholder('after_id')})`

/** There is one prepared statement per combination. The limit is part of it, so that the planner reads an index in order. */
type Variant = Choice & { after: boolean; limit: number; paged: boolean; fromEnd: boolean }

const NEWEST_FIRST = [sql`${games.date} desc nulls last`, sql`${games.tip_off_order} desc nulls last`, sql`${games.id}`]

const OLDEST_FIRST = [sql`${games.date} nulls first`, sql`${games.tip_off_order} nulls first`, desc(games.id)]

/** SQL: games that match, with what they are sorted by. */
const selectMatches = (db: Database, { after, ...choice }: Variant, side?: SQL): SQL => {
  const matches = db
    .select({ id: games.id, date: games.date, tip_off_order: games.tip_off_order })
    .from(games)
    .$dynamic()
  if (choice.filters.includes('yesterday')) matches.innerJoin(competitions, eq(competitions.id, games.competition_id))
  return matches.where(and(side, whereFilters(choice, side && 'team'), after ? afterKeyset : undefined)).getSQL()
}

/**
 * SQL: the ids of a page, which are read from an index in its order. Home and away games of a team have an index each, and are
 * read up to the end of the page; of one season they are few.
 */
const selectIds = (db: Database, variant: Variant): SQL => {
  const { filters, limit, paged, fromEnd } = variant
  const order = sql` order by ${sql.join(fromEnd ? OLDEST_FIRST : NEWEST_FIRST, sql`, `)} limit `
  const readSide = (side: SQL) =>
    sql`(${selectMatches(db, variant, side)}${order}${paged ? placeholder('until') : limit})`
  const bySide = filters.includes('team') && !filters.includes('season')
  const found = bySide ? sql`${readSide(isHome)} union all ${readSide(isAway)}` : selectMatches(db, variant)
  return sql`select id from (${found}) as games${order}${limit}${paged ? sql` offset ${placeholder('offset')}` : sql``}`
}

/** Only the games of the page are joined with the records that they name. */
const gameLists = preparedSelects(
  ({ filters, ...rest }: Variant) => [filters.join(), ...Object.values(rest)].join(' '),
  (db, variant) =>
    gamesWithNames(db)
      .where(sql`${games.id} = any (array(${selectIds(db, variant)}))`)
      .orderBy(...NEWEST_FIRST),
)

/** Games, newest first: by date, then tip_off (unknown ones last), then id. */
export const selectGames = async (
  store: Store,
  { to, ...filters }: GameFilters,
  { limit, offset, after: keyset, fromEnd }: Range,
): Promise<Game[]> => {
  const [after_date, after_tip_off, after_id] = keyset ?? []
  const after = keyset !== undefined
  // A cursor lies before the last day, which would keep the scan of an index from starting at the cursor.
  const present = after ? filters : { ...filters, to }
  const variant = { ...toChoice(present), after, limit, paged: offset > 0, fromEnd }
  const rows = await gameLists(
    store,
    variant,
  )({ ...present, offset, until: offset + limit, after_date, after_tip_off, after_id })
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

const countKey = ({ filters, status }: Choice): string => `${filters.join()} ${status}`

const whereSeason = (filters: Filter[]): SQL | undefined =>
  and(
    filters.includes('competition') ? eq(seasons.competition_id, placeholder('competition')) : undefined,
    filters.includes('season') ? eq(seasons.id, placeholder('season')) : undefined,
  )

const seasonDates = sql`daterange(${seasons.first_date}, ${seasons.last_date}, '[]')`

/**
 * SQL: whether a season has games on or after a day, or on or before one. Postgres expects few rows to overlap a range, as it is;
 * of a comparison it expects a third of all seasons, and plans the statement anew for each call.
 */
const goesOnAfter = (day: SQL): SQL => sql`${seasonDates} && daterange(${day}, null, '[]')`
const beginsBefore = (day: SQL): SQL => sql`${seasonDates} && daterange(null, ${day}, '[]')`

/** A season within the range of days is counted as a whole, and any other by its days in the range, or the games of a team. */
const ofSeasons = preparedSelects(countKey, (db, choice: Choice) => {
  const { filters, status } = choice
  const from = filters.includes('from') ? sql`${placeholder('from')}::date` : undefined
  const to = filters.includes('to') ? sql`${placeholder('to')}::date` : undefined
  const bounds = (first: SQLWrapper, last: SQLWrapper) => and(from && gte(first, from), to && lte(last, to))
  const ofTeam = filters.includes('team')
  const whole = bounds(seasons.first_date, seasons.last_date)
  const ofSeason = selectGameCount(ofTeam ? teamSeasons : seasons, status)
  const days = ofTeam
    ? sql`select count(*) from ${games} where ${and(eq(games.season_id, seasons.id), whereFilters(choice))}`
    : db
        .select(selectSum(selectGameCount(seasonDays, status)))
        .from(seasonDays)
        .where(and(eq(seasonDays.season_id, seasons.id), bounds(seasonDays.date, seasonDays.date)))
  const counts = db
    .select(selectSum(whole === undefined ? ofSeason : sql`case when ${whole} then ${ofSeason} else (${days}) end`))
    .from(seasons)
    .$dynamic()
  if (ofTeam)
    counts.innerJoin(
      teamSeasons,
      and(eq(teamSeasons.season_id, seasons.id), eq(teamSeasons.team_id, placeholder('team'))),
    )
  return counts.where(and(whereSeason(filters), from && goesOnAfter(from), to && beginsBefore(to)))
})

const ofYesterday = preparedSelects(countKey, (db, { filters }: Choice) =>
  db
    .select(selectSum(sql`${seasonDays.final_games}`))
    .from(seasons)
    .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
    .innerJoin(seasonDays, and(eq(seasonDays.season_id, seasons.id), eq(seasonDays.date, YESTERDAY)))
    .where(
      and(
        whereSeason(filters),
        filters.includes('from') ? gte(seasonDays.date, placeholder('from')) : undefined,
        goesOnAfter(sql`(${placeholder('yesterday')}::timestamptz)::date - 2`),
        beginsBefore(sql`(${placeholder('yesterday')}::timestamptz)::date`),
      ),
    ),
)

/** The number of games in a list, from the counts stored with seasons, their days and their teams. */
export const countGames = async (store: Store, filters: GameFilters): Promise<number> => {
  const choice = toChoice(filters)
  const counts = choice.filters.includes('yesterday') ? ofYesterday : ofSeasons
  const [row] = await counts(store, choice)(filters)
  return row?.total ?? 0
}
