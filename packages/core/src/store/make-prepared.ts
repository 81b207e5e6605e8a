import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { serveMemory } from './embedded.ts'
import { startPGlite, stopAndDump } from './pglite.ts'
import { checksum, PREPARED, preparedFile, readPrepared } from './prepared.ts'
import { execute, type Store } from './store.ts'

/** Drops the databases that are templates for others: no other databases are created, and they are half of the files. */
const dropOtherDatabases = async ({ db }: Store): Promise<void> => {
  await execute(db, sql`update pg_database set datistemplate = false`)
  const others = await execute(
    db,
    sql`select quote_ident(datname) as name from pg_database where datname <> current_database()`,
  )
  for (const { name } of others) await execute(db, sql.raw(`drop database ${String(name)}`))
}

/** Begins a new write-ahead log, so that the archive has nothing of the old one. */
const renewLog = async ({ db }: Store): Promise<void> => {
  await execute(db, sql`set wal_recycle = off`)
  await execute(db, sql`select pg_switch_wal()`)
  await execute(db, sql`checkpoint`)
}

/** The data of a new database, migrated and empty, as a tar archive. */
const newData = async (): Promise<Uint8Array> => {
  const client = await startPGlite()
  const store = await serveMemory(client)
  await store.migrate()
  await dropOtherDatabases(store)
  await renewLog(store)
  return stopAndDump(client)
}

/** Of brotli, up to 11: 9 takes three times as long, and saves a hundredth. */
const QUALITY = 5

/** The end of the names of files that are being written. */
const DRAFT = '.draft'

/** Writes the archive as `readPrepared` reads it, and deletes those of other versions. */
export const writePrepared = async (file: string, data: Uint8Array): Promise<void> => {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  }
  const compressed = await promisify(brotliCompress)(data, { params })
  const draft = `${file}.${randomUUID()}${DRAFT}`
  await writeFile(draft, Buffer.concat([checksum(compressed), compressed]))
  await rename(draft, file)
  const folder = dirname(file)
  const others = (await readdir(folder)).filter((name) => !name.endsWith(DRAFT) && name !== basename(file))
  for (const name of others) await rm(join(folder, name), { force: true })
}

/** Makes the archive of prepared.ts. It has no secrets: `createCore` makes them. */
export const makePrepared = async (folder = PREPARED): Promise<string> => {
  await mkdir(folder, { recursive: true })
  const file = await preparedFile(folder)
  await writePrepared(file, await newData())
  return file
}

/** Makes the archive unless there is one that is not damaged. */
export const makePreparedIfAbsent = async (folder = PREPARED): Promise<void> => {
  if ((await readPrepared(folder)) === undefined) await makePrepared(folder)
}
