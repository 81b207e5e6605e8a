import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { FeedError } from './feed.ts'

/**
 * The path itself if it is a file; else the files in the folder and its folders whose names match, in alphabetical order.
 *
 * @throws {FeedError} if the path does not exist
 */
export const filesAt = async (path: string, name: RegExp): Promise<string[]> => {
  const entry = await stat(path).catch(() => null)
  if (entry === null) throw new FeedError(path, 'no such file or folder')
  if (!entry.isDirectory()) return [path]
  const names = await readdir(path, { recursive: true })
  return names
    .filter((each) => name.test(each))
    .toSorted()
    .map((each) => join(path, each))
}

/** Streams a file, decompressed if its name ends in .gz. */
export const openFile = (path: string): AsyncIterable<Uint8Array> => {
  const file = createReadStream(path)
  if (!path.toLowerCase().endsWith('.gz')) return file
  // The iteration throws the error of either stream.
  return pipeline(file, createGunzip(), () => {})
}

/** The text of a whole file. */
export const readText = async (path: string): Promise<string> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of openFile(path)) chunks.push(chunk)
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** A line that is not blank; the first line has number 1. If its bytes are not UTF-8, `text` has replacement characters. */
export type NumberedLine = { text: string; number: number; utf8: boolean }

const LINE_FEED = 0x0a
const strictDecoder = new TextDecoder('utf-8', { fatal: true })
const lenientDecoder = new TextDecoder()

const decode = (bytes: Uint8Array): Pick<NumberedLine, 'text' | 'utf8'> => {
  try {
    return { text: strictDecoder.decode(bytes), utf8: true }
  } catch {
    return { text: lenientDecoder.decode(bytes), utf8: false }
  }
}

/** Splits a stream at line feeds, holding one line in memory. */
async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = []
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield Buffer.concat([...pending, chunk.subarray(start, end)])
      pending = []
      start = end + 1
    }
    pending.push(chunk.subarray(start))
  }
  yield Buffer.concat(pending)
}

/** The lines of a stream that are not blank, one at a time. A carriage return before the line feed stays in the text. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedLine> {
  let number = 0
  for await (const bytes of splitLines(chunks)) {
    number += 1
    const line = decode(bytes)
    if (line.text.trim() !== '') yield { ...line, number }
  }
}
