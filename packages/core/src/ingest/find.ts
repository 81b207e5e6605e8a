import { sql } from 'drizzle-orm'
import { execute, lockGamesExclusive, type Database } from '../store/index.ts'
import type { CheckedBundle } from '../contract/index.ts'
import { firstCandidates, identify, selectTaken, type Identified, type Named } from './identify.ts'
import { Refusal } from './refusal.ts'
import { readRecords, type StoredRecords } from './stored-records.ts'
import { together } from './together.ts'
import { selectStored, type GamePlace, type GameRow } from './write-game.ts'

type Known = { external_id: string; same_as?: { source: string; external_id: string }[] | undefined }

const named = (kind: Named['kind'], source: string, { external_id, same_as = [] }: Known): Named => ({
  kind,
  names: [{ source, external_id }, ...same_as],
})

/** Every record that the bundle names; `placeOf` counts on this order. */
const recordsOf = ({ source, competition, season, game, home, away, players }: CheckedBundle): Named[] => [
  named('competition', source, competition),
  named('season', source, season),
  named('team', source, home.team),
  named('team', source, away.team),
  named('game', source, game),
  ...players.map((player) => named('player', source, player)),
]

const placeOf = ({ ids }: Identified): { place: GamePlace; playerIds: string[] } => {
  const [competition_id, season_id, home_team_id, away_team_id, id, ...playerIds] = ids
  if (!competition_id || !season_id || !home_team_id || !away_team_id || !id) throw new RangeError('a record has no id')
  if (home_team_id === away_team_id) throw new Refusal('both teams are the same one')
  if (new Set(playerIds).size < playerIds.length) throw new Refusal('two players of the bundle are the same one')
  return { place: { id, competition_id, season_id, home_team_id, away_team_id }, playerIds }
}

/**
 * Has every plan of the transaction go through indexes. Plans are made once and kept, some while the tables are still
 * empty: then to read a whole table looks cheap, and it would be read for every game after that. A plan that cannot go
 * through one looks so dear then that Postgres would compile it, which takes longer than running it.
 */
const useIndexes = async (tx: Database): Promise<void> => {
  await execute(tx, sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`)
}

/** Identifies the records that are named; new identifiers beyond the first candidates are looked up until all are free. */
const identifyFree = async (
  tx: Database,
  named: readonly Named[],
  candidates: readonly string[],
  { kept, taken }: StoredRecords,
): Promise<Identified> => {
  const asked = new Set(candidates)
  const notFree = new Set(taken)
  for (;;) {
    const identified = identify(named, kept, notFree)
    const others = [...identified.fresh].filter((id) => !asked.has(id))
    if (others.length === 0) return identified
    for (const id of others) asked.add(id)
    for (const id of await selectTaken(tx, others)) notFree.add(id)
  }
}

/** What is known of everything that a bundle names; the game is undefined when it is new. */
export type Found = Pick<Identified, 'newNames'> & {
  place: GamePlace
  playerIds: string[]
  stored: GameRow | undefined
  records: StoredRecords
}

/**
 * Waits until nobody else writes games, and finds everything that the bundle names.
 * @throws Refusal when names of one record stand for two, or two records of the bundle are one.
 */
export const find = async (tx: Database, bundle: CheckedBundle): Promise<Found> => {
  const named = recordsOf(bundle)
  const candidates = firstCandidates(named)
  // Sent in this order, without waiting: what is read is as the last writer left it.
  const lock = lockGamesExclusive(tx)
  const indexes = useIndexes(tx)
  const reading = readRecords(tx, named, candidates, bundle.competition.slug)
  await together(lock, indexes, reading)
  const records = await reading
  const identified = await identifyFree(tx, named, candidates, records)
  const { place, playerIds } = placeOf(identified)
  const stored = identified.fresh.has(place.id) ? undefined : await selectStored(tx, place.id)
  return { place, playerIds, stored, records, newNames: identified.newNames }
}
