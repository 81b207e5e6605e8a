import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { BadDatabase } from './errors.ts'
import { execute, type Store } from './store.ts'

/** The folder of the migrations, which Postgres and the embedded database share. */
export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/** The creation times of the migrations of this version, oldest first. They identify a migration in Drizzle's journal. */
const knownMigrations = async (): Promise<number[]> => {
  const { readMigrationFiles } = await import('drizzle-orm/migrator')
  return readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ folderMillis }) => folderMillis)
}

/** The creation times of the migrations that the database has, oldest first. */
const appliedMigrations = async ({ db }: Store): Promise<number[]> => {
  const [journal] = await execute(db, sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`)
  if (journal?.['there'] !== true) return []
  const rows = await execute(db, sql`select created_at::float8 as time from drizzle.__drizzle_migrations order by time`)
  return rows.map((row) => Number(row['time']))
}

/** Whether the database has the tables of this version. */
export const isMigrated = async (store: Store): Promise<boolean> => {
  const [newest, last] = [(await knownMigrations()).at(-1), (await appliedMigrations(store)).at(-1)]
  return last !== undefined && newest !== undefined && last >= newest
}

/**
 * Checks that the database can be used or migrated: its migrations are the first ones of this version, or these and
 * newer ones.
 * @throws BadDatabase if an unreleased state of this software made it, whose migrations were replaced by the baseline
 */
export const refuseUnknownMigrations = async (store: Store): Promise<void> => {
  const known = await knownMigrations()
  const applied = await appliedMigrations(store)
  if (known.every((time, index) => (applied[index] ?? time) === time)) return
  const [row] = await execute(store.db, sql`select current_database() as name`)
  const database = store.folder === null ? `database "${String(row?.['name'])}"` : `database folder ${store.folder}`
  throw new BadDatabase(
    `The ${database} was made by an earlier, unreleased state of this software and cannot be upgraded; import into a new database.`,
  )
}
