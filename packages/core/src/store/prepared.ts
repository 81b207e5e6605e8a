import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { readMigrations } from './migrations.ts'
import { pgliteVersion } from './pglite.ts'

/*
 * Making a database takes PGlite ten times as long as opening one, and applying the migrations takes as long as that. So
 * a new database begins with the files of one that is migrated and empty: a compressed tar archive, which `npm run setup`
 * makes in a checkout and `pnpm pack` for the package (make-prepared.ts). Its name says which PGlite and which migrations
 * made it. Without one for those that are installed, or with a damaged one, the database is made as PGlite does it.
 */

/** The folder of the archive. */
export const PREPARED = fileURLToPath(new URL('../../prepared', import.meta.url))

/** The name of the archive that a version of PGlite and these migrations make. */
export const archiveName = (pglite: string, migrations: Awaited<ReturnType<typeof readMigrations>>): string => {
  const made = JSON.stringify([pglite, ...migrations.map(({ folderMillis, hash }) => [folderMillis, hash])])
  return `${createHash('sha256').update(made).digest('hex').slice(0, 16)}.archive`
}

/** The file with the data of a new database of the installed PGlite and the migrations of this version. */
export const preparedFile = async (folder = PREPARED): Promise<string> =>
  join(folder, archiveName(await pgliteVersion(), await readMigrations()))

/** The checksum with which the file begins; the compressed archive follows. */
export const checksum = (compressed: Uint8Array): Buffer => createHash('sha256').update(compressed).digest()

const CHECKSUM_LENGTH = 32

/** The data of a new database as a tar archive; undefined if there is none, or if it is damaged. */
export const readPrepared = async (folder = PREPARED): Promise<Buffer<ArrayBuffer> | undefined> => {
  let file: Buffer
  try {
    file = readFileSync(await preparedFile(folder))
  } catch {
    return undefined // the file, or in a bundled app the package of PGlite, is not there
  }
  const compressed = file.subarray(CHECKSUM_LENGTH)
  if (!checksum(compressed).equals(file.subarray(0, CHECKSUM_LENGTH))) return undefined
  return promisify(brotliDecompress)(compressed)
}

const BLOCK = 512
const [SIZE, TYPE] = [124, 156] as const
const FOLDER = '5'.charCodeAt(0)

/** The files and folders in a tar archive, as PGlite writes it: a folder before what is in it. */
function* readEntries(archive: Buffer) {
  const text = (from: number, length: number) => archive.toString('latin1', from, from + length).replace(/\0[^]*$/, '')
  for (let at = 0; at < archive.length && archive[at] !== 0;) {
    const size = Number.parseInt(text(at + SIZE, 12), 8)
    const content = archive.subarray(at + BLOCK, at + BLOCK + size)
    yield { path: text(at, 100), isFolder: archive[at + TYPE] === FOLDER, content }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
}

/**
 * Writes the files of an archive into a new folder, readable for its owner only. Waiting for each of the thousand small
 * files would take three times as long.
 */
export const unpack = (archive: Buffer, folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const { path, isFolder, content } of readEntries(archive)) {
    const target = join(folder, path)
    if (isFolder) mkdirSync(target, { mode: 0o700 })
    else writeFileSync(target, content, { mode: 0o600 })
  }
}
