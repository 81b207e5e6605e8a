import { z } from 'zod'
import { checked } from '../checked.ts'
import { FeedError } from '../feed.ts'
import { LiveAction, LiveBox, ScheduleGame } from './live-schemas.ts'
import { EXPECTED, type Part } from './part.ts'
import { statsParts } from './stats-parts.ts'

const Game = z.object({ gameId: z.string() })
const LivePlays = Game.extend({ actions: z.array(LiveAction) })
const Schedule = z.object({
  gameDates: z.array(z.object({ games: z.array(ScheduleGame.extend({ gameId: z.string() })) })),
})

const fieldOf = (json: unknown, name: string): unknown =>
  typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined

const liveParts = (game: unknown, from: string): Part[] => {
  if (fieldOf(game, 'actions') !== undefined) {
    const { gameId, actions } = checked(LivePlays, game, 'game', from)
    return [{ game: gameId, from, kind: 'live plays', actions }]
  }
  const { gameId } = checked(Game, game, 'game', from)
  return [{ game: gameId, from, kind: 'live box', box: checked(LiveBox, game, 'game', from) }]
}

const scheduleParts = (schedule: unknown, from: string): Part[] =>
  checked(Schedule, schedule, 'leagueSchedule', from).gameDates.flatMap(({ games }) =>
    games.map(({ gameId, ...entry }): Part => ({ game: gameId, from, kind: 'schedule', entry })),
  )

/**
 * What an answer, as parsed JSON, has about each of its games. Its content tells what it is; `from` only says in
 * messages and notes where it stands.
 *
 * @throws {FeedError} naming `from`, for anything that is no answer of this feed or has another shape.
 */
export const partsOf = (json: unknown, from: string): Part[] => {
  if (fieldOf(json, 'resultSets') !== undefined) return statsParts(json, from)
  const schedule = fieldOf(json, 'leagueSchedule')
  if (schedule !== undefined) return scheduleParts(schedule, from)
  const game = fieldOf(json, 'game')
  if (game !== undefined) return liveParts(game, from)
  if (fieldOf(json, 'g') !== undefined || fieldOf(json, 'lscd') !== undefined)
    throw new FeedError(from, `an answer of data.nba.com, which is laid out otherwise and not read; ${EXPECTED}`)
  throw new FeedError(from, `no answer of this feed; ${EXPECTED}`)
}
