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
import { newerBackup, readBackup } from './read-backup.ts'

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

type Loaded = { header: Header; rows: RowCounts }

/** Loads a backup into an empty database. @throws BadBackup at its end at the latest, if it is not complete and unchanged */
const load = async (store: Store, tx: Database, input: Readable): Promise<Loaded> => {
  await convertExactly(tx)
  let header: Header | undefined
  let loaded: Loaded | undefined
  let insert: ((rows: string) => Promise<void>) | undefined
  for await (const part of readBackup(input)) {
    switch (part.kind) {
      case 'header':
        header = part.header
        await lockGamesExclusive(tx)
        await refuseUsed(store, tx, header)
        await createTables(tx, header)
        break
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
        loaded = header && { header, rows: part.rows }
    }
  }
  if (loaded === undefined) throw new BadBackup('The backup is empty.')
  return loaded
}

/** Reads a whole backup without restoring it. @throws BadBackup if it is not complete and unchanged */
export const checkBackup = async (input: Readable): Promise<void> => {
  for await (const _part of readBackup(input));
}

/** The key of the secrets: a file in the folder of an embedded database; for Postgres its operator has to set it. */
const restoreSecretsKey = async ({ folder }: Store, key: string | null): Promise<string | null> => {
  if (key === null || folder === null) return key
  await writeFile(getFolderPaths(folder).secretsKey, key, { mode: 0o600 })
  return null
}

/**
 * Restores a backup into a new or empty database, and upgrades it to the tables of this version. If the backup cannot be
 * restored, the database stays empty.
 * @param database `postgres://…` or a folder
 * @param options as those of `createCore`
 * @throws BadBackup for a file that is damaged, newer, or of something else
 * @throws BadDatabase for a database that is not empty, FolderInUse if a process has the folder open
 */
export const restoreDatabase = async (
  database: string,
  input: Readable,
  options: Pick<StoreOptions, 'prepare'> = {},
): Promise<Restored> => {
  input.on('error', () => {}) // a stream that fails before the database is open would end the process; reading rejects with it
  const store = await openStore(database, options)
  try {
    await refuseUnknownMigrations(store)
    const { header, rows, secretsKey } = await store.transaction(async (tx) => {
      const loaded = await load(store, tx, input)
      // Before the commit: rows without their key could not be used, and a key without rows is replaced by the next restore.
      return { ...loaded, secretsKey: await restoreSecretsKey(store, loaded.header.secrets_key) }
    })
    const { software, taken_at } = header
    await store.migrate()
    await deriveMissing(store)
    await analyze(store.db, Object.keys(rows))
    return { software, taken_at, rows, secretsKey }
  } catch (error) {
    throw explain(error)
  } finally {
    input.destroy()
    await store.close()
  }
}
