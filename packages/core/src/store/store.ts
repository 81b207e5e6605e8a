import { sql, type SQL } from 'drizzle-orm'
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy'
import { z } from 'zod'
import { withDeadline } from './errors.ts'

/** A connection to the database, or one of its transactions. */
export type Driver = {
  /** Sends a statement, which is prepared once per connection, and returns the values of each row. */
  values: (text: string, parameters: unknown[]) => Promise<unknown[][]>
  /** Sends a statement, which is prepared if it has parameters, and returns each row by column name. */
  rows: (text: string, parameters: unknown[]) => Promise<Record<string, unknown>[]>
}

/** Drizzle's query builder on a connection or a transaction; transactions begin with `Store.transaction`. */
export type Database = Omit<PgRemoteDatabase, 'transaction'>

/** The kind of a transaction. */
export type TransactionMode = 'read and write' | 'read one snapshot'

/** Milliseconds in which a statement of an import, or of maintenance, is answered: five minutes. */
export const PATIENT = 300_000

/** What this process knows of an embedded database because no other one can open it. */
export type ExclusiveUse = {
  /**
   * Rises before every statement that may write anything but counts of calls. What was read since it rose last is still
   * true.
   */
  writes: number
  /** The clock of the database, in Unix milliseconds. */
  now: () => number
}

/** The counts of calls that this process keeps in memory. What keeps them sets the functions (accounts/counting). */
export type KeptCounts = {
  /** Writes them, so that whoever reads the tables sees them. */
  flush: () => Promise<void>
  /** Writes them, and keeps none any more, before the database is closed. */
  close: () => Promise<void>
  /** When a process on Postgres counts in memory (decision 2), in milliseconds. Tests change it. */
  lease: {
    /** For so long it has to be alone and busy before that. */
    window: number
    /** The same after another process has counted meanwhile. */
    windowAfterHandOver: number
    /** It is busy with so many statements a second. */
    busy: number
    /** For so long it trusts a lease that it has renewed: less than the lease lasts by the clock of the database. */
    trusted: number
  }
}

/** No counts yet. */
export const newKeptCounts = (lease: Partial<KeptCounts['lease']> = {}): KeptCounts => ({
  flush: async () => {},
  close: async () => {},
  lease: { window: 5000, windowAfterHandOver: 30_000, busy: 10, trusted: 1800, ...lease },
})

/** A request of another process, as the process that has the folder open receives it. */
export type FolderRequest = {
  method: string
  args: unknown[]
  /** What follows the request, read no faster than it is taken. It throws ProcessLost when this process closes the folder. */
  items: AsyncIterable<unknown>
  /** Aborted when the other process is gone, or with a ProcessLost as the reason when this one closes the folder. */
  signal: AbortSignal
}

/** What the process that has a folder open does for others. Whatever does it sets the function (remote.ts). */
export type FolderRequests = {
  /** Does what a request asks for, and yields the results; undefined if this process does nothing of the kind. */
  respond: (request: FolderRequest) => AsyncIterable<unknown> | undefined
}

/** An open database. A statement that is not answered by its deadline fails with DeadlineMissed. */
export type Store = {
  driver: Driver
  db: Database
  /** For statements that write nothing: the same connections. Unlike others, they do not raise `ExclusiveUse.writes`. */
  readingDriver: Driver
  /** For counting calls: separate connections whose commits do not wait for the disk. Embedded: same as `db`. */
  counting: Database
  /** The connections of `counting`. */
  countingDriver: Driver
  /** A condition that is true, for every statement on `counting`: behind a pooler it makes the commit not wait. */
  countingCondition: SQL
  /** The same database with another deadline, in milliseconds, and on Postgres with connections of its own. */
  withDeadline: (milliseconds: number) => Store
  /** Runs `work` in a transaction: commits when it resolves, rolls back when it rejects. */
  transaction: <Result>(work: (tx: Database) => Promise<Result>, mode?: TransactionMode) => Promise<Result>
  /**
   * A transaction that may wait for locks. On Postgres it uses one of three separate connections, so that waiting
   * takes none from reads, and it fails if a lock is not free within a second.
   */
  lockingTransaction: <Result>(work: (tx: Database) => Promise<Result>) => Promise<Result>
  /** What only the process of an embedded database knows; null on Postgres, which other processes use too. */
  exclusive: ExclusiveUse | null
  /** The counts of calls that this process keeps in memory. */
  keptCounts: KeptCounts
  /** Whether this process runs the database itself. */
  embedded: boolean
  /** The folder of an embedded database; null in memory and for Postgres. */
  folder: string | null
  /** What this process does for others that need the folder of an embedded database. */
  requests?: FolderRequests
  /** Copies the folder of an embedded database, as of one moment, into another folder. Statements wait meanwhile. */
  copyTo?: (folder: string) => Promise<void>
  /** Whether notifications arrive. Some poolers lose them. */
  listens: boolean
  /** Calls `notified` on every NOTIFY of a channel, until the returned function is called. Without `listens` it never does. */
  listen: (channel: string, notified: () => void) => Promise<() => Promise<void>>
  migrate: () => Promise<void>
  close: () => Promise<void>
}

/** Drizzle's query builder on a driver. */
export const databaseOn = (driver: Driver): Database =>
  drizzle(async (text, parameters, method) => ({
    rows: await (method === 'all' ? driver.values(text, parameters) : driver.rows(text, parameters)),
  }))

/** Runs a statement written as `sql` text and returns its rows by column name. */
export const execute = (db: Database, query: SQL): Promise<Record<string, unknown>[]> => db.execute(query).execute()

/** Runs a query written as `sql` text and parses each of its rows. */
export const selectRows = async <Row>(db: Database, row: z.ZodType<Row>, query: SQL): Promise<Row[]> =>
  (await execute(db, query)).map((values) => row.parse(values))

const Id = z.object({ id: z.string() })

/** Runs a query written as `sql` text whose rows have one column, `id`. */
export const selectIds = async (db: Database, query: SQL): Promise<string[]> =>
  (await selectRows(db, Id, query)).map(({ id }) => id)

/** Milliseconds in which a database that is well answers a trivial query. */
const PING_DEADLINE = 1000

/** Runs a trivial query. @throws when the database cannot be reached, or does not answer within a second. */
export const ping = async ({ db }: Store): Promise<void> => {
  await withDeadline(PING_DEADLINE, execute(db, sql`select 1`))
}

/** The advisory lock on games, for a transaction that writes them. */
const GAMES_LOCK = 7_231_456

/** Waits until no other transaction writes games, and makes others wait until this one ends. */
export const lockGamesExclusive = async (tx: Database): Promise<void> => {
  await execute(tx, sql`select pg_advisory_xact_lock(${GAMES_LOCK}::bigint)`)
}
