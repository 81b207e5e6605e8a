import { sql } from 'drizzle-orm'
import { listen } from './listen.ts'
import { migrateInTransaction } from './migrations.ts'
import { createPool, type Pool } from './pool.ts'
import { detectPooling, refuseLostStatements, refuseUnfitDirect } from './pooler.ts'
import { databaseOn, newKeptCounts, PATIENT, type Store, type TransactionMode } from './store.ts'

const BEGIN: Record<TransactionMode, string> = {
  'read and write': 'begin',
  'read one snapshot': 'begin isolation level repeatable read read only',
}

/**
 * Settings of the connections that count calls. A commit does not wait for the disk, which makes counting fast; a crash
 * of the server loses at most the latest calls. A locked account is not waited for long: calls of others wait as well.
 */
const COUNTING = { synchronous_commit: 'off', lock_timeout: '250ms' }

/** The same settings for the transaction of one statement, as a condition that is true, before anything else of it runs. */
const COUNTING_CONDITION = `(select ${Object.entries(COUNTING)
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(' || ')} is not null)`

/** Connections for transactions that may wait for locks. */
const LOCKING_SIZE = 3
/**
 * How long such a transaction waits for a lock, and how long it keeps its own while its process is silent. Set in the
 * transaction, because a pooler accepts no settings of connections.
 */
const LOCKING = `set local lock_timeout = '1s'; set local idle_in_transaction_session_timeout = '5s'`

/** Postgres cancels a statement itself a little before its deadline, which spares the connection. */
const cancelBefore = (deadline: number): string => `${Math.floor(deadline * 0.9)}ms`

/** Milliseconds in which a statement of a migration is answered: a day. */
const MIGRATION_DEADLINE = 86_400_000

/** Options of a Postgres database. */
export type PostgresOptions = {
  /** Milliseconds in which a call is counted, or fails; also for each statement of a transaction that may wait for locks. */
  countingDeadline: number
  /** The address of Postgres itself if a pooler is in front of it; notifications need it. */
  directDatabase?: string | undefined
  /**
   * Whether statements are prepared behind a pooler with transaction pooling, by default not: 'named' if it supports
   * that, 'none' for a pooler that is not recognized.
   */
  prepare?: 'named' | 'none' | undefined
}

/**
 * Connects to Postgres. Behind a pooler the settings of connections are those of transactions: it gives one connection to
 * several clients.
 *
 * @throws BadDatabase for a pooler, or a direct address, that cannot work
 */
export const openPostgres = async (
  url: string,
  { countingDeadline, directDatabase, prepare }: PostgresOptions,
): Promise<Store> => {
  const pooling = prepare === 'none' ? 'transaction' : await detectPooling(url)
  const isDirect = pooling === 'none'
  const isShared = pooling === 'transaction'
  if (isShared && prepare === 'named') await refuseLostStatements(url)
  if (directDatabase !== undefined) await refuseUnfitDirect(directDatabase, url)
  const listeningUrl = directDatabase ?? (isShared ? null : url)

  const pools: Pool[] = []
  const open = (size: number, deadline: number, settings: Record<string, string> = {}): Pool => {
    const session = isDirect ? { statement_timeout: cancelBefore(deadline), ...settings } : {}
    const prepares = !isShared || prepare === 'named'
    const pool = createPool({ url, size, deadline, session, prepare: prepares, pipeline: !isShared })
    pools.push(pool)
    return pool
  }
  const countingDriver = open(3, countingDeadline, COUNTING).driver
  const counting = databaseOn(countingDriver)
  const keptCounts = newKeptCounts()
  const listeners = new Set<() => void>()
  const buildSettings = (deadline: number): string =>
    isDirect ? '' : `; set local statement_timeout = '${cancelBefore(deadline)}'`
  const locking = open(LOCKING_SIZE, countingDeadline)
  const beginLocking = `begin; ${LOCKING}${buildSettings(countingDeadline)}`

  const storeWith = (size: number, deadline: number): Store => {
    const { driver, transaction } = open(size, deadline)
    return {
      driver,
      db: databaseOn(driver),
      readingDriver: driver,
      counting,
      countingDriver,
      countingCondition: sql.raw(isDirect ? 'true' : COUNTING_CONDITION),
      withDeadline: (milliseconds) => storeWith(size, milliseconds),
      transaction: (work, mode = 'read and write') =>
        transaction(`${BEGIN[mode]}${buildSettings(deadline)}`, (tx) => work(databaseOn(tx))),
      lockingTransaction: (work) => locking.transaction(beginLocking, (tx) => work(databaseOn(tx))),
      exclusive: null,
      keptCounts,
      embedded: false,
      folder: null,
      listens: listeningUrl !== null,
      listen: async (channel, notified) => {
        if (listeningUrl === null) return async () => {}
        const stop = await listen(listeningUrl, channel, notified)
        listeners.add(stop)
        return async () => {
          listeners.delete(stop)
          stop()
        }
      },
      migrate: () => migrateInTransaction(storeWith(1, MIGRATION_DEADLINE)),
      close: async () => {
        for (const stop of listeners) stop()
        await keptCounts.close().catch(() => {})
        await Promise.all(pools.map((pool) => pool.close()))
      },
    }
  }
  return storeWith(10, PATIENT)
}
