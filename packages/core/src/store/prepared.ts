import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { readMigrations } from './migrations.ts'
import { pgliteVersion } from './pglite.ts'

/*
 * Making a database takes PGlite ten times as long as opening one, and applying the migrations takes as long as that. So
 * the package has the files of a new database, migrated and empty, as a compressed tar archive, which `pnpm pack` makes
 * (make-prepared.ts). Its name says which PGlite and which migrations made it. If there is none for those that are
 * installed, as in a checkout or with another version of PGlite, the database is made as PGlite does it.
 */

/** The folder of the archive. */
export const PREPARED = fileURLToPath(new URL('../../prepared', import.meta.url))

/** The name of the archive that a version of PGlite and these migrations make. */
export const archiveName = (pglite: string, migrations: Awaited<ReturnType<typeof readMigrations>>): string => {
  const made = JSON.stringify([pglite, ...migrations.map(({ folderMillis, hash }) => [folderMillis, hash])])
  return `${createHash('sha256').update(made).digest('hex').slice(0, 16)}.tar.br`
}

/** The file with the data of a new database of the installed PGlite and the migrations of this version. */
export const preparedFile = async (): Promise<string> =>
  join(PREPARED, archiveName(await pgliteVersion(), await readMigrations()))

/** The data of a new database as a tar archive; undefined if there is none. */
export const readPrepared = async (): Promise<Buffer<ArrayBuffer> | undefined> => {
  let compressed: Buffer
  try {
    compressed = readFileSync(await preparedFile())
  } catch {
    return undefined // the file, or in a bundled app the package of PGlite, is not there
  }
  return promisify(brotliDecompress)(compressed)
}

const BLOCK = 512
const [SIZE, TYPE] = [124, 156] as const
const FOLDER = '5'.charCodeAt(0)

/** The files and folders in a tar archive, as PGlite writes it. */
function* readEntries(archive: Buffer) {
  const text = (from: number, length: number) => archive.toString('latin1', from, from + length).replace(/\0[^]*$/, '')
  for (let at = 0; at < archive.length && archive[at] !== 0;) {
    const size = Number.parseInt(text(at + SIZE, 12), 8)
    const content = archive.subarray(at + BLOCK, at + BLOCK + size)
    yield { path: text(at, 100), isFolder: archive[at + TYPE] === FOLDER, content }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
}

/** Writes the files of an archive into a new folder, readable for its owner only. */
export const unpack = async (archive: Buffer, folder: string): Promise<void> => {
  for (const { path, isFolder, content } of readEntries(archive)) {
    const target = join(folder, path)
    await mkdir(isFolder ? target : dirname(target), { recursive: true, mode: 0o700 })
    if (!isFolder) await writeFile(target, content, { mode: 0o600 })
  }
}
