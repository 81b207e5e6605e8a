import postgres from 'postgres'
import { listen } from './listen.ts'
import { MIGRATIONS } from './migrations.ts'
import { createPool, type Pool } from './pool.ts'
import { databaseOn, PATIENT, type Store, type TransactionMode } from './store.ts'

/** Id of the advisory lock that lets one process migrate while others wait; an arbitrary number. */
const MIGRATION_LOCK = 7_231_455

const BEGIN: Record<TransactionMode, string> = {
  'read and write': 'begin',
  'read one snapshot': 'begin isolation level repeatable read read only',
}

/**
 * Settings of the connections that count calls. A commit does not wait for the disk, which makes counting fast; a crash
 * of the server loses at most the latest calls. A locked account is not waited for long: calls of others wait as well.
 */
const COUNTING = { synchronous_commit: 'off', lock_timeout: '250ms' }

/** Postgres cancels a statement itself a little before its deadline, which spares the connection. */
const cancelBefore = (deadline: number): { statement_timeout: string } => ({
  statement_timeout: `${Math.floor(deadline * 0.9)}ms`,
})

/** Connects to Postgres when the first statement is sent. */
export const openPostgres = async (url: string, countingDeadline: number): Promise<Store> => {
  const pools: Pool[] = []
  const open = (size: number, deadline: number, session: Record<string, string> = {}): Pool => {
    const pool = createPool({ url, size, deadline, session: { ...cancelBefore(deadline), ...session } })
    pools.push(pool)
    return pool
  }
  const counting = databaseOn(open(3, countingDeadline, COUNTING).driver)
  const listeners = new Set<() => void>()

  const storeOn = ({ driver, transaction }: Pool): Store => ({
    driver,
    db: databaseOn(driver),
    counting,
    withDeadline: (milliseconds) => storeOn(open(10, milliseconds)),
    transaction: (work, mode = 'read and write') => transaction(BEGIN[mode], (tx) => work(databaseOn(tx))),
    embedded: false,
    folder: null,
    listen: async (channel, notified) => {
      const stop = await listen(url, channel, notified)
      listeners.add(stop)
      return async () => {
        listeners.delete(stop)
        stop()
      }
    },
    migrate: () => migrate(url),
    close: async () => {
      for (const stop of listeners) stop()
      await Promise.all(pools.map((pool) => pool.close()))
    },
  })
  return storeOn(open(10, PATIENT))
}

/** A lock makes concurrent migrations run one after another. */
const migrate = async (url: string): Promise<void> => {
  const { drizzle } = await import('drizzle-orm/postgres-js')
  const { migrate: runMigrations } = await import('drizzle-orm/postgres-js/migrator')
  const client = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 5 })
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`
    await runMigrations(drizzle(client), { migrationsFolder: MIGRATIONS })
  } finally {
    await client.end()
  }
}
