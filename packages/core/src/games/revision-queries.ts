import { and, desc, eq, gte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { RECORD_ID, toDateTime, type GameRevision } from '../contract/index.ts'
import type { Range } from '../paging.ts'
import { applyPatch, diff } from '../records/json-patch.ts'
import { readVersion, toDocument, type FindRecord } from '../records/read-version.ts'
import { gameRevisions, selectRows, type Database, type Store } from '../store/index.ts'

const Named = z.object({ id: z.string(), record_id: z.string(), name: z.string().nullable() })

/** Finds the records whose ids a text contains. One that is gone has its id as its name. */
const selectRecordsIn = async (tx: Database, text: string): Promise<FindRecord> => {
  const ids = [...new Set(text.match(new RegExp(RECORD_ID, 'g')))]
  const rows = await selectRows(
    tx,
    Named,
    sql`select i.id, i.record_id, coalesce(p.name, t.name, c.name, s.name) as name
        from (select n.id, coalesce(f.record_id, n.id) as record_id from json_array_elements_text(${JSON.stringify(ids)}::json) as n (id)
          left join former_ids f on f.id = n.id) as i
        left join players p on p.id = i.record_id left join teams t on t.id = i.record_id
        left join competitions c on c.id = i.record_id left join seasons s on s.id = i.record_id`,
  )
  const records = new Map(rows.map(({ id, record_id, name }) => [id, { id: record_id, name: name ?? record_id }]))
  return (id) => records.get(id) ?? { id, name: id }
}

/** The number of revisions of a game. */
export const countRevisions = ({ db }: Store, game: string): Promise<number> =>
  db.$count(gameRevisions, eq(gameRevisions.game_id, game))

/**
 * The revisions of a game, newest first. Versions are made from the stored game by undoing one revision after the other, so that the
 * patches always fit the game as it is now, whatever has been renamed or merged since.
 */
export const selectRevisions = (
  store: Store,
  game: string,
  { limit, offset, after: keyset }: Pick<Range, 'limit' | 'offset' | 'after'>,
): Promise<GameRevision[]> =>
  store.transaction(async (tx) => {
    const stored = await readVersion(tx, game)
    if (stored === undefined) return []
    const after = keyset === undefined ? undefined : Number(keyset[0])
    const ofGame = tx
      .select()
      .from(gameRevisions)
      .where(and(eq(gameRevisions.game_id, game), gte(gameRevisions.revision, (after ?? limit) - limit)))
      .orderBy(desc(gameRevisions.revision))
    const rows = await (after === undefined ? ofGame.limit(offset + limit) : ofGame)
    const find = await selectRecordsIn(tx, JSON.stringify([stored, rows]))
    const revisions: GameRevision[] = []
    let version = stored
    for (const [index, { revision, at, parts, undo }] of rows.entries()) {
      const before = applyPatch(version, undo)
      if (after === undefined ? index >= offset : revision < after)
        revisions.push({
          revision,
          at: toDateTime(at),
          parts,
          patch: diff(toDocument(game, before, find), toDocument(game, version, find)),
        })
      version = before
    }
    return revisions
  }, 'read one snapshot')
