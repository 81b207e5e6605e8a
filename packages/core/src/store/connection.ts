import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { PgDialect, type PgDatabase, type PgQueryResultHKT } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { lockFolder } from './folder-lock.ts'

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

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Any number of processes may migrate at once: they queue for this advisory lock. */
const MIGRATION_LOCK = 7_231_455

/** A database address that cannot be used. */
export class BadDatabase extends Error {
  override name = 'BadDatabase'
}

/**
 * Opens a database: `postgres://…`, `memory://`, or a folder that is made when it does not exist.
 *
 * @throws BadDatabase for an address of another kind.
 * @throws FolderInUse when another process has the folder open.
 */
export const openStore = async (database: string): Promise<Store> => {
  if (/^postgres(ql)?:\/\//.test(database)) return openPostgres(database)
  if (database === 'memory://') return openEmbedded(undefined)
  if (database === '' || /^[a-z]+:\/\//i.test(database))
    throw new BadDatabase(`"${database}" is not a database: use postgres://…, memory:// or a folder.`)
  return openEmbedded(resolve(database))
}

const openPostgres = async (url: string): Promise<Store> => {
  const { drizzle } = await import('drizzle-orm/postgres-js')
  const { migrate } = await import('drizzle-orm/postgres-js/migrator')
  const connection = { TimeZone: 'UTC', application_name: 'basketball-data' }
  // A server that is gone is asked again soon, and whoever waits for it is told so soon: seconds.
  const options = { onnotice: () => {}, connect_timeout: 5, backoff: () => 0.1 }
  const client = preparing(postgres(url, { max: 10, connection, ...options }))
  const counter = preparing(
    postgres(url, { max: 2, connection: { ...connection, synchronous_commit: 'off' }, ...options }),
  )
  return {
    db: drizzle(client),
    counting: drizzle(counter),
    embedded: false,
    folder: null,
    listen: async (channel, heard) => {
      const listening = await client.listen(channel, heard)
      return () => listening.unlisten()
    },
    migrate: async () => {
      const migrator = postgres(url, { max: 1, connection, ...options })
      try {
        await migrator`select pg_advisory_lock(${MIGRATION_LOCK})`
        await migrate(drizzle(migrator), { migrationsFolder: MIGRATIONS })
      } finally {
        await migrator.end()
      }
    },
    close: async () => {
      await Promise.all([client.end({ timeout: 5 }), counter.end({ timeout: 5 })])
    },
  }
}

/**
 * Drizzle sends every statement unprepared; the server is to parse and plan each only once per connection, in
 * transactions too.
 */
const preparing = (client: postgres.Sql): postgres.Sql => {
  prepareStatements(client)
  const begin = client.begin.bind(client)
  // Drizzle begins with the work alone; the form with options first is not used.
  client.begin = (work: unknown) => {
    if (typeof work !== 'function') throw new TypeError('a transaction needs something to do')
    return begin((tx) => {
      prepareStatements(tx)
      return work(tx)
    })
  }
  return client
}

const prepareStatements = (client: Pick<postgres.Sql, 'unsafe'>): void => {
  const send = client.unsafe.bind(client)
  client.unsafe = (query, parameters, options) => {
    // Text without parameters that is not meant to be prepared may be several statements: only simple text can be.
    const prepare = options?.prepare === true || (parameters?.length ?? 0) > 0
    const prepared = { prepare, simple: !prepare }
    return send(query, parameters, { ...options, ...prepared })
  }
}

const openEmbedded = async (folder: string | undefined): Promise<Store> => {
  const lock = folder === undefined ? undefined : lockFolder(folder)
  try {
    const { drizzle } = await import('drizzle-orm/pglite')
    const { migrate } = await import('drizzle-orm/pglite/migrator')
    const client = await startEmbedded(folder)
    const db = drizzle(client)
    return {
      db,
      counting: db,
      embedded: true,
      folder: folder ?? null,
      listen: (channel, heard) => client.listen(channel, heard),
      migrate: () => migrate(db, { migrationsFolder: MIGRATIONS }),
      close: async () => {
        await client.close()
        lock?.release()
      },
    }
  } catch (error) {
    lock?.release()
    throw error
  }
}

const startEmbedded = async (folder: string | undefined): Promise<PGlite> => {
  const { PGlite } = await import('@electric-sql/pglite')
  const client = folder === undefined ? await PGlite.create() : await PGlite.create(join(folder, 'postgres'))
  await client.exec(`set time zone 'UTC'`)
  return client
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

/** Whether the tables are there and up to date with the migrations of this version. */
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

/**
 * A statement that is built and prepared once per store.
 * @example const gameById = statement((db) => db.select()…prepare('game_by_id')); await gameById(store).execute({ id })
 */
export const statement = <Prepared>(build: (db: Database) => Prepared) => {
  const built = new WeakMap<Store, Prepared>()
  return (store: Store): Prepared => {
    const known = built.get(store)
    if (known !== undefined) return known
    const made = build(store.db)
    built.set(store, made)
    return made
  }
}

/** A select of Drizzle's builder and its fields by name. */
type Select<Row> = PromiseLike<Row[]> & SQLWrapper & { readonly _: { readonly selectedFields: object } }

const dialect = new PgDialect()

/**
 * Prepares a select whose fields are not nested, for answers of many values: Drizzle takes each by each through its
 * decoders, which takes longer than reading them. Here values stay as the driver gives them: numbers, texts, calendar
 * days; not for moments, which only Drizzle makes dates of.
 */
export const prepareFlat = <Row>(db: Database, select: Select<Row>, name: string) => {
  const names = Object.keys(select._.selectedFields)
  const toRow = (values: unknown[]) => {
    const row: Record<string, unknown> = {}
    for (let place = 0; place < names.length; place++) row[names[place] ?? ''] = values[place]
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of the select, in their order
    return row as Row
  }
  const query = dialect.sqlToQuery(select.getSQL())
  return db._.session.prepareQuery<{ execute: Row[]; all: unknown; values: unknown }>(
    query,
    undefined,
    name,
    true,
    (rows) => rows.map(toRow),
  )
}
