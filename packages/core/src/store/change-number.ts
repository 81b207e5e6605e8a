import { sql } from 'drizzle-orm'
import { batched } from './batch.ts'
import { perStore } from './statements.ts'
import { execute, type Database } from './store.ts'

/** SQL text: the change number, which counts the transactions that have changed what is served (decision 6). */
export const CHANGE_NUMBER = 'coalesce((select number from change_number), 0)::float8'

/**
 * The statement that adds 1 to the change number. Every transaction that changes what is served runs it, after
 * `lockGamesExclusive`, so that numbers are in the order of the commits.
 */
export const ADD_CHANGE = sql`insert into change_number (number) values (1)
  on conflict (id) do update set number = change_number.number + 1`

/** Runs `ADD_CHANGE`. */
export const addChange = async (tx: Database): Promise<void> => {
  await execute(tx, ADD_CHANGE)
}

/** The change number of a database, read after the call of this function; concurrent calls share a statement. */
export const readChangeNumber = perStore((store) => {
  const read = batched(async (calls: null[]) => {
    const [row] = await store.driver.values(`select ${CHANGE_NUMBER}`, [])
    return calls.map(() => Number(row?.[0]))
  })
  return () => read(null)
})
