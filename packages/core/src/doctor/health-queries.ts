import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { selectRows, type Store } from '../store/index.ts'

const single = async <Row>({ db }: Store, row: z.ZodType<Row>, query: ReturnType<typeof sql>): Promise<Row> => {
  const [first] = await selectRows(db, row, query)
  if (first === undefined) throw new Error('a query of one row returned none')
  return first
}

const Server = z.object({
  version: z.string(),
  number: z.int(),
  max_connections: z.int(),
  used_connections: z.int(),
  autovacuum: z.boolean(),
})

/** What a Postgres server says of itself. Superusers' reserved connections are left out. */
export const readServer = (store: Store) =>
  single(
    store,
    Server,
    sql`select split_part(current_setting('server_version'), ' ', 1) as version,
          current_setting('server_version_num')::int as number,
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max_connections,
          (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used_connections,
          current_setting('autovacuum') = 'on' as autovacuum`,
  )

/** The time of the database's clock, in milliseconds since 1970. */
export const readClock = async (store: Store): Promise<number> => {
  const { now } = await single(
    store,
    z.object({ now: z.number() }),
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  )
  return now
}

const Bloated = z.object({ name: z.string(), dead: z.number(), live: z.number() })

/** Tables with more than 10,000 dead rows that are more than a third of all their rows, largest number first. */
export const readBloatedTables = (store: Store) =>
  selectRows(
    store.db,
    Bloated,
    sql`select relname as name, n_dead_tup::float8 as dead, n_live_tup::float8 as live from pg_stat_user_tables
        where n_dead_tup > 10000 and n_dead_tup * 2 > n_live_tup order by n_dead_tup desc`,
  )

const Overdue = z.object({ count: z.int(), minutes: z.number().nullable() })

/** Deliveries that have been due for more than five minutes, and for how many minutes the oldest has. */
export const readOverdueDeliveries = (store: Store) =>
  single(
    store,
    Overdue,
    sql`select count(*)::int as count,
          floor(extract(epoch from clock_timestamp() - min(due_at)) / 60)::float8 as minutes
        from deliveries where outcome is null and due_at < clock_timestamp() - interval '5 minutes'`,
  )

/** The position in the write-ahead log of the primary up to which everything is committed. */
export const readPosition = async (store: Store): Promise<string> =>
  (await single(store, z.object({ position: z.string() }), sql`select pg_current_wal_lsn()::text as position`)).position

/** Whether a server is a replica, and whether it has replayed everything up to a position. */
export const readReplay = (store: Store, position: string) =>
  single(
    store,
    z.object({ replica: z.boolean(), replayed: z.boolean() }),
    sql`select pg_is_in_recovery() as replica,
          coalesce(pg_last_wal_replay_lsn() >= ${position}::pg_lsn, false) as replayed`,
  )
