import { asc, eq, getTableColumns } from 'drizzle-orm'
import type { StandingsRow } from '../contract/index.ts'
import { competitions, seasons, standings, teams, type Store } from '../store/index.ts'

/** The rows of a season's table, best first. */
export const selectTable = async ({ db }: Store, season: string): Promise<StandingsRow[]> => {
  const { season_id: _season, team_id: _team, ...columns } = getTableColumns(standings)
  const rows = await db
    .select({ ...columns, team: { id: teams.id, name: teams.name } })
    .from(standings)
    .innerJoin(teams, eq(teams.id, standings.team_id))
    .where(eq(standings.season_id, season))
    .orderBy(asc(standings.rank))
  return rows.map(({ rank, team, ...row }) => ({ rank, team, ...row }))
}

/** How many games the table of a season counts, through which day, and the time zone of its competition. */
export const selectTableState = async ({ db }: Store, season: string) => {
  const [state] = await db
    .select({ games: seasons.table_games, through: seasons.table_through, time_zone: competitions.time_zone })
    .from(seasons)
    .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
    .where(eq(seasons.id, season))
  return state
}
