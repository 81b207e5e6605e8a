import { isDeepStrictEqual } from 'node:util'
import { ClaimLost } from './fence.ts'
import { sql } from 'drizzle-orm'
import { dayIn, type CheckedBundle } from '../contract/index.ts'
import { execute, lockGamesExclusive, type Database } from '../store/index.ts'
import { enqueueEvents, type GameTransition, type Transitions } from '../deliveries/outbox-queries.ts'
import { findChangedParts } from './changes.ts'
import { hashBundle, type CheckedEntry, type Entry } from './validate.ts'
import { deriveLineUps, withPlusMinus } from './derive/line-ups.ts'
import { deriveLive, getGiven } from './derive/live.ts'
import { identifyBundle, sourceRecords, readStoredGames, type StoredGames } from './identify/identify-bundle.ts'
import { TwoRecords } from './identify/resolve-ids.ts'
import { addIds, readRecords, readRows, type KnownRecords } from './identify/known-records.ts'
import {
  deleteRefusals,
  explainRefusal,
  listedAs,
  recordRefusals,
  refusalKey,
  Refusal,
  type ListedRefusal,
  type RefusalName,
  type RefusedBundle,
} from './refusals.ts'
import { countParts, type IngestResult, type PartCounts } from './result.ts'
import { requireMergeInScope, requireRecordsInScope, selectSharedRecords } from './scope.ts'
import { reopenIfClosed, settleStatus } from './settle-status.ts'
import { duplicateWarnings, keepFixture, readFixtures, type Fixtures } from './warn/duplicate-games.ts'
import { collectWarnings, haveSameWarnings, mergeNotes, selectWarnings, type Warning } from './warn/warnings.ts'
import {
  deleteScoredEvents,
  EVERY_PART,
  exchangeParts,
  listReplaced,
  mergeParts,
  readParts,
  type Parts,
} from './write/game-parts.ts'
import {
  clearIfAnnulled,
  exchangeSides,
  getGameFormat,
  hasSameTeams,
  isExchanged,
  mergeGame,
  type GameRow,
} from './write/game-row.ts'
import { getRules, KINDS, keepRecords, mergeRecords, requireOwnSlug } from './write/merge-records.ts'
import { allSettledOrThrow } from './write/statements.ts'
import { mergeStored } from './undo/records.ts'
import { writeGames, type Write } from './write-games.ts'

/** A game to write, and what its bundle contains. */
type BundleWrite = Write & Pick<GameTransition, 'rules' | 'changed'> & { counts: PartCounts }

type Unchanged = { unchanged: string; counts: PartCounts }

/** What becomes of an entry. */
type Outcome = BundleWrite | Unchanged | { refused: RefusedBundle } | ClaimLost

const toRefusalName = ({ source, game }: CheckedBundle): RefusalName => ({ source, external_id: game.external_id })

/**
 * Makes every plan of the transaction use indexes. Some cached plans were made while the tables were empty and
 * reading a whole table was cheap, by itself or for a join. A plan that cannot use an index now gets so high a cost that
 * Postgres would compile it, which takes longer than running it; so compilation (`jit`) is disabled as well.
 */
const useIndexes = async (tx: Database): Promise<void> => {
  const off = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']
  await execute(tx, sql.raw(`select ${off.map((name) => `set_config('${name}', 'off', true)`).join(', ')}`))
}

/** What the bundles of a batch are merged with, as stored before the batch. */
type Batch = {
  isScored: boolean
  games: StoredGames
  known: KnownRecords
  getParts: (id: string) => Parts
  warnings: ReadonlyMap<string, Warning[]>
  fixtures: Fixtures
  now: Date
}

/**
 * Whether the game has been written from this very bundle. A scheduled game has to be settled again, because its day may
 * be long past now.
 */
const isUnchanged = ({ checked, hash }: CheckedEntry, games: StoredGames): boolean => {
  const stored = games.of(checked)
  return stored !== undefined && checked.game.status !== 'scheduled' && hash.equals(stored.bundle_hash)
}

