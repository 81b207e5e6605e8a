import { eq } from 'drizzle-orm'
import { alias, type PgSelect } from 'drizzle-orm/pg-core'
import { toDateTime, type Game } from '../contract/index.ts'
import { competitions, games, seasons, teams, type Database } from '../store/index.ts'

const home = alias(teams, 'home')
const away = alias(teams, 'away')

/** The columns that `toGame` reads; together with `joinGameRecords`, they are listed only here. */
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

/** Joins a select of games with the competition, season and teams that `gameColumns` names. */
export const joinGameRecords = <Query extends PgSelect>(query: Query): Query => {
  // Drizzle's dynamic builder adds each join to itself; inner joins do not change the type of its rows.
  query
    .innerJoin(competitions, eq(competitions.id, games.competition_id))
    .innerJoin(seasons, eq(seasons.id, games.season_id))
    .innerJoin(home, eq(home.id, games.home_team_id))
    .innerJoin(away, eq(away.id, games.away_team_id))
  return query
}

/** Games with the names of the records they refer to. */
export const gamesWithNames = (db: Database) => joinGameRecords(db.select(gameColumns).from(games).$dynamic())

type GameRow = Awaited<ReturnType<typeof gamesWithNames>>[number]

/** Converts a row of `gamesWithNames` to a Game. */
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
