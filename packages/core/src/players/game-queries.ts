import { and, count, eq, getTableColumns, gte, lte, sql } from 'drizzle-orm'
import type { PlayerGame } from '../contract/index.ts'
import { gameColumns, joinGameRecords, toGame } from '../games/game-queries.ts'
import { lineFieldsOf } from '../games/read-parts.ts'
import type { Keyset, Range } from '../paging.ts'
import { outcomeOf, resultOf } from '../statistics/index.ts'
import { boxLines, games, type Store } from '../store/index.ts'

/** The filters of a game log. All of them must match. */
export type LogFilters = { season?: string | undefined; from?: string | undefined; to?: string | undefined }

/** Only lines of final games, because only these have a result. */
const conditions = (player: string, { season, from, to }: LogFilters) =>
  and(
    eq(boxLines.player_id, player),
    eq(boxLines.final, true),
    season === undefined ? undefined : eq(boxLines.season_id, season),
    from === undefined ? undefined : gte(boxLines.date, from),
    to === undefined ? undefined : lte(boxLines.date, to),
  )

const afterKeyset = ([date, tip_off, id]: Keyset) =>
  sql`(${boxLines.date}, ${boxLines.tip_off_order}) <= (${date}::date, ${tip_off}::timestamptz)
    and ((${boxLines.date}, ${boxLines.tip_off_order}) < (${date}::date, ${tip_off}::timestamptz) or ${boxLines.game_id} > ${id})`

const selectLines = ({ db }: Store, player: string, filters: LogFilters, { limit, offset, after }: Range) =>
  joinGameRecords(
    db
      .select({ ...gameColumns, line: getTableColumns(boxLines) })
      .from(boxLines)
      .innerJoin(games, eq(games.id, boxLines.game_id))
      .$dynamic(),
  )
    .where(and(conditions(player, filters), after && afterKeyset(after)))
    .orderBy(sql`${boxLines.date} desc nulls last`, sql`${boxLines.tip_off_order} desc nulls last`, boxLines.game_id)
    .limit(limit)
    .offset(offset)

type LineRow = Awaited<ReturnType<typeof selectLines>>[number]

const toPlayerGame = ({ line, ...row }: LineRow): PlayerGame => {
  const { id, date, competition, season, stage, home, away } = toGame(row)
  const outcome = outcomeOf(line.side, row)
  return {
    game: { id, date, competition, season, stage },
    team: line.side === 'home' ? home : away,
    opponent: line.side === 'home' ? away : home,
    venue: outcome.venue,
    result: resultOf(outcome),
    team_score: outcome.points_for,
    opponent_score: outcome.points_against,
    ...lineFieldsOf(line),
  }
}

/** A line of a game log and its sort values. */
export type LoggedGame = { line: PlayerGame; keyset: Keyset }

/** The box lines of a player in final games, newest first, including games in which the player did not play. */
export const selectPlayerGames = async (
  store: Store,
  player: string,
  filters: LogFilters,
  range: Range,
): Promise<LoggedGame[]> => {
  const rows = await selectLines(store, player, filters, range)
  return rows.map((row) => ({
    line: toPlayerGame(row),
    keyset: [row.date, row.tip_off?.toISOString() ?? '-infinity', row.id],
  }))
}

export const countPlayerGames = async ({ db }: Store, player: string, filters: LogFilters): Promise<number> => {
  const [row] = await db.select({ total: count() }).from(boxLines).where(conditions(player, filters))
  return row?.total ?? 0
}