/** Locks games for writing, and reads what the entries need: only the hash of games that do not change. */
const readBatch = async (
  tx: Database,
  entries: readonly CheckedEntry[],
  { now, isScored = false }: WriteOptions,
): Promise<Batch> => {
  // Sent in this order without waiting: the records are read as the previous writer left them.
  const lock = lockGamesExclusive(tx)
  const indexes = useIndexes(tx)
  const readingGames = readStoredGames(
    tx,
    entries.map(({ checked }) => checked),
  )
  await allSettledOrThrow(lock, indexes, readingGames)
  const games = await readingGames
  const changed = entries.filter((entry) => !isUnchanged(entry, games)).map(({ checked }) => checked)
  const reading = readRecords(
    tx,
    changed.flatMap(sourceRecords),
    changed.map(({ competition }) => competition.slug),
  )
  const stored = changed.flatMap((bundle) => games.of(bundle)?.id ?? [])
  const readingParts = readParts(tx, stored)
  const readingWarnings = selectWarnings(tx, stored)
  const readingFixtures = reading.then((known) => readFixtures(tx, known, changed))
  await allSettledOrThrow(reading, readingParts, readingWarnings, readingFixtures)
  return {
    games,
    known: await reading,
    getParts: await readingParts,
    warnings: await readingWarnings,
    fixtures: await readingFixtures,
    now,
    isScored,
  }
}

/** The refusal of a bundle that gives a final game another team. */
const explainOtherTeams = async (tx: Database, { id, date, home_team_id, away_team_id }: GameRow): Promise<Refusal> => {
  const teams = new Map((await readRows(tx, 'teams', [home_team_id, away_team_id])).map((team) => [team.id, team.name]))
  return new Refusal(
    `a final game keeps its teams, and ${id} is stored as ${teams.get(home_team_id)} – ${teams.get(away_team_id)} on ${date}; give this game another id, or if it is the stored one with its teams corrected, let that be scheduled again first: games reopen ${id}`,
  )
}

/**
 * Merges a bundle with what is stored. The records are kept for the bundles after it once nothing can refuse it anymore.
 *
 * @returns undefined if an earlier bundle of the batch has changed this game: it belongs in the next batch
 */
