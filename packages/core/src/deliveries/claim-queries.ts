import { and, eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { deliveries, execute, selectRows, webhookEvents, webhooks, type Store } from '../store/index.ts'
import type { NewEvent } from './outbox-queries.ts'
import { RESPONSE_TIMEOUT } from './send.ts'

const WaitingDeliveries = z.object({ waiting: z.int(), overdue: z.number() })

/**
 * Deliveries that wait for an attempt, and the seconds for which the one that is due longest has been due. A webhook with as
 * many attempts in flight as it may have counts as not overdue: its receiver is slow, not the workers.
 */
export type WaitingDeliveries = z.infer<typeof WaitingDeliveries>

/** Reads how many deliveries wait, and for how long they have been due. */
export const readWaitingDeliveries = async ({ db }: Store): Promise<WaitingDeliveries> => {
  const [row] = await selectRows(
    db,
    WaitingDeliveries,
    sql`select coalesce(sum(waiting), 0)::int as waiting,
          greatest(0, coalesce(max(overdue) filter (where in_flight < ${MAX_IN_FLIGHT_PER_WEBHOOK}::integer), 0))::float8 as overdue
        from (
          select count(*) as waiting,
            count(*) filter (where sending and not test and due_at > clock_timestamp()) as in_flight,
            extract(epoch from clock_timestamp() - min(due_at)) as overdue
          from deliveries where outcome is null group by webhook_id
        ) of_webhook`,
  )
  if (row === undefined) throw new Error('a count returned no row')
  return row
}

/** Deliveries that may be in flight to one webhook, over all workers. A test delivery is not counted. */
export const MAX_IN_FLIGHT_PER_WEBHOOK = 4
/** Milliseconds of the lease of a test delivery, which is not renewed: the response timeout, and time to record the attempt. */
const TEST_LEASE = RESPONSE_TIMEOUT + 20_000

const ClaimedDelivery = z.object({
  webhook_id: z.string(),
  event_id: z.string(),
  claim_number: z.int(),
  attempts: z.int(),
  resends: z.int(),
  resent: z.boolean(),
  url: z.string(),
  secret: z.instanceof(Uint8Array),
  type: z.string(),
  body: z.string(),
})

/**
 * A delivery that only this worker may attempt, while it renews the lease. `attempts` counts the earlier ones, `resends`
 * those of them that were asked for, and `resent` says whether this one is.
 */
export type ClaimedDelivery = z.infer<typeof ClaimedDelivery>

/** Identifies a claim. Each claim of a delivery has the next number, and only the latest can record or release. */
export type Claim = Pick<ClaimedDelivery, 'webhook_id' | 'event_id' | 'claim_number'>

/** What to claim, and for how long. */
export type ClaimOptions = {
  /** The scan begins with the webhook after this one, by id. */
  after: string
  /** The webhooks to claim from, without a scan. */
  only?: readonly string[] | undefined
  /** Maximum number of deliveries. */
  max: number
  maxInFlightPerWebhook: number
  /** Milliseconds until another worker may claim the same deliveries. */
  lease: number
  /** When the database last ran a statement of this worker, by its clock. */
  heardAt: string
  /** Milliseconds after `heardAt` from which the claim is late and has no effect. */
  maxSilence: number
}

/** The result of a claim: `at` is when the database ran it, by its clock. */
export type Claims = { claimed: ClaimedDelivery[]; at: string; late: boolean }

const ClaimTime = z.object({ at: z.string(), late: z.boolean() })

const interval = (milliseconds: number) => sql`make_interval(secs => ${milliseconds / 1000}::float8)`

const claimsJson = (claims: readonly Claim[]): string =>
  JSON.stringify(claims.map(({ webhook_id, event_id, claim_number }) => ({ webhook_id, event_id, claim_number })))

/**
 * Claims deliveries that are due, webhook by webhook (see migrations/0011_account_pages.sql). The database decides whether the
 * claim is late, because a statement can wait for longer than a lease before it runs.
 */
export const claimDeliveries = async ({ db }: Store, options: ClaimOptions): Promise<Claims> => {
  const { after, only, max, maxInFlightPerWebhook, lease, heardAt, maxSilence } = options
  const webhooks = only === undefined ? null : JSON.stringify(only)
  const rows = await execute(
    db,
    sql`with start as materialized (
          select now.at, now.at > ${heardAt}::timestamptz + ${interval(maxSilence)} as late
          from clock_timestamp() as now (at)
        )
        select start.at::text, start.late, claimed.*
        from start left join lateral claim_deliveries(${after}, ${webhooks}::json,
          case when start.late then 0 else ${max}::integer end, ${maxInFlightPerWebhook}::integer, ${interval(lease)})
          as claimed on true`,
  )
  const claimed = rows.flatMap((row) => (row['event_id'] === null ? [] : [ClaimedDelivery.parse(row)]))
  return { claimed, ...ClaimTime.parse(rows[0]) }
}

/**
 * Renews the leases of claims that have not been superseded, and returns when, by the clock of the database. Skips leases
 * with more than two thirds left. Waits for no lock: a locked delivery is being recorded, claimed or removed.
 */
export const renewLeases = async ({ db }: Store, claims: readonly Claim[], lease: number): Promise<string> => {
  const rows = await selectRows(
    db,
    z.object({ at: z.string() }),
    sql`with ending as (
          select d.webhook_id, d.event_id from deliveries d
          join json_to_recordset(${claimsJson(claims)}::json)
            as c (webhook_id text, event_id text, claim_number integer) using (webhook_id, event_id, claim_number)
          where d.sending and d.due_at < clock_timestamp() + ${interval((lease * 2) / 3)}
          for no key update of d skip locked
        ), renewed as (
          update deliveries d set due_at = clock_timestamp() + ${interval(lease)}
          from ending where d.webhook_id = ending.webhook_id and d.event_id = ending.event_id
        )
        select clock_timestamp()::text as at`,
  )
  return z.tuple([z.object({ at: z.string() })]).parse(rows)[0].at
}

/** Releases claimed deliveries that were not sent: they are due immediately. */
export const releaseDeliveries = async ({ db }: Store, claims: readonly Claim[]): Promise<void> => {
  await execute(
    db,
    sql`update deliveries d set sending = false, due_at = clock_timestamp()
        from json_to_recordset(${claimsJson(claims)}::json) as c (webhook_id text, event_id text, claim_number integer)
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
  lease = TEST_LEASE,
): Promise<Claim | null> =>
  store.lockingTransaction(async (tx) => {
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
