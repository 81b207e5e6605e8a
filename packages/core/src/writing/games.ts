import {
  envelopeSchema,
  GameBundle,
  GameToWrite,
  MAX_BUNDLE_BYTES,
  OneWrittenGame,
  RemovedGame,
  WrittenGame,
} from '../contract/index.ts'
import type { Writer } from '../accounts/writers.ts'
import { bodyError, notFound, type ServiceError } from '../errors.ts'
import { ClaimLost, type Fence } from '../ingest/fence.ts'
import { ingestBatch } from '../ingest/ingest.ts'
import { explainRefusal } from '../ingest/refusals.ts'
import type { IngestResult } from '../ingest/result.ts'
import { requireGameInScope, requireOwnGame } from '../ingest/scope.ts'
import { removeStored } from '../ingest/undo/games.ts'
import { checkBundle, type Entry } from '../ingest/validate.ts'
import { writeBatch, type WriteOptions } from '../ingest/write-batch.ts'
import type { Database } from '../store/index.ts'
import { write } from '../trpc.ts'
import { openResponse, openWriteStore, writeOnce } from './once.ts'

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The bundle of a game with the source and the game of the call, which it may leave out but not contradict; it is not validated.
 * @throws ServiceError bad_request
 */
const completeBundle = ({ source }: Writer, external_id: string, { ...bundle }: object): object => {
  const { game }: { game?: unknown } = bundle
  if (!isObject(game)) return { source, ...bundle }
  const { external_id: named = external_id }: { external_id?: unknown } = game
  if (typeof named === 'string' && named.trim() !== external_id)
    throw bodyError([
      { pointer: '/game/external_id', message: `must be ${external_id} as in the path, or be left out` },
    ])
  return { source, ...bundle, game: { ...game, external_id: named } }
}

type Accepted = Exclude<IngestResult, { outcome: 'refused' }>

/** What writing a game has done, as its response has it. */
export const toWritten = ({
  game,
  outcome,
  warnings,
}: Pick<Accepted, 'game' | 'outcome' | 'warnings'>): WrittenGame => ({
  id: game,
  outcome,
  warnings: warnings.map(({ code, message }) => ({ code, message })),
})

/** The error for a bundle that was refused. */
export const toError = ({ code, external_id, details }: Exclude<IngestResult, Accepted>): ServiceError =>
  code === 'not_found' ? notFound('game', external_id) : bodyError(details)

/** Writes an entry without a fence in the transaction of a call, which must end if it is refused, by us or by the database. */
export const writeEntry = async (tx: Database, entry: Entry, options: WriteOptions): Promise<IngestResult> => {
  try {
    const [result] = await writeBatch(tx, [entry], options)
    if (result === undefined || result instanceof ClaimLost) throw new RangeError('a bundle has no outcome')
    return result
  } catch (error) {
    const refusal = explainRefusal(error)
    if (refusal === undefined || entry.checked === undefined) throw error
    const { source, game } = entry.checked
    return { outcome: 'refused', source, external_id: game.external_id, ...refusal }
  }
}

/** @throws ServiceError if a bundle was refused */
export const requireAccepted = (result: IngestResult): Accepted => {
  if (result.outcome === 'refused') throw toError(result)
  return result
}

export const putGame = write
  .meta({
    plan: null,
    write: { body: 'bundle', schema: GameBundle, maxBytes: MAX_BUNDLE_BYTES },
    openapi: {
      operationId: 'putGame',
      method: 'PUT',
      path: '/games/{external_id}',
      tags: ['Games'],
      summary: 'Write a game',
      description:
        'Writes a game with everything in its bundle: creates it, or corrects it. Omitted fields keep their value; null deletes it. The same bundle again changes nothing. `source` and `game.external_id` are optional: they are those of the key and of the path.',
    },
  })
  .input(GameToWrite)
  .output(envelopeSchema(WrittenGame))
  .mutation(async ({ ctx, input }) => {
    const { external_id, bundle, dry_run: dryRun = false } = input
    const response = openResponse(ctx, WrittenGame, input)
    let earlier: WrittenGame | undefined
    const fence: Fence = {
      check: async (tx) => (earlier = await response.find(tx)) === undefined,
      record: async (tx, result) => {
        if (result.outcome !== 'refused') await response.store(tx, toWritten(result))
      },
    }
    const entry = checkBundle(completeBundle(ctx.writer, external_id, bundle), undefined, ctx.writer)
    const settings = { notify: true, dryRun, now: ctx.now }
    const [result] = await ingestBatch(openWriteStore(ctx.store), settings, [{ ...entry, fence }])
    if (result === undefined) throw new RangeError('a bundle has no outcome')
    if (result instanceof ClaimLost) {
      if (earlier === undefined) throw result
      return { data: earlier, meta: {} }
    }
    if (result.outcome === 'refused') throw toError(result)
    return { data: toWritten(result), meta: {} }
  })

export const removeGame = write
  .meta({
    plan: null,
    write: {},
    openapi: {
      operationId: 'removeGame',
      method: 'DELETE',
      path: '/games/{external_id}',
      tags: ['Games'],
      summary: 'Remove a game',
      description:
        'Removes a game as if it had never been written, with the records that no other game names. Its identifier returns 404 from then on, and webhooks that name `game.no_result` receive it if the game was final.',
    },
  })
  .input(OneWrittenGame)
  .output(envelopeSchema(RemovedGame))
  .mutation(({ ctx, input }) =>
    writeOnce(ctx, RemovedGame, input, async (tx) => {
      const id = await requireGameInScope(tx, ctx.writer, input.external_id)
      await requireOwnGame(tx, ctx.writer, id, input.external_id)
      await removeStored(tx, id, ctx.now(), ctx.writer)
      return { id, outcome: 'removed' }
    }),
  )
