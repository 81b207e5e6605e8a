import postgres from 'postgres'
import { MIGRATIONS } from './migrations.ts'
import { databaseOn, type Driver, type Store, type TransactionMode } from './store.ts'

/** Advisory lock that lets one process migrate while others wait. */
const MIGRATION_LOCK = 7_231_455

const asIs = (value: unknown) => value

/** Drizzle reads and writes dates, times and JSON as text, so the driver passes them through. */
const TYPES = {
  date: { to: 1184, from: [1082, 1083, 1114, 1182, 1184, 1185, 1115, 1231], serialize: asIs, parse: asIs },
  json: { to: 114, from: [114, 3802], serialize: asIs, parse: (text: string): unknown => JSON.parse(text) },
}

const BEGIN: Record<TransactionMode, string> = {
  'read and write': '',
  'read one snapshot': 'isolation level repeatable read read only',
}

/** Connects to Postgres when the first statement is sent. */
export const openPostgres = async (url: string): Promise<Store> => {
  const connection = { TimeZone: 'UTC', application_name: 'basketball-data' }
  // Seconds: a server that is away is noticed and tried again soon.
  const options = { onnotice: () => {}, connect_timeout: 5, backoff: () => 0.1, types: TYPES }
  const client = postgres(url, { max: 10, connection, ...options })
  const counter = postgres(url, { max: 2, connection: { ...connection, synchronous_commit: 'off' }, ...options })
  const driver = driverOf(client)
  return {
    driver,
    db: databaseOn(driver),
    counting: databaseOn(driverOf(counter)),
    transaction: async (work, mode = 'read and write') => {
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
      await Promise.all([client.end({ timeout: 5 }), counter.end({ timeout: 5 })])
    },
  }
}

const driverOf = (client: Pick<postgres.Sql, 'unsafe'>): Driver => {
  const send = (text: string, parameters: unknown[], prepare: boolean) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- encoded by Drizzle, whose types leave it open
    client.unsafe(text, parameters as postgres.ParameterOrJSON<never>[], { prepare })
  return {
    values: async (text, parameters) => send(text, parameters, true).values(),
    // Text without parameters may hold several statements, which cannot be prepared.
    rows: async (text, parameters) => send(text, parameters, parameters.length > 0),
  }
}

/** Any number of processes may migrate at the same time. */
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
