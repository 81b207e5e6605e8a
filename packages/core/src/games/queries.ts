import { and, count, eq, gte, inArray, lte, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toDateTime, type Game, type GameDetail, type GameStatus, type Periods } from '../contract/index.ts'
import { batched } from '../batch.ts'
import type { Keyset, Range } from '../paging.ts'
import {
  competitions,
  games,
  seasons,
  statement,
  teams,
  teamSeasons,
  type Database,
  type Store,
} from '../store/index.ts'

const placeholder = sql.placeholder

/** The teams of a game in `gameColumns`. */
export const home = alias(teams, 'home')
export const away = alias(teams, 'away')

/** The columns that `toGame` reads. */
export const gameColumns = {
  id: games.id,
  competition_id: games.competition_id,
  competition_name: competitions.name,
  season_id: games.season_id,
  season_name: seasons.name,
  stage: games.stage,
  round: games.round,
  date: games.date,
  tip_off: games.tip_off,
  status: games.status,
  home_id: games.home_team_id,
  home_name: home.name,
  away_id: games.away_team_id,
  away_name: away.name,
  home_score: games.home_score,
  away_score: games.away_score,
  attendance: games.attendance,
  venue: games.venue,
  has_boxscore: games.has_boxscore,
  has_playbyplay: games.has_playbyplay,
  has_shots: games.has_shots,
}

const detailColumns = { ...gameColumns, periods: games.periods, officials: games.officials }

const gamesWithNames = (db: Database) =>
  db
    .select(gameColumns)
    .from(games)
    .innerJoin(competitions, eq(competitions.id, games.competition_id))
    .innerJoin(seasons, eq(seasons.id, games.season_id))
    .innerJoin(home, eq(home.id, games.home_team_id))
    .innerJoin(away, eq(away.id, games.away_team_id))
    .$dynamic()

type GameRow = Awaited<ReturnType<typeof gamesWithNames>>[number]

/** A row of `gamesWithNames` as the wire has it. */
export const toGame = (row: GameRow): Game => ({
  id: row.id,
  competition: { id: row.competition_id, name: row.competition_name },
  season: { id: row.season_id, name: row.season_name },
  stage: row.stage,
  round: row.round,
  date: row.date,
  tip_off: row.tip_off === null ? null : toDateTime(row.tip_off),
  status: row.status,
  home: { id: row.home_id, name: row.home_name },
  away: { id: row.away_id, name: row.away_name },
  home_score: row.home_score,
  away_score: row.away_score,
  attendance: row.attendance,
  venue: row.venue,
  has: { boxscore: row.has_boxscore, playbyplay: row.has_playbyplay, shots: row.has_shots },
})

const detailsStatement = (db: Database, places: number[]) =>
  db
    .select(detailColumns)
    .from(games)
    .innerJoin(competitions, eq(competitions.id, games.competition_id))
    .innerJoin(seasons, eq(seasons.id, games.season_id))
    .innerJoin(home, eq(home.id, games.home_team_id))
    .innerJoin(away, eq(away.id, games.away_team_id))
    .where(
      inArray(
        games.id,
        places.map((place) => placeholder(`${place}`)),
      ),
    )
    .prepare(`game_details_${places.length}`)

type DetailRow = Awaited<ReturnType<ReturnType<typeof detailsStatement>['execute']>>[number]

const toDetail = ({ periods, officials, ...row }: DetailRow): GameDetail => ({
  ...toGame(row),
  periods: periods && { home: periods.home, away: periods.away },
  officials: officials?.map(({ name, role }) => ({ name, role })) ?? null,
})

/** How many games are read at once, at most. */
const MOST = 64

/**
 * Reads all games that wait to be read with one statement. There is one for 1, 2, 4, 8 … games, the first game filling
 * the places left over: few to prepare, and a planner that knows how many rows each finds.
 */
const detailReader = statement((db) => {
  const prepared = new Map<number, ReturnType<typeof detailsStatement>>()
  return batched(async (ids: string[]) => {
    const places = [...Array(2 ** Math.ceil(Math.log2(ids.length))).keys()]
    const details = prepared.get(places.length) ?? detailsStatement(db, places)
    prepared.set(places.length, details)
    const rows = await details.execute(Object.fromEntries(places.map((place) => [place, ids[place] ?? ids[0]])))
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => {
      const row = found.get(id)
      return row === undefined ? null : toDetail(row)
    })
  }, MOST)
})

/** One game with its periods and officials; undefined when there is none. */
export const selectGameDetail = async (store: Store, id: string): Promise<GameDetail | undefined> =>
  (await detailReader(store)(id)) ?? undefined

/** One game, also inside a transaction; undefined when there is none. */
export const selectGame = async (db: Database, id: string): Promise<Game | undefined> => {
  const [row] = await gamesWithNames(db).where(eq(games.id, id))
  return row && toGame(row)
}

/** One game as events tell it: with its periods and how often its final score has been given. */
export const selectGameState = async (
  db: Database,
  id: string,
): Promise<Game & { periods: Periods | null; revision: number }> => {
  const [row] = await db
    .select({ ...gameColumns, periods: games.periods, revision: games.revision })
    .from(games)
    .innerJoin(competitions, eq(competitions.id, games.competition_id))
    .innerJoin(seasons, eq(seasons.id, games.season_id))
    .innerJoin(home, eq(home.id, games.home_team_id))
    .innerJoin(away, eq(away.id, games.away_team_id))
    .where(eq(games.id, id))
  if (row === undefined) throw new RangeError(`there is no game ${id}`)
  const { periods, revision } = row
  return { ...toGame(row), periods: periods && { home: periods.home, away: periods.away }, revision }
}

