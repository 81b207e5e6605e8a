import { sql, type SQL } from 'drizzle-orm'
import { execute, isCounted, type Store } from '../store/index.ts'

/** Which of a team's games are looked at. All given filters must hold. */
export type RecentFilters = {
  venue?: 'home' | 'away' | undefined
  competition?: string | undefined
  opponent?: string | undefined
  from?: string | undefined
}

const NEWEST_FIRST = sql`order by date desc nulls last, tip_off_order desc nulls last, id`

const atVenue = (team: string, venue: 'home' | 'away', filters: RecentFilters, last: number): SQL => {
  const own = sql.raw(`g.${venue}_team_id`)
  const other = sql.raw(`g.${venue === 'home' ? 'away' : 'home'}_team_id`)
  const { competition, opponent, from } = filters
  return sql`(select g.id, g.date, g.tip_off_order from games g
    where ${own} = ${team} and ${isCounted}
      ${opponent === undefined ? sql`` : sql`and ${other} = ${opponent}`}
      ${competition === undefined ? sql`` : sql`and g.competition_id = ${competition}`}
      ${from === undefined ? sql`` : sql`and g.date >= ${from}::date`}
    ${NEWEST_FIRST} limit ${last}::integer)`
}

/**
 * The ids of the last games of a team that statistics count, newest first. Home and away games are each read from
 * their own index, of two teams from that of the games between them, and no further than `last`, however long the
 * history.
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
