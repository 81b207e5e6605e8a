import { sql } from 'drizzle-orm'
import { execute, type Store } from '../store/index.ts'

/** Days that events, deliveries and tries are kept after they are over. */
const KEPT = 30
/** Events that are forgotten at a time, each with as many deliveries as there are webhooks. */
const AT_A_TIME = 20
/** Days that an e-mail is tried to be sent. */
const EMAILS_KEPT = 7

/** Forgets what is over long since; gives how many events it forgot, a few at a time. */
export const prune = async ({ db }: Store): Promise<number> => {
  await execute(db, sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`)
  await execute(db, sql`delete from emails where created_at < now() - make_interval(days => ${EMAILS_KEPT}::integer)`)
  const forgotten = await execute(
    db,
    sql`delete from webhook_events where id in (
          select e.id from webhook_events e
          where e.created_at < now() - make_interval(days => ${KEPT}::integer)
            and not exists (select 1 from deliveries d where d.event_id = e.id and d.outcome is null)
          order by e.created_at limit ${AT_A_TIME}::integer)
        returning id`,
  )
  return forgotten.length
}
