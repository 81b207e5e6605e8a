import { parseClock } from '@basketball-data/core/contract'
import type { z } from 'zod'
import { checked } from '../schemas.ts'
import { BoxscoreResponse, HeaderResponse, PlayResponse, PointsResponse, ScheduleResponse } from './schemas.ts'

/** What the feed answered about one game, as parsed JSON; an empty answer is the same as none. */
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
}

/** The answers of one game, checked; null where there is none. */
export type CheckedResponses = {
  header: HeaderResponse | null
  box: BoxscoreResponse | null
  play: PlayResponse | null
  points: PointsResponse | null
  schedule: ScheduleResponse | null
}

/** Whether an answer says nothing: an unknown game is answered with an empty body. */
export const isEmpty = (answer: unknown): boolean =>
  answer === undefined ||
  answer === null ||
  (typeof answer === 'string' && answer.trim() === '') ||
  (typeof answer === 'object' && Object.keys(answer).length === 0)

const given = <Schema extends z.ZodType>(schema: Schema, answer: unknown, kind: string, game: string) =>
  isEmpty(answer) ? null : checked(schema, answer, kind, game)

const hasRows = (play: PlayResponse): boolean =>
  [play.FirstQuarter, play.SecondQuarter, play.ThirdQuarter, play.ForthQuarter, play.ExtraTime].some(
    (rows) => rows.length > 0,
  )

/** Before a game, the sheet lists squads without minutes. */
const hasMinutes = (box: BoxscoreResponse): boolean =>
  box.Stats.some((sheet) => sheet.PlayersStats.some((row) => parseClock(row.Minutes) !== null))

/**
 * Checks the shape of every answer that is there; one in which nothing has happened yet counts as none.
 *
 * @throws {FeedError} naming the answer and field of the first that has another shape.
 */
export const checkResponses = (answers: GameResponses, game: string): CheckedResponses => {
  const box = given(BoxscoreResponse, answers.boxscore, 'Boxscore', game)
  const play = given(PlayResponse, answers.playbyplay, 'PlaybyPlay', game)
  const points = given(PointsResponse, answers.points, 'Points', game)
  return {
    header: given(HeaderResponse, answers.header, 'Header', game),
    box: box && hasMinutes(box) ? box : null,
    play: play && hasRows(play) ? play : null,
    points: points && points.Rows.length > 0 ? points : null,
    schedule: given(ScheduleResponse, answers.schedule, 'schedule', game),
  }
}
