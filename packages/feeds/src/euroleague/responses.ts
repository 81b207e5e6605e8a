import { parseClock } from '@basketball-data/core/contract'
import type { z } from 'zod'
import { parseResponse } from '../schemas.ts'
import {
  BoxscoreResponse,
  HeaderResponse,
  PLAY_LISTS,
  PlayResponse,
  PointsResponse,
  ScheduleResponse,
} from './schemas.ts'

/** The feed's responses about one game as parsed JSON. An empty response counts as missing. */
export type GameResponses = {
  /** Competition letter and start year: E2022. */
  season_code: string
  /** Number of the game in its season. */
  game_code: number
  header?: unknown
  boxscore?: unknown
  playbyplay?: unknown
  points?: unknown
  /** One element of `data` of the api v2 schedule. */
  schedule?: unknown
  /**
   * The league's ids of players whose ids are made up in some games of the season, by season, team and made-up id:
   * U2008_HRB_4. Only the other games of the season show it, so `responsesByGame` fills it in.
   */
  joined?: ReadonlyMap<string, string>
}

/** The validated responses of one game; null if missing. */
export type CheckedResponses = {
  header: HeaderResponse | null
  box: BoxscoreResponse | null
  play: PlayResponse | null
  points: PointsResponse | null
  schedule: ScheduleResponse | null
}

/** Whether a response is empty, like those of the feed for unknown games. */
export const isEmpty = (response: unknown): boolean =>
  response === undefined ||
  response === null ||
  (typeof response === 'string' && response.trim() === '') ||
  (typeof response === 'object' && Object.keys(response).length === 0)

const validate = <Schema extends z.ZodType>(schema: Schema, response: unknown, kind: string, game: string) =>
  isEmpty(response) ? null : parseResponse(schema, response, kind, game)

const hasRows = (play: PlayResponse): boolean => PLAY_LISTS.some((list) => play[list].length > 0)

/** Before a game, the Boxscore has the squads without minutes. */
const hasMinutes = (box: BoxscoreResponse): boolean =>
  box.Stats.some((sheet) => sheet.PlayersStats.some((row) => parseClock(row.Minutes) !== null))

/**
 * Validates the responses of a game. One in which nothing has happened yet counts as missing.
 *
 * @throws {FeedError} for the first field with an unexpected value
 */
export const checkResponses = (responses: GameResponses, game: string): CheckedResponses => {
  const box = validate(BoxscoreResponse, responses.boxscore, 'Boxscore', game)
  const play = validate(PlayResponse, responses.playbyplay, 'PlaybyPlay', game)
  const points = validate(PointsResponse, responses.points, 'Points', game)
  return {
    header: validate(HeaderResponse, responses.header, 'Header', game),
    box: box && hasMinutes(box) ? box : null,
    play: play && hasRows(play) ? play : null,
    points: points && points.Rows.length > 0 ? points : null,
    schedule: validate(ScheduleResponse, responses.schedule, 'schedule', game),
  }
}
