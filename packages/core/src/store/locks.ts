import { sql } from 'drizzle-orm'
import { execute, type Database } from './store.ts'

/** Held by who writes games; held shared by who stores what was read of them. */
const GAMES_LOCK = 7_231_456

/** Waits until nobody else writes games, to the end of the transaction. */
export const lockGames = async (tx: Database): Promise<void> => {
  await execute(tx, sql`select pg_advisory_xact_lock(${GAMES_LOCK}::bigint)`)
}

/** Keeps games from being written to the end of the transaction, unless somebody is at it: then false, at once. */
export const holdGames = async (tx: Database): Promise<boolean> => {
  const [row] = await execute(tx, sql`select pg_try_advisory_xact_lock_shared(${GAMES_LOCK}::bigint) as held`)
  return row?.['held'] === true
}
