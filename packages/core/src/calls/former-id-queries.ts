import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { RECORD_ID } from '../contract/index.ts'
import { selectRows, within, type Store } from '../store/index.ts'

const RECORD_IDS = new RegExp(`\\b${RECORD_ID}\\b`, 'g')

const Merged = z.object({ id: z.string(), record_id: z.string() })

type Input = Readonly<Record<string, unknown>>

/**
 * An input with the ids of records that were merged replaced by those of the records that stayed, also where a text has several ids;
 * null if it has none of these.
 */
export const replaceFormerIds = async ({ db }: Store, input: Input): Promise<Record<string, unknown> | null> => {
  const ids = Object.values(input).flatMap((value) =>
    typeof value === 'string' ? (value.match(RECORD_IDS) ?? []) : [],
  )
  if (ids.length === 0) return null
  const rows = await selectRows(
    db,
    Merged,
    sql`select id, record_id from former_ids where record_id is not null and ${within(sql`id`, ids)}`,
  )
  if (rows.length === 0) return null
  const merged = new Map(rows.map(({ id, record_id }) => [id, record_id]))
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll(RECORD_IDS, (id) => merged.get(id) ?? id) : value,
    ]),
  )
}
