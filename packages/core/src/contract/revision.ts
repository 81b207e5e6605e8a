import { z } from 'zod'
import { GamePart } from './change.ts'
import { Count, DateTime, record } from './scalars.ts'

/** A part of the document of a game that patches change. */
export const RevisedPart = GamePart.extract(['game', 'boxscore', 'playbyplay', 'shots']).meta({
  id: 'RevisedPart',
  description:
    'A part of a game in its revisions: the `data` of GET /games/{id} (game), and of its boxscore, playbyplay and shots. The record of the game that the other parts repeat belongs to game.',
  example: 'boxscore',
  'x-enum-varnames': ['revised_game', 'revised_boxscore', 'revised_playbyplay', 'revised_shots'],
})
export type RevisedPart = z.infer<typeof RevisedPart>

/** One operation of a JSON Patch. */
export const PatchOperation = record('PatchOperation', 'An operation of a JSON Patch (RFC 6902).', {
  op: z.enum(['test', 'add', 'remove', 'replace']).meta({
    id: 'PatchOperationType',
    description: 'What the operation does. Before each replace and remove, a test has the value that was there.',
    example: 'replace',
    'x-enum-varnames': ['test_value', 'add_value', 'remove_value', 'replace_value'],
  }),
  path: z.string().max(500).meta({
    description: 'Where, as a JSON Pointer (RFC 6901) into `{game, boxscore, playbyplay, shots}`.',
    example: '/boxscore/home/players/3/points',
  }),
  value: z.unknown().optional().describe('The value that is tested, added or put in its place. Absent for remove.'),
})
export type PatchOperation = z.infer<typeof PatchOperation>

/** A version of a game from its first final score on. */
export const GameRevision = record('GameRevision', 'A version of a game from its first final score on.', {
  revision: Count.min(1).describe(
    'Number of the revision, as in `/changes` and the events of webhooks: 1 is the first final score.',
  ),
  at: DateTime.describe('When the revision was written.'),
  parts: z
    .array(RevisedPart)
    .max(RevisedPart.options.length)
    .describe('The parts that have changed; of revision 1, those that the game had.'),
  patch: z
    .array(PatchOperation)
    .max(1_000_000)
    .describe(
      'JSON Patch (RFC 6902) from the revision before, on the document `{game, boxscore, playbyplay, shots}` of the `data` of these endpoints. Empty for revision 1, and for a change that the document does not show.',
    ),
})
export type GameRevision = z.infer<typeof GameRevision>
