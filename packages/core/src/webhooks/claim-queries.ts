import { and, eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { deliveries, execute, selectRows, webhookEvents, webhooks, type Store } from '../store/index.ts'
import type { NewEvent } from './events.ts'
import { RESPONSE_TIMEOUT } from './send.ts'

/** Deliveries that may be in flight to one webhook, over all workers. A test delivery is not counted. */
export const MAX_IN_FLIGHT_PER_WEBHOOK = 4
/** Milliseconds that a lease lasts beyond the response timeout, in which the attempt is recorded. */
export const LEASE_MARGIN = 20_000

const ClaimedDelivery = z.object({
  webhook_id: z.string(),
  event_id: z.string(),
  claim_number: z.int(),
  attempts: z.int(),
  url: z.string(),
  secret: z.instanceof(Uint8Array),
  type: z.string(),
  body: z.string(),
})

/** A delivery that only this worker may attempt, until its lease ends. `attempts` counts the earlier ones. */
export type ClaimedDelivery = z.infer<typeof ClaimedDelivery>

/** Identifies a claim. Each claim of a delivery has the next number, and only the latest can record or release. */
export type Claim = Pick<ClaimedDelivery, 'webhook_id' | 'event_id' | 'claim_number'>

/** What to claim, and for how long. */
export type ClaimOptions = {
  /** The scan begins with the webhook after this one, by id. */
  after: string
  /** Maximum number of deliveries. */
  max: number
  maxInFlightPerWebhook: number
  /** Milliseconds until another worker may claim the same deliveries. */
  lease: number
}

const interval = (milliseconds: number) => sql`make_interval(secs => ${milliseconds / 1000}::float8)`

/** Claims deliveries that are due, webhook by webhook (see migrations/0000_baseline.sql). */
export const claimDeliveries = (
  { db }: Store,
  { after, max, maxInFlightPerWebhook, lease }: ClaimOptions,
): Promise<ClaimedDelivery[]> =>
  selectRows(
    db,
    ClaimedDelivery,
    sql`select * from claim_deliveries(${after}, ${max}::integer, ${maxInFlightPerWebhook}::integer, ${interval(lease)})`,
  )

/** Releases claimed deliveries that were not sent: they are due immediately. */
export const releaseDeliveries = async ({ db }: Store, claims: readonly Claim[]): Promise<void> => {
  const json = JSON.stringify(
    claims.map(({ webhook_id, event_id, claim_number }) => ({ webhook_id, event_id, claim_number })),
  )
  await execute(
    db,
    sql`update deliveries d set sending = false, due_at = clock_timestamp()
        from json_to_recordset(${json}::json) as c (webhook_id text, event_id text, claim_number integer)
        where d.webhook_id = c.webhook_id and d.event_id = c.event_id and d.claim_number = c.claim_number and d.sending`,
  )
}

/**
 * Creates a test delivery and claims it for the caller. Null if another test delivery of the webhook is in flight, or if
 * the webhook is gone.
 */
export const claimTest = (
  store: Store,
  webhook_id: string,
  event: NewEvent,
  lease = RESPONSE_TIMEOUT + LEASE_MARGIN,
): Promise<Claim | null> =>
  store.transaction(async (tx) => {
    const isWebhook = eq(webhooks.id, webhook_id)
    const [webhook] = await tx.select({ id: webhooks.id }).from(webhooks).where(isWebhook).for('no key update')
    if (webhook === undefined) return null
    const isLeased = gt(deliveries.due_at, sql`clock_timestamp()`)
    const inFlight = and(eq(deliveries.webhook_id, webhook_id), deliveries.sending, deliveries.test, isLeased)
    if ((await tx.$count(deliveries, inFlight)) > 0) return null
    const claim = { webhook_id, event_id: event.id, claim_number: 1 }
    await tx.insert(webhookEvents).values(event)
    const due_at = sql`clock_timestamp() + ${interval(lease)}`
    await tx.insert(deliveries).values({ ...claim, test: true, sending: true, due_at })
    return claim
  })
