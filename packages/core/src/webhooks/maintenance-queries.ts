import { randomBytes } from 'node:crypto'
import { and, eq, inArray, isNull, lt, notExists, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  deliveries,
  emails,
  idempotencyKeys,
  selectRows,
  webhookEvents,
  type Database,
  type Store,
} from '../store/index.ts'
import type { Email } from './emails.ts'

/** Queues an e-mail, which is sent once the transaction is committed. */
export const insertEmail = async (tx: Database, { recipient, subject, body }: Email): Promise<void> => {
  const id = `em_${randomBytes(8).toString('hex')}`
  await tx.insert(emails).values({ id, recipient, subject, body })
}

const QueuedEmail = z.object({ id: z.string(), recipient: z.string(), subject: z.string(), body: z.string() })
type QueuedEmail = z.infer<typeof QueuedEmail>

/**
 * Claims an e-mail that is due; undefined if no e-mail is due. Until it is deleted, it becomes due again after 5 minutes,
 * then after twice as long each time, up to 12 hours.
 */
export const claimEmail = async ({ db }: Store): Promise<QueuedEmail | undefined> => {
  const [email] = await selectRows(
    db,
    QueuedEmail,
    sql`update emails set attempts = attempts + 1,
          due_at = clock_timestamp() + least(interval '5 minutes' * 2 ^ least(attempts, 10), interval '12 hours')
        where id = (
          select id from emails where due_at <= clock_timestamp() order by due_at limit 1 for update skip locked)
        returning id, recipient, subject, body`,
  )
  return email
}

/** Deletes an e-mail that was sent. */
export const deleteEmail = async ({ db }: Store, id: string): Promise<void> => {
  await db.delete(emails).where(eq(emails.id, id))
}

/** Events pruned per statement. Their deliveries and attempts are deleted with them. */
const BATCH_SIZE = 20

/**
 * Deletes idempotency keys after 24 hours, e-mails after 7 days, and a batch of events after `deliveryDays` unless a
 * delivery still waits. Returns the number of events.
 */
export const prune = async ({ db }: Store, deliveryDays: number): Promise<number> => {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, sql`now() - interval '24 hours'`))
  await db.delete(emails).where(lt(emails.created_at, sql`now() - interval '7 days'`))
  const waiting = db
    .select({ event_id: deliveries.event_id })
    .from(deliveries)
    .where(and(eq(deliveries.event_id, webhookEvents.id), isNull(deliveries.outcome)))
  const expired = db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(
      and(
        lt(webhookEvents.created_at, sql`now() - make_interval(days => ${deliveryDays}::integer)`),
        notExists(waiting),
      ),
    )
    .orderBy(webhookEvents.created_at)
    .limit(BATCH_SIZE)
  const pruned = await db
    .delete(webhookEvents)
    .where(inArray(webhookEvents.id, expired))
    .returning({ id: webhookEvents.id })
  return pruned.length
}
