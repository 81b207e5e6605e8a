import type { CheckedBundle } from '../../contract/index.ts'
import { type Database, games, selectRows } from '../../store/index.ts'
import { Refusal } from '../refusals.ts'
import type { GameIds, GameRow } from '../write/game-row.ts'
import { lookUpCandidates, type KnownRecords, knownIds, listNames } from './known-records.ts'
import { resolveIds, type ResolvedIds, type SourceRecord, KnownId, nameKey } from './resolve-ids.ts'
import { sql } from 'drizzle-orm'

/** The stored games of a batch, and the game of each bundle as far as it is stored. */
export type StoredGames = {
  byId: ReadonlyMap<string, GameRow>
  /** Undefined for a game that is new, and for one that only a bundle of the same batch identifies. */
  of: (bundle: CheckedBundle) => GameRow | undefined
}

/** Reads the stored games of bundles by their external identifiers. */
export const readStoredGames = async (tx: Database, bundles: readonly CheckedBundle[]): Promise<StoredGames> => {
  const known = knownIds(listNames(bundles.map(gameRecord)))
  const [ids, rows] = await Promise.all([
    selectRows(tx, KnownId, known),
    tx
      .select()
      .from(games)
      .where(sql`${games.id} = any (array(select id from (${known}) as named))`),
  ])
  const idByName = new Map(ids.map(({ kind, source, external_id, id }) => [nameKey(kind, source, external_id), id]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const of = (bundle: CheckedBundle): GameRow | undefined => {
    for (const { source, external_id } of gameRecord(bundle).names) {
      const id = idByName.get(nameKey('game', source, external_id))
      if (id !== undefined) return byId.get(id)
    }
    return undefined
  }
  return { byId, of }
}

type Identified = { external_id: string; same_as?: { source: string; external_id: string }[] | undefined }

const sourceRecord = (
  kind: SourceRecord['kind'],
  source: string,
  { external_id, same_as = [] }: Identified,
): SourceRecord => ({ kind, names: [{ source, external_id }, ...same_as] })

/** The game of a bundle. */
export const gameRecord = ({ source, game }: CheckedBundle): SourceRecord => sourceRecord('game', source, game)

/** Every record of the bundle; `namedIds` relies on this order. */
export const sourceRecords = (bundle: CheckedBundle): SourceRecord[] => {
  const { source, competition, season, home, away, players } = bundle
  return [
    sourceRecord('competition', source, competition),
    sourceRecord('season', source, season),
    sourceRecord('team', source, home.team),
    sourceRecord('team', source, away.team),
    gameRecord(bundle),
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

/** The identifiers of a bundle's records. */
export type IdentifiedBundle = Omit<ResolvedIds, 'ids'> & { ids: GameIds; playerIds: string[] }

/**
 * Resolves all records of a bundle, looking up further candidates for new identifiers until none of them is in use.
 * @throws Refusal when external identifiers of one record belong to two, or two records of the bundle are the same.
 */
export const identifyBundle = async (
  tx: Database,
  known: KnownRecords,
  bundle: CheckedBundle,
): Promise<IdentifiedBundle> => {
  const sources = sourceRecords(bundle)
  for (;;) {
    const resolved = resolveIds(sources, known.ids, known.usedIds)
    if (!(await lookUpCandidates(tx, known, resolved.newIds))) return { ...resolved, ...namedIds(resolved) }
  }
}
