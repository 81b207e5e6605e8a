import { sql } from 'drizzle-orm'
import { execute, type Database, type Store } from '../store/index.ts'

/** The store within a transaction: what it runs in transactions of its own is undone alone if it fails. */
export const withSavepoints = (store: Store, tx: Database): Store => ({
  ...store,
  db: tx,
  transaction: async (work) => {
    await execute(tx, sql`savepoint rehearsed`)
    try {
      const result = await work(tx)
      await execute(tx, sql`release savepoint rehearsed`)
      return result
    } catch (error) {
      await execute(tx, sql`rollback to savepoint rehearsed`)
      throw error
    }
  },
})

/** Thrown to end a rehearsal. */
class RolledBack extends Error {
  override name = 'RolledBack'
}

/**
 * Runs `work` as it would run, in one transaction that is rolled back, and returns what it returns. `work` may use only `db` and
 * `transaction` of the store that it gets.
 *
 * @param isKept whether the transaction is committed all the same
 */
export const rehearse = async <Result>(
  store: Store,
  work: (store: Store) => Promise<Result>,
  isKept: (result: Result) => boolean = () => false,
): Promise<Result> => {
  let undone: { result: Result } | undefined
  try {
    return await store.transaction(async (tx) => {
      const result = await work(withSavepoints(store, tx))
      if (isKept(result)) return result
      undone = { result }
      throw new RolledBack('A dry run is rolled back.')
    })
  } catch (error) {
    if (undone === undefined) throw error
    return undone.result
  }
}
