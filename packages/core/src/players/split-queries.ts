import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { boxLines, games, sideSeconds, teamBoxes, type Store } from '../store/index.ts'
import { isOpponent, opponent } from './opponent-queries.ts'

/** Which games splits count. All given filters must hold. */
export type SplitFilters = { season?: string | undefined; competition?: string | undefined; from?: string | undefined }

/** The lines of a player in games that count and were played, each with the totals of the player's team. */
export const selectSplitLines = ({ db }: Store, player: string, { season, competition, from }: SplitFilters) =>
  db
    .select({
      line: getTableColumns(boxLines),
      team: {
        field_goals_attempted: teamBoxes.field_goals_attempted,
        free_throws_attempted: teamBoxes.free_throws_attempted,
        turnovers: teamBoxes.turnovers,
      },
      team_seconds: sideSeconds(boxLines.game_id, boxLines.side),
      home_score: games.home_score,
      away_score: games.away_score,
      opponent: { id: opponent.id, name: opponent.name },
    })
    .from(boxLines)
    .innerJoin(games, eq(games.id, boxLines.game_id))
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

/** One of these lines. */
export type SplitLine = Awaited<ReturnType<typeof selectSplitLines>>[number]
