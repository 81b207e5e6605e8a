import { inflateRawSync } from 'node:zlib'
import { requireRoom, take, TooLarge, type Budget } from './budget.ts'

const END_OF_DIRECTORY = 0x06_05_4b_50
const DIRECTORY_ENTRY = 0x02_01_4b_50
const LOCAL_HEADER = 0x04_03_4b_50
/** Bytes of these records without their names and comments. */
const [END_SIZE, ENTRY_SIZE, HEADER_SIZE] = [22, 46, 30]
const MAX_COMMENT = 65_535

/** Thrown for an archive that cannot be read; the message says why. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive'
}

const findEnd = (archive: Buffer): number => {
  for (let at = archive.length - END_SIZE; at >= Math.max(0, archive.length - END_SIZE - MAX_COMMENT); at--)
    if (archive.readUInt32LE(at) === END_OF_DIRECTORY) return at
  throw new BadArchive('it ends too early')
}

const inflate = (bytes: Buffer, method: number, max: number): Buffer => {
  if (method === 0) return bytes
  if (method !== 8) throw new BadArchive(`it is compressed by method ${method}`)
  return inflateRawSync(bytes, { maxOutputLength: Math.max(1, max) })
}

/**
 * The files of a ZIP archive that `isWanted` accepts, by name. The sizes in the archive are not trusted: decompressing ends where
 * the budget does.
 *
 * @throws {BadArchive} if it is broken
 * @throws {TooLarge}
 */
export const unzip = (
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
  budget: Budget,
): ReadonlyMap<string, Buffer> => {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const files = new Map<string, Buffer>()
  try {
    const end = findEnd(archive)
    let at = archive.readUInt32LE(end + 16)
    for (let entries = archive.readUInt16LE(end + 10); entries > 0; entries--) {
      if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new BadArchive('its directory is broken')
      const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)]
      const [name, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field))
      const [nameSize, others] = [name ?? 0, (extra ?? 0) + (comment ?? 0)]
      const path = archive.toString('utf8', at + ENTRY_SIZE, at + ENTRY_SIZE + nameSize)
      const header = archive.readUInt32LE(at + 42)
      at += ENTRY_SIZE + nameSize + others
      if (!isWanted(path) || files.has(path)) continue
      if (archive.readUInt32LE(header) !== LOCAL_HEADER) throw new BadArchive('a file in it is broken')
      const start = header + HEADER_SIZE + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
      const file = inflate(archive.subarray(start, start + size), method, budget.unpacked)
      take(budget, 'unpacked', file.length)
      files.set(path, file)
    }
  } catch (error) {
    if (error instanceof BadArchive || error instanceof TooLarge) throw error
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      requireRoom(budget, 'unpacked', Infinity)
    throw new BadArchive('it is broken', { cause: error })
  }
  return files
}
