import { basename } from 'node:path'
import { FeedError, readOrExplain, type FeedGame, type GameFeed } from '../feed.ts'
import { filesAt, readText } from '../files.ts'
import { readGame } from './game.ts'
import { EXPECTED, partsOf, type Part } from './parts.ts'

/** One game found in files: its parts for `readGame`, or why they cannot be read; `progress`: the share of all games read, from 0 to 1. */
export type NbaGame =
  | { game: string; source: string[]; progress: number; parts: Part[]; error?: never }
  | { game: string; source: string[]; progress: number; error: FeedError; parts?: never }

/** A part that is held until its game's turn; those of files about one game alone are read again then. */
type Held = {
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
    throw new FeedError(path, `no JSON (${error instanceof Error ? error.message : String(error)}); ${EXPECTED}`)
  }
}

const asError = (error: unknown, path: string): FeedError =>
  error instanceof FeedError ? error : new FeedError(path, error instanceof Error ? error.message : String(error))

const opened = async (held: Held[], game: string): Promise<Part[]> => {
  const parts = await Promise.all(held.map(async ({ path, part }) => (part ? [part] : readParts(path))))
  return parts.flat().filter((part) => part.game === game)
}

/**
 * Every game in the files, by id; files that are none of this feed come last, as errors.
 *
 * A path is a file or a folder with all its folders, in which every .json and .json.gz is read and told by its content
 * what it is. An answer found twice counts as found last. Only lists of games are held until a game's turn; box scores
 * and play-by-plays, up to half a gigabyte a season, are read again.
 *
 * @throws {FeedError} before the first game, for a path that does not exist or a folder without JSON files.
 */
export async function* responsesByGame(paths: readonly string[]): AsyncGenerator<NbaGame> {
  const games = new Map<string, Held[]>()
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
    const held = games.get(game) ?? []
    const found = { game, source: [...new Set(held.map(({ path }) => path))], progress: (at + 1) / ids.length }
    try {
      yield { ...found, parts: await opened(held, game) }
    } catch (error) {
      yield { ...found, error: asError(error, game) }
    }
  }
  for (const { path, error } of refused) yield { game: path, source: [path], progress: 1, error }
}

async function* read(paths: readonly string[]): AsyncGenerator<FeedGame> {
  for await (const { game, parts, error, progress } of responsesByGame(paths))
    yield { ...(error ? { error } : readOrExplain(() => readGame(game, parts))), progress }
}

/** Stored responses of cdn.nba.com and stats.nba.com. */
export const nba: GameFeed = {
  name: 'nba',
  description: 'Imports games of the NBA and G League from stored answers of cdn.nba.com and stats.nba.com.',
  argument: '<path...>',
  paths: 'folders or files: JSON(.gz) as served, told by its content',
  read,
}
