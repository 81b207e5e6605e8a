import { createHash } from 'node:crypto'
import { dayIn, GameBundle, type CheckedBundle } from '../contract/index.ts'
import { recordChanges } from '../changes/record-queries.ts'
import { externalIds, type Database, type Store } from '../store/index.ts'
import { enqueueEvents } from '../webhooks/outbox-queries.ts'
import { changesOf } from './changes.ts'
import { refreshDerived } from './derive/refresh.ts'
import { identifyBundle } from './identify/identify-bundle.ts'
import { updateQuotes } from './prices/write-quotes.ts'
import { BundleName, deleteRefusal, reasonOf, recordRefusal, refusalNameOf, type ListedRefusal } from './refusals.ts'
import { settleStatus } from './settle-status.ts'
import { validate } from './validate.ts'
import { selectWarnings, type Warning } from './warn/warning.ts'
import { warningsOf } from './warn/warnings.ts'
import {
  deleteReplaced,
  insertParts,
  insertPlayersWithoutLine,
  insertWarnings,
  mergeParts,
  readParts,
} from './write/game-parts.ts'
import { clearIfAnnulled, mergeGame, writeGameRow } from './write/game-row.ts'
import { advanceDescribedOn, upsertRecords } from './write/merge-records.ts'
import { insertRows, runInOneStatement } from './write/statements.ts'

/** How many box-score lines, events and shots a bundle contains. */
export type PartCounts = { lines: number; events: number; shots: number }

/** The outcome for a bundle. `game` is the public identifier; `warnings` contains all current warnings of the game. */
export type IngestResult =
  | ({ outcome: 'created' | 'updated' | 'unchanged'; game: string; warnings: Warning[] } & PartCounts)
  | ({ outcome: 'refused' } & ListedRefusal)

/** Options of `ingest`. */
export type IngestOptions = {
  /** Whether webhooks get events about the game. Default: true; pass false when importing past seasons. */
  notify?: boolean
  /** Where the bundle comes from, e.g. `games.ndjson line 4`: the refusal of a bundle without a name is listed under it. */
  location?: string | undefined
}

const countParts = ({ home, away, events, shots }: CheckedBundle): PartCounts => ({
  lines: (home.players?.length ?? 0) + (away.players?.length ?? 0),
  events: events?.length ?? 0,
  shots: shots?.length ?? 0,
})

const hashOf = (bundle: CheckedBundle): Buffer<ArrayBuffer> =>
  createHash('sha256').update(JSON.stringify(bundle)).digest()

const write = async (
  tx: Database,
  checked: CheckedBundle,
  hashOfChecked: Buffer<ArrayBuffer>,
  { notify, now }: { notify: boolean; now: Date },
): Promise<IngestResult> => {
  const { ids, playerIds, stored, records, newNames } = await identifyBundle(tx, checked)
  const competition = records.competitions.find(({ id }) => id === ids.competition_id)
  const { time_zone = competition?.time_zone ?? null } = checked.competition
  const settled = settleStatus(checked, stored, dayIn(now, time_zone))
  const hash = settled === checked ? hashOfChecked : hashOf(settled)
  const counts = countParts(settled)
  // A game that was broken off keeps its parts, unlike one whose result the bundle itself annuls.
  const bundle = checked.game.status === 'no_result' ? clearIfAnnulled(settled, stored) : settled
  const accept = deleteRefusal(bundle.source, bundle.game.external_id)
  if (stored !== undefined && hash.equals(stored.bundle_hash)) {
    await runInOneStatement(tx, [accept])
    return { outcome: 'unchanged', game: ids.id, warnings: await selectWarnings(tx, ids.id), ...counts }
  }

  const changedRecords = await upsertRecords(tx, ids, playerIds, bundle, records)
  const game = mergeGame(ids, bundle, stored, hash)
  const before = await readParts(tx, stored)
  const idByPlayer = new Map(bundle.players.map((player, i) => [player.external_id, playerIds[i] ?? '']))
  const parts = mergeParts(game, bundle, idByPlayer, before)
  const warnings = [...bundle.notes, ...warningsOf({ game, ...parts })]
  if (stored !== undefined) await deleteReplaced(tx, game.id, bundle)
  await runInOneStatement(tx, [
    accept,
    ...insertRows(externalIds, newNames),
    ...advanceDescribedOn(records, game.date),
    ...writeGameRow(game, stored === undefined),
    ...insertParts(game.id, bundle, parts),
    ...insertPlayersWithoutLine(game.id, parts),
    ...insertWarnings(game.id, warnings),
  ])
  await refreshDerived(tx, game, stored, { now: parts.lines, before: before.lines }, changedRecords)
  const repriced = await updateQuotes(tx, game, stored, bundle)
  const written = { now: { game, parts }, before: stored && { game: stored, parts: before } }
  await recordChanges(tx, await changesOf(tx, written, changedRecords, repriced))
  if (notify) await enqueueEvents(tx, game, stored)
  return { outcome: stored === undefined ? 'created' : 'updated', game: ids.id, warnings, ...counts }
}

/**
 * Writes one game with everything in its bundle, in one transaction. Writing the same bundle twice changes
 * nothing; a different bundle for the game corrects it. Games without a score are settled by `settleStatus`. An invalid
 * bundle is not written: the outcome is `refused`, and the list of refusals has the reason under the name of the game, or
 * else under the source `unknown` with the location of the bundle or a hash of its content.
 */
export const ingest = async (
  store: Store,
  now: Date,
  bundle: GameBundle,
  { notify = true, location }: IngestOptions = {},
): Promise<IngestResult> => {
  try {
    const checked = GameBundle.parse(bundle)
    validate(checked)
    const hash = hashOf(checked)
    return await store.transaction((tx) => write(tx, checked, hash, { notify, now }))
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    const name = refusalNameOf(BundleName, bundle, location)
    return { outcome: 'refused', ...(await recordRefusal(store, { ...name, reason })) }
  }
}