const merge = async (
  tx: Database,
  { games, known, getParts, warnings: storedWarnings, fixtures, now, isScored }: Batch,
  entry: CheckedEntry & Pick<Entry, 'scope'>,
  written: ReadonlySet<string>,
): Promise<BundleWrite | Unchanged | undefined> => {
  const { checked } = entry
  const counts = countParts(checked)
  if (isUnchanged(entry, games)) {
    const id = games.of(checked)?.id ?? ''
    return written.has(id) ? undefined : { unchanged: id, counts }
  }
  if (entry.scope !== undefined) await requireRecordsInScope(tx, entry.scope, { known, games }, checked)
  const identified = await identifyBundle(tx, known, checked)
  const { ids, playerIds } = identified
  if (written.has(ids.id)) return undefined
  const stored = games.byId.get(ids.id)
  const competition = known.competitions.rows.get(ids.competition_id)
  const { time_zone = competition?.time_zone ?? null } = checked.competition
  const rules = getRules(checked.competition, competition)
  const open = reopenIfClosed(stored, storedWarnings.get(ids.id) ?? [])
  const settled = settleStatus(checked, open, dayIn(now, time_zone), rules)
  const hash = settled === checked ? entry.hash : hashBundle(settled)
  // A game that was broken off keeps its parts, unlike one whose result the bundle itself annuls.
  const bundle = checked.game.status === 'no_result' ? clearIfAnnulled(settled, stored) : settled
  if (stored !== undefined && hash.equals(stored.bundle_hash) && identified.newNames.length === 0)
    return { unchanged: stored.id, counts: countParts(settled) }

  const shared = await selectSharedRecords(tx, entry.scope, ids, playerIds)
  await requireOwnSlug(tx, ids.competition_id, checked, known)
  const records = mergeRecords(ids, playerIds, bundle, known, shared)
  const exchanged = isExchanged(ids, open)
  if (open?.status === 'final' && !exchanged && !hasSameTeams(ids, open)) throw await explainOtherTeams(tx, open)
  const row = mergeGame(ids, bundle, exchanged ? exchangeSides(open) : open, hash, rules)
  const former = getParts(ids.id)
  const idByPlayer = new Map(bundle.players.map((player, i) => [player.external_id, playerIds[i] ?? '']))
  const sent = isScored ? { ...bundle, players: [] } : bundle // ops name players, and do not list them
  const merged = mergeParts(row, sent, idByPlayer, exchanged ? exchangeParts(former) : former)
  const source = { ...row, competition: getGameFormat(row, rules) }
  const lineUps = deriveLineUps(source, merged)
  const parts = { ...merged, lines: withPlusMinus(merged.lines, lineUps) }
  const live = deriveLive(source, parts, getGiven(bundle, exchanged ? undefined : stored))
  const started = row.started || row.status === 'final' || live !== null
  const revision = stored?.revision ?? known.formerRevisions.get(ids.id) ?? 0
  const game = { ...row, live, started, revision }
  const before = storedWarnings.get(game.id) ?? []
  const warnings = [
    ...mergeNotes(bundle, stored, before),
    ...duplicateWarnings(fixtures, game),
    ...collectWarnings({ game, ...parts }, { now, time_zone }),
  ]
  const changed = findChangedParts({ after: { game, parts }, before: stored && { game: stored, parts: former } })
  const isSame =
    stored !== undefined &&
    bundle.quotes === undefined &&
    identified.newNames.length === 0 &&
    KINDS.every((kind) => records[kind].length === 0) &&
    haveSameWarnings(warnings, before) &&
    isDeepStrictEqual(parts.listed, former.listed) &&
    changed.size === 0
  if (isSame) return { unchanged: stored.id, counts: countParts(settled) }
  addIds(known, identified)
  keepFixture(fixtures, game)
  keepRecords(known, records, ids, playerIds, game, shared)
  const replaced = exchanged ? new Set(EVERY_PART) : listReplaced(sent)
  const { quotes } = bundle
  const { scope } = entry
  const write = { game, parts, warnings, replaced, quotes, scope, stored, former, lineUps, records }
  return { ...write, rules, changed, counts: countParts(settled) }
}

/**
 * Merges entries one after the other, up to one whose game has changed in this batch, or one that joins two stored records: these
 * must be joined before anything of its batch is read.
 */
const mergeAll = async (tx: Database, batch: Batch, entries: readonly Entry[]): Promise<Outcome[] | TwoRecords> => {
  const written = new Set<string>()
  const outcomes: Outcome[] = []
  for (const entry of entries) {
    if (entry.fence !== undefined && !(await entry.fence.check(tx))) {
      outcomes.push(new ClaimLost('Another process has claimed the game since.'))
      continue
    }
    if (entry.refused !== undefined) {
      outcomes.push(entry)
      continue
    }
    try {
      const merged = await merge(tx, batch, entry, written)
      if (merged === undefined) break
      if ('game' in merged) written.add(merged.game.id)
      outcomes.push(merged)
    } catch (error) {
      const refusal = explainRefusal(error)
      if (!(error instanceof Refusal) || refusal === undefined) throw error
      if (error instanceof TwoRecords && outcomes.length > 0) break
      if (error instanceof TwoRecords) return error
      outcomes.push({ refused: { ...toRefusalName(entry.checked), ...refusal } })
    }
  }
  return outcomes
}

/**
 * Deletes the refusals of games that are accepted, and lists those of refused ones, unless their writer is told; of one name the last
 * outcome counts.
 */
const updateRefusals = async (tx: Database, entries: readonly Entry[], outcomes: readonly Outcome[]): Promise<void> => {
  const accepted = new Map<string, RefusalName>()
  const refused = new Map<string, ListedRefusal>()
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome instanceof ClaimLost) continue
    const { checked, scope } = entries[index] ?? {}
    if ('refused' in outcome && scope !== undefined) continue
    const name = 'refused' in outcome ? outcome.refused : checked && toRefusalName(checked)
    if (name === undefined) continue
    const key = refusalKey(name)
    refused.delete(key)
    if ('refused' in outcome) refused.set(key, outcome.refused)
    else accepted.set(key, name)
  }
  if (accepted.size > 0) await execute(tx, deleteRefusals([...accepted.values()]))
  await recordRefusals(tx, [...refused.values()])
}

