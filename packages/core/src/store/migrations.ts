import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { BadDatabase } from './errors.ts'
import { execute, type Database, type Store } from './store.ts'
import { readFileSync } from 'node:fs'

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')

/** The version of this software. */
export const SOFTWARE = z.object({ version: z.string() }).parse(JSON.parse(manifest)).version

/** The folder of the migrations, which Postgres and the embedded database share. */
const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

const readFiles = async () => {
  const { readMigrationFiles } = await import('drizzle-orm/migrator')
  return readMigrationFiles({ migrationsFolder: MIGRATIONS })
}

let migrations: ReturnType<typeof readFiles> | undefined

/**
 * The migrations of this version, oldest first, read once per process. Drizzle's journal identifies a migration by its
 * creation time.
 */
export const readMigrations = (): ReturnType<typeof readFiles> => (migrations ??= readFiles())

/** The creation times of the migrations of this version, oldest first. */
export const knownMigrations = async (): Promise<number[]> =>
  (await readMigrations()).map(({ folderMillis }) => folderMillis)

/** The creation times of the migrations that the database has, oldest first. */
export const appliedMigrations = async ({ db }: Pick<Store, 'db'>): Promise<number[]> => {
  const [journal] = await execute(db, sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`)
  if (journal?.['there'] !== true) return []
  const rows = await execute(db, sql`select created_at::float8 as time from drizzle.__drizzle_migrations order by time`)
  return rows.map((row) => Number(row['time']))
}

/** Applies the migrations from one index up to another in a transaction. */
export const applyMigrations = async (tx: Database, from: number, to: number): Promise<void> => {
  await execute(tx, sql`create schema if not exists drizzle`)
  await execute(
    tx,
    sql`create table if not exists drizzle.__drizzle_migrations (
          id serial primary key, hash text not null, created_at bigint)`,
  )
  for (const { sql: statements, hash, folderMillis } of (await readMigrations()).slice(from, to)) {
    for (const statement of statements) await execute(tx, sql.raw(statement))
    await execute(
      tx,
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis}::bigint)`,
    )
  }
}

/** Id of the advisory lock that lets one process migrate while others wait; an arbitrary number. */
const MIGRATION_LOCK = 7_231_455

/** Applies the migrations that the database does not have, all or none. */
export const migrateInTransaction = ({ transaction }: Store): Promise<void> =>
  transaction(async (tx) => {
    await execute(tx, sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`)
    const known = await knownMigrations()
    const last = (await appliedMigrations({ db: tx })).at(-1) ?? 0
    const next = known.findIndex((time) => time > last)
    if (next !== -1) await applyMigrations(tx, next, known.length)
  })

const Journal = z.object({ entries: z.array(z.object({ idx: z.int(), when: z.int() })) })

/** The tables after a migration, with the tables that their foreign keys refer to. */
const Snapshot = z.object({
  tables: z.record(
    z.string(),
    z.object({ name: z.string(), foreignKeys: z.record(z.string(), z.object({ tableTo: z.string() })) }),
  ),
})

const readJson = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(MIGRATIONS, 'meta', name), 'utf8'))

/** The names of the tables that a database has after a migration, each after the tables that it refers to. */
export const tablesAfter = async (migration: number): Promise<string[]> => {
  const { entries } = Journal.parse(await readJson('_journal.json'))
  const index = entries.find(({ when }) => when === migration)?.idx ?? -1
  const { tables } = Snapshot.parse(await readJson(`${String(index).padStart(4, '0')}_snapshot.json`))
  const references = new Map(
    Object.values(tables).map(({ name, foreignKeys }) => [
      name,
      Object.values(foreignKeys).flatMap(({ tableTo }) => (tableTo === name ? [] : [tableTo])),
    ]),
  )
  const ordered = new Set<string>()
  while (ordered.size < references.size) {
    const next = [...references].filter(([name, to]) => !ordered.has(name) && to.every((table) => ordered.has(table)))
    if (next.length === 0) throw new Error('the foreign keys of the tables form a circle')
    for (const [name] of next) ordered.add(name)
  }
  return [...ordered]
}

/** Whether the database has the tables of this version. */
export const isMigrated = async (store: Store): Promise<boolean> => {
  const [newest, last] = [(await knownMigrations()).at(-1), (await appliedMigrations(store)).at(-1)]
  return last !== undefined && newest !== undefined && last >= newest
}

/** The database as it is named in messages. */
export const readDatabaseName = async ({ db, folder }: Pick<Store, 'db' | 'folder'>): Promise<string> => {
  if (folder !== null) return `database folder ${folder}`
  const [row] = await execute(db, sql`select current_database() as name`)
  return `database "${String(row?.['name'])}"`
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
  throw new BadDatabase(
    `The ${await readDatabaseName(store)} was made by an earlier, unreleased state of this software and cannot be upgraded; import into a new database.`,
  )
}
