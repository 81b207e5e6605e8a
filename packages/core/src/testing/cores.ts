import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, onTestFinished } from 'vitest'
import { createCore, type Core, type CoreOptions } from '../core.ts'
import { ServiceError } from '../errors.ts'
import { execute, type Store } from '../store/index.ts'
import { newDatabase, tableContents, testDatabase, type DatabaseKind } from './databases.ts'

type Options = Omit<CoreOptions, 'database'>

/** The clock of a core that has no other: the day after the sample games, so that none of them is overdue. */
const now = () => new Date('2026-11-20T12:00:00Z')

/** A core on `database` that validates its responses against the contract; it is closed when the test ends. */
export const openCore = async (database: string, options: Options = {}): Promise<Core> => {
  const core = await createCore({ database, now, ...options })
  onTestFinished(() => core.close())
  return core
}

/** A core on a new database, migrated and empty. The core is closed and the database dropped when the test ends. */
export const openTestCore = async (kind: DatabaseKind, options: Options = {}): Promise<Core> =>
  openCore(await testDatabase(kind), options)

/** Deletes every row of every table except the secrets, which an open core has already read. Most tables have never had one. */
const truncate = (store: Store) =>
  execute(
    store.db,
    sql`do $$
      declare name text;
      begin
        set local session_replication_role = replica;
        for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
            and relname <> 'secrets' and pg_relation_size(oid) > 0 loop
          execute format('delete from %I', name);
        end loop;
      end $$`,
  )

/**
 * Opens one core for all tests of the enclosing `describe` block. Its database is emptied before each test, which is ten
 * times faster than opening a core per test.
 * @example const core = sharedCore(kind)
 * test('…', async () => { await core().ingest(bundleOf()) })
 */
export const sharedCore = (kind: DatabaseKind, options: Options = {}): (() => Core) => {
  let core: Core | undefined
  const opened = () => {
    if (core === undefined) throw new Error('The core is opened in beforeAll: call this inside a test.')
    return core
  }
  beforeAll(async () => {
    const { address, drop } = await newDatabase(kind)
    // Tests empty the tables, after which changes have the same numbers again.
    const streams = { stateLifetime: 0 }
    core = await createCore({ database: address, now, streams, ...options })
    return async () => {
      await core?.close()
      await drop()
    }
  })
  beforeEach(async () => {
    await truncate(opened().store)
  })
  return opened
}

/** For `keptCounts.lease`: a process takes the lease as soon as it can (decision 2). */
export const EAGER = { window: 0, windowAfterHandOver: 0, busy: 0 }

/** Lets a core on Postgres count in memory as soon as it can. */
export const countEagerly = ({ store }: Pick<Core, 'store'>): void => {
  Object.assign(store.keptCounts.lease, EAGER)
}

/** Code, message and extras of the ServiceError that a call rejects with; null if it succeeds. Other errors are rethrown. */
export const catchServiceError = async (call: Promise<unknown> | undefined) => {
  try {
    await call
    return null
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, message: error.message, ...error.extras }
    throw error
  }
}

/** Tables that count calls: they are written in the background, and no rebuild touches them. */
const COUNTED_CALLS = ['account_counts', 'counting_lease', 'key_usage']

/** The tables whose rows a rebuild of everything derived changes, once the standings are stored: none, if they agree with the games. */
export const findRebuildChanges = async (core: Core): Promise<string[]> => {
  await core.refreshStandings()
  const before = await tableContents(core.store, COUNTED_CALLS)
  await core.rebuildStatistics()
  await core.refreshStandings()
  const after = await tableContents(core.store, COUNTED_CALLS)
  return Object.keys(before).filter((table) => before[table]?.join('\n') !== after[table]?.join('\n'))
}
