import type { IngestResult } from '../ingest/result.ts'
import { envelopeSchema, GameToPatch, WrittenGame, type GameBundle, type GamePatch } from '../contract/index.ts'
import { enqueueEvents } from '../deliveries/outbox-queries.ts'
import { bodyError } from '../errors.ts'
import { requireGameInScope, requireOwnGame, type WriteScope } from '../ingest/scope.ts'
import { reopenStored } from '../ingest/undo/games.ts'
import { checkBundle } from '../ingest/validate.ts'
import { selectWarnings } from '../ingest/warn/warnings.ts'
import type { Database } from '../store/index.ts'
import { write } from '../trpc.ts'
import { requireAccepted, toWritten, writeEntry } from './games.ts'
import { writeOnce, type WriteContext } from './once.ts'
import { readStoredGame, type StoredGame } from './stored-game-queries.ts'

/** The bundle of a stored game with other fields. A score or winner is kept only with its own status. @throws ServiceError bad_request */
const applyPatch = ({ row, bundle }: StoredGame, fields: Omit<GamePatch, 'reopen'>): GameBundle => {
  const { status = row.status, date = row.date } = fields
  if (status === 'scheduled' && row.status !== 'scheduled') {
    const problem = row.status === 'final' ? 'a final game' : 'a game without a result'
    throw bodyError([{ pointer: '/status', message: `${problem} is scheduled again only with reopen: true` }])
  }
  const { external_id } = bundle.game
  const stored = row.forfeit_winner === null ? row.status : 'forfeit'
  const kept = fields.status === undefined || fields.status === stored ? bundle.game : { external_id }
  return { ...bundle, game: { ...kept, ...fields, status, date } }
}

/** The result of a bundle, with pointers to the fields of a patch, which are those of its game. */
const pointIntoPatch = (result: IngestResult): IngestResult =>
  result.outcome === 'refused'
    ? {
        ...result,
        details: result.details.map((each) => ({ ...each, pointer: each.pointer.replace(/^\/game(?=\/)/, '') })),
      }
    : result

/** A stored game by the name that a source has for it, and what its writer may write; undefined: anything. */
type NamedGame = { id: string; source: string; external_id: string; scope?: WriteScope }

/**
 * Changes fields of a game as a bundle would that has them and leaves out all else, in a transaction that has locked the games.
 * @throws ServiceError
 */
export const patchStored = async (
  tx: Database,
  { scope, ...name }: NamedGame,
  { reopen = false, ...fields }: GamePatch,
  now: Date,
): Promise<WrittenGame> => {
  const { id } = name
  const reopened = reopen ? await reopenStored(tx, id, now, scope) : null
  const stored = await readStoredGame(tx, { ...name, competition: scope?.competition ?? null })
  if (Object.keys(fields).length === 0) {
    if (reopened !== null) await enqueueEvents(tx, reopened, now)
    const warnings = (await selectWarnings(tx, [id])).get(id) ?? []
    return toWritten({ game: id, outcome: reopened === null ? 'unchanged' : 'updated', warnings })
  }
  const entry = checkBundle(applyPatch(stored, fields), undefined, scope)
  const result = await writeEntry(tx, entry, { notify: true, now, ...(reopened && { merged: reopened }) })
  return toWritten(requireAccepted(pointIntoPatch(result)))
}

const patch = async (
  tx: Database,
  { writer, now }: WriteContext,
  external_id: string,
  fields: GamePatch,
): Promise<WrittenGame> => {
  const id = await requireGameInScope(tx, writer, external_id)
  if (fields.reopen === true) await requireOwnGame(tx, writer, id, external_id)
  return patchStored(tx, { id, source: writer.source, external_id, scope: writer }, fields, now())
}

export const patchGame = write
  .meta({
    plan: null,
    write: {},
    openapi: {
      operationId: 'patchGame',
      method: 'PATCH',
      path: '/games/{external_id}',
      tags: ['Games'],
      summary: 'Change a game',
      description:
        'Changes fields of a stored game: its day, venue, status, score or any other field of `game` in its bundle. Omitted fields keep their value; null deletes it. With `reopen: true`, a final game, or one without a result, is scheduled again: its score, periods, box score, play-by-play and shots are deleted, and webhooks that name `game.no_result` receive it if the game was final.',
    },
  })
  .input(GameToPatch)
  .output(envelopeSchema(WrittenGame))
  .mutation(({ ctx, input }) => {
    const { external_id, dry_run: _, ...fields } = input
    return writeOnce(ctx, WrittenGame, input, (tx) => patch(tx, ctx, external_id, fields))
  })
