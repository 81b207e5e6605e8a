import { and, asc, eq, sql } from 'drizzle-orm'
import type { StandingsRow } from '../contract/index.ts'
import { latestSeason, type SeasonFilters } from '../competitions/queries.ts'
import { byGroup, type TableRow } from '../statistics/index.ts'
import {
  competitions,
  preparedSelect,
  seasons,
  standings,
  teams,
  within,
  type Database,
  type Store,
} from '../store/index.ts'
import { freshStandings } from './stale-queries.ts'

/** The season of the request, or the latest with a final game, or else the latest. */
const SEASON = {
  requested: sql.placeholder('season'),
  latest: sql`coalesce(${latestSeason('final_games')}, ${latestSeason()})`,
}

const buildStandingsQuery = (db: Database, season: keyof typeof SEASON) =>
  db
    .select({
      competition_id: competitions.id,
      competition_name: competitions.name,
      time_zone: competitions.time_zone,
      season_id: seasons.id,
      season_name: seasons.name,
      last_date: seasons.last_date,
      stale: seasons.standings_stale,
      games: seasons.standings_games,
      through: seasons.standings_through,
      group: standings.group_name,
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
    .where(and(eq(seasons.competition_id, sql.placeholder('competition')), eq(seasons.id, SEASON[season])))
    .orderBy(asc(standings.rank))

const seasonStandings = preparedSelect((db) => buildStandingsQuery(db, 'requested'))
const latestStandings = preparedSelect((db) => buildStandingsQuery(db, 'latest'))

type Row = Awaited<ReturnType<typeof buildStandingsQuery>>[number]
type TeamColumn = Exclude<keyof StandingsRow, 'team' | 'group'> | 'team_id' | 'team_name'
type TeamRow = { [Column in TeamColumn]: NonNullable<Row[Column]> }

/** A season without teams yields one row whose team columns are null. */
const hasTeam = (row: Row): row is Row & TeamRow => row.team_id !== null

const toStandingsRow = (row: Pick<Row, 'group'> & TeamRow): StandingsRow => ({
  group: row.group,
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

/** The rows of computed standings with the names of their teams. */
const namedRows = async ({ db }: Store, rows: readonly TableRow[]): Promise<StandingsRow[]> => {
  const ids = rows.map(({ team_id }) => team_id)
  const named = await db
    .select({ id: teams.id, name: teams.name })
    .from(teams)
    .where(within(sql`${teams.id}`, ids))
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return rows.map((row) => toStandingsRow({ ...row, team_name: names.get(row.team_id) ?? '' }))
}

/**
 * The standings of a season, group by group, best first; computed now if a game has changed since they were stored
 * (decision 5). `games` and `through` count the games in it (null before the first), and `last_date` is the day of the
 * season's last game of any status. Undefined if the season does not exist.
 */
export const selectStandings = async (store: Store, filters: SeasonFilters) => {
  const rows = await (filters.season === undefined ? latestStandings : seasonStandings)(store)(filters)
  const [first] = rows
  if (first === undefined) return undefined
  const fresh = first.stale ? await freshStandings(store)(first.season_id) : undefined
  const { games, through } = fresh ?? first
  const table = fresh === undefined ? rows.filter(hasTeam).map(toStandingsRow) : await namedRows(store, fresh.rows)
  return {
    competition: { id: first.competition_id, name: first.competition_name },
    season: { id: first.season_id, name: first.season_name },
    games,
    through,
    time_zone: first.time_zone,
    last_date: first.last_date,
    table: table.toSorted((a, b) => byGroup(a.group, b.group)),
  }
}
