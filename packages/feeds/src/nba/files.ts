import { basename } from 'node:path'
import { FeedError, readOrExplain, toReason, type FeedGame, type GameFeed } from '../feed.ts'
import { filesAt, nothingFoundError, readHead, readText } from '../files.ts'
import { readGame } from './game.ts'
import { EXPECTED, toParts, type Part } from './parts.ts'

/** One game: its parts for `readGame`, or why they cannot be read. `progress` is the share of all games read, from 0 to 1. */
export type NbaGame =
  | { game: string; paths: string[]; progress: number; parts: Part[]; error?: never }
  | { game: string; paths: string[]; progress: number; error: FeedError; parts?: never }

/** Files in a row that are not of this feed, after which a path is taken for the wrong one. */
const MAX_OTHERS = 100
/** Files about several games, like schedules, that stay in memory. */
const MAX_CACHED = 4

/** A response of this feed has one of these fields near its start. */
const FIELDS = /^\s*\{[^]*"(?:resultSets|leagueSchedule|game|boxScore[A-Za-z]+|scoreboard|g|lscd)"\s*:/

const jsonAt = async (path: string, signal?: AbortSignal): Promise<string[]> => {
  const files = await filesAt(path, (each) => /\.json(\.gz)?$/i.test(each), signal)
  if (files.length === 0) throw await nothingFoundError(path, `no JSON file; ${EXPECTED}`)
  return files
}

/** @throws {FeedError} if the start of a file, which is all that is read of it, shows that it is of something else */
const checkHead = async (path: string, signal?: AbortSignal): Promise<void> => {
  const head = await readHead(path, signal)
  // A short file is parsed, which tells more precisely what is wrong.
  if (head.length < 10_000 || FIELDS.test(head)) return
  throw new FeedError(path, `not a response of this feed, it begins with ${head.slice(0, 60)}; ${EXPECTED}`)
}

const readParts = async (path: string, signal?: AbortSignal): Promise<Part[]> => {
  try {
    await checkHead(path, signal)
    const text = await readText(path, signal)
    return toParts(JSON.parse(text), basename(path))
  } catch (error) {
    if (signal?.aborted) throw error
    if (error instanceof FeedError) throw new FeedError(path, error.reason)
    throw new FeedError(path, `no JSON (${toReason(error)}); ${EXPECTED}`)
  }
}

const asError = (error: unknown, path: string): FeedError =>
  error instanceof FeedError ? error : new FeedError(path, toReason(error))

/** Reads parts of games; a file about several games stays in memory for the next ones. */
class PartReader {
  readonly #cached = new Map<string, Part[]>()
  readonly #signal: AbortSignal | undefined

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal
  }

  async readParts(game: string, paths: readonly string[]): Promise<Part[]> {
    const parts: Part[] = []
    for (const path of paths) parts.push(...(await this.#read(path)).filter((part) => part.game === game))
    return parts
  }

  async #read(path: string): Promise<Part[]> {
    const parts = this.#cached.get(path) ?? (await readParts(path, this.#signal))
    this.#cached.delete(path)
    if (new Set(parts.map(({ game }) => game)).size > 1) this.#cached.set(path, parts)
    const [oldest] = this.#cached.keys()
    if (oldest !== undefined && this.#cached.size > MAX_CACHED) this.#cached.delete(oldest)
    return parts
  }
}

type Index = {
  /** The files that have a part of a game, in order, by game id. */
  games: Map<string, string[]>
  refused: FeedError[]
}

/**
 * Reads every file to find out which games it has.
 *
 * @throws {FeedError} if a path does not exist, a folder has no JSON file, or no game is found
 */
const indexFiles = async (paths: readonly string[], signal?: AbortSignal): Promise<Index> => {
  const files: string[] = []
  for (const path of paths) files.push(...(await jsonAt(path, signal)))
  const games = new Map<string, string[]>()
  const refused: FeedError[] = []
  for (const path of files) {
    signal?.throwIfAborted()
    try {
      for (const game of new Set((await readParts(path, signal)).map((part) => part.game))) {
        const others = games.get(game)
        if (others) others.push(path)
        else games.set(game, [path])
      }
    } catch (error) {
      if (signal?.aborted) throw error
      refused.push(asError(error, path))
    }
    const [first, ...others] = refused
    if (first !== undefined && games.size === 0 && refused.length === Math.min(files.length, MAX_OTHERS)) {
      const more = others.length === 0 ? '' : ` (and ${others.length} more)`
      throw new FeedError(first.location, `${first.reason}${more}`, { cause: first })
    }
  }
  return { games, refused }
}

/**
 * The responses of every game in the files, by game id. Files that are not of this feed come last, as errors.
 *
 * A path is a file or a folder, searched with all its folders. Every .json and .json.gz in it is recognized by its
 * content. If a response occurs twice, the last one counts. Every file is read twice, to index it and for its game, so
 * memory does not grow with the number of seasons.
 *
 * @throws {FeedError} before the first game, if a path does not exist, a folder has no JSON file, or no file has a game
 */
export async function* responsesByGame(paths: readonly string[], signal?: AbortSignal): AsyncGenerator<NbaGame> {
  const { games, refused } = await indexFiles(paths, signal)
  const reader = new PartReader(signal)
  const ids = [...games.keys()].toSorted()
  for (const [at, game] of ids.entries()) {
    signal?.throwIfAborted()
    const files = games.get(game) ?? []
    const source = { game, paths: files, progress: (at + 1) / ids.length }
    try {
      yield { ...source, parts: await reader.readParts(game, files) }
    } catch (error) {
      if (signal?.aborted) throw error
      yield { ...source, error: asError(error, game) }
    }
  }
  for (const error of refused) yield { game: error.location, paths: [error.location], progress: 1, error }
}

async function* read(paths: readonly string[], signal?: AbortSignal): AsyncGenerator<FeedGame> {
  for await (const { game, parts, error, progress } of responsesByGame(paths, signal))
    yield { ...(error ? { error } : readOrExplain(() => readGame(game, parts))), progress }
}

/** Stored responses of cdn.nba.com and stats.nba.com. */
export const nba: GameFeed = {
  name: 'nba',
  read,
}
