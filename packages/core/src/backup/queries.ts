import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { z } from 'zod'
import { execute, selectRows, type Database } from '../store/index.ts'
import type { SequencesLine, TableLine } from './format.ts'

/** Settings under which values and their text convert without a loss, whatever the server has been configured to. */
const EXACT = [
  `set local datestyle = 'ISO, YMD'`,
  `set local intervalstyle = 'postgres'`,
  `set local timezone = 'UTC'`,
  `set local extra_float_digits = 1`,
  `set local bytea_output = 'hex'`,
].join(';')

/** Makes values and their text convert without a loss in this transaction. */
export const convertExactly = async (tx: Database): Promise<void> => {
  await execute(tx, sql.raw(EXACT))
}

const list = (parts: SQLWrapper[]): SQL => sql.join(parts, sql`, `)

/** The columns of a table with their types, without generated ones. */
export const selectColumns = (tx: Database, table: string): Promise<{ name: string; type: string }[]> =>
  selectRows(
    tx,
    z.object({ name: z.string(), type: z.string() }),
    sql`select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
        where attrelid = to_regclass(quote_ident(${table})) and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum`,
  )

/** Text, in characters, that is read or written with one statement. */
const BATCH = 2 ** 20
const MAX_ROWS = 2000

/** Reads the rows of a table in batches, each row as a JSON array of text. It needs a transaction. */
export async function* readRows(tx: Database, { table, columns }: TableLine): AsyncGenerator<string[]> {
  const values = list(columns.map((column) => sql`${sql.identifier(column)}::text`))
  await execute(
    tx,
    sql`declare backup_rows no scroll cursor for
        select to_json(array[${values}])::text as row from ${sql.identifier(table)}`,
  )
  let limit = 10
  while (true) {
    const rows = await execute(tx, sql.raw(`fetch forward ${limit} from backup_rows`))
    if (rows.length === 0) break
    const lines = rows.map(({ row }) => String(row))
    yield lines
    const size = lines.reduce((sum, line) => sum + line.length, 0) / lines.length
    limit = Math.min(MAX_ROWS, Math.max(1, Math.floor(BATCH / size)))
  }
  await execute(tx, sql`close backup_rows`)
}

/** Writes rows that `readRows` has read: `rows` is a JSON array of them. */
export const insertRows = async (
  tx: Database,
  table: string,
  columns: readonly { name: string; type: string }[],
  rows: string,
): Promise<void> => {
  const names = list(columns.map(({ name }) => sql.identifier(name)))
  const values = list(columns.map(({ type }, index) => sql.raw(`(r ->> ${index})::${type}`)))
  await execute(
    tx,
    sql`insert into ${sql.identifier(table)} (${names}) overriding system value
        select ${values} from jsonb_array_elements(${rows}::jsonb) as r`,
  )
}

/** The last values of the sequences that belong to columns of tables. */
export const selectSequences = async (tx: Database, tables: readonly string[]): Promise<SequencesLine['sequences']> => {
  const rows = await selectRows(
    tx,
    z.object({ name: z.string(), last: z.string().nullable() }),
    sql`select s.sequencename as name, s.last_value::text as last
        from pg_depend d join pg_class c on c.oid = d.objid and c.relkind = 'S'
        join pg_sequences s on s.schemaname = c.relnamespace::regnamespace::text and s.sequencename = c.relname
        where d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') and d.refobjid in (
          select to_regclass(quote_ident(t)) from json_array_elements_text(${JSON.stringify(tables)}::json) as t)
        order by name`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** Continues sequences after the values they had. */
export const setSequences = async (tx: Database, sequences: SequencesLine['sequences']): Promise<void> => {
  for (const [name, last] of Object.entries(sequences))
    if (last !== null) await execute(tx, sql`select setval(quote_ident(${name})::regclass, ${last}::bigint)`)
}

/** Those of the tables that exist, and whether they have rows. */
export const selectTables = async (
  tx: Database,
  tables: readonly string[],
): Promise<{ name: string; filled: boolean }[]> => {
  const found = await selectRows(
    tx,
    z.object({ name: z.string() }),
    sql`select t as name from json_array_elements_text(${JSON.stringify(tables)}::json) as t
        where to_regclass(quote_ident(t)) is not null`,
  )
  const named = []
  for (const { name } of found) {
    const [row] = await execute(tx, sql`select exists (select from ${sql.identifier(name)}) as filled`)
    named.push({ name, filled: row?.['filled'] === true })
  }
  return named
}

/** Deletes all rows of a table. */
export const deleteRows = async (tx: Database, table: string): Promise<void> => {
  await execute(tx, sql`delete from ${sql.identifier(table)}`)
}

/** Gives the planner its statistics about tables, which a new database does not have. */
export const analyze = async (db: Database, tables: readonly string[]): Promise<void> => {
  for (const table of tables) await execute(db, sql`analyze ${sql.identifier(table)}`)
}
