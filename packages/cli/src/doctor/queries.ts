import type { Core } from '@basketball-data/core'
import { UNCOUNTED_STAGES } from '@basketball-data/core/contract'
import { z } from 'zod'

// All SQL of the doctor. It reads, and changes nothing.

/** An open database. */
export type Store = Core['store']

/** Milliseconds for the response to a query. */
export const DEADLINE = 10_000

const select = async <Row>(
  { driver }: Store,
  row: z.ZodType<Row>,
  text: string,
  parameters: unknown[] = [],
): Promise<Row[]> => z.array(row).parse(await driver.rows(text, parameters))

const selectOne = async <Row>(...query: Parameters<typeof select<Row>>): Promise<Row> => {
  const [first] = await select(...query)
  if (first === undefined) throw new Error('a query of one row returned none')
  return first
}

const Server = z.object({
  version: z.string(),
  number: z.int(),
  in_recovery: z.boolean(),
  read_only: z.boolean(),
  max_connections: z.int(),
  used_connections: z.int(),
  autovacuum: z.boolean(),
})

/** What a Postgres server says of itself. */
export type Server = z.infer<typeof Server>

/**
 * Asks a Postgres server about itself. Connections that are reserved for others are not counted; `reserved_connections` is
 * there since version 16. Of the sessions of others, a user without `pg_read_all_stats` sees the database and not the type.
 */
export const readServer = (store: Store): Promise<Server> =>
  selectOne(
    store,
    Server,
    `select split_part(current_setting('server_version'), ' ', 1) as version,
      current_setting('server_version_num')::int as number,
      pg_is_in_recovery() as in_recovery,
      current_setting('transaction_read_only') = 'on' as read_only,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int as max_connections,
      (select count(*)::int from pg_stat_activity
        where datid is not null and coalesce(backend_type, 'client backend') = 'client backend') as used_connections,
      current_setting('autovacuum') = 'on' as autovacuum`,
  )

/** The time of the database's clock, in milliseconds since 1970. */
export const readClock = async (store: Store): Promise<number> => {
  const text = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now'
  return (await selectOne(store, z.object({ now: z.number() }), text)).now
}

/** Tables with more than 10,000 dead rows that are more than a third of all their rows, largest number first. */
export const readBloatedTables = (store: Store) =>
  select(
    store,
    z.object({ name: z.string(), dead: z.number(), live: z.number() }),
    `select relname as name, n_dead_tup::float8 as dead, n_live_tup::float8 as live from pg_stat_user_tables
      where n_dead_tup > 10000 and n_dead_tup * 2 > n_live_tup order by n_dead_tup desc`,
  )

/** How many warnings and refusals are listed, how many games that count have line-ups, and how many of these are inexact. */
export const readDataCounts = (store: Store) =>
  selectOne(
    store,
    z.object({ warnings: z.int(), refusals: z.int(), line_ups: z.int(), inexact: z.int() }),
    `select (select count(*)::int from warnings) as warnings, (select count(*)::int from refusals) as refusals,
        count(*)::int as line_ups, count(*) filter (where not l.exact)::int as inexact
      from line_ups l join games g on g.id = l.game_id
      where g.status = 'final' and coalesce(g.stage, '') <> all (array(select json_array_elements_text($1::json)))`,
    [JSON.stringify(UNCOUNTED_STAGES)],
  )

/** The position in the write-ahead log up to which everything is committed, or replayed by a standby in the place of a primary. */
export const readPosition = async (store: Store): Promise<string> => {
  const text = `select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end)::text as position`
  return (await selectOne(store, z.object({ position: z.string() }), text)).position
}

/** Whether a server is a replica, and whether it has replayed everything up to a position. */
export const readReplay = (store: Store, position: string) =>
  selectOne(
    store,
    z.object({ replica: z.boolean(), replayed: z.boolean() }),
    `select pg_is_in_recovery() as replica,
      coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as replayed`,
    [position],
  )
