import { and, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { competitions, execute, games, isCounted, lengthColumns, teamBoxes, teams, type Store } from '../store/index.ts'

/** The filters of the recent games of a team. All of them must match. */
export type RecentFilters = {
  venue?: 'home' | 'away' | undefined
  competition?: string | undefined
  opponent?: string | undefined
  /** Whether draws are left out. */
  decided?: boolean
  from?: string | undefined
}

const NEWEST_FIRST = sql`order by date desc nulls last, tip_off_order desc nulls last, id`

const atVenue = (team: string, venue: 'home' | 'away', filters: RecentFilters, last: number): SQL => {
  const own = sql.raw(`g.${venue}_team_id`)
  const other = sql.raw(`g.${venue === 'home' ? 'away' : 'home'}_team_id`)
  const { competition, opponent, decided = false, from } = filters
  return sql`(select g.id, g.date, g.tip_off_order from games g
    where ${own} = ${team} and ${isCounted}
      ${opponent === undefined ? sql`` : sql`and ${other} = ${opponent}`}
      ${decided ? sql`and g.home_score <> g.away_score` : sql``}
      ${competition === undefined ? sql`` : sql`and g.competition_id = ${competition}`}
      ${from === undefined ? sql`` : sql`and g.date >= ${from}::date`}
    ${NEWEST_FIRST} limit ${last}::integer)`
}

/**
 * The ids of the last counted games of a team, newest first. Home and away games are read from separate indexes (those
 * between two teams from the index of the pair), and at most `last` of each, so that the time does not depend on how
 * many games the team has played.
 */
export const selectRecentGames = async (
  { db }: Store,
  team: string,
  filters: RecentFilters,
  last: number,
): Promise<string[]> => {
  const venues = filters.venue === undefined ? (['home', 'away'] as const) : [filters.venue]
  const branches = sql.join(
    venues.map((venue) => atVenue(team, venue, filters, last)),
    sql` union all `,
  )
  const rows = await execute(db, sql`select id from (${branches}) as recent ${NEWEST_FIRST} limit ${last}::integer`)
  return rows.map(({ id }) => String(id))
}

const home = alias(teams, 'home')
const away = alias(teams, 'away')
const homeBox = alias(teamBoxes, 'home_box')
const awayBox = alias(teamBoxes, 'away_box')

/**
 * The data of games from which a team form is computed. A form names no season, which `joinGameRecords` would join, and
 * reads the length of a game from its competition.
 */
export const selectFormGames = ({ db }: Store, ids: string[]) =>
  db
    .select({
      id: games.id,
      date: games.date,
      competition: { id: competitions.id, name: competitions.name },
      regulation_minutes: competitions.regulation_minutes,
      home: { id: home.id, name: home.name },
      away: { id: away.id, name: away.name },
      home_score: games.home_score,
      away_score: games.away_score,
      home_box: getTableColumns(homeBox),
      away_box: getTableColumns(awayBox),
      ...lengthColumns,
    })
    .from(games)
    .innerJoin(competitions, eq(competitions.id, games.competition_id))
    .innerJoin(home, eq(home.id, games.home_team_id))
    .innerJoin(away, eq(away.id, games.away_team_id))
    .leftJoin(homeBox, and(eq(homeBox.game_id, games.id), eq(homeBox.side, 'home'), eq(homeBox.has_totals, true)))
    .leftJoin(awayBox, and(eq(awayBox.game_id, games.id), eq(awayBox.side, 'away'), eq(awayBox.has_totals, true)))
    .where(inArray(games.id, ids))

/** A row of selectFormGames. */
export type FormRow = Awaited<ReturnType<typeof selectFormGames>>[number]
