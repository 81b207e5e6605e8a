import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { openEmbedded } from './embedded.ts'
import { getFolderPaths } from './folder.ts'
import { dumpData } from './pglite.ts'
import { PREPARED, preparedFile } from './prepared.ts'
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
  const folder = await mkdtemp(join(tmpdir(), 'basketball-data-prepared-'))
  try {
    const store = await openEmbedded(folder)
    try {
      await store.migrate()
      await dropOtherDatabases(store)
      await renewLog(store)
    } finally {
      await store.close()
    }
    return await dumpData(getFolderPaths(folder).data)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Of brotli, up to 11. The highest takes 15 s of processor time, and saves a tenth. */
const QUALITY = 9

/** Makes the archive of prepared.ts and deletes those of other versions. It has no secrets: `createCore` makes them. */
export const makePrepared = async (): Promise<string> => {
  const file = await preparedFile()
  const data = await newData()
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  }
  const draft = `${file}.${process.pid}`
  await mkdir(PREPARED, { recursive: true })
  await writeFile(draft, await promisify(brotliCompress)(data, { params }))
  await rename(draft, file)
  const others = (await readdir(PREPARED)).filter((name) => name.endsWith('.br') && name !== basename(file))
  for (const name of others) await rm(join(PREPARED, name), { force: true })
  return file
}

/** Makes the archive unless it exists. */
export const makePreparedIfAbsent = async (): Promise<void> => {
  if (!existsSync(await preparedFile())) await makePrepared()
}
