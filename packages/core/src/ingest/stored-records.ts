import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { CompetitionKind, Gender, type RecordKind, TieBreak } from '../contract/index.ts'
import { execute, type Database } from '../store/index.ts'
import { KeptName, type Named } from './identify.ts'

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

const Stored = z.object({ kept: z.array(KeptName), taken: z.array(z.string()), ...records })

/**
 * What is stored of everything that a bundle names: the identifiers kept for names, those of its `candidates` that are
 * taken, and the records that it describes, without what is derived of them.
 */
export type StoredRecords = z.infer<typeof Stored>

const columnsOf = (table: keyof typeof records) => sql.raw(Object.keys(records[table].element.shape).join(', '))

/** SQL: the rows of a table as a JSON array. */
const rowsOf = (table: keyof typeof records, where: SQL) =>
  sql`(select coalesce(json_agg(r), '[]') from (select ${columnsOf(table)} from ${sql.raw(table)} where ${where}) r) as ${sql.raw(table)}`

const isNamed = (kind: RecordKind) => sql`id = any (array(select id from kept where kind = ${sql.raw(`'${kind}'`)}))`

/** Reads what is stored of everything that a bundle names, and the competition that has its slug. */
export const readRecords = async (
  tx: Database,
  named: readonly Named[],
  candidates: readonly string[],
  slug: string,
): Promise<StoredRecords> => {
  const names = named.flatMap(({ kind, names }) => names.map((name) => ({ kind, ...name })))
  const [row] = await execute(
    tx,
    // Each name is looked up by itself: a plan made while the table is small must still hold when it is large.
    sql`with kept as materialized (
          select e.kind, e.source, e.external_id, e.id
          from json_to_recordset(${JSON.stringify(names)}::json) as n (kind text, source text, external_id text)
          cross join lateral (
            select * from external_ids e
            where e.kind = n.kind and e.source = n.source and e.external_id = n.external_id limit 1) e)
        select (select coalesce(json_agg(kept), '[]') from kept) as kept,
          (select coalesce(json_agg(distinct id), '[]') from external_ids
            where id = any (${`{${candidates.join(',')}}`}::text[])) as taken,
          ${rowsOf('competitions', sql`${isNamed('competition')} or slug = ${slug}`)},
          ${rowsOf('seasons', isNamed('season'))},
          ${rowsOf('teams', isNamed('team'))},
          ${rowsOf('players', isNamed('player'))}`,
  )
  return Stored.parse(row)
}
