import { constants, createReadStream } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { FeedError, toReason, type FeedGame, type GameFeed } from './feed.ts'
import { numberLines } from './files.ts'
import { readBundleTexts } from './bundle-texts.ts'

/** How the locations in a file begin; `-` is standard input. */
const locationPrefix = (path: string): string => (path === '-' ? 'standard input line ' : `${resolve(path)} line `)

/** @throws {FeedError} if the path is not a file that can be read */
const checkInput = async (path: string): Promise<void> => {
  if (path === '-') return
  const status = await stat(path).catch(() => null)
  if (status === null) throw new FeedError(path, 'no such file')
  if (status.isDirectory())
    throw new FeedError(path, 'is a folder; name a file of game bundles as JSON, or - for standard input')
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

/** Objects at the start that are not JSON, after which a file is taken for one of another format. */
const MAX_BROKEN = 100

async function* readInput(path: string, signal?: AbortSignal): AsyncGenerator<FeedGame> {
  const { stream, progress } = await openInput(path)
  let number = 1
  let broken = 0
  try {
    const lines = numberLines(signal ? addAbortSignal(signal, stream) : stream)
    for await (const { line, bundle, reason } of readBundleTexts(lines)) {
      const location = `${locationPrefix(path)}${line}`
      const hint = /\.(?:[ct]sv|xlsx)$/i.test(path) ? '; for tables, use import sheets' : ''
      number = line
      broken = reason === undefined ? -Infinity : broken + 1
      if (reason === undefined) yield { bundle, location, progress: progress() }
      else yield { error: { location, reason: reason + hint }, location, progress: progress() }
      if (broken === MAX_BROKEN) {
        const reason = `none of the first ${MAX_BROKEN} objects is JSON; the others are not read`
        yield { error: { location: `${locationPrefix(path)}${line + 1}`, reason }, progress: progress() }
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

/** Game bundles of any source as JSON: one object, an array of them, or one per line. */
export const bundles: GameFeed = {
  name: 'bundles',
  readsStandardInput: true,
  locationPrefix,
  read,
}
