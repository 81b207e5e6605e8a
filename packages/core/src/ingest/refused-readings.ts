import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { DateTime } from '../contract/index.ts'
import { execute, type Store } from '../store/index.ts'

const Moment = DateTime.refine((moment) => moment >= '0001')
  .nullish()
  .catch(null)

/** What of an event says when it was read, whatever else is wrong with it. */
const Read = z
  .object({ announced_at: Moment, quotes: z.array(z.object({ read_at: Moment }).catch({})).catch([]) })
  .catch({ quotes: [] })

/** The moments at which an event was read; infinity where it does not say. */
export const readingsOf = (event: unknown): string[] => {
  const { announced_at, quotes } = Read.parse(event)
  const moments = quotes.map(({ read_at }) => read_at ?? 'infinity')
  return [...new Set(announced_at == null ? moments : [announced_at, ...moments])]
}

const asMoments = (readings: readonly string[]): SQL =>
  sql`(select value::timestamptz from json_array_elements_text(${JSON.stringify(readings)}::json))`

/** Keeps with the refusal of an event which of its readings were not taken. */
export const keepReadings = async (
  { db }: Store,
  { source, external_id }: { source: string; external_id: string },
  readings: readonly string[],
): Promise<void> => {
  // From the refusal, which may be gone by now: what was refused is taken already then.
  await execute(
    db,
    sql`insert into refused_readings (source, external_id, read_at)
        select f.source, f.external_id, r.read_at
        from (select * from refusals where source = ${source} and external_id = ${external_id} for key share) as f,
          ${asMoments(readings)} as r (read_at)
        on conflict do nothing`,
  )
}

/** SQL that takes readings of an event off the list of refusals, and the event with the last of them. */
export const takenReadings = (source: string, external_id: string, readings: readonly string[]): SQL[] => {
  const isOfEvent = sql`source = ${source} and external_id = ${external_id}`
  return [
    sql`delete from refused_readings where ${isOfEvent} and read_at in ${asMoments(readings)}`,
    sql`delete from refusals where ${isOfEvent} and not exists (
      select from refused_readings where ${isOfEvent} and read_at not in ${asMoments(readings)})`,
  ]
}
