import { sql } from 'drizzle-orm'
import { addDays, DEFAULT_PERIODS, utcDay, type PatchOperation } from '../contract/index.ts'
import { recordChanges } from '../changes/record-queries.ts'
import { enqueueEvents } from '../deliveries/outbox-queries.ts'
import { execute, games, lockGamesExclusive, within, type Database, type Store, selectIds } from '../store/index.ts'
import { listGameChanges, recordsAround } from './changes.ts'
import { refreshCounts } from './derive/counts.ts'
import { DAYS_TO_BE_SCORED, UNPLAYED } from './settle-status.ts'

/** SQL: the scheduled games `g` that are overdue in the time zone of their competition `c`. */
const isOverdue = (now: Date) => sql`g.status = 'scheduled' and c.id = g.competition_id
  and g.date < ${utcDay(addDays(now, 1 - DAYS_TO_BE_SCORED))}::date
  and g.date < (${now.toISOString()}::timestamptz at time zone coalesce(c.time_zone, 'UTC'))::date - ${DAYS_TO_BE_SCORED}::integer`

const close = async (tx: Database, now: Date): Promise<number> => {
  await lockGamesExclusive(tx)
  const closed = await tx
    .update(games)
    // One that was reopened has been final before.
    .set({ status: 'no_result', revision: sql`revision + (revision > 0)::integer` })
    .where(sql`${games.id} in (select g.id from games g, competitions c where ${isOverdue(now)})`)
    .returning()
  const ids = closed.map(({ id }) => id)
  const seasons = [...new Set(closed.map(({ season_id }) => season_id))]
  if (seasons.length > 0) {
    await execute(
      tx,
      sql`insert into warnings (game_id, position, code, message)
          select id, (select coalesce(max(position) + 1, 0) from warnings w where w.game_id = g.id), ${UNPLAYED.code}, ${UNPLAYED.message}
          from games g where ${within(sql`id`, ids)}`,
    )
    const undo: PatchOperation[] = [{ op: 'replace', path: '/game/status', value: 'scheduled' }]
    await execute(
      tx,
      sql`insert into game_revisions (game_id, revision, at, parts, undo)
          select id, revision, ${now.toISOString()}::timestamptz, '{game}', ${JSON.stringify(undo)}::json
          from games where revision > 0 and ${within(sql`id`, ids)}`,
    )
    await refreshCounts(tx, seasons)
    await recordChanges(tx, {
      games: new Map(),
      wholeGames: ids,
      records: listGameChanges(recordsAround(closed)),
    })
    const unplayed = { changed: new Set<never>(), rules: { periods: DEFAULT_PERIODS } }
    const written = closed.map((game) => ({ game, stored: { ...game, status: 'scheduled' as const }, ...unplayed }))
    await enqueueEvents(tx, { written, numbers: new Map() }, now)
  }
  return closed.length
}

export const closeUnplayed = async (store: Store, now: Date): Promise<number> => {
  const overdue = await selectIds(
    store.db,
    sql`select g.id from games g, competitions c where ${isOverdue(now)} limit 1`,
  )
  // Waiting for the writers of games is only worth it if there is a game to close.
  return overdue.length === 0 ? 0 : store.transaction((tx) => close(tx, now))
}
