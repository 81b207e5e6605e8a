import { mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { PGlite, Transaction } from '@electric-sql/pglite'
import { BadDatabase, FolderInUse } from './errors.ts'
import { MIGRATIONS } from './migrations.ts'
import { databaseOn, type Driver, type Store } from './store.ts'

/**
 * Starts Postgres inside this process.
 *
 * @param folder the folder of the data; undefined means in memory
 * @throws FolderInUse when another process has the folder open.
 * @throws BadDatabase when the folder cannot be created or written to.
 */
export const openEmbedded = async (folder: string | undefined): Promise<Store> => {
  const lock = folder === undefined ? undefined : lockFolder(folder)
  try {
    const { PGlite } = await import('@electric-sql/pglite')
    const client = folder === undefined ? await PGlite.create() : await PGlite.create(join(folder, 'postgres'))
    await client.exec(`set time zone 'UTC'`)
    return storeOn(client, folder, () => lock?.release())
  } catch (error) {
    lock?.release()
    throw error
  }
}

const storeOn = (client: PGlite, folder: string | undefined, release: () => void): Store => {
  const driver = driverOf(client)
  const db = databaseOn(driver)
  return {
    driver,
    db,
    counting: db,
    transaction: (work, mode = 'read and write') =>
      client.transaction(async (tx) => {
        if (mode === 'read one snapshot') await tx.query('set transaction isolation level repeatable read, read only')
        return work(databaseOn(driverOf(tx)))
      }),
    embedded: true,
    folder: folder ?? null,
    listen: (channel, notified) => client.listen(channel, notified),
    migrate: async () => {
      const { drizzle } = await import('drizzle-orm/pglite')
      const { migrate } = await import('drizzle-orm/pglite/migrator')
      await migrate(drizzle(client), { migrationsFolder: MIGRATIONS })
    },
    close: async () => {
      await client.close()
      release()
    },
  }
}

/** Types of dates and times, and of arrays of them and of numerics. Drizzle reads these as text. */
const TEXT_TYPES = [1082, 1083, 1114, 1184, 1115, 1182, 1185, 1231]
const PARSERS = Object.fromEntries(TEXT_TYPES.map((type) => [type, (value: string) => value]))

const OBJECTS = { rowMode: 'object', parsers: PARSERS } as const
const ARRAYS = { rowMode: 'array', parsers: PARSERS } as const

const driverOf = (client: Pick<Transaction, 'query' | 'exec'>): Driver => ({
  values: async (text, parameters) => (await client.query<unknown[]>(text, parameters, ARRAYS)).rows,
  // Text without parameters can contain several statements.
  rows: async (text, parameters) =>
    parameters.length === 0
      ? ((await client.exec(text, OBJECTS)).at(-1)?.rows ?? [])
      : (await client.query<Record<string, unknown>>(text, parameters, OBJECTS)).rows,
})

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Creates a folder and its parents one by one, because Node's `recursive` option never returns below /proc. */
const makeFolder = (folder: string): void => {
  if (isFolder(folder)) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!isFolder(folder)) throw error // another process was faster
  }
}

/** Takes the exclusive lock of an SQLite file until it is closed. */
const lockFile = (file: string): DatabaseSync => {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

const SQLITE_BUSY = 5

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY

const INSTEAD = 'use another folder or a Postgres server (postgres://…).'

const inUse = (folder: string, cause: unknown): FolderInUse =>
  new FolderInUse(`The database folder ${folder} is in use by another process. Stop that process, or ${INSTEAD}`, {
    cause,
  })

/** The message leaves out the code that Node writes before the reason. */
const badFolder = (folder: string, action: 'made' | 'used', cause: unknown): BadDatabase => {
  const reason = cause instanceof Error ? cause.message.replace(/^E[A-Z]+: /, '') : String(cause)
  return new BadDatabase(`The database folder ${folder} cannot be ${action} (${reason}); ${INSTEAD}`, { cause })
}

/**
 * Locks a folder for this process until `release()`, and creates it if it does not exist.
 *
 * PGlite does not lock its folder, and two processes on one folder corrupt it. The lock is that of an SQLite file, which
 * the operating system releases when the process ends for any reason.
 */
const lockFolder = (folder: string): { release: () => void } => {
  try {
    makeFolder(folder)
  } catch (error) {
    throw badFolder(folder, 'made', error)
  }
  try {
    const lock = lockFile(join(folder, 'lock'))
    return { release: () => lock.close() }
  } catch (error) {
    throw isLocked(error) ? inUse(folder, error) : badFolder(folder, 'used', error)
  }
}
