import { createReadStream } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { FeedError, toReason } from './feed.ts'

/** Files and folders in a row that are not of the feed, after which a folder is taken for the wrong one. */
const MAX_OTHERS = 20_000
/** Bytes of a response or a line; the longest known ones, schedules and logs of a season, have a few million. */
const MAX_BYTES = 200_000_000
/** Bytes that show what a file is. */
const HEAD_BYTES = 65_536

/** Folders with programs or settings have no feed files, but may have millions of others. */
const isSkipped = (name: string): boolean => name.startsWith('.') || name === 'node_modules'

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => null))?.isFile() ?? false

/**
 * The path itself if it is a file; else the files in the folder and its folders that `isFeedFile` accepts by their path, in
 * alphabetical order. Hidden files and folders, node_modules and links to folders are skipped.
 *
 * @throws {FeedError} if the path does not exist, a folder cannot be read, or too many entries in a row are not of the feed
 */
export const filesAt = async (
  path: string,
  isFeedFile: (path: string) => boolean,
  signal?: AbortSignal,
  maxOthers = MAX_OTHERS,
): Promise<string[]> => {
  const entry = await stat(path).catch(() => null)
  if (entry === null) throw new FeedError(path, 'no such file or folder')
  if (!entry.isDirectory()) return [path]
  const files: string[] = []
  const folders = [path]
  let others = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      for await (const entry of await opendir(folder, { bufferSize: 1000 })) {
        signal?.throwIfAborted()
        if (isSkipped(entry.name)) continue
        const each = join(folder, entry.name)
        if (entry.isDirectory()) folders.push(each)
        else if (isFeedFile(each) && (entry.isFile() || (await isFile(each)))) {
          files.push(each)
          others = 0
          continue
        }
        others += 1
        if (others >= maxOthers) {
          const reason = `${maxOthers} files and folders in a row are not of this feed, the last one ${each}`
          throw new FeedError(path, `${reason}; name the folder of the files`)
        }
      }
    } catch (error) {
      if (error instanceof FeedError || signal?.aborted) throw error
      throw new FeedError(folder, `cannot be read: ${toReason(error)}`, { cause: error })
    }
  }
  return files.toSorted()
}

/** The error for a path without files of a feed; it names the first files that are there. */
export const nothingFoundError = async (path: string, expected: string): Promise<FeedError> => {
  const names: string[] = []
  if (!(await isFile(path))) {
    for await (const { name } of await opendir(path)) {
      if (names.length === 3) break
      names.push(name)
    }
  }
  const found = names.length === 0 ? '' : ` (it has ${names.toSorted().join(', ')})`
  return new FeedError(path, `nothing of this feed${found}; ${expected}`)
}

/** Bytes that are decompressed at a time: each piece is a task for another thread, and its answer. */
const PIECE = 256 * 1024

const open = (path: string): AsyncIterable<Uint8Array> => {
  const file = createReadStream(path)
  if (!path.toLowerCase().endsWith('.gz')) return file
  // The iteration throws the error of either stream.
  return pipeline(file, createGunzip({ chunkSize: PIECE }), () => {})
}

/**
 * Streams a file, decompressed if its name ends in .gz.
 *
 * @param signal ends the iteration at once, even while the file system does not respond
 */
export async function* openFile(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const aborted = Promise.withResolvers<never>()
  aborted.promise.catch(() => {}) // it may be rejected while nothing is read
  const abort = () => aborted.reject(signal?.reason)
  signal?.throwIfAborted()
  signal?.addEventListener('abort', abort)
  const chunks = open(path)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), aborted.promise])
      if (next.done === true) return
      yield next.value
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    // Not awaited, because a stream is not closed before a read that waits has ended.
    chunks.return?.().catch(() => {})
  }
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true })
const lenientDecoder = new TextDecoder()

const decode = (bytes: Uint8Array): { text: string; utf8: boolean } => {
  try {
    return { text: strictDecoder.decode(bytes), utf8: true }
  } catch {
    return { text: lenientDecoder.decode(bytes), utf8: false }
  }
}

/** Why text is refused that has another encoding: its letters cannot be told. */
export const NOT_UTF8 = 'not UTF-8: save the file in that encoding'

/**
 * The text of a whole file.
 *
 * @throws {FeedError} if the file is larger than any response, or not UTF-8
 */
export const readText = async (path: string, signal?: AbortSignal): Promise<string> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of openFile(path, signal)) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_BYTES) throw new FeedError(path, `larger than ${MAX_BYTES / 1e6} MB, which no response is`)
  }
  const { text, utf8 } = decode(Buffer.concat(chunks))
  if (!utf8) throw new FeedError(path, NOT_UTF8)
  return text
}

/** The start of a file, which shows whether it is worth reading. */
export const readHead = async (path: string, signal?: AbortSignal): Promise<string> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of openFile(path, signal)) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= HEAD_BYTES) break
  }
  return lenientDecoder.decode(Buffer.concat(chunks).subarray(0, HEAD_BYTES))
}

/** A line that is not blank; the first line has number 1. If its bytes are not UTF-8, `text` has replacement characters. */
export type NumberedLine = { text: string; number: number; utf8: boolean }

const LINE_FEED = 0x0a

/** The bytes of a line. The first line has number 1. */
export type LineBytes = { bytes: Uint8Array; number: number }

/**
 * Splits a stream at line feeds, holding one line in memory.
 *
 * @throws {Error} for a line longer than any response
 */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<LineBytes> {
  let pending: Uint8Array[] = []
  let size = 0
  let number = 1
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield { bytes: Buffer.concat([...pending, chunk.subarray(start, end)]), number }
      pending = []
      size = 0
      number += 1
      start = end + 1
    }
    pending.push(chunk.subarray(start))
    size += chunk.length - start
    if (size > MAX_BYTES) throw new Error(`line ${number} is longer than ${MAX_BYTES / 1e6} MB, which no response is`)
  }
  yield { bytes: Buffer.concat(pending), number }
}

/** The lines of a stream that are not blank, one at a time. A carriage return before the line feed stays in the text. */
export async function* numberLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedLine> {
  for await (const { bytes, number } of splitLines(chunks)) {
    const line = decode(bytes)
    if (line.text.trim() !== '') yield { ...line, number }
  }
}
