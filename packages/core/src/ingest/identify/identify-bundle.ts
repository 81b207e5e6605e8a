import type { CheckedBundle } from '../../contract/index.ts'
import type { Database } from '../../store/index.ts'
import { Refusal } from '../refusals.ts'
import type { GameIds } from '../write/game-row.ts'
import { lookUpCandidates, type KnownRecords } from './known-records.ts'
import { resolveIds, type ResolvedIds, type SourceRecord } from './resolve-ids.ts'

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
