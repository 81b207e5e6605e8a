import { z } from 'zod'
import { CompetitionRef, GameId, SeasonRef } from './identifiers.ts'
import { MAX_PER_PAGE } from './paging.ts'
import { CalendarDate, Count, DateTime } from './scalars.ts'

/** A part of a game, each with its own endpoint. */
export const GamePart = z.enum(['game', 'boxscore', 'playbyplay', 'shots', 'prices', 'deleted']).meta({
  id: 'GamePart',
  description:
    'A part of a game: game (GET /games/{id}), boxscore, playbyplay, shots, prices (GET /games/{id}/…). The record of the game that the other parts repeat belongs to game. deleted: there is no such game any longer, or it is part of another one.',
  example: 'boxscore',
  'x-enum-varnames': ['record_part', 'boxscore_part', 'playbyplay_part', 'shots_part', 'prices_part', 'deleted_part'],
})
export type GamePart = z.infer<typeof GamePart>

/**
 * A part of a record in the change log. In addition to the parts of games, `description` is the name and the other fields of a
 * competition, season, team or player itself; `games` is everything derived from its games; `score` of a game is what streams of
 * scores show of it.
 */
export type ChangedPart = GamePart | 'description' | 'games' | 'score'

/** The parts of a game that the live board shows. */
export const LIVE_PARTS = ['game', 'boxscore', 'playbyplay', 'score'] as const satisfies ChangedPart[]

/** In the change log, means all records of all kinds. */
export const EVERYTHING = '*'

/** The number of a change, as text: 0 is before the first one. */
export const ChangeId = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,14})$/, { error: 'must be the id of a change, or next_after of a response' })
  .max(15)
  .meta({ id: 'ChangeId', description: 'Number of a change, in the order of the changes.', example: '48213' })
export type ChangeId = z.infer<typeof ChangeId>

/** What one write has changed in one game. */
export const Change = z
  .object({
    id: ChangeId,
    at: DateTime.describe('When the change was written.'),
    game: z
      .object({
        id: GameId,
        date: CalendarDate.describe('Calendar day at the venue.'),
        competition: CompetitionRef,
        season: SeasonRef,
      })
      .meta({ id: 'ChangedGame', description: 'The game that has changed.' }),
    parts: z.array(GamePart).min(1).max(GamePart.options.length).describe('The parts that have changed.'),
    revision: Count.describe(
      'Revision of the game, as in the events of webhooks and GET /games/{id}/revisions: 1 with its first final score, then one more with every correction of any part. 0 before the first final score.',
    ),
  })
  .meta({
    id: 'Change',
    description: 'A change of a game. Of several changes of a part, the log keeps the latest.',
  })
export type Change = z.infer<typeof Change>

/** The response of GET /changes. */
export const Changes = z.object({
  data: z.array(Change).max(MAX_PER_PAGE).describe('The changes, oldest first.'),
  meta: z
    .object({
      count: Count.describe('Number of changes in this response.'),
      next_after: ChangeId.describe('Send as `after` to go on; also at the end, for what changes later.'),
    })
    .meta({ id: 'ChangesMeta', description: 'Where to go on.' }),
})
export type Changes = z.infer<typeof Changes>
