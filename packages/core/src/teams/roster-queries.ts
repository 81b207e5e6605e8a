import { and, asc, desc, eq, getTableColumns, gt, max, sql } from 'drizzle-orm'
import type { Roster, TeamRef } from '../contract/index.ts'
import { averages } from '../statistics/index.ts'
import { competitions, players, playerSeasons, seasons, teams, teamSeasons, type Store } from '../store/index.ts'

/** A team by id, as other records point to it; undefined when there is none. */
export const selectTeamRef = async ({ db }: Store, id: string): Promise<TeamRef | undefined> => {
  const [team] = await db.select({ id: teams.id, name: teams.name }).from(teams).where(eq(teams.id, id))
  return team
}

const seasonColumns = {
  season: { id: seasons.id, name: seasons.name },
  competition: { id: competitions.id, name: competitions.name },
}

/** The team's latest season with box scores, else its latest; undefined for a team without a season. */
export const selectLatestSeason = async ({ db }: Store, team: string) => {
  const played = db
    .select({ season_id: playerSeasons.season_id, last_date: max(playerSeasons.last_date).as('last_played') })
    .from(playerSeasons)
    .where(and(eq(playerSeasons.team_id, team), gt(playerSeasons.games, 0)))
    .groupBy(playerSeasons.season_id)
    .as('played')
  const [found] = await db
    .select(seasonColumns)
    .from(teamSeasons)
    .innerJoin(seasons, eq(seasons.id, teamSeasons.season_id))
    .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
    .leftJoin(played, eq(played.season_id, teamSeasons.season_id))
    .where(eq(teamSeasons.team_id, team))
    .orderBy(sql`${played.last_date} desc nulls last`, desc(seasons.start_year), asc(seasons.id))
    .limit(1)
  return found
}

/** Who played for a team in a season, by name; games that statistics count. */
export const selectRoster = async ({ db }: Store, team: string, season: string): Promise<Roster['players']> => {
  const rows = await db
    .select({ player: { id: players.id, name: players.name }, totals: getTableColumns(playerSeasons) })
    .from(playerSeasons)
    .innerJoin(players, eq(players.id, playerSeasons.player_id))
    .where(and(eq(playerSeasons.season_id, season), eq(playerSeasons.team_id, team), gt(playerSeasons.games, 0)))
    .orderBy(asc(players.sort_name), asc(players.id))
  return rows.flatMap(({ player, totals }) => {
    const { number, games, starts, last_game } = totals
    return last_game === null ? [] : [{ player, number, games, starts, last_game, ...averages(totals) }]
  })
}
