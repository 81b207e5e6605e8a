import { requireActive, type Writer } from '../accounts/writers.ts'
import {
  GameBundle,
  GamesToWrite,
  MAX_BUNDLE_BYTES,
  WrittenLine,
  WrittenLines,
  type StreamedBundle,
} from '../contract/index.ts'
import { asServiceError, badRequest } from '../errors.ts'
import { ClaimLost } from '../ingest/fence.ts'
import { ingestEntries } from '../ingest/ingest.ts'
import type { IngestResult } from '../ingest/result.ts'
import { checkBundle, type Entry } from '../ingest/validate.ts'
import { write } from '../trpc.ts'
import { toError, toWritten } from './games.ts'
import { openWriteStore, type WriteContext } from './once.ts'

/** Milliseconds after which a revoked key writes nothing more. */
const ACTIVE_INTERVAL = 1000

const refuseLine = (scope: Writer, problem: string): Entry => ({
  refused: {
    source: scope.source,
    external_id: '',
    reason: problem,
    code: 'bad_request',
    details: [{ pointer: '', message: problem }],
  },
  scope,
})

const readLine = (writer: Writer, line: StreamedBundle): Entry => {
  if ('problem' in line) return refuseLine(writer, line.problem)
  const { bundle } = line
  if (typeof bundle !== 'object' || bundle === null || Array.isArray(bundle))
    return refuseLine(writer, 'must be a JSON object')
  return checkBundle({ source: writer.source, ...bundle }, '', writer)
}

/** The external id of the game of an entry; null if it has none. */
const getName = ({ checked, refused }: Entry): string | null => {
  const name = checked?.game.external_id ?? refused?.external_id ?? ''
  return name === '' ? null : name
}

const toLine = (external_id: string | null, result: IngestResult): WrittenLine => {
  if (result.outcome !== 'refused') return { external_id: external_id ?? '', ...toWritten(result) }
  const { code, message, extras } = toError(result)
  const { details } = extras
  return { external_id, outcome: 'refused', error: { code, message, ...(details !== undefined && { details }) } }
}

/** Writes lines. @throws ServiceError also if the key of the writer is revoked: what was written until then stays */
async function* writeLines(
  ctx: WriteContext,
  { bundles, dry_run: dryRun = false }: GamesToWrite,
): AsyncGenerator<WrittenLine> {
  const names: (string | null)[] = []
  const prepare = (line: StreamedBundle): Entry => {
    const entry = readLine(ctx.writer, line)
    names.push(getName(entry))
    return entry
  }
  const settings = { notify: true, dryRun, now: ctx.now }
  let activeAt = performance.now()
  const check = async (): Promise<void> => {
    if (performance.now() - activeAt < ACTIVE_INTERVAL) return
    await requireActive(ctx.store, ctx.writer)
    activeAt = performance.now()
  }
  try {
    for await (const result of ingestEntries(openWriteStore(ctx.store), settings, bundles, prepare, check))
      if (!(result instanceof ClaimLost)) yield toLine(names.shift() ?? null, result)
  } catch (error) {
    throw asServiceError(error)
  }
}

export const putGames = write
  .meta({
    plan: null,
    write: { body: 'bundles', schema: GameBundle, lines: WrittenLine, maxBytes: MAX_BUNDLE_BYTES },
    openapi: {
      enabled: false,
      operationId: 'putGames',
      method: 'POST',
      path: '/games',
      tags: ['Games'],
      summary: 'Write games',
      description:
        'Writes any number of games: a bundle on each line. The response has a line for each, in their order, while they are written, so read it while you send. A line that is refused costs only itself. It is one call, and takes no `Idempotency-Key`: the same bundles again change nothing. A dry run compares each bundle with what is stored, and with up to 24 bundles before it.',
    },
  })
  .input(GamesToWrite)
  .output(WrittenLines)
  .mutation(({ ctx, input }): WrittenLines => {
    if (ctx.idempotencyKey !== null)
      throw badRequest('A stream of games takes no Idempotency-Key: the same bundles again change nothing.')
    const lines = writeLines(ctx, input)
    return { [Symbol.asyncIterator]: () => lines, close: () => void lines.return(undefined) }
  })
