import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { CHANGE_NUMBER, selectRows, type Store } from '../store/index.ts'

const NewChanges = z.object({
  /** The number of the latest change. */
  number: z.number(),
  /** How many changes are not recorded: each may have changed anything. */
  unknown: z.number(),
  /** The changed parts, as `<record id> <part>`; null if there are more than `limit`. */
  parts: z.array(z.string()).nullable(),
})

/** What the change log says after a number. */
export type NewChanges = z.infer<typeof NewChanges>

/** Reads what has changed after a number, at one moment. */
export const selectNewChanges = async ({ db }: Store, after: number, limit: number): Promise<NewChanges> => {
  const [row] = await selectRows(
    db,
    NewChanges,
    sql`with newer as materialized (
          select record_id || ' ' || part as part from changes where number > ${after}::bigint limit ${limit}::integer + 1)
        select ${sql.raw(CHANGE_NUMBER)} as number,
          coalesce((select number - recorded from change_number), 0)::float8 as unknown,
          case when (select count(*) from newer) <= ${limit}::integer
            then (select coalesce(json_agg(part), '[]') from newer) end as parts`,
  )
  if (row === undefined) throw new RangeError('the query of new changes returned no row')
  return row
}
