import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { Plan } from '../contract/index.ts'
import { execute, selectRows, within, type Database, type Store, selectIds } from '../store/index.ts'

/** How many streams of an account a process has open. */
export type OpenCount = { account_id: string; streams: number }

const OpenCount = z.object({ account_id: z.string(), streams: z.number() })

/**
 * Writes how many streams a process has open, for as long as the lease, in milliseconds. It waits for no account that another
 * transaction has locked: a lease of one that is not there yet is left out, and renewed by the next write.
 */
export const writeLeases = async (
  db: Database,
  process_id: string,
  counts: readonly OpenCount[],
  lease: number,
): Promise<void> => {
  const expiry = sql`clock_timestamp() + ${lease}::integer * interval '1 millisecond'`
  await execute(
    db,
    sql`with counts as (
          select account_id, streams from json_to_recordset(${JSON.stringify(counts)}::json)
            as c (account_id text, streams integer)
        ), closed as (
          delete from stream_leases l using counts c
          where l.account_id = c.account_id and l.process_id = ${process_id} and c.streams = 0
        ), renewed as (
          update stream_leases l set streams = c.streams, expires_at = ${expiry}
          from counts c where l.account_id = c.account_id and l.process_id = ${process_id} and c.streams > 0
          returning l.account_id
        ), unlocked as (
          select a.id from accounts a
          where a.id in (select account_id from counts where streams > 0 except select account_id from renewed)
          for key share skip locked
        )
        insert into stream_leases (account_id, process_id, streams, expires_at)
        select c.account_id, ${process_id}, c.streams, ${expiry}
        from counts c join unlocked on unlocked.id = c.account_id
        on conflict (account_id, process_id) do update set streams = excluded.streams, expires_at = excluded.expires_at`,
  )
}

/**
 * Counts the streams that other processes have open, and lets nobody else open one for the accounts until the transaction
 * ends. Accounts that another transaction has locked are missing: it does not wait for them.
 */
export const countElsewhere = async (
  tx: Database,
  process_id: string,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const unlocked = await selectIds(
    tx,
    sql`select id from accounts where ${within(sql`id`, accounts)} order by id for no key update skip locked`,
  )
  const rows = await selectRows(
    tx,
    OpenCount,
    sql`select account_id, sum(streams)::integer as streams from stream_leases
        where ${within(sql`account_id`, accounts)} and process_id <> ${process_id} and expires_at > clock_timestamp()
        group by account_id`,
  )
  const elsewhere = new Map(rows.map(({ account_id, streams }) => [account_id, streams]))
  return new Map(unlocked.map((id) => [id, elsewhere.get(id) ?? 0]))
}

/** Deletes the leases of processes that have ended without a word. */
export const deleteExpiredLeases = async ({ db }: Store): Promise<void> => {
  await execute(db, sql`delete from stream_leases where expires_at < clock_timestamp() - interval '1 minute'`)
}

const KeyState = z.object({ id: z.string(), revoked: z.boolean(), plan: Plan })

/** Whether keys are revoked, and the plans of their accounts. */
export const selectKeyStates = ({ db }: Store, keys: readonly string[]): Promise<z.infer<typeof KeyState>[]> =>
  selectRows(
    db,
    KeyState,
    sql`select k.id, k.revoked_at is not null as revoked, a.plan from api_keys k join accounts a on a.id = k.account_id
        where ${within(sql`k.id`, keys)}`,
  )
