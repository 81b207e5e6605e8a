import { writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { deriveMissing } from '../ingest/derive/refresh.ts'
import {
  appliedMigrations,
  applyMigrations,
  BadDatabase,
  toBadDatabase,
  knownMigrations,
  lockGamesExclusive,
  readDatabaseName,
  openStore,
  getFolderPaths,
  refuseUnknownMigrations,
  tablesAfter,
  type Database,
  type Store,
  type StoreOptions,
} from '../store/index.ts'
import { BadBackup, type Header, type RowCounts, type TableLine } from './format.ts'
import {
  analyze,
  convertExactly,
  deleteRows,
  insertRows,
  selectColumns,
  selectTables,
  setSequences,
} from './queries.ts'
import { newerBackup, readBackup, type Part } from './read-backup.ts'

/** What was restored. */
export type Restored = {
  /** The version of this software that made the backup, and when. */
  software: string
  taken_at: string
  /** The number of rows of each table. */
  rows: RowCounts
  /** The SECRETS_KEY that the database needs from now on, if the backup is of a folder, which had it in a file. */
  secretsKey: string | null
}

/** A new database has secrets as soon as it has been opened. Those of the backup replace them. */
const SECRETS = 'secrets'

/** @throws BadDatabase if the database has rows, or tables that are not those of this service or newer than the backup */
const refuseUsed = async (store: Store, tx: Database, header: Header): Promise<void> => {
  const name = await readDatabaseName({ db: tx, folder: store.folder })
  const applied = await appliedMigrations({ db: tx })
  const tables = await selectTables(tx, await tablesAfter((await knownMigrations()).at(-1) ?? 0))
  const filled = tables.find((table) => table.filled && table.name !== SECRETS)
  if (filled !== undefined || (applied.length === 0 && tables.length > 0))
    throw new BadDatabase(
      `The ${name} is not empty (it has ${filled ? 'rows in ' : ''}the table ${(filled ?? tables[0])?.name}): restore into a new one.`,
    )
  if (applied.length > header.migrations.length)
    throw new BadDatabase(
      `The ${name} has tables of a newer version than the backup, which is of version ${header.software}: restore into one without tables, which are then upgraded.`,
    )
}

/** Creates the tables as they were when the backup was made. @throws BadBackup if this version does not know them */
const createTables = async (tx: Database, { migrations, software }: Header): Promise<void> => {
  const known = await knownMigrations()
  if (migrations.some((time, index) => (known[index] ?? time) !== time))
    throw new BadBackup('The backup was made by an unreleased state of this software and cannot be restored.')
  if (migrations.length > known.length) throw newerBackup(software)
  await applyMigrations(tx, (await appliedMigrations({ db: tx })).length, migrations.length)
  await deleteRows(tx, SECRETS)
}

/** The columns of a table in the order of the backup. */
const listColumns = async (tx: Database, { table, columns }: TableLine) => {
  const types = new Map((await selectColumns(tx, table)).map(({ name, type }) => [name, type]))
  const found = columns.map((name) => ({ name, type: types.get(name) ?? '' }))
  if (types.size !== columns.length || found.some(({ type }) => type === ''))
    throw new BadBackup(`The table ${table} of the backup has other columns than that of the database.`)
  return found
}

/** SQL states of data that does not fit its column, and of rows that break a constraint. */
const REFUSED_BY_DATABASE = /^(?:22|23)/

/** The error for rows that the database refuses, which those of a backup never are. */
const explain = (error: unknown): unknown => {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string' && REFUSED_BY_DATABASE.test(cause.code))
      return new BadBackup(`The backup cannot be loaded (${cause.message}).`, { cause: error })
  return toBadDatabase(error) ?? error
}

/** Loads the parts after the header into an empty database. @throws BadBackup at its end at the latest, if it is not complete and unchanged */
const load = async (store: Store, tx: Database, header: Header, parts: AsyncGenerator<Part>): Promise<RowCounts> => {
  await convertExactly(tx)
  await lockGamesExclusive(tx)
  await refuseUsed(store, tx, header)
  await createTables(tx, header)
  let counts: RowCounts = {}
  let insert: ((rows: string) => Promise<void>) | undefined
  for await (const part of parts) {
    switch (part.kind) {
      case 'table': {
        const { table } = part.table
        const columns = await listColumns(tx, part.table)
        insert = (rows) => insertRows(tx, table, columns, rows)
        break
      }
      case 'rows':
        await insert?.(part.rows)
        break
      case 'sequences':
        await setSequences(tx, part.sequences)
        break
      case 'end':
        counts = part.rows
    }
  }
  return counts
}

/** Reads a whole backup without restoring it. @throws BadBackup if it is not complete and unchanged */
export const checkBackup = async (input: Readable): Promise<void> => {
  const { parts } = await readBackup(input)
  for await (const _part of parts);
}

/** The key of the secrets: a file in the folder of an embedded database; for Postgres its operator has to set it. */
const restoreSecretsKey = async ({ folder }: Store, key: string | null): Promise<string | null> => {
  if (key === null || folder === null) return key
  await writeFile(getFolderPaths(folder).secretsKey, key, { mode: 0o600 })
  return null
}

/** Restores the parts of a backup, and closes the database. */
const restore = async (
  store: Store,
  header: Header,
  parts: AsyncGenerator<Part>,
  signal: AbortSignal | undefined,
): Promise<Restored> => {
  try {
    await refuseUnknownMigrations(store)
    const { rows, secretsKey } = await store.transaction(async (tx) => {
      const rows = await load(store, tx, header, parts)
      signal?.throwIfAborted() // a small backup is read before its stream could be aborted
      // Before the commit: rows without their key could not be used, and a key without rows is replaced by the next restore.
      return { rows, secretsKey: await restoreSecretsKey(store, header.secrets_key) }
    })
    await store.migrate()
    await deriveMissing(store)
    await analyze(store.db, Object.keys(rows))
    return { software: header.software, taken_at: header.taken_at, rows, secretsKey }
  } catch (error) {
    throw explain(error)
  } finally {
    await store.close()
  }
}

/**
 * Restores a backup into a new or empty database, and upgrades it to the tables of this version. If the backup cannot be
 * restored, the database stays without rows.
 * @param database `postgres://…` or a folder
 * @param options `prepare` as that of `createCore`; `signal` ends the restore with its reason, and nothing is restored
 * @throws BadBackup for a file that is damaged, newer, or of something else
 * @throws BadDatabase for a database that is not empty, FolderInUse if a process has the folder open
 */
export const restoreDatabase = async (
  database: string,
  input: Readable,
  { prepare, signal }: Pick<StoreOptions, 'prepare'> & { signal?: AbortSignal } = {},
): Promise<Restored> => {
  input.on('error', () => {}) // a stream that fails before the database is open would end the process; reading rejects with it
  try {
    const { header, parts } = await readBackup(input)
    // A folder gets its tables as files if the backup has those of this version: making them takes four times as long.
    const migrated = header.migrations.length === (await knownMigrations()).length
    return await restore(await openStore(database, { prepare, migrated }), header, parts, signal)
  } finally {
    input.destroy()
  }
}
