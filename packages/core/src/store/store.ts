import { sql, type SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** A Drizzle database, Postgres or embedded; also a transaction of one. */
export type Database = PgDatabase<PgQueryResultHKT>

/** An open database. */
export type Store = {
  db: Database
  /** Counts calls: on Postgres connections of its own whose commits do not wait for the disk. */
  counting: Database
  /** Whether this process runs the database itself. */
  embedded: boolean
  /** Where the embedded database lies on disk; null in memory, and of Postgres. */
  folder: string | null
  /** Calls `heard` at every NOTIFY on a channel, until what it gives is called. */
  listen: (channel: string, heard: () => void) => Promise<() => Promise<void>>
  migrate: () => Promise<void>
  close: () => Promise<void>
}

/** Runs a statement and gives its rows, the same for both drivers. */
export const execute = async (db: Database, query: SQL): Promise<Record<string, unknown>[]> => {
  const result: unknown = await db.execute(query)
  if (Array.isArray(result)) return result
  if (typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows))
    return result.rows
  throw new TypeError('The database driver answered in an unknown shape.')
}

/** Asks the database for a sign of life. @throws when it cannot be reached. */
export const ping = async ({ db }: Store): Promise<void> => {
  await execute(db, sql`select 1`)
}
