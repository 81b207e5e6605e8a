import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { CompetitionKind, Gender, type RecordKind, TieBreak } from '../../contract/index.ts'
import { selectRows, type Database } from '../../store/index.ts'
import { KnownId, type SourceRecord } from './resolve-ids.ts'

const text = z.string().nullable()
const whole = z.number().nullable()
const record = { id: z.string(), name: z.string(), described_on: z.string() }

const records = {
  competitions: z.array(
    z.object({
      ...record,
      sort_name: z.string(),
      slug: z.string(),
      country: text,
      gender: Gender,
      kind: CompetitionKind,
      time_zone: text,
      regulation_minutes: z.number(),
      tie_break: TieBreak,
    }),
  ),
  seasons: z.array(z.object({ competition_id: z.string(), name: z.string(), start_year: z.number() })),
  teams: z.array(
    z.object({ ...record, country: text, city: text, arena: text, arena_capacity: whole, founded: whole }),
  ),
  players: z.array(
    z.object({
      ...record,
      original_name: text,
      country: text,
      position: text,
      height_cm: whole,
      birth_date: text,
    }),
  ),
}

const Stored = z.object({ known_ids: z.array(KnownId), used_ids: z.array(z.string()), ...records })

/**
 * The stored records that a bundle refers to, without their derived columns; the identifiers known for its external
 * identifiers, and the candidates for new identifiers that are in use.
 */
export type StoredRecords = z.infer<typeof Stored>

const columnsOf = (table: keyof typeof records) => sql.raw(Object.keys(records[table].element.shape).join(', '))

/** SQL: rows of a table as a JSON array. */
const rowsOf = (table: keyof typeof records, where: SQL) =>
  sql`(select coalesce(json_agg(r), '[]') from (select ${columnsOf(table)} from ${sql.raw(table)} where ${where}) r) as ${sql.raw(table)}`

const isKnown = (kind: RecordKind) => sql`id = any (array(select id from known where kind = ${sql.raw(`'${kind}'`)}))`

/** Reads the stored records that a bundle refers to, and the competition that has its slug. */
export const readRecords = async (
  tx: Database,
  sourceRecords: readonly SourceRecord[],
  candidates: readonly string[],
  slug: string,
): Promise<StoredRecords> => {
  const names = sourceRecords.flatMap(({ kind, names }) => names.map((name) => ({ kind, ...name })))
  const [row] = await selectRows(
    tx,
    Stored,
    // A lateral join per name: the plan, made once while the table is small, must still use the index when it is large.
    sql`with known as materialized (
          select e.kind, e.source, e.external_id, e.id
          from json_to_recordset(${JSON.stringify(names)}::json) as n (kind text, source text, external_id text)
          cross join lateral (
            select * from external_ids e
            where e.kind = n.kind and e.source = n.source and e.external_id = n.external_id limit 1) e)
        select (select coalesce(json_agg(known), '[]') from known) as known_ids,
          (select coalesce(json_agg(distinct id), '[]') from external_ids
            where id = any (${`{${candidates.join(',')}}`}::text[])) as used_ids,
          ${rowsOf('competitions', sql`${isKnown('competition')} or slug = ${slug}`)},
          ${rowsOf('seasons', isKnown('season'))},
          ${rowsOf('teams', isKnown('team'))},
          ${rowsOf('players', isKnown('player'))}`,
  )
  if (row === undefined) throw new RangeError('the query of the stored records returned no row')
  return row
}