/**
 * `merged`: what merging stored records for the first entry has done before, in the same transaction. `isScored`: whether the
 * play-by-play is that of live scoring, which a play-by-play from elsewhere ends.
 */
export type WriteOptions = { notify: boolean; now: Date; merged?: Transitions; isScored?: boolean }

/**
 * Merges the two stored records that the first entry says are one, then writes that entry alone.
 * @throws Refusal if they cannot be one, or if the entry is refused: then they are not merged either
 */
const joinAndWrite = async (
  tx: Database,
  { kind, from, into }: TwoRecords,
  entry: Entry,
  options: WriteOptions,
): Promise<(IngestResult | ClaimLost)[]> => {
  if (entry.scope !== undefined) await requireMergeInScope(tx, entry.scope, kind, [from, into])
  const { written, numbers } = await mergeStored(tx, kind, from, into, options)
  const merged = {
    written: [...(options.merged?.written ?? []), ...written],
    numbers: new Map([...(options.merged?.numbers ?? []), ...numbers]),
  }
  const results = await writeBatch(tx, [entry], { ...options, merged })
  for (const result of results)
    if (!(result instanceof ClaimLost) && result.outcome === 'refused') throw new Refusal(result.reason, result.details)
  return results
}

/** Ends the live scoring of stored games that get another play-by-play. */
const endScoring = (tx: Database, writes: readonly BundleWrite[]): Promise<void> =>
  deleteScoredEvents(
    tx,
    writes.flatMap(({ game, stored, changed }) => (stored !== undefined && changed.has('playbyplay') ? game.id : [])),
  )

/**
 * Writes the games of a batch as if they came one after the other: each entry finds what those before it have changed.
 *
 * @returns the outcomes of the first entries, at least of one; the others belong in the next batch
 * @throws if the database refuses a value: then nothing of the batch may be committed
 */
export const writeBatch = async (
  tx: Database,
  entries: readonly Entry[],
  options: WriteOptions,
): Promise<(IngestResult | ClaimLost)[]> => {
  const { notify, now } = options
  const batch = await readBatch(
    tx,
    entries.filter((entry) => entry.refused === undefined),
    options,
  )
  const outcomes = await mergeAll(tx, batch, entries)
  const [first] = entries
  if (outcomes instanceof TwoRecords) return first === undefined ? [] : joinAndWrite(tx, outcomes, first, options)
  const unchanged = outcomes.flatMap((outcome) => ('unchanged' in outcome ? outcome.unchanged : []))
  const warnings = await selectWarnings(tx, unchanged) // a later entry of the batch may change these games
  const writes = outcomes.filter((outcome) => 'game' in outcome)
  if (options.isScored !== true) await endScoring(tx, writes)
  const numbers = writes.length > 0 ? await writeGames(tx, writes, batch.known, now) : new Map<string, number>()
  await updateRefusals(tx, entries, outcomes)
  if (notify) {
    const { merged = { written: [], numbers } } = options
    const all = { written: [...merged.written, ...writes], numbers: new Map([...merged.numbers, ...numbers]) }
    await enqueueEvents(tx, all, now)
  }
  const results = outcomes.map((outcome): IngestResult | ClaimLost => {
    if (outcome instanceof ClaimLost) return outcome
    if ('refused' in outcome) return { outcome: 'refused', ...outcome.refused, ...listedAs(outcome.refused) }
    if ('unchanged' in outcome) {
      const game = outcome.unchanged
      const merged = options.merged === undefined ? ('unchanged' as const) : ('updated' as const)
      return { outcome: merged, game, warnings: warnings.get(game) ?? [], ...outcome.counts }
    }
    const { game, stored, counts, warnings: ofGame } = outcome
    return { outcome: stored === undefined ? 'created' : 'updated', game: game.id, warnings: [...ofGame], ...counts }
  })
  for (const [index, result] of results.entries())
    if (!(result instanceof ClaimLost)) await entries[index]?.fence?.record(tx, result)
  return results
}
