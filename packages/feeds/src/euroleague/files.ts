import { FeedError, readOrExplain, type FeedGame, type GameFeed } from '../feed.ts'
import { addPlayersFromFiles, addPlayersFromLines } from './add-players.ts'
import { GameIndex, toMessage, type IndexedGame } from './game-index.ts'
import { readGame } from './game.ts'
import { PlayerIds } from './player-ids.ts'
import { ResponseReader } from './response-reader.ts'
import { isEmpty, type GameResponses } from './responses.ts'

/** The responses of one game for `readGame`, or why they cannot be read. */
export type ParsedGame =
  | { game: string; paths: string[]; responses: GameResponses; error?: never }
  | { game: string; paths: string[]; error: FeedError; responses?: never }

/** A game, and the share of all games that has been read with it, from 0 to 1. */
export type EuroleagueGame = ParsedGame & { progress: number }

/** Reads the responses of one game; null if all of them are empty. */
const readResponses = async (
  indexed: IndexedGame,
  reader: ResponseReader,
  joined: ReadonlyMap<string, string>,
): Promise<ParsedGame | null> => {
  const { season_code, game_code } = indexed
  const game = `${season_code}_${game_code}`
  const locations = [...indexed.responses.values(), ...(indexed.schedule ? [indexed.schedule] : [])]
  const paths = [...new Set(locations.map(({ path }) => path))]
  const responses: GameResponses = { season_code, game_code, ...(joined.size > 0 && { joined }) }
  try {
    for (const [kind, location] of indexed.responses) responses[kind] = await reader.response(indexed, location)
    if (indexed.schedule) responses.schedule = await reader.scheduleEntry(indexed)
    const { header, boxscore, playbyplay, points, schedule } = responses
    return [header, boxscore, playbyplay, points, schedule].every(isEmpty) ? null : { game, paths, responses }
  } catch (error) {
    return { game, paths, error: new FeedError(game, toMessage(error)) }
  }
}

/**
 * The responses of every game in the files, by season and game code. Problems that belong to no game come last.
 *
 * A path is a file or a folder, searched with all its folders, in any layout of docs/importing.md. If a response occurs
 * twice, the last one counts, and a file of its own counts before a line. Memory does not grow with the number of seasons,
 * but for some hundred bytes per game: files with a line per game are read once to index them, and once more side by side,
 * game by game. Lines in another order than the games wait in memory, or beyond 16 MB in a temporary file.
 *
 * @throws {FeedError} before the first game, if a path does not exist or has no game of this feed
 */
export async function* responsesByGame(paths: readonly string[], signal?: AbortSignal): AsyncGenerator<EuroleagueGame> {
  const players = new PlayerIds()
  const index = await GameIndex.of(paths, players, signal)
  const games = index.games()
  await addPlayersFromLines(games, players, signal)
  const reader = new ResponseReader(games, signal)
  let joined: ReadonlyMap<string, string> = new Map()
  try {
    for (const [at, game] of games.entries()) {
      signal?.throwIfAborted()
      const { season_code } = game
      if (games[at - 1]?.season_code !== season_code) {
        const season = games.filter((other) => other.season_code === season_code)
        await addPlayersFromFiles(season, players, signal)
        joined = players.takeJoined(season_code)
      }
      const parsed = await readResponses(game, reader, joined)
      signal?.throwIfAborted()
      if (parsed) yield { ...parsed, progress: (at + 1) / games.length }
    }
  } finally {
    await reader.close()
  }
  for (const refused of index.refused) yield { ...refused, progress: 1 }
}

async function* read(paths: readonly string[], signal?: AbortSignal): AsyncGenerator<FeedGame> {
  for await (const { responses, error, progress } of responsesByGame(paths, signal))
    yield { ...(error ? { error } : readOrExplain(() => readGame(responses))), progress }
}

/** Stored responses of the EuroLeague's and the EuroCup's feed. */
export const euroleague: GameFeed = {
  name: 'euroleague',
  read,
}
