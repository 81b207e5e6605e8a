import { and, count, eq, getTableColumns, gte, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PlayerGame } from '../contract/index.ts'
import { gameColumns, joinGameRecords, toGame } from '../games/game-queries.ts'
import { lineFieldsOf } from '../games/read-parts.ts'
import type { Keyset, Range } from '../paging.ts'
import { outcomeOf, resultOf } from '../statistics/index.ts'
import { boxLines, competitions, games, lengthColumns, teamBoxes, teams, type Store } from '../store/index.ts'

/** The filters of a game log. All of them must match. */
export type LogFilters = { season?: string | undefined; from?: string | undefined; to?: string | undefined }

const opponent = alias(teams, 'opponent')

/** Joins the opponent to a line and its game. */
const isOpponent = eq(
  opponent.id,
  sql`case ${boxLines.side} when 'home' then ${games.away_team_id} else ${games.home_team_id} end`,
)

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

/** The filters of the games in splits. All of them must match. */
export type SplitFilters = { season?: string | undefined; competition?: string | undefined; from?: string | undefined }

/**
 * The lines of a player in counted games that they played, each with the totals of their team and the length of the
 * game. A split names only the opponent: `joinGameRecords` would add more joins to a statement that reads every game of
 * a career.
 */
export const selectSplitLines = ({ db }: Store, player: string, { season, competition, from }: SplitFilters) =>
  db
    .select({
      line: getTableColumns(boxLines),
      team: {
        field_goals_attempted: teamBoxes.field_goals_attempted,
        free_throws_attempted: teamBoxes.free_throws_attempted,
        turnovers: teamBoxes.turnovers,
      },
      length: { regulation_minutes: competitions.regulation_minutes, ...lengthColumns },
      home_score: games.home_score,
      away_score: games.away_score,
      opponent: { id: opponent.id, name: opponent.name },
    })
    .from(boxLines)
    .innerJoin(games, eq(games.id, boxLines.game_id))
    .innerJoin(competitions, eq(competitions.id, games.competition_id))
    .innerJoin(opponent, isOpponent)
    .leftJoin(teamBoxes, and(eq(teamBoxes.game_id, boxLines.game_id), eq(teamBoxes.side, boxLines.side)))
    .where(
      and(
        eq(boxLines.player_id, player),
        eq(boxLines.counted, true),
        eq(boxLines.played, true),
        season === undefined ? undefined : eq(boxLines.season_id, season),
        competition === undefined ? undefined : eq(games.competition_id, competition),
        from === undefined ? undefined : sql`${boxLines.date} >= ${from}::date`,
      ),
    )

/** A row of selectSplitLines. */
export type SplitLine = Awaited<ReturnType<typeof selectSplitLines>>[number]
