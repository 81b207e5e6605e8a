import { createHash } from 'node:crypto'
import { externalIds, type Database, type Store } from '../store/index.ts'
import { enqueueEvents } from '../webhooks/outbox-queries.ts'
import { annulled } from './annul.ts'
import { changeAll, insertion } from './changes.ts'
import { describeAll, newestChanges } from './describe.ts'
import { find } from './find.ts'
import { GameBundle, type CheckedBundle } from '../contract/index.ts'
import { forgottenRefusal, recordRefusal, selectWarnings } from './queries.ts'
import { refreshDerived } from './refresh.ts'
import { BundleName, reasonOf, refusalNameOf, type ListedRefusal } from './refusal.ts'
import { validate } from './validate.ts'
import type { Warning } from './warning.ts'
import { warningsOf } from './warnings.ts'
import { gameChange, gameRow } from './write-game.ts'
import { clearParts, partChanges, partsOf, readParts, warningChange } from './write-parts.ts'
import { updateQuotes } from './write-quotes.ts'

/** What the bundle brought, counted. */
export type Brought = { lines: number; events: number; shots: number }

/** What became of a bundle. `game` is the public identifier; warnings are those of the game as it is now. */
export type IngestResult =
  | ({ outcome: 'created' | 'updated' | 'unchanged'; game: string; warnings: Warning[] } & Brought)
  | ({ outcome: 'refused' } & ListedRefusal)

/** How a bundle is taken. */
export type IngestOptions = {
  /** Whether webhooks are told of it: false for what is long known elsewhere. True when left out. */
  announced?: boolean
  /** Where the bundle was found, e.g. `games.ndjson line 4`: a refusal is listed under it where the bundle has no name. */
  place?: string | undefined
}

const broughtBy = ({ home, away, events, shots }: CheckedBundle): Brought => ({
  lines: (home.players?.length ?? 0) + (away.players?.length ?? 0),
  events: events?.length ?? 0,
  shots: shots?.length ?? 0,
})

const write = async (
  tx: Database,
  given: CheckedBundle,
  hash: Buffer<ArrayBuffer>,
  announced: boolean,
): Promise<IngestResult> => {
  const { place, playerIds, stored, records, newNames } = await find(tx, given)
  const brought = broughtBy(given)
  const bundle = annulled(given, stored)
  const accepted = forgottenRefusal(bundle.source, bundle.game.external_id)
  if (stored !== undefined && hash.equals(stored.bundle_hash)) {
    await changeAll(tx, [accepted])
    return { outcome: 'unchanged', game: place.id, warnings: await selectWarnings(tx, place.id), ...brought }
  }

  const reordered = await describeAll(tx, place, playerIds, bundle, records)
  const game = gameRow(place, bundle, stored, hash)
  const before = await readParts(tx, stored)
  const ids = new Map(bundle.players.map((player, i) => [player.external_id, playerIds[i] ?? '']))
  const parts = partsOf(game, bundle, ids, before)
  const found = [...bundle.notes, ...warningsOf({ game, ...parts })]
  if (stored !== undefined) await clearParts(tx, game.id, bundle)
  await changeAll(tx, [
    accepted,
    ...insertion(externalIds, newNames),
    ...newestChanges(records, game.date),
    ...gameChange(game, stored === undefined),
    ...partChanges(game.id, bundle, parts),
    ...warningChange(game.id, found),
  ])
  const players = [...new Set([...before.lines, ...parts.lines].map(({ player_id }) => player_id))]
  await refreshDerived(tx, game, stored, players, reordered)
  await updateQuotes(tx, game, stored, bundle)
  if (announced) await enqueueEvents(tx, game, stored)
  return { outcome: stored === undefined ? 'created' : 'updated', game: place.id, warnings: found, ...brought }
}

/**
 * Writes one game with everything the bundle knows about it, in one transaction: all of it or nothing. The same bundle
 * again changes nothing; another one for the game corrects it. A bundle that cannot be right is not written; it is
 * answered `refused` with the reason and kept on the list of refusals, under the name of the game; where it has none that
 * can be kept, with the source `unknown` under its place or a hash of its content.
 */
export const ingest = async (
  store: Store,
  bundle: GameBundle,
  { announced = true, place }: IngestOptions = {},
): Promise<IngestResult> => {
  try {
    const checked = GameBundle.parse(bundle)
    validate(checked)
    const hash = createHash('sha256').update(JSON.stringify(checked)).digest()
    return await store.transaction((tx) => write(tx, checked, hash, announced))
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    return {
      outcome: 'refused',
      ...(await recordRefusal(store, { ...refusalNameOf(BundleName, bundle, place), reason })),
    }
  }
}
