import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { DateTime } from '../../contract/index.ts'
import { execute, type Store } from '../../store/index.ts'

const Moment = DateTime.refine((moment) => moment >= '0001')
  .nullish()
  .catch(null)

/** Reads the times of an event whose other fields may be invalid. */
const EventTimes = z
  .object({ announced_at: Moment, quotes: z.array(z.object({ read_at: Moment }).catch({})).catch([]) })
  .catch({ quotes: [] })

/** When the prices and the tip-off of an event were read; infinity if unknown. */
export const listReadings = (event: unknown): string[] => {
  const { announced_at, quotes } = EventTimes.parse(event)
  const moments = quotes.map(({ read_at }) => read_at ?? 'infinity')
  return [...new Set(announced_at == null ? moments : [announced_at, ...moments])]
}

const asMoments = (readings: readonly string[]): SQL =>
  sql`(select value::timestamptz from json_array_elements_text(${JSON.stringify(readings)}::json))`

/** Stores the readings of a refused event until they are accepted. */
export const recordReadings = async (
  { db }: Store,
  { source, external_id }: { source: string; external_id: string },
  readings: readonly string[],
): Promise<void> => {
  // The rows are selected from the refusal: if it has been deleted meanwhile, these readings have been accepted.
  await execute(
    db,
    sql`insert into refused_readings (source, external_id, read_at)
        select f.source, f.external_id, r.read_at
        from (select * from refusals where source = ${source} and external_id = ${external_id} for key share) as f,
          ${asMoments(readings)} as r (read_at)
        on conflict do nothing`,
  )
}

/** The statements that delete accepted readings, and the refusal of the event with the last of them. */
export const deleteReadings = (source: string, external_id: string, readings: readonly string[]): SQL[] => {
  const eventMatches = sql`source = ${source} and external_id = ${external_id}`
  return [
    sql`delete from refused_readings where ${eventMatches} and read_at in ${asMoments(readings)}`,
    sql`delete from refusals where ${eventMatches} and not exists (
      select from refused_readings where ${eventMatches} and read_at not in ${asMoments(readings)})`,
  ]
}
