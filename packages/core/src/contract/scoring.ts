import { z } from 'zod'
import { BundleEvent } from './game-bundle.ts'
import type { EventType } from './play-by-play.ts'
import { Count, HIDDEN_CHARACTER, text } from './scalars.ts'
import { OneWrittenGame } from './write.ts'

/** The points of an event for its side; none for other types. */
export const EVENT_POINTS: { readonly [Type in EventType]?: number } = {
  two_made: 2,
  three_made: 3,
  free_throw_made: 1,
}

/** Far more than a team scores, and little enough that a sum of all events fits in 32 bits. */
const RunningScore = Count.max(100_000).nullable().default(null)

const { clock, side, player, description, distance_ft } = BundleEvent.shape

/** An event as a scorer's table sends it: an event of a bundle, whose null fields can be omitted. */
export const ScoredEvent = BundleEvent.extend({
  clock: clock.default(null),
  side: side.default(null),
  player: player.default(null).describe('external_id of a player whom a bundle of the source has named.'),
  description: description.default(''),
  distance_ft: distance_ft.default(null),
  home_score: RunningScore.describe('Score of the home team after the event. Default: that of the events so far.'),
  away_score: RunningScore.describe('Score of the away team after the event. Default: that of the events so far.'),
})
  .superRefine(({ type, side, home_score, away_score }, context) => {
    if (EVENT_POINTS[type] === undefined || side !== null || (home_score !== null && away_score !== null)) return
    context.addIssue({ code: 'custom', path: ['side'], message: `must be home or away: ${type} scores for a side` })
  })
  .meta({ id: 'ScoredEvent', description: 'An event as it is entered. Omit fields that are null.' })
export type ScoredEvent = z.output<typeof ScoredEvent>

/** The id of an event of a game that is scored live. */
const ScoredEventId = text(100)
  .min(1)
  .refine(
    (id) => id === id.trim() && !HIDDEN_CHARACTER.test(id),
    'must have no space around it and no hidden character',
  )
  .refine((id) => id !== '__proto__', 'must be another text')
  .describe('Id of the event, as the client chooses it. Unique in the game, on every device.')

/** Neither an edit nor a removal moves an event. */
const Unmoved = z.null('belongs to an add: to move an event, remove it and add it again under another id').optional()

/** One op of live scoring. */
export const ScoreOp = z
  .discriminatedUnion('op', [
    z
      .strictObject({
        op: z.literal('add'),
        id: ScoredEventId,
        after: ScoredEventId.nullable().describe('Id of the event before it. Null: it is the first event.'),
        event: ScoredEvent,
      })
      .meta({ id: 'AddEvent', description: 'Adds an event after another one.' }),
    z
      .strictObject({
        op: z.literal('edit'),
        id: ScoredEventId,
        after: Unmoved,
        event: ScoredEvent,
        version: z
          .int()
          .min(1)
          .max(9_000_000_000_000_000)
          .optional()
          .describe(
            'Of several edits of an event the one with the greatest version counts, in whatever order they arrive: a counter or the time in milliseconds. Default: one more than the greatest so far.',
          ),
      })
      .meta({ id: 'EditEvent', description: 'Replaces a whole event; it keeps its place.' }),
    z
      .strictObject({ op: z.literal('remove'), id: ScoredEventId, after: Unmoved, event: z.null().optional() })
      .meta({ id: 'RemoveEvent', description: 'Removes an event; those after it keep their places.' }),
  ])
  .meta({ id: 'ScoreOp', description: 'What happened to one event.' })
export type ScoreOp = z.output<typeof ScoreOp>

/** What ops have made of a play-by-play. */
export const ScoredGame = z
  .object({
    revision: z
      .int()
      .min(0)
      .describe(
        'Number of the latest change of the play-by-play, as the ids of /changes have it: it grows with every change. 0 before the first.',
      ),
    seqs: z
      .record(z.string().max(100), Count.min(1).nullable())
      .describe(
        'The seq of each event that the ops name, by its id. Null: the event is removed, or waits for one before it that has not arrived.',
      ),
  })
  .meta({ id: 'ScoredGame', description: 'What ops have made of a play-by-play.' })
export type ScoredGame = z.output<typeof ScoredGame>

/** Ops on the play-by-play of a game. */
export const GameToScore = OneWrittenGame.extend({
  ops: z.array(ScoreOp).min(1).max(500).describe('What happened, in any order. All of it is applied, or nothing.'),
}).meta({ id: 'GameToScore', description: 'What happened in a game that is scored live.' })
