import { sql } from 'drizzle-orm'
import { execute, type Store } from '../../store/index.ts'

/** The advisory lock that statements share while they count. */
const COUNTING_LOCK = 7_231_458

/** When a lease that is taken or renewed now is over. */
const expiry = sql`counting_now() + interval '2 seconds'`

const askedSoFar = sql`(select last_value from counting_asked)::float8 as asked`

/** How many statements have counted calls in the database so far, over all processes. */
export const readStatements = async (store: Store): Promise<number> => {
  const rows = await execute(
    store.counting,
    sql`select last_value::float8 as number from counting_statements where ${store.countingCondition}`,
  )
  return Number(rows[0]?.['number'])
}

/**
 * Takes the lease unless somebody holds it or a statement is counting, and returns how often its holders have been asked to
 * give it up so far; null if it was not taken.
 */
export const takeLease = async (store: Store, lease: string): Promise<number | null> => {
  const rows = await execute(
    store.counting,
    sql`insert into counting_lease (lease, expires_at)
        select ${lease}, ${expiry} where ${store.countingCondition} and pg_try_advisory_xact_lock(${COUNTING_LOCK}::bigint)
        on conflict do nothing returning ${askedSoFar}`,
  )
  return rows[0] === undefined ? null : Number(rows[0]['asked'])
}

/** Renews the lease, and returns how often its holders have been asked to give it up; null if it is gone. */
export const renewLease = async (store: Store, lease: string): Promise<number | null> => {
  const rows = await execute(
    store.counting,
    sql`update counting_lease set expires_at = ${expiry}
        where lease = ${lease} and ${store.countingCondition} returning ${askedSoFar}`,
  )
  return rows[0] === undefined ? null : Number(rows[0]['asked'])
}

/** Gives the lease up. */
export const deleteLease = async (store: Store, lease: string): Promise<void> => {
  await execute(store.counting, sql`delete from counting_lease where lease = ${lease} and ${store.countingCondition}`)
}
