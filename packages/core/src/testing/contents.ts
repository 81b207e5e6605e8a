import { sql } from 'drizzle-orm'
import { execute, type Store } from '../store/index.ts'

/** Every row of every table, by table, in a fixed order; what `without` names and what no data determines is left out. */
export const contentsOf = async (store: Store, without: string[] = []): Promise<Record<string, string[]>> => {
  const tables = await execute(
    store.db,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename collate "C"`,
  )
  const contents: Record<string, string[]> = {}
  for (const { name } of tables) {
    if (typeof name !== 'string' || ['secrets', ...without].includes(name)) continue
    const rows = await execute(store.db, sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t order by 1`)
    contents[name] = rows.map(({ row }) => String(row))
  }
  return contents
}
