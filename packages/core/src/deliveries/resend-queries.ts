import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { insertAudit, type Actor } from '../accounts/audit-queries.ts'
import { badRequest, notFound } from '../errors.ts'
import { deliveries, execute, selectRows, webhooks, type Database, type Store } from '../store/index.ts'
import { DELIVERIES_CHANNEL } from './outbox-queries.ts'

/**
 * Locks a webhook as those do that claim from it and record its attempts, so that it is not disabled meanwhile.
 * @throws ServiceError not_found, or bad_request if it is disabled
 */
const lockActiveWebhook = async (tx: Database, account: string, id: string): Promise<void> => {
  const [webhook] = await tx
    .select({ status: webhooks.status })
    .from(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.account_id, account)))
    .for('no key update')
  if (webhook === undefined) throw notFound('webhook', id)
  if (webhook.status === 'disabled')
    throw badRequest(`Webhook ${id} is disabled, so nothing is sent to it again; add a new one in its place.`)
}

/** SQL: makes a delivery `d` due now, for one attempt, after which it is what it was before unless it is delivered. */
const resend = sql`former_outcome = d.outcome, former_at = coalesce(d.ended_at, d.due_at), outcome = null,
  ended_at = null, due_at = clock_timestamp()`

/** Wakes the workers when the transaction commits. */
const wakeWorkers = (tx: Database) => execute(tx, sql`select pg_notify(${DELIVERIES_CHANNEL}, '')`)

/**
 * Has a delivery attempted once more, soon. One that is due already stays as it is.
 * @throws ServiceError not_found, or bad_request if the webhook is disabled, if the delivery is a test, or if it is being sent
 */
export const resendDelivery = (
  store: Store,
  account: string,
  { webhook, event, by }: { webhook: string; event: string; by: Actor },
): Promise<void> =>
  store.lockingTransaction(async (tx) => {
    await lockActiveWebhook(tx, account, webhook)
    const isDelivery = and(eq(deliveries.webhook_id, webhook), eq(deliveries.event_id, event))
    const [delivery] = await tx
      .select({
        test: deliveries.test,
        inFlight: sql<boolean>`${deliveries.sending} and ${deliveries.due_at} > clock_timestamp()`,
      })
      .from(deliveries)
      .where(isDelivery)
      .for('no key update')
    if (delivery === undefined) throw notFound('delivery', event)
    if (delivery.test) throw badRequest(`Delivery ${event} is a test, which is not sent again; send a new test.`)
    if (delivery.inFlight) throw badRequest(`Delivery ${event} is being sent; wait for the end of this attempt.`)
    const changed = await execute(
      tx,
      sql`update deliveries d set ${resend}
          where d.webhook_id = ${webhook} and d.event_id = ${event}
            and (d.outcome is not null or d.due_at > clock_timestamp() and not d.sending)
          returning event_id`,
    )
    if (changed.length === 0) return
    await insertAudit(tx, { account, by, action: 'delivery sent again', detail: `${event} to webhook ${webhook}` })
    await wakeWorkers(tx)
  })

/** Whether a webhook has deliveries that `resendFailedDeliveries` would send again, whenever they failed. */
export const hasFailedDeliveries = async ({ db }: Store, webhook: string): Promise<boolean> => {
  const found = await selectRows(
    db,
    z.object({ event_id: z.string() }),
    sql`select d.event_id from deliveries d where d.webhook_id = ${webhook} and d.outcome = 'failed' and not d.test limit 1`,
  )
  return found.length > 0
}

/** Deliveries that one transaction sends again, so that it locks the webhook only briefly. */
const BATCH_SIZE = 1000

/** The last delivery of a batch, by the moment when it failed. */
type BatchEnd = { ended_at: string; event_id: string }

const Batch = z.object({ count: z.int(), ended_at: z.string().nullable(), event_id: z.string().nullable() })

/** Sends the next failed deliveries of a webhook again, and returns how many, with the last of them. */
const resendBatch = async (tx: Database, webhook: string, since: Date, after: BatchEnd | null) => {
  const behind =
    after === null ? sql`` : sql`and (d.ended_at, d.event_id) > (${after.ended_at}::timestamptz, ${after.event_id})`
  const rows = await selectRows(
    tx,
    Batch,
    sql`with failed as (
          select d.event_id, d.ended_at from deliveries d
          where d.webhook_id = ${webhook} and d.outcome = 'failed' and not d.test
            and d.ended_at >= ${since.toISOString()}::timestamptz ${behind}
          order by d.ended_at, d.event_id limit ${sql.raw(String(BATCH_SIZE))}
        ), resent as (
          update deliveries d set ${resend} from failed
          where d.webhook_id = ${webhook} and d.event_id = failed.event_id
        ), last as (
          select * from failed order by ended_at desc, event_id desc limit 1
        )
        select (select count(*)::integer from failed) as count,
          (select to_json(ended_at) #>> '{}' from last) as ended_at, (select event_id from last) as event_id`,
  )
  return z.tuple([Batch]).parse(rows)[0]
}

/**
 * Has every delivery of a webhook that has failed since a moment attempted once more, and returns how many. They are taken
 * in batches, so one that fails again meanwhile, and has its former outcome, is not taken twice.
 * @throws ServiceError not_found, or bad_request if the webhook is disabled
 */
export const resendFailedDeliveries = async (
  store: Store,
  account: string,
  { webhook, since, by }: { webhook: string; since: Date; by: Actor },
): Promise<number> => {
  let total = 0
  let after: BatchEnd | null = null
  for (;;) {
    const { count, ended_at, event_id }: z.infer<typeof Batch> = await store.lockingTransaction(async (tx) => {
      await lockActiveWebhook(tx, account, webhook)
      const batch = await resendBatch(tx, webhook, since, after)
      if (batch.count === 0) return batch
      const detail = `${batch.count} failed since ${since.toISOString()} to webhook ${webhook}`
      await insertAudit(tx, { account, by, action: 'delivery sent again', detail })
      await wakeWorkers(tx)
      return batch
    })
    total += count
    if (count < BATCH_SIZE || ended_at === null || event_id === null) return total
    after = { ended_at, event_id }
  }
}
