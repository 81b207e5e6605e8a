import { readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import {
  appliedMigrations,
  BadDatabase,
  copyStore,
  knownMigrations,
  readDatabaseName,
  openSnapshot,
  getFolderPaths,
  refuseUnknownMigrations,
  SOFTWARE,
  tablesAfter,
  type Database,
  type Store,
  type StoreOptions,
} from '../store/index.ts'
import { FORMAT, lineHash, type Header, type RowCounts, type SequencesLine, type TableLine } from './format.ts'
import { convertExactly, readRows, selectColumns, selectSequences } from './queries.ts'

/**
 * Checks that this version knows every table of the database.
 * @returns its migrations
 * @throws BadDatabase without tables, or if a newer version made them
 */
const listMigrations = async (store: Store): Promise<number[]> => {
  await refuseUnknownMigrations(store)
  const [known, applied] = [await knownMigrations(), await appliedMigrations(store)]
  const name = await readDatabaseName(store)
  if (applied.length === 0)
    throw new BadDatabase(`The ${name} has no tables of this service: there is nothing to back up.`)
  if (applied.length > known.length)
    throw new BadDatabase(
      `The ${name} was upgraded by a newer version of this software: make the backup with that version.`,
    )
  return applied
}

const readSecretsKey = async (folder: string | null): Promise<string | null> => {
  if (folder === null) return null
  const { secretsKey } = getFolderPaths(folder)
  return existsSync(secretsKey) ? (await readFile(secretsKey, 'utf8')).trim() : null
}

/** The lines of a backup, in chunks. `counts` receives the number of rows of each table. */
async function* writeLines(tx: Database, header: Header, tables: readonly string[], counts: RowCounts) {
  const hash = lineHash()
  const written = (lines: readonly string[]): string => {
    for (const line of lines) hash.add(line)
    return `${lines.join('\n')}\n`
  }
  yield written([JSON.stringify(header)])
  for (const table of tables) {
    const columns = (await selectColumns(tx, table)).map(({ name }) => name)
    const tableLine: TableLine = { table, columns }
    yield written([JSON.stringify(tableLine)])
    let count = 0
    for await (const rows of readRows(tx, tableLine)) {
      count += rows.length
      yield written(rows)
    }
    counts[table] = count
  }
  const sequences: SequencesLine = { sequences: await selectSequences(tx, tables) }
  yield written([JSON.stringify(sequences)])
  yield `${JSON.stringify({ rows: counts, sha256: hash.hex() })}\n`
}

/** Reads the database in one snapshot, table by table, so that memory does not grow with it. */
const writeBackup = async (store: Store, output: Writable): Promise<RowCounts> => {
  const migrations = await listMigrations(store)
  const tables = await tablesAfter(migrations.at(-1) ?? 0)
  const secrets_key = await readSecretsKey(store.folder)
  const counts: RowCounts = {}
  await store.transaction(async (tx) => {
    await convertExactly(tx)
    const header: Header = {
      backup: 'basketball-data',
      format: FORMAT,
      software: SOFTWARE,
      taken_at: new Date().toISOString(),
      migrations,
      secrets_key,
    }
    await pipeline(Readable.from(writeLines(tx, header, tables, counts)), createGzip(), output)
  }, 'read one snapshot')
  return counts
}

const writeAndClose = async (opening: Promise<Store>, output: Writable): Promise<RowCounts> => {
  output.on('error', () => {}) // a stream that fails before the database is open would end the process
  const store = await opening
  try {
    if (output.errored !== null) throw output.errored
    return await writeBackup(store, output)
  } finally {
    await store.close()
  }
}

/**
 * Writes a backup of an open database to a stream, and ends the stream. Other statements go on; those of an embedded
 * database wait while its folder is copied, and without a folder until the end.
 * @returns the number of rows of each table
 */
export const backupStore = (store: Store, output: Writable): Promise<RowCounts> =>
  writeAndClose(copyStore(store), output)

/**
 * Writes a backup of a database, which may be in use, to a stream, and ends the stream. An embedded database that another
 * process has open is copied by that process first.
 * @param database `postgres://…` or a folder
 * @param options as those of `createCore`
 * @returns the number of rows of each table
 * @throws BadDatabase if there is nothing to back up, FolderInUse if the other process makes no copy
 */
export const backupDatabase = (
  database: string,
  output: Writable,
  options: Pick<StoreOptions, 'prepare'> = {},
): Promise<RowCounts> => writeAndClose(openSnapshot(database, options), output)
