import type { IndexedGame, ResponseLocation } from './game-index.ts'
import type { PlayerIds } from './player-ids.ts'
import { ResponseReader } from './response-reader.ts'

/** Reads a response; undefined if that fails, which the game itself reports when it is read. */
const readOrSkip = async (
  reader: ResponseReader,
  game: IndexedGame,
  location: ResponseLocation,
  signal?: AbortSignal,
): Promise<unknown> => {
  try {
    return await reader.response(game, location)
  } catch (error) {
    if (signal?.aborted) throw error
    return undefined
  }
}

/** Adds the players of games without a Boxscore from the lines with their PlaybyPlay. */
export const addPlayersFromLines = async (
  games: readonly IndexedGame[],
  players: PlayerIds,
  signal?: AbortSignal,
): Promise<void> => {
  const wanted = games.flatMap((game) => {
    const plays = game.responses.get('playbyplay')
    const hasBox = game.playersKnown || game.responses.get('boxscore')?.line === null
    return hasBox || plays == null || plays.line === null ? [] : [{ game, plays }]
  })
  const reader = new ResponseReader(
    wanted.map(({ plays }) => ({ responses: new Map([['playbyplay', plays]]) })),
    signal,
  )
  try {
    for (const { game, plays } of wanted)
      players.addPlays(game.season_code, game.game_code, await readOrSkip(reader, game, plays, signal))
  } finally {
    await reader.close()
  }
}

/** Adds the players of games whose responses are files of their own: from the Boxscore, or else the PlaybyPlay. */
export const addPlayersFromFiles = async (
  games: readonly IndexedGame[],
  players: PlayerIds,
  signal?: AbortSignal,
): Promise<void> => {
  const reader = new ResponseReader([], signal)
  for (const game of games) {
    const { season_code, game_code, responses } = game
    const [box, plays] = [responses.get('boxscore'), responses.get('playbyplay')]
    const known =
      game.playersKnown ||
      (box?.line === null && players.addBox(season_code, game_code, await readOrSkip(reader, game, box, signal)))
    if (!known && plays?.line === null)
      players.addPlays(season_code, game_code, await readOrSkip(reader, game, plays, signal))
  }
}
