import { sql } from 'drizzle-orm'
import { batched, execute, isReadOnly, perStore, within, type Database, type Store, selectIds } from '../store/index.ts'
import { computeStandings, storeStandings, type ComputedStandings } from './table-queries.ts'

/** Records whose games, names or rules have changed. */
type Changes = { seasons: readonly string[]; competitions: readonly string[]; teams: readonly string[] }

/**
 * Marks the standings of these seasons, competitions and teams as stale. A season is written even if it is marked already,
 * because the write has to wait for a transaction that stores its standings without this change (decision 5).
 */
export const markStandingsStale = async (tx: Database, { seasons, competitions, teams }: Changes): Promise<void> => {
  const mark = (which: ReturnType<typeof sql>) =>
    execute(tx, sql`update seasons set standings_stale = true where ${which}`)
  if (seasons.length > 0) await mark(within(sql`id`, seasons))
  if (competitions.length > 0) await mark(within(sql`competition_id`, competitions))
  if (teams.length > 0)
    await mark(sql`id = any (array(select ts.season_id from team_seasons ts where ${within(sql`ts.team_id`, teams)}))`)
}

/**
 * Locks a season whose standings are stale, so that they can be stored; a transaction that marks them again waits. Returns
 * false immediately if they are not stale, or if another transaction has written the season and is not finished.
 */
const tryLockStale = async (tx: Database, id: string): Promise<boolean> => {
  const rows = await execute(
    tx,
    sql`select id from seasons where id = ${id} and standings_stale for no key update skip locked`,
  )
  return rows.length > 0
}

/** Computes and stores the standings of a season; undefined if they cannot be stored at the moment, or are not stale. */
const tryStore = async (store: Store, id: string): Promise<ComputedStandings | undefined> => {
  try {
    return await store.transaction(async (tx) => {
      if (!(await tryLockStale(tx, id))) return undefined
      const computed = await computeStandings(tx, id)
      await storeStandings(tx, id, computed)
      return computed
    })
  } catch (error) {
    if (isReadOnly(error)) return undefined
    throw error
  }
}

const computeOrStore = async (store: Store, id: string): Promise<ComputedStandings> =>
  (await tryStore(store, id)) ?? store.transaction((tx) => computeStandings(tx, id), 'read one snapshot')

/**
 * Computes the standings of a season as they are now, and stores them if no other transaction writes the season. Calls
 * that arrive during a computation share the next one, since they may know of later games.
 */
export const freshStandings = perStore((store) =>
  batched(async (ids: string[]) => {
    const computed = new Map<string, ComputedStandings>()
    for (const id of new Set(ids)) computed.set(id, await computeOrStore(store, id))
    return ids.flatMap((id) => computed.get(id) ?? [])
  }),
)

export const storeStaleStandings = async (store: Store): Promise<void> => {
  for (const id of await selectIds(store.db, sql`select id from seasons where standings_stale`))
    await tryStore(store, id)
}
