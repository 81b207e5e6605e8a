import postgres from 'postgres'
import { MIGRATIONS } from './migrations.ts'
import type { Store } from './store.ts'

/** Any number of processes may migrate at once: they queue for this advisory lock. */
const MIGRATION_LOCK = 7_231_455

/** Connects to Postgres; nothing is asked yet. */
export const openPostgres = async (url: string): Promise<Store> => {
  const { drizzle } = await import('drizzle-orm/postgres-js')
  const { migrate } = await import('drizzle-orm/postgres-js/migrator')
  const connection = { TimeZone: 'UTC', application_name: 'basketball-data' }
  // A server that is gone is asked again soon, and whoever waits for it is told so soon: seconds.
  const options = { onnotice: () => {}, connect_timeout: 5, backoff: () => 0.1 }
  const client = preparing(postgres(url, { max: 10, connection, ...options }))
  const counter = preparing(
    postgres(url, { max: 2, connection: { ...connection, synchronous_commit: 'off' }, ...options }),
  )
  return {
    db: drizzle(client),
    counting: drizzle(counter),
    embedded: false,
    folder: null,
    listen: async (channel, heard) => {
      const listening = await client.listen(channel, heard)
      return () => listening.unlisten()
    },
    migrate: async () => {
      const migrator = postgres(url, { max: 1, connection, ...options })
      try {
        await migrator`select pg_advisory_lock(${MIGRATION_LOCK})`
        await migrate(drizzle(migrator), { migrationsFolder: MIGRATIONS })
      } finally {
        await migrator.end()
      }
    },
    close: async () => {
      await Promise.all([client.end({ timeout: 5 }), counter.end({ timeout: 5 })])
    },
  }
}

/**
 * Drizzle sends every statement unprepared; the server is to parse and plan each only once per connection, in
 * transactions too.
 */
const preparing = (client: postgres.Sql): postgres.Sql => {
  prepareStatements(client)
  const begin = client.begin.bind(client)
  // Drizzle begins with the work alone; the form with options first is not used.
  client.begin = (work: unknown) => {
    if (typeof work !== 'function') throw new TypeError('a transaction needs something to do')
    return begin((tx) => {
      prepareStatements(tx)
      return work(tx)
    })
  }
  return client
}

const prepareStatements = (client: Pick<postgres.Sql, 'unsafe'>): void => {
  const send = client.unsafe.bind(client)
  client.unsafe = (query, parameters, options) => {
    // Text without parameters that is not meant to be prepared may be several statements: only simple text can be.
    const prepare = options?.prepare === true || (parameters?.length ?? 0) > 0
    const prepared = { prepare, simple: !prepare }
    return send(query, parameters, { ...options, ...prepared })
  }
}
