import { and, eq, inArray, isNull, lt, notExists, sql } from 'drizzle-orm'
import { deliveries, idempotencyKeys, webhookEvents, type Store } from '../store/index.ts'

/** Events pruned per statement. Their deliveries and attempts are deleted with them. */
const BATCH_SIZE = 20

/**
 * Deletes a batch of events with their deliveries and attempts after `deliveryDays`, unless a delivery still waits. Returns the
 * number of events.
 */
const pruneEvents = async ({ db }: Store, deliveryDays: number): Promise<number> => {
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

/** Deletes idempotency keys after 24 hours, and events with their deliveries after `deliveryDays`, until the signal is aborted. */
export const pruneDeliveries = async (store: Store, deliveryDays: number, signal: AbortSignal): Promise<void> => {
  await store.db.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, sql`now() - interval '24 hours'`))
  while (!signal.aborted && (await pruneEvents(store, deliveryDays)) > 0);
}
