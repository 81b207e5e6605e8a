import { sql } from 'drizzle-orm'
import { execute, type Database } from './store.ts'

/** Held exclusively by a transaction that writes games, shared by one that stores responses about them. */
const GAMES_LOCK = 7_231_456

/** Waits until no other transaction writes games, and lets none in until this one ends. */
export const lockGamesExclusive = async (tx: Database): Promise<void> => {
  await execute(tx, sql`select pg_advisory_xact_lock(${GAMES_LOCK}::bigint)`)
}

/** Prevents games from being written until this transaction ends. Returns false immediately if one is writing now. */
export const tryLockGamesShared = async (tx: Database): Promise<boolean> => {
  const [row] = await execute(tx, sql`select pg_try_advisory_xact_lock_shared(${GAMES_LOCK}::bigint) as held`)
  return row?.['held'] === true
}
