import { batched } from './batch.ts'
import { perStore } from './statements.ts'

/** SQL text: the change number, which counts the transactions that have changed what is served (decision 7). */
export const CHANGE_NUMBER = 'coalesce((select number from change_number), 0)::float8'

/** The change number of a database, read after the call of this function; concurrent calls share a statement. */
export const readChangeNumber = perStore((store) => {
  const read = batched(async (calls: null[]) => {
    const [row] = await store.driver.values(`select ${CHANGE_NUMBER}`, [])
    return calls.map(() => Number(row?.[0]))
  })
  return () => read(null)
})
