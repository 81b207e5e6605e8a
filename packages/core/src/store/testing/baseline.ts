import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { execute, type Store } from '../index.ts'
import { applyMigrations } from '../migrations.ts'

const ROWS = readFileSync(new URL('baseline-rows.sql', import.meta.url), 'utf8')

/** Creates and fills the tables of the baseline, like the first released version. */
export const createBaseline = async (store: Store): Promise<void> => {
  await applyMigrations(store.db, 0, 1)
  await execute(store.db, sql.raw(ROWS))
}
