import type { GameBundle } from '../contract/index.ts'
import { measure, inSpan } from '../telemetry.ts'
import { batched, type Store } from '../store/index.ts'
import { checkBundle, type Entry } from './validate.ts'
import { ClaimLost, type Fence } from './fence.ts'
import { countParts, writeBatch, type IngestResult } from './write-batch.ts'
import { inBatches } from './read-ahead.ts'
import { toReason, recordRefusals, type ListedRefusal } from './refusals.ts'

/** Options of `ingest`. */
export type IngestOptions = {
  /** Whether webhooks get events, and streams the ends of periods and final scores. Default: true; pass false when importing past seasons. */
  notify?: boolean
  /** Where the bundle comes from, e.g. `games.ndjson line 4`: the refusal of a bundle without a name is listed under it. */
  location?: string | undefined
  /** The claim under which the game is written. If it was taken over, nothing is written, and `ingest` throws ClaimLost. */
  fence?: Fence | undefined
}

/** Options of `ingestAll`. */
export type IngestAllOptions = Pick<IngestOptions, 'notify'> & {
  /** Where a bundle comes from, by its index among the bundles, as in `IngestOptions`. */
  location?: (index: number) => string | undefined
}

type Settings = { notify: boolean; now: () => Date }

const measureIngest = (result: IngestResult, since: number): void =>
  measure('ingest', () => ({
    outcome: result.outcome,
    warnings: result.outcome === 'refused' ? 0 : result.warnings.length,
    duration: performance.now() - since,
  }))

const refuse = async ({ db }: Store, refused: readonly ListedRefusal[]): Promise<IngestResult[]> => {
  const listed = await recordRefusals(db, refused)
  return listed.map((refusal) => ({ outcome: 'refused', ...refusal }))
}

/**
 * Writes entries in one transaction. If the database refuses a value of one of them, the halves are written one after the
 * other, until the refused entry is alone.
 */
const ingestBatch = async (
  store: Store,
  settings: Settings,
  entries: readonly Entry[],
): Promise<(IngestResult | ClaimLost)[]> => {
  const refused = entries.flatMap((entry) => (entry.fence === undefined ? (entry.refused ?? []) : []))
  if (refused.length === entries.length) return refuse(store, refused)
  const { notify, now } = settings
  const first = async (): Promise<(IngestResult | ClaimLost)[]> => {
    try {
      return await store.transaction((tx) => writeBatch(tx, entries, { notify, now: now() }))
    } catch (error) {
      const reason = toReason(error)
      if (reason === undefined) throw error
      if (entries.length > 1) return ingestBatch(store, settings, entries.slice(0, Math.ceil(entries.length / 2)))
      const [entry] = entries
      if (entry?.checked === undefined) throw error
      const { checked, fence } = entry
      const refusal = { source: checked.source, external_id: checked.game.external_id, reason }
      return ingestBatch(store, settings, [{ refused: refusal, fence }])
    }
  }
  const results = await first()
  if (results.length === entries.length) return results
  return [...results, ...(await ingestBatch(store, settings, entries.slice(results.length)))]
}

/**
 * Maximum number of games per transaction, and the number of lines, events, shots and quotes after which it takes no
 * further game: other writers of games wait for the transaction, and a failing process loses it.
 */
const MAX_GAMES = 25
const MAX_ROWS = 20_000
/** Milliseconds that games which have been read wait for others. */
const MAX_WAIT = 20

const isFull = (batch: readonly Entry[]): boolean =>
  batch.length >= MAX_GAMES || batch.reduce((rows, entry) => rows + countRows(entry), 0) >= MAX_ROWS

const countRows = ({ checked }: Entry): number => {
  if (checked === undefined) return 0
  const { lines, events, shots } = countParts(checked)
  return lines + events + shots + (checked.quotes?.length ?? 0)
}

/**
 * Creates a function that writes one game with everything in its bundle, in one transaction. Writing the same bundle twice
 * changes nothing; a different bundle for the game corrects it. Games without a score are settled by `settleStatus`. An
 * invalid bundle is not written: the outcome is `refused`, and the list of refusals has the reason under the name of the
 * game, or else under the source `unknown` with the location of the bundle or a hash of its content.
 *
 * Only one transaction at a time writes games, so the bundles of calls that wait for it share the next one.
 */
export const createIngest = (store: Store, now: () => Date) => {
  const queue = (notify: boolean) =>
    batched((entries: Entry[]) => ingestBatch(store, { notify, now }, entries), {
      isFull,
      maxWaiting: Infinity,
      kind: 'games',
    })
  const queues = { announced: queue(true), silent: queue(false) }
  return async (bundle: GameBundle, options: IngestOptions = {}): Promise<IngestResult> => {
    const { notify = true, location, fence } = options
    const since = performance.now()
    return inSpan(
      () => ({ name: 'ingest' }),
      async (span) => {
        const result = await queues[notify ? 'announced' : 'silent']({ ...checkBundle(bundle, location), fence })
        if (result instanceof ClaimLost) throw result
        measureIngest(result, since)
        span?.setAttribute('basketball_data.outcome', result.outcome)
        return result
      },
    )
  }
}

/**
 * Writes games as `ingest` does one by one, several in a transaction, while the next ones are read and checked. It yields
 * an outcome for each bundle in their order, once it is committed. If reading fails, the bundles before are written first.
 */
export async function* ingestAll(
  store: Store,
  now: () => Date,
  bundles: Iterable<GameBundle> | AsyncIterable<GameBundle>,
  { notify = true, location }: IngestAllOptions = {},
): AsyncGenerator<IngestResult> {
  const batches = inBatches(bundles, {
    prepare: (bundle, index) => checkBundle(bundle, location?.(index)),
    isFull,
    maxWait: MAX_WAIT,
  })
  for await (const batch of batches) {
    const since = performance.now()
    measure('batch', () => ({ kind: 'games', size: batch.length }))
    const results = await inSpan(
      () => ({ name: 'ingest', attributes: { 'basketball_data.batch.size': batch.length } }),
      () => ingestBatch(store, { notify, now }, batch),
    )
    for (const result of results) if (!(result instanceof ClaimLost)) measureIngest(result, since)
    for (const result of results) if (!(result instanceof ClaimLost)) yield result // its entries have no claims
  }
}
