import { and, asc, eq, sql } from 'drizzle-orm'
import type { StandingsRow } from '../contract/index.ts'
import { latestSeason, type Scope } from '../seasons/resolve-queries.ts'
import { competitions, preparedSelect, seasons, standings, teams, type Database, type Store } from '../store/index.ts'

/** The season asked for, or the latest with a final game, else the latest. */
const SEASON = {
  given: sql.placeholder('season'),
  latest: sql`coalesce(${latestSeason('final_games')}, ${latestSeason('any')})`,
}

const tableOf = (db: Database, which: keyof typeof SEASON) =>
  db
    .select({
      competition_id: competitions.id,
      competition_name: competitions.name,
      time_zone: competitions.time_zone,
      season_id: seasons.id,
      season_name: seasons.name,
      last_date: seasons.last_date,
      games: seasons.standings_games,
      through: seasons.standings_through,
      rank: standings.rank,
      team_id: teams.id,
      team_name: teams.name,
      played: standings.played,
      won: standings.won,
      lost: standings.lost,
      win_share: standings.win_share,
      points_for: standings.points_for,
      points_against: standings.points_against,
      points_difference: standings.points_difference,
      home: standings.home,
      away: standings.away,
      last_ten: standings.last_ten,
      streak: standings.streak,
    })
    .from(seasons)
    .innerJoin(competitions, eq(competitions.id, seasons.competition_id))
    .leftJoin(standings, eq(standings.season_id, seasons.id))
    .leftJoin(teams, eq(teams.id, standings.team_id))
    .where(and(eq(seasons.competition_id, sql.placeholder('competition')), eq(seasons.id, SEASON[which])))
    .orderBy(asc(standings.rank))

const ofSeason = preparedSelect((db) => tableOf(db, 'given'))
const ofLatest = preparedSelect((db) => tableOf(db, 'latest'))

type Row = Awaited<ReturnType<typeof tableOf>>[number]
type TeamColumn = Exclude<keyof StandingsRow, 'team'> | 'team_id' | 'team_name'
type TeamRow = { [Column in TeamColumn]: NonNullable<Row[Column]> }

/** A season without teams is one row, in which nothing is said of a team. */
const isOfTeam = (row: Row): row is Row & TeamRow => row.team_id !== null

const toStandingsRow = (row: TeamRow): StandingsRow => ({
  rank: row.rank,
  team: { id: row.team_id, name: row.team_name },
  played: row.played,
  won: row.won,
  lost: row.lost,
  win_share: row.win_share,
  points_for: row.points_for,
  points_against: row.points_against,
  points_difference: row.points_difference,
  home: row.home,
  away: row.away,
  last_ten: row.last_ten,
  streak: row.streak,
})

/**
 * The table of a season, best first, of how many games through which day (null before the first), the time zone of
 * the competition, and the day of the season's last game, played or not. Undefined where there is no such season.
 */
export const selectTable = async (store: Store, scope: Scope) => {
  const rows = await (scope.season === undefined ? ofLatest : ofSeason)(store)(scope)
  const [first] = rows
  if (first === undefined) return undefined
  const { games, through, time_zone, last_date } = first
  return {
    competition: { id: first.competition_id, name: first.competition_name },
    season: { id: first.season_id, name: first.season_name },
    games,
    through,
    time_zone,
    last_date,
    table: rows.filter(isOfTeam).map(toStandingsRow),
  }
}
