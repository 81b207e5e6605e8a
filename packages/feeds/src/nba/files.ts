import { basename } from 'node:path'
import { FeedError, readOrExplain, reasonOf, type FeedGame, type GameFeed } from '../feed.ts'
import { filesAt, readText } from '../files.ts'
import { readGame } from './game.ts'
import { EXPECTED, partsOf, type Part } from './parts.ts'

/** One game: its parts for `readGame`, or why they cannot be read. `progress` is the share of all games read, from 0 to 1. */
export type NbaGame =
  | { game: string; paths: string[]; progress: number; parts: Part[]; error?: never }
  | { game: string; paths: string[]; progress: number; error: FeedError; parts?: never }

/** A part of a game. It is null in files about a single game, which are read again when the game is yielded. */
type PartFile = {
  path: string
  part: Part | null
}

const jsonAt = async (path: string): Promise<string[]> => {
  const files = await filesAt(path, /\.json(\.gz)?$/i)
  if (files.length === 0) throw new FeedError(path, `no JSON file in it; ${EXPECTED}`)
  return files
}

const readParts = async (path: string): Promise<Part[]> => {
  const text = await readText(path)
  try {
    return partsOf(JSON.parse(text), basename(path))
  } catch (error) {
    if (error instanceof FeedError) throw new FeedError(path, error.reason)
    throw new FeedError(path, `no JSON (${reasonOf(error)}); ${EXPECTED}`)
  }
}

const asError = (error: unknown, path: string): FeedError =>
  error instanceof FeedError ? error : new FeedError(path, reasonOf(error))

const readGameParts = async (files: PartFile[], game: string): Promise<Part[]> => {
  const parts = await Promise.all(files.map(async ({ path, part }) => (part ? [part] : readParts(path))))
  return parts.flat().filter((part) => part.game === game)
}

/**
 * The responses of every game in the files, by game id. Files that are not of this feed come last, as errors.
 *
 * A path is a file or a folder, searched with all its folders. Every .json and .json.gz in it is recognized by its
 * content. If a response occurs twice, the last one counts. Only lists of games stay in memory; box scores and
 * play-by-plays, up to half a gigabyte per season, are read again.
 *
 * @throws {FeedError} before the first game, if a path does not exist or a folder has no JSON file
 */
export async function* responsesByGame(paths: readonly string[]): AsyncGenerator<NbaGame> {
  const games = new Map<string, PartFile[]>()
  const refused: { path: string; error: FeedError }[] = []
  for (const path of (await Promise.all(paths.map(jsonAt))).flat()) {
    try {
      const parts = await readParts(path)
      for (const part of parts)
        games.set(part.game, [...(games.get(part.game) ?? []), { path, part: parts.length > 1 ? part : null }])
    } catch (error) {
      refused.push({ path, error: asError(error, path) })
    }
  }
  const ids = [...games.keys()].toSorted()
  for (const [at, game] of ids.entries()) {
    const files = games.get(game) ?? []
    const source = { game, paths: [...new Set(files.map(({ path }) => path))], progress: (at + 1) / ids.length }
    try {
      yield { ...source, parts: await readGameParts(files, game) }
    } catch (error) {
      yield { ...source, error: asError(error, game) }
    }
  }
  for (const { path, error } of refused) yield { game: path, paths: [path], progress: 1, error }
}

async function* read(paths: readonly string[]): AsyncGenerator<FeedGame> {
  for await (const { game, parts, error, progress } of responsesByGame(paths))
    yield { ...(error ? { error } : readOrExplain(() => readGame(game, parts))), progress }
}

/** Stored responses of cdn.nba.com and stats.nba.com. */
export const nba: GameFeed = {
  name: 'nba',
  description: 'Imports games of the NBA, WNBA and G League from stored responses of cdn.nba.com and stats.nba.com.',
  argument: '<path...>',
  paths: 'folders or files: JSON(.gz) as served, recognized by its content',
  read,
}
