import postgres from 'postgres'
import { MIGRATIONS } from './migrations.ts'
import { databaseOn, type Driver, type Store, type TransactionMode } from './store.ts'

/** Id of the advisory lock that lets one process migrate while others wait; an arbitrary number. */
const MIGRATION_LOCK = 7_231_455

const identity = (value: unknown) => value

/**
 * Drizzle reads and writes dates, times and JSON as text, so the driver passes them through. The numbers are OIDs of
 * types. date, time, timestamp and timestamptz: 1082, 1083, 1114, 1184. Arrays of date, timestamp, timestamptz and
 * numeric: 1182, 1115, 1185, 1231. json and jsonb: 114, 3802.
 */
const TYPES = {
  date: { to: 1184, from: [1082, 1083, 1114, 1182, 1184, 1185, 1115, 1231], serialize: identity, parse: identity },
  json: { to: 114, from: [114, 3802], serialize: identity, parse: (text: string): unknown => JSON.parse(text) },
}

const BEGIN: Record<TransactionMode, string> = {
  'read and write': '',
  'read one snapshot': 'isolation level repeatable read read only',
}

/** Connects to Postgres when the first statement is sent. */
export const openPostgres = async (url: string): Promise<Store> => {
  const connection = { TimeZone: 'UTC', application_name: 'basketball-data' }
  // In seconds: connecting fails after 5 s and is retried after 0.1 s.
  const options = { onnotice: () => {}, connect_timeout: 5, backoff: () => 0.1, types: TYPES }
  const client = postgres(url, { max: 10, connection, ...options })
  // A commit does not wait for the disk, which makes counting fast; a crash of the server loses at most the latest calls.
  const countingClient = postgres(url, { max: 2, connection: { ...connection, synchronous_commit: 'off' }, ...options })
  const driver = driverOf(client)
  return {
    driver,
    db: databaseOn(driver),
    counting: databaseOn(driverOf(countingClient)),
    transaction: async (work, mode = 'read and write') => {
      // The result is wrapped, because the client awaits all members of a bare array.
      const done = await client.begin(BEGIN[mode], async (tx) => ({ result: await work(databaseOn(driverOf(tx))) }))
      return done.result
    },
    embedded: false,
    folder: null,
    listen: async (channel, notified) => {
      const listening = await client.listen(channel, notified)
      return () => listening.unlisten()
    },
    migrate: () => migrate(url),
    close: async () => {
      await Promise.all([client.end({ timeout: 5 }), countingClient.end({ timeout: 5 })])
    },
  }
}

const driverOf = (client: Pick<postgres.Sql, 'unsafe'>): Driver => {
  const send = (text: string, parameters: unknown[], prepare: boolean) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- encoded by Drizzle, whose types leave it open
    client.unsafe(text, parameters as postgres.ParameterOrJSON<never>[], { prepare })
  return {
    values: async (text, parameters) => send(text, parameters, true).values(),
    // Text without parameters can contain several statements, which cannot be prepared.
    rows: async (text, parameters) => send(text, parameters, parameters.length > 0),
  }
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
