import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, onTestFinished } from 'vitest'
import { createCore, type Core, type CoreOptions } from '../core.ts'
import { execute, type Store } from '../store/index.ts'
import { newDatabase, testDatabase, type DatabaseKind } from './databases.ts'

type Options = Omit<CoreOptions, 'database'>

/** A core on `database` that checks its answers against the contract; it is closed when the test ends. */
export const openCore = async (database: string, options: Options = {}): Promise<Core> => {
  const core = await createCore({ database, checkAnswers: true, ...options })
  onTestFinished(() => core.close())
  return core
}

/** A core on a database of its own, migrated and empty; both go when the test ends. */
export const openTestCore = async (kind: DatabaseKind, options: Options = {}): Promise<Core> =>
  openCore(await testDatabase(kind), options)

/** Deletes every row of every table but the shared secrets, which an open core has read. */
const empty = (store: Store) =>
  execute(
    store.db,
    sql`do $$
      declare name text;
      begin
        set local session_replication_role = replica;
        for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'secrets' loop
          execute format('delete from %I', name);
        end loop;
      end $$`,
  )

/**
 * One core for all tests of the `describe` block that calls this, on a database that is empty when each begins: a
 * tenth of the time a core of its own takes.
 * @example const core = sharedCore(kind)
 * test('…', async () => { await core().ingest(bundleOf()) })
 */
export const sharedCore = (kind: DatabaseKind, options: Options = {}): (() => Core) => {
  let core: Core | undefined
  const opened = () => {
    if (core === undefined) throw new Error('The core is opened before the first test, not earlier.')
    return core
  }
  beforeAll(async () => {
    const { address, drop } = await newDatabase(kind)
    core = await createCore({ database: address, checkAnswers: true, ...options })
    return async () => {
      await core?.close()
      await drop()
    }
  })
  beforeEach(async () => {
    await empty(opened().store)
  })
  return opened
}
