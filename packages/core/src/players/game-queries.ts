import { and, count, desc, eq, gte, lte, not, sql, type Column, type SQL } from 'drizzle-orm'
import type { PlayerGame } from '../contract/index.ts'
import { gameColumns, joinGameRecords } from '../records/game-queries.ts'
import { lineColumns, toLineFields } from '../records/read-parts.ts'
import type { Keyset, Range } from '../paging.ts'
import { toOutcome, toResultLetter } from '../statistics/index.ts'
import { boxLines, games, playerSeasons, preparedSelects, type Database, type Store } from '../store/index.ts'

/** The filters of a game log. All of them must match. */
export type LogFilters = { season?: string | undefined; from?: string | undefined; to?: string | undefined }

type Filter = keyof LogFilters

const placeholder = sql.placeholder

const CONDITIONS: { [Name in Filter]-?: SQL } = {
  season: eq(boxLines.season_id, placeholder('season')),
  from: gte(boxLines.date, sql`${placeholder('from')}::date`),
  to: lte(boxLines.date, sql`${placeholder('to')}::date`),
}

const FILTERS = ['season', 'from', 'to'] as const satisfies Filter[]
const presentFilters = (filters: LogFilters): Filter[] => FILTERS.filter((filter) => filters[filter] !== undefined)

/** Only lines of final games, because only these have a result. */
const conditions = (filters: readonly Filter[]) =>
  and(
    eq(boxLines.player_id, placeholder('player')),
    eq(boxLines.final, true),
    ...filters.map((filter) => CONDITIONS[filter]),
  )

const afterKeyset = sql`(${boxLines.date}, ${boxLines.tip_off_order}) <= (${placeholder('after_date')}::date, ${placeholder('after_tip_off')}::timestamptz)
  and ((${boxLines.date}, ${boxLines.tip_off_order}) < (${placeholder('after_date')}::date, ${placeholder('after_tip_off')}::timestamptz) or ${boxLines.game_id} > ${placeholder('after_id')})`

/** There is one prepared statement per combination. The limit is part of it, so that the planner reads an index in order. */
type Variant = { filters: Filter[]; after: boolean; limit: number; paged: boolean; fromEnd: boolean }

const NEWEST_FIRST = [
  sql`${boxLines.date} desc nulls last`,
  sql`${boxLines.tip_off_order} desc nulls last`,
  boxLines.game_id,
] as const

const OLDEST_FIRST = [
  sql`${boxLines.date} nulls first`,
  sql`${boxLines.tip_off_order} nulls first`,
  desc(boxLines.game_id),
] as const

/** The games of a page are read from an index; only their lines are joined with the records that they name. */
const selectLines = (db: Database, { filters, after, limit, paged, fromEnd }: Variant) => {
  const { id, date, competition, season, stage, tip_off, home, away, home_score, away_score } = gameColumns
  const ofGame = { id, date, competition, season, stage, tip_off, home, away, home_score, away_score }
  const ids = db
    .select({ id: boxLines.game_id })
    .from(boxLines)
    .where(and(conditions(filters), after ? afterKeyset : undefined))
    .orderBy(...(fromEnd ? OLDEST_FIRST : NEWEST_FIRST))
    .limit(limit)
    .$dynamic()
  if (paged) ids.offset(placeholder('offset'))
  return joinGameRecords(
    db
      .select({ ...ofGame, side: boxLines.side, ...lineColumns })
      .from(boxLines)
      .innerJoin(games, eq(games.id, boxLines.game_id))
      .$dynamic(),
  )
    .where(and(eq(boxLines.player_id, placeholder('player')), sql`${boxLines.game_id} = any (array(${ids}))`))
    .orderBy(...NEWEST_FIRST)
}

const gameLogs = preparedSelects(
  ({ filters, ...rest }: Variant) => [filters.join(), ...Object.values(rest)].join(' '),
  selectLines,
)

/** A box line of a player, with its game. */
export type LoggedLine = Awaited<ReturnType<typeof selectLines>>[number]

/** The box lines of a player in final games, newest first, including games in which the player did not play. */
export const selectPlayerGames = (
  store: Store,
  player: string,
  { to, ...filters }: LogFilters,
  { limit, offset, after: keyset, fromEnd }: Range,
): Promise<LoggedLine[]> => {
  const [after_date, after_tip_off, after_id] = keyset ?? []
  const after = keyset !== undefined
  // A cursor lies before the last day, which would keep the scan of the index from starting at the cursor.
  const present = after ? filters : { ...filters, to }
  const variant = { filters: presentFilters(present), after, limit, paged: offset > 0, fromEnd }
  return gameLogs(store, variant)({ ...present, player, offset, after_date, after_tip_off, after_id })
}

/** The sort values of a line in a game log. */
export const lineKeyset = ({ date, tip_off, id }: LoggedLine): Keyset => [
  date,
  tip_off?.toISOString() ?? '-infinity',
  id,
]

/** Converts a row of `selectPlayerGames` to a PlayerGame. */
export const toPlayerGame = (row: LoggedLine): PlayerGame => {
  const { id, date, competition, season, stage, home, away, side } = row
  const outcome = toOutcome(side, row)
  return {
    game: { id, date, competition, season, stage },
    team: side === 'home' ? home : away,
    opponent: side === 'home' ? away : home,
    venue: outcome.venue,
    result: toResultLetter(outcome),
    team_score: outcome.points_for,
    opponent_score: outcome.points_against,
    ...toLineFields(row),
  }
}

const ofPlayer = (filters: readonly Filter[], { player_id, season_id }: { player_id: Column; season_id: Column }) =>
  and(
    eq(player_id, placeholder('player')),
    filters.includes('season') ? eq(season_id, placeholder('season')) : undefined,
  )

/** The games played are counted from the totals of seasons; of the other lines there are few. */
const selectSeasonCount = (db: Database, filters: readonly Filter[]) => {
  const notPlayed = db
    .select({ lines: count() })
    .from(boxLines)
    .where(and(ofPlayer(filters, boxLines), eq(boxLines.final, true), not(boxLines.played)))
  const played = sql`coalesce(sum(${playerSeasons.appearances}), 0)`
  return db
    .select({ total: sql<number>`(${played} + (${notPlayed}))::integer` })
    .from(playerSeasons)
    .where(ofPlayer(filters, playerSeasons))
}

const selectDayCount = (db: Database, filters: readonly Filter[]) =>
  db
    .select({ total: sql<number>`count(*)::integer` })
    .from(boxLines)
    .where(conditions(filters))

const gameCounts = preparedSelects(String, (db, filters: Filter[]) =>
  filters.includes('from') || filters.includes('to') ? selectDayCount(db, filters) : selectSeasonCount(db, filters),
)

/** The number of lines in a game log. */
export const countPlayerGames = async (store: Store, player: string, filters: LogFilters): Promise<number> => {
  const [row] = await gameCounts(store, presentFilters(filters))({ ...filters, player })
  return row?.total ?? 0
}
