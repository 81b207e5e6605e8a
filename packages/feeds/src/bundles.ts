import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import type { GameBundle } from '@basketball-data/core/contract'
import { FeedError, type FeedGame, type FeedProblem, type GameFeed } from './feed.ts'
import { linesOf, type NumberedLine } from './files.ts'

/** How the locations in a file begin; `-` is standard input. */
const locationPrefix = (path: string): string => (path === '-' ? 'standard input line ' : `${resolve(path)} line `)

/** An open file and the function that returns its progress. */
type Input = { stream: Readable; progress: () => number | null }

const openInput = async (path: string): Promise<Input> => {
  if (path === '-') return { stream: process.stdin, progress: () => null }
  const handle = await open(path)
  const status = await handle.stat()
  if (status.isDirectory()) {
    await handle.close()
    throw new FeedError(
      path,
      'is a folder; name a file of game bundles, one JSON object per line, or - for standard input',
    )
  }
  const stream = handle.createReadStream()
  return { stream, progress: () => (status.size === 0 ? null : stream.bytesRead / status.size) }
}

type ParsedLine = { bundle: GameBundle; error?: never } | { bundle?: never; error: FeedProblem }

/** Parses JSON only: `ingest` validates the bundle. */
const parseLine = ({ text, utf8 }: NumberedLine, location: string): ParsedLine => {
  if (!utf8) return { error: { location, reason: 'not UTF-8: save the file in that encoding' } }
  try {
    const bundle: GameBundle = JSON.parse(text)
    return { bundle }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { error: { location, reason: `not JSON: ${reason}` } }
  }
}

async function* read(paths: readonly string[], signal?: AbortSignal): AsyncGenerator<FeedGame> {
  for (const path of paths) {
    const { stream, progress } = await openInput(path)
    let first = true
    for await (const line of linesOf(signal ? addAbortSignal(signal, stream) : stream)) {
      const location = `${locationPrefix(path)}${line.number}`
      const parsed = parseLine(line, location)
      // A broken line costs one game; but if the first line is not an object, the file has another format.
      if (first && parsed.error && !line.text.trimStart().startsWith('{'))
        throw new FeedError(location, `${parsed.error.reason}; expected one game bundle as a JSON object on each line`)
      first = false
      yield { ...parsed, location, progress: progress() }
    }
  }
}

/** Game bundles of any source as NDJSON: one JSON object per line. */
export const bundles: GameFeed = {
  name: 'bundles',
  description: 'Imports games of any source, each a GameBundle as one line of JSON.',
  argument: '<file...>',
  paths: 'ndjson files, or - for standard input',
  locationPrefix,
  read,
}
