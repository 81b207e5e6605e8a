import { sql } from 'drizzle-orm'
import type { CheckedBundle } from '../../contract/index.ts'
import { execute, lockGamesExclusive, type Database } from '../../store/index.ts'
import { Refusal } from '../refusals.ts'
import { selectGameRow, type GameIds, type GameRow } from '../write/game-row.ts'
import { allSettledOrThrow } from '../write/statements.ts'
import { firstCandidates, resolveIds, selectUsedIds, type ResolvedIds, type SourceRecord } from './resolve-ids.ts'
import { readRecords, type StoredRecords } from './stored-records.ts'

type Identified = { external_id: string; same_as?: { source: string; external_id: string }[] | undefined }

const sourceRecord = (
  kind: SourceRecord['kind'],
  source: string,
  { external_id, same_as = [] }: Identified,
): SourceRecord => ({ kind, names: [{ source, external_id }, ...same_as] })

/** Every record of the bundle; `namedIds` relies on this order. */
const sourceRecords = (bundle: CheckedBundle): SourceRecord[] => {
  const { source, competition, season, game, home, away, players } = bundle
  return [
    sourceRecord('competition', source, competition),
    sourceRecord('season', source, season),
    sourceRecord('team', source, home.team),
    sourceRecord('team', source, away.team),
    sourceRecord('game', source, game),
    ...players.map((player) => sourceRecord('player', source, player)),
  ]
}

const namedIds = ({ ids }: ResolvedIds): { ids: GameIds; playerIds: string[] } => {
  const [competition_id, season_id, home_team_id, away_team_id, id, ...playerIds] = ids
  if (!competition_id || !season_id || !home_team_id || !away_team_id || !id) throw new RangeError('a record has no id')
  if (home_team_id === away_team_id) throw new Refusal('both teams are the same one')
  if (new Set(playerIds).size < playerIds.length) throw new Refusal('two players of the bundle are the same one')
  return { ids: { id, competition_id, season_id, home_team_id, away_team_id }, playerIds }
}

/**
 * Makes every plan of the transaction use indexes. Some cached plans were made while the tables were empty and
 * reading a whole table was cheap. A plan that cannot use an index now gets so high a cost that Postgres would compile
 * it, which takes longer than running it; so compilation (`jit`) is disabled as well.
 */
const useIndexes = async (tx: Database): Promise<void> => {
  await execute(tx, sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`)
}

/** Resolves the records, looking up further candidates for new identifiers until none of them is in use. */
const resolveUnused = async (
  tx: Database,
  records: readonly SourceRecord[],
  candidates: readonly string[],
  { known_ids, used_ids }: StoredRecords,
): Promise<ResolvedIds> => {
  const lookedUp = new Set(candidates)
  const used = new Set(used_ids)
  for (;;) {
    const resolved = resolveIds(records, known_ids, used)
    const further = [...resolved.newIds].filter((id) => !lookedUp.has(id))
    if (further.length === 0) return resolved
    for (const id of further) lookedUp.add(id)
    for (const id of await selectUsedIds(tx, further)) used.add(id)
  }
}

/** The identifiers and stored rows of a bundle's records; `stored` is undefined for a new game. */
export type IdentifiedBundle = Pick<ResolvedIds, 'newNames'> & {
  ids: GameIds
  playerIds: string[]
  stored: GameRow | undefined
  records: StoredRecords
}

/**
 * Locks games for writing, and resolves all records of the bundle.
 * @throws Refusal when external identifiers of one record belong to two, or two records of the bundle are the same.
 */
export const identifyBundle = async (tx: Database, bundle: CheckedBundle): Promise<IdentifiedBundle> => {
  const sources = sourceRecords(bundle)
  const candidates = firstCandidates(sources)
  // Sent in this order without waiting: the records are read as the previous writer left them.
  const lock = lockGamesExclusive(tx)
  const indexes = useIndexes(tx)
  const reading = readRecords(tx, sources, candidates, bundle.competition.slug)
  await allSettledOrThrow(lock, indexes, reading)
  const records = await reading
  const resolved = await resolveUnused(tx, sources, candidates, records)
  const { ids, playerIds } = namedIds(resolved)
  const stored = resolved.newIds.has(ids.id) ? undefined : await selectGameRow(tx, ids.id)
  return { ids, playerIds, stored, records, newNames: resolved.newNames }
}
