import { constants, createReadStream } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import type { GameBundle } from '@basketball-data/core/contract'
import { FeedError, toReason, type FeedGame, type FeedProblem, type GameFeed } from './feed.ts'
import { NOT_UTF8, numberLines, type NumberedLine } from './files.ts'

/** How the locations in a file begin; `-` is standard input. */
const locationPrefix = (path: string): string => (path === '-' ? 'standard input line ' : `${resolve(path)} line `)

/** @throws {FeedError} if the path is not a file that can be read */
const checkInput = async (path: string): Promise<void> => {
  if (path === '-') return
  const status = await stat(path).catch(() => null)
  if (status === null) throw new FeedError(path, 'no such file')
  if (status.isDirectory())
    throw new FeedError(
      path,
      'is a folder; name a file of game bundles, one JSON object per line, or - for standard input',
    )
  await access(path, constants.R_OK).catch(() => {
    throw new FeedError(path, 'cannot be read: permission denied')
  })
}

/** An open file and the function that returns its progress. */
type Input = { stream: Readable; progress: () => number | null }

const openInput = async (path: string): Promise<Input> => {
  if (path === '-') return { stream: process.stdin, progress: () => null }
  const { size } = await stat(path)
  const stream = createReadStream(path)
  return { stream, progress: () => (size === 0 ? null : stream.bytesRead / size) }
}

type ParsedLine = { bundle: GameBundle; error?: never } | { bundle?: never; error: FeedProblem }

/** Parses JSON only: `ingest` validates the bundle. */
const parseLine = ({ text, utf8 }: NumberedLine, location: string): ParsedLine => {
  if (!utf8) return { error: { location, reason: NOT_UTF8 } }
  try {
    const bundle: GameBundle = JSON.parse(text)
    return { bundle }
  } catch (error) {
    return { error: { location, reason: `not JSON: ${toReason(error)}` } }
  }
}

/** Lines at the start that are not JSON, after which a file is taken for one of another format. */
const MAX_BROKEN_LINES = 100

async function* readInput(path: string, signal?: AbortSignal): AsyncGenerator<FeedGame> {
  const { stream, progress } = await openInput(path)
  let number = 1
  let broken = 0
  try {
    for await (const line of numberLines(signal ? addAbortSignal(signal, stream) : stream)) {
      const location = `${locationPrefix(path)}${line.number}`
      const parsed = parseLine(line, location)
      // A broken line costs one game; but if the first line is not an object, the file has another format.
      if (number === 1 && parsed.error && !line.text.trimStart().startsWith('{')) {
        const reason = `${parsed.error.reason}; expected one game bundle as a JSON object on each line`
        yield { error: { location, reason }, progress: progress() }
        return
      }
      number = line.number + 1
      broken = parsed.error ? broken + 1 : -Infinity
      yield { ...parsed, location, progress: progress() }
      if (broken === MAX_BROKEN_LINES) {
        const reason = `none of the first ${MAX_BROKEN_LINES} lines is JSON; the others are not read`
        yield { error: { location: `${locationPrefix(path)}${number}`, reason }, progress: progress() }
        return
      }
    }
  } catch (error) {
    if (signal?.aborted) throw error
    yield { error: { location: `${locationPrefix(path)}${number}`, reason: toReason(error) }, progress: progress() }
  }
}

async function* read(paths: readonly string[], signal?: AbortSignal): AsyncGenerator<FeedGame> {
  for (const path of paths) await checkInput(path)
  for (const path of paths) yield* readInput(path, signal)
}

/** Game bundles of any source as NDJSON: one JSON object per line. */
export const bundles: GameFeed = {
  name: 'bundles',
  readsStandardInput: true,
  locationPrefix,
  read,
}
