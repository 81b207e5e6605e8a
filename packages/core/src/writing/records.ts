import { envelopeSchema, MergedRecord, RecordsToMerge } from '../contract/index.ts'
import { bodyError } from '../errors.ts'
import { Refusal } from '../ingest/refusals.ts'
import { findRecord, requireMergeInScope } from '../ingest/scope.ts'
import { mergeAndNotify } from '../ingest/undo/records.ts'
import type { Database } from '../store/index.ts'
import { write } from '../trpc.ts'
import { writeOnce, type WriteContext } from './once.ts'

type Merge = Pick<RecordsToMerge, 'kind' | 'from' | 'into'>

/** @throws ServiceError bad_request if the writer has no such record */
const requireRecord = async (
  tx: Database,
  { writer }: WriteContext,
  merge: Merge,
  field: 'from' | 'into',
): Promise<string> => {
  const id = await findRecord(tx, writer, merge.kind, merge[field])
  if (id !== undefined) return id
  throw bodyError([{ pointer: `/${field}`, message: `there is no ${merge.kind} ${merge[field]} that this key writes` }])
}

const merge = async (tx: Database, ctx: WriteContext, input: Merge): Promise<MergedRecord> => {
  const [from, into] = [await requireRecord(tx, ctx, input, 'from'), await requireRecord(tx, ctx, input, 'into')]
  if (from === into) return { id: into, outcome: 'unchanged' }
  try {
    await requireMergeInScope(tx, ctx.writer, input.kind, [from, into])
    await mergeAndNotify(tx, input.kind, from, into, ctx.now())
  } catch (error) {
    throw error instanceof Refusal ? bodyError(error.details) : error
  }
  return { id: into, outcome: 'merged' }
}

export const mergeRecords = write
  .meta({
    plan: null,
    write: {},
    openapi: {
      operationId: 'mergeRecords',
      method: 'POST',
      path: '/records/merge',
      tags: ['Records'],
      summary: 'Merge two records',
      description:
        'Merges two competitions, seasons, teams, players or games that are one. The games and identifiers of the first one become those of the second one, and its id answers with the second one from then on. A record of other sources, or for a key of one competition of other competitions, is merged by an operator.',
    },
  })
  .input(RecordsToMerge)
  .output(envelopeSchema(MergedRecord))
  .mutation(({ ctx, input }) => writeOnce(ctx, MergedRecord, input, (tx) => merge(tx, ctx, input)))
