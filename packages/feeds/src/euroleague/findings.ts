import type { GameAnswers } from './answers.ts'
import { FeedError } from '../feed.ts'
import type { Kind } from './layout.ts'

/** One game found in files: its responses for `readGame`, or why they cannot be read. */
export type OpenedGame =
  | { game: string; source: string[]; answers: GameAnswers; error?: never }
  | { game: string; source: string[]; error: FeedError; answers?: never }

/** An opened game, and the share of all games that has been read with it, from 0 to 1. */
export type EuroleagueGame = OpenedGame & { progress: number }

/** What was found but belongs to no game. */
type Refused = Extract<OpenedGame, { error: FeedError }>

/** Unparsed text of one answer; a line has it under `data`. */
export type RawAnswer = {
  text: string
  wrapped: boolean
  path: string
}

/** Everything found about one game. */
export type RawGame = {
  season_code: string
  game_code: number
  raw: Map<Kind, RawAnswer>
  schedule?: unknown
  source: Set<string>
}

/** Everything found so far, by game; what belongs to no known game is refused. */
export class Findings {
  readonly games = new Map<string, RawGame>()
  readonly refused: Refused[] = []
  /** Games by the folder of the schedule that lists them. */
  readonly schedules = new Map<string, { season_code: string; game_code: number }[]>()

  game(season_code: string, game_code: number, path: string): RawGame {
    const key = `${season_code}_${game_code}`
    const game = this.games.get(key) ?? { season_code, game_code, raw: new Map(), source: new Set() }
    game.source.add(path)
    this.games.set(key, game)
    return game
  }

  refuse(game: string, path: string, problem: string): void {
    this.refused.push({ game, source: [path], error: new FeedError(game, problem) })
  }
}
