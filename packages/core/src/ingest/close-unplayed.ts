import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { addDays, utcDay } from '../contract/index.ts'
import { recordChanges } from '../changes/record-queries.ts'
import { lockGamesExclusive, selectRows, type Database, type Store } from '../store/index.ts'
import { listGameChanges, recordsAround } from './changes.ts'
import { refreshCounts } from './derive/counts.ts'
import { DAYS_TO_BE_SCORED, UNPLAYED } from './settle-status.ts'

const Closed = z.object({
  id: z.string(),
  competition_id: z.string(),
  season_id: z.string(),
  home_team_id: z.string(),
  away_team_id: z.string(),
})

/** SQL: the scheduled games `g` that are overdue in the time zone of their competition `c`. */
const isOverdue = (now: Date) => sql`g.status = 'scheduled' and c.id = g.competition_id
  and g.date < ${utcDay(addDays(now, 1 - DAYS_TO_BE_SCORED))}::date
  and g.date < (${now.toISOString()}::timestamptz at time zone coalesce(c.time_zone, 'UTC'))::date - ${DAYS_TO_BE_SCORED}::integer`

const close = async (tx: Database, now: Date): Promise<number> => {
  await lockGamesExclusive(tx)
  const closed = await selectRows(
    tx,
    Closed,
    sql`with closed as (
          update games g set status = 'no_result' from competitions c where ${isOverdue(now)}
          returning g.id, g.competition_id, g.season_id, g.home_team_id, g.away_team_id),
        warned as (
          insert into warnings (game_id, position, code, message)
          select id, (select coalesce(max(position) + 1, 0) from warnings w where w.game_id = closed.id), ${UNPLAYED.code}, ${UNPLAYED.message}
          from closed)
        select * from closed`,
  )
  const seasons = [...new Set(closed.map(({ season_id }) => season_id))]
  if (seasons.length > 0) {
    await refreshCounts(tx, seasons)
    await recordChanges(tx, {
      games: new Map(),
      wholeGames: closed.map(({ id }) => id),
      records: listGameChanges(recordsAround(closed)),
    })
  }
  return closed.length
}

/**
 * Gives no result to every scheduled game whose day is more than `DAYS_TO_BE_SCORED` days past, with a warning. A late
 * report can still make it final.
 *
 * @returns the number of games
 */
export const closeUnplayed = async (store: Store, now: Date): Promise<number> => {
  const overdue = await selectRows(
    store.db,
    z.object({ id: z.string() }),
    sql`select g.id from games g, competitions c where ${isOverdue(now)} limit 1`,
  )
  // Waiting for the writers of games is only worth it if there is a game to close.
  return overdue.length === 0 ? 0 : store.transaction((tx) => close(tx, now))
}
