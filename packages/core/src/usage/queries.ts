import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { Plan } from '../contract/index.ts'
import { execute, selectRows, type Database, type Store } from '../store/index.ts'

/** UTC days that usage is stored and shown for, today included. */
export const USAGE_DAYS = 90

/** SQL: the current UTC day, by the clock of the database, as calls are counted. */
const today = sql`(now() at time zone 'utc')::date`

/** SQL: whether usage of a day is shown. */
const isShown = (day: SQL): SQL => sql`${day} > ${today} - ${USAGE_DAYS}::integer`

/** What is added to the usage of a key at an endpoint on a UTC day. Refunds may make `calls` negative. */
export type UsageChange = {
  day: string
  key_id: string
  /** Method and path, such as `GET /games/{id}`. */
  endpoint: string
  calls: number
  refused: number
  /** The latest of the calls, as Unix time in milliseconds. */
  last_at: number
}

const Positions = z.array(z.int())
const Added = z.object({
  transaction: z.string(),
  skipped: z.string().transform((text) => Positions.parse(JSON.parse(text))),
})

/** What was added to the usage. */
export type AddedUsage = {
  /** The id of the transaction. */
  transaction: string
  /** The positions of the changes that were not added. */
  skipped: readonly number[]
}

/**
 * Adds to the usage. Rows are locked in one order, so that processes that add at the same time wait for each other and never
 * both. A new row refers to its account and key: it is skipped while another transaction has locked these. Keys that do not
 * exist any more are left out.
 */
export const addUsage = async (tx: Database, changes: readonly UsageChange[]): Promise<AddedUsage> => {
  const rows = await execute(
    tx,
    sql`with sent as materialized (
          select k.account_id, c.*, exists (
              select from key_usage u
              where u.account_id = k.account_id and u.day = c.day and u.key_id = k.id and u.endpoint = c.endpoint) as is_stored
          from json_to_recordset(${JSON.stringify(changes.map((change, number) => ({ ...change, number })))}::json)
            as c (number integer, day date, key_id text, endpoint text, calls integer, refused integer,
              last_at double precision)
          join api_keys k on k.id = c.key_id
        ), unlocked as materialized (
          select k.id from api_keys k join accounts a on a.id = k.account_id
          where k.id in (select key_id from sent where not is_stored)
          for key share skip locked
        ), ready as materialized (
          select * from sent where is_stored or key_id in (select id from unlocked)
        ), added as (
          insert into key_usage as u (account_id, day, key_id, endpoint, calls, refused, last_at)
          select account_id, day, key_id, endpoint, calls, refused, to_timestamp(last_at / 1000) from ready
          order by account_id, day, key_id, endpoint
          on conflict (account_id, day, key_id, endpoint) do update set
            calls = u.calls + excluded.calls, refused = u.refused + excluded.refused,
            last_at = greatest(u.last_at, excluded.last_at)
        )
        select pg_current_xact_id()::text as transaction,
          coalesce((select json_agg(number)::text from sent where number not in (select number from ready)), '[]')
            as skipped`,
  )
  return Added.parse(rows[0])
}

/** How a transaction has ended, by its id; null if it has not. */
export const getTransactionOutcome = async (
  { db }: Store,
  transaction: string,
): Promise<'committed' | 'aborted' | null> => {
  const [row] = await execute(db, sql`select pg_xact_status(${transaction}::text::xid8) as status`)
  if (row?.['status'] === 'in progress') return null
  return row?.['status'] === 'committed' ? 'committed' : 'aborted'
}

/** Accounts whose oldest day one statement deletes. A day of an account has few rows, which keeps the statement short. */
const ACCOUNTS_PRUNED_AT_ONCE = 100

/** Deletes usage after 90 days. */
export const pruneUsage = async ({ db }: Store, signal: AbortSignal): Promise<void> => {
  let pruned = 1
  while (pruned > 0 && !signal.aborted) {
    const rows = await execute(
      db,
      sql`delete from key_usage u using (
            select id, oldest from (
              select a.id, (select min(day) from key_usage where account_id = a.id) as oldest from accounts a) days
            where not ${isShown(sql`oldest`)} limit ${ACCOUNTS_PRUNED_AT_ONCE}) expired
          where u.account_id = expired.id and u.day = expired.oldest
          returning 1`,
    )
    pruned = rows.length
  }
}

const Today = z.object({ plan: Plan, today: z.string() })

/** The plan of an account, and the current UTC day; undefined for an unknown account. */
export const selectToday = async ({ db }: Store, account: string) => {
  const query = sql`select plan, ${today}::text as today from accounts where id = ${account}`
  return (await selectRows(db, Today, query))[0]
}

const Day = z.object({ day: z.string(), calls: z.number() })

/** The exact counts of an account, by day, without the days that have no calls. */
export const selectDays = ({ db }: Store, account: string) =>
  selectRows(
    db,
    Day,
    sql`select day::text as day, calls from account_days where account_id = ${account} and ${isShown(sql`day`)}`,
  )

const Key = z.object({
  id: z.string(),
  hint: z.string(),
  name: z.string(),
  created_at: z.coerce.date(),
  revoked_at: z.coerce.date().nullable(),
})

/** The keys of an account, newest first. */
export const selectKeys = ({ db }: Store, account: string) =>
  selectRows(
    db,
    Key,
    sql`select id, hint, name, created_at, revoked_at from api_keys where account_id = ${account}
        order by created_at desc, id`,
  )

const Totals = z.object({ calls: z.number(), refused: z.number(), last_at: z.coerce.date() })
const Part = z.union([
  Totals.extend({ day: z.string(), key_id: z.null(), endpoint: z.null() }),
  Totals.extend({ day: z.null(), key_id: z.string(), endpoint: z.null() }),
  Totals.extend({ day: z.null(), key_id: z.null(), endpoint: z.string() }),
])

/** The usage of an account in three ways: by day, by key and by endpoint. */
export const selectParts = ({ db }: Store, account: string) =>
  selectRows(
    db,
    Part,
    sql`select day::text as day, key_id, endpoint, sum(calls)::float8 as calls, sum(refused)::float8 as refused,
          max(last_at) as last_at
        from key_usage where account_id = ${account} and ${isShown(sql`day`)}
        group by grouping sets ((day), (key_id), (endpoint))`,
  )