/** Games by id, in the order of the ids. */
export const selectGamesById = async ({ db }: Store, ids: readonly string[]): Promise<Game[]> => {
  if (ids.length === 0) return []
  const rows = await gamesWithNames(db).where(inArray(games.id, [...ids]))
  return ids.flatMap((id) => rows.filter((row) => row.id === id)).map(toGame)
}

/** Which games a list holds. All given filters must hold. */
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

const CONDITIONS: { [Filter in keyof GameFilters]-?: () => SQL | undefined } = {
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

const FILTERS = [
  'from',
  'to',
  'competition',
  'season',
  'team',
  'status',
  'yesterday',
] as const satisfies (keyof GameFilters)[]

type Shape = { filters: (keyof GameFilters)[]; after: boolean; limit: number; paged: boolean }

const conditions = ({ filters }: Pick<Shape, 'filters'>) => and(...filters.map((filter) => CONDITIONS[filter]()))

/** The first comparison is the one an index can start from; the second makes it exact where moments are equal. */
const afterKeyset = sql`(${games.date}, ${games.tip_off_order}) <= (${placeholder('after_date')}::date, ${placeholder('after_tip_off')}::timestamptz)
  and ((${games.date}, ${games.tip_off_order}) < (${placeholder('after_date')}::date, ${placeholder('after_tip_off')}::timestamptz) or ${games.id} > ${placeholder('after_id')})`

/**
 * Whether a list is bounded by filters that name one value each. A planner that knows its limit then reads an index in
 * order; where a span of days or a cursor bounds it, it takes the span for nearly empty and sorts.
 */
const isPlain = ({ filters, after }: Pick<Shape, 'filters' | 'after'>) =>
  !after && !filters.includes('from') && !filters.includes('to')

/**
 * Of a plain list the limit stands in the text of the statement, and no offset where there is none: Drizzle would send
 * both as parameters, and a planner that does not know them plans anew at every call.
 */
const listStatement = (db: Database, shape: Shape) => {
  const limit = isPlain(shape) ? sql.raw(String(shape.limit)) : placeholder('limit')
  const offset = shape.paged ? sql` offset ${placeholder('offset')}` : sql``
  return gamesWithNames(db)
    .where(and(conditions(shape), shape.after ? afterKeyset : undefined))
    .orderBy(
      sql`${games.date} desc nulls last`,
      sql`${games.tip_off_order} desc nulls last`,
      sql`${games.id} limit ${limit}${offset}`,
    )
    .prepare(`games ${JSON.stringify(shape)}`)
}

const countStatement = (db: Database, shape: Shape) =>
  db
    .select({ total: count() })
    .from(games)
    .innerJoin(competitions, eq(competitions.id, games.competition_id))
    .where(conditions(shape))
    .prepare(`games_total ${JSON.stringify(shape)}`)

/** Statements by shape: which filters there are, never which values. */
const shaped = <Prepared>(build: (db: Database, shape: Shape) => Prepared) => {
  const built = statement((db) => ({ db, byShape: new Map<string, Prepared>() }))
  return (store: Store, shape: Shape): Prepared => {
    const { db, byShape } = built(store)
    const key = JSON.stringify(shape)
    const prepared = byShape.get(key) ?? build(db, shape)
    byShape.set(key, prepared)
    return prepared
  }
}

const shapedList = shaped(listStatement)
const shapedCount = shaped(countStatement)

const given = (filters: GameFilters) => FILTERS.filter((filter) => filters[filter] !== undefined)

/** Games, newest first: by date, then tip_off (unknown ones last), then id. */
export const selectGames = async (
  store: Store,
  filters: GameFilters,
  { limit, offset, after }: Range,
): Promise<Game[]> => {
  const [after_date, after_tip_off, after_id] = after ?? []
  const prepared = shapedList(store, { filters: given(filters), after: after !== undefined, limit, paged: offset > 0 })
  const rows = await prepared.execute({ ...filters, limit, offset, after_date, after_tip_off, after_id })
  return rows.map(toGame)
}

/** Where a list of games goes on after `game`. */
export const gameKeyset = (game: Game): Keyset => [game.date, game.tip_off ?? '-infinity', game.id]

/** How many games a list holds; read off the kept counts of seasons and teams where those say it. */
export const countGames = async (store: Store, filters: GameFilters): Promise<number> => {
  const { from, to, status, yesterday } = filters
  if ([from, to, status, yesterday].every((filter) => filter === undefined)) return keptCount(store, filters)
  const [row] = await shapedCount(store, { filters: given(filters), after: false, limit: 0, paged: false }).execute(
    filters,
  )
  return row?.total ?? 0
}

const KEPT = ['competition', 'season', 'team'] as const
type Kept = (typeof KEPT)[number]

const keptConditions: { [Filter in Kept]: () => SQL } = {
  competition: () => eq(seasons.competition_id, placeholder('competition')),
  season: () => eq(seasons.id, placeholder('season')),
  team: () => eq(teamSeasons.team_id, placeholder('team')),
}

const keptStatement = (db: Database, { filters }: Pick<Shape, 'filters'>) => {
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
}

const shapedKept = shaped(keptStatement)

const keptCount = async (store: Store, filters: GameFilters): Promise<number> => {
  const [row] = await shapedKept(store, { filters: given(filters), after: false, limit: 0, paged: false }).execute(
    filters,
  )
  return row?.total ?? 0
}
