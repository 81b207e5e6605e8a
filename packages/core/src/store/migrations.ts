import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { execute, type Store } from './store.ts'

/** The folder of the migrations, which Postgres and the embedded database share. */
export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Whether the database has the tables of this version. */
export const isMigrated = async (store: Store): Promise<boolean> => {
  const { readMigrationFiles } = await import('drizzle-orm/migrator')
  const newest = readMigrationFiles({ migrationsFolder: MIGRATIONS }).at(-1)?.folderMillis ?? 0
  const [journal] = await execute(
    store.db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  )
  if (journal?.['there'] !== true) return false
  const [last] = await execute(store.db, sql`select max(created_at)::float8 as at from drizzle.__drizzle_migrations`)
  return Number(last?.['at'] ?? 0) >= newest
}
