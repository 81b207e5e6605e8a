import { sql } from 'drizzle-orm'
import type { CheckedBundle } from '../../contract/index.ts'
import { games, selectRows, type Database } from '../../store/index.ts'
import type { GameRow } from '../write/game-row.ts'
import { gameRecord } from './identify-bundle.ts'
import { knownIds, namesOf } from './known-records.ts'
import { KnownId, nameKey } from './resolve-ids.ts'

/** The stored games of a batch, and the game of each bundle as far as it is stored. */
export type StoredGames = {
  byId: ReadonlyMap<string, GameRow>
  /** Undefined for a game that is new, and for one that only a bundle of the same batch identifies. */
  of: (bundle: CheckedBundle) => GameRow | undefined
}

/** Reads the stored games of bundles by their external identifiers. */
export const readStoredGames = async (tx: Database, bundles: readonly CheckedBundle[]): Promise<StoredGames> => {
  const known = knownIds(namesOf(bundles.map(gameRecord)))
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
