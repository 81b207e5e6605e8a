import type { GameBundle } from '../contract/index.ts'
import { measure, inSpan } from '../telemetry.ts'
import { batched, type Store } from '../store/index.ts'
import { checkBundle, type Entry } from './validate.ts'
import { ClaimLost, type Fence } from './fence.ts'
import { countParts, type IngestResult } from './result.ts'
import { writeBatch } from './write-batch.ts'
import { inBatches } from './read-ahead.ts'
import { explainRefusal, listedAs, recordRefusals } from './refusals.ts'
import { rehearse } from './rehearse.ts'

/** Options of `ingest`. */
export type IngestOptions = {
  /** Whether webhooks get events, and streams the ends of periods and final scores. Default: true; pass false when importing past seasons. */
  notify?: boolean
  /** Where the bundle comes from, e.g. `games.ndjson line 4`: the refusal of a bundle without a name is listed under it. */
  location?: string | undefined
  /** The claim under which the game is written. If it was taken over, nothing is written, and `ingest` throws ClaimLost. */
  fence?: Fence | undefined
  /** Whether to return what would happen and to write nothing, not even to the list of refusals. */
  dryRun?: boolean | undefined
}

/**
 * Options of `ingestAll`. A dry run compares each bundle with what is stored and with the bundles before it in its batch of up to 25,
 * not with those of earlier batches.
 */
export type IngestAllOptions = Pick<IngestOptions, 'notify' | 'dryRun'> & {
  /** Where a bundle comes from, by its index among the bundles, as in `IngestOptions`. */
  location?: (index: number) => string | undefined
}

/** How entries are written. */
export type IngestSettings = { notify: boolean; dryRun: boolean; now: () => Date }

const measureIngest = (result: IngestResult, since: number): void =>
  measure('ingest', () => ({
    outcome: result.outcome,
    warnings: result.outcome === 'refused' ? 0 : result.warnings.length,
    duration: performance.now() - since,
  }))

/** Lists the refusals of entries, unless their writer is told. */
const refuse = async ({ db }: Store, entries: readonly Entry[]): Promise<IngestResult[]> => {
  await recordRefusals(
    db,
    entries.flatMap(({ refused, scope }) => (scope === undefined ? (refused ?? []) : [])),
  )
  return entries.flatMap(({ refused }) =>
    refused === undefined ? [] : { outcome: 'refused', ...refused, ...listedAs(refused) },
  )
}

type Outcomes = (IngestResult | ClaimLost)[]

/**
 * Writes the first entries, at least one, in one transaction; in a dry run all, rolled back. If the database refuses a value of one of
 * them, the first half is written, until the refused entry is alone.
 */
const ingestFirst = async (store: Store, settings: IngestSettings, entries: readonly Entry[]): Promise<Outcomes> => {
  if (settings.dryRun) return rehearse(store, (inner) => ingestBatch(inner, { ...settings, dryRun: false }, entries))
  if (entries.every(({ refused, fence }) => refused !== undefined && fence === undefined)) return refuse(store, entries)
  const { notify, now } = settings
  try {
    return await store.transaction((tx) => writeBatch(tx, entries, { notify, now: now() }))
  } catch (error) {
    const refusal = explainRefusal(error)
    if (refusal === undefined) throw error
    if (entries.length > 1) return ingestFirst(store, settings, entries.slice(0, Math.ceil(entries.length / 2)))
    const [entry] = entries
    if (entry?.checked === undefined) throw error
    const { checked, fence, scope } = entry
    const refused = { source: checked.source, external_id: checked.game.external_id, ...refusal }
    return ingestFirst(store, settings, [{ refused, fence, scope }])
  }
}

/** Writes entries in few transactions, one after the other; in a dry run in one, which is rolled back. */
export const ingestBatch = async (
  store: Store,
  settings: IngestSettings,
  entries: readonly Entry[],
): Promise<Outcomes> => {
  const results: Outcomes = []
  while (results.length < entries.length)
    results.push(...(await ingestFirst(store, settings, entries.slice(results.length))))
  return results
}

/**
 * Maximum number of games per transaction, and the number of lines, events, shots and quotes after which it takes no
 * further game: other writers of games wait for the transaction, and a failing process loses it.
 */
const MAX_GAMES = 25
const MAX_ROWS = 20_000
/** Milliseconds that games which have been read wait for others. */
const MAX_WAIT = 20

/**
 * Writes entries in the transaction that the store is in, and returns the outcome of each. It does not roll back if one is refused.
 * @example await ingestTogether(withSavepoints(store, tx), { notify: true, now }, entries)
 */
export const ingestTogether = async (
  store: Store,
  settings: Omit<IngestSettings, 'dryRun'>,
  entries: readonly Entry[],
): Promise<IngestResult[]> => {
  const results: IngestResult[] = []
  for (let at = 0; at < entries.length; at += MAX_GAMES)
    for (const result of await ingestBatch(store, { ...settings, dryRun: false }, entries.slice(at, at + MAX_GAMES)))
      if (!(result instanceof ClaimLost)) results.push(result) // entries that are written together have no claims
  return results
}

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
  const createQueue = (notify: boolean, dryRun = false) =>
    batched((entries: Entry[]) => ingestBatch(store, { notify, dryRun, now }, entries), {
      isFull,
      maxWaiting: Infinity,
      kind: 'games',
    })
  const queues = { announced: createQueue(true), silent: createQueue(false), rehearsed: createQueue(true, true) }
  return async (bundle: GameBundle, options: IngestOptions = {}): Promise<IngestResult> => {
    const { notify = true, location, fence, dryRun = false } = options
    const queue = queues[dryRun ? 'rehearsed' : notify ? 'announced' : 'silent']
    const since = performance.now()
    return inSpan(
      () => ({ name: 'ingest' }),
      async (span) => {
        const result = await queue({ ...checkBundle(bundle, location), fence })
        if (result instanceof ClaimLost) throw result
        if (!dryRun) measureIngest(result, since)
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
  { notify = true, dryRun = false, location }: IngestAllOptions = {},
): AsyncGenerator<IngestResult> {
  const prepare = (bundle: GameBundle, index: number): Entry => checkBundle(bundle, location?.(index))
  for await (const result of ingestEntries(store, { notify, dryRun, now }, bundles, prepare))
    if (!(result instanceof ClaimLost)) yield result // its entries have no claims
}

/**
 * Writes items, which `prepare` makes entries of, as `ingestAll` does.
 * @param check is called before each transaction, once the outcomes of those before have been taken; if it throws, nothing more is written
 */
export async function* ingestEntries<Item>(
  store: Store,
  settings: IngestSettings,
  items: Iterable<Item> | AsyncIterable<Item>,
  prepare: (item: Item, index: number) => Entry,
  check?: () => Promise<void>,
): AsyncGenerator<IngestResult | ClaimLost> {
  const batches = inBatches(items, {
    prepare,
    isFull,
    maxWait: MAX_WAIT,
  })
  for await (const batch of batches) {
    measure('batch', () => ({ kind: 'games', size: batch.length }))
    for (let rest = batch; rest.length > 0;) {
      await check?.()
      const since = performance.now()
      const results = await inSpan(
        () => ({ name: 'ingest', attributes: { 'basketball_data.batch.size': rest.length } }),
        () => ingestFirst(store, settings, rest),
      )
      for (const result of results) if (!settings.dryRun && !(result instanceof ClaimLost)) measureIngest(result, since)
      yield* results
      rest = rest.slice(results.length)
    }
  }
}
