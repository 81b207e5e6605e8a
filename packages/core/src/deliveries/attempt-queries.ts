import { and, eq, isNull, not, sql } from 'drizzle-orm'
import { z } from 'zod'
import { accounts, deliveries, execute, selectRows, webhooks, type Database, type Store } from '../store/index.ts'
import type { Claim } from './claim-queries.ts'
import { disabledEmail, warningEmail, countFailures, type ConsecutiveFailures } from './failures.ts'
import { insertEmail } from '../mail/queries.ts'
import type { NextStep } from './retry.ts'
import type { Attempt } from './send.ts'

/** An attempt that has ended, with the claim under which it was made. `resent`: it was asked for (see resend-queries.ts). */
export type EndedAttempt = { claim: Claim; resent: boolean; attempt: Attempt; next: NextStep }

const RecordedAttempt = z.object({
  webhook_id: z.string(),
  test: z.boolean(),
  resent: z.boolean(),
  outcome: z.enum(['delivered', 'failed']).nullable(),
  at: z.string(),
  status: z.int().nullable(),
})
type RecordedAttempt = z.infer<typeof RecordedAttempt>

/**
 * Ignores attempts whose claim has been superseded. Keeps input order. A delivery that was sent again without success is
 * what it was before: ended as it had, or waiting for its next retry.
 */
const updateDeliveries = (tx: Database, ended: readonly EndedAttempt[]): Promise<RecordedAttempt[]> => {
  const json = JSON.stringify(
    ended.map(({ claim: { webhook_id, event_id, claim_number }, resent, attempt, next }, index) => {
      const { at, duration, status, error } = attempt
      return { index, webhook_id, event_id, claim_number, resent, at, duration, status, error, ...next }
    }),
  )
  return selectRows(
    tx,
    RecordedAttempt,
    sql`with ended as (
          select *, resent and outcome = 'failed' as restores
          from json_to_recordset(${json}::json) as e (index integer, webhook_id text, event_id text, claim_number integer,
            resent boolean, at timestamptz, duration integer, status integer, error text, outcome text, delay float8)
        ), updated as (
          update deliveries d set sending = false, attempts = d.attempts + 1, resends = d.resends + e.resent::integer,
            outcome = case when e.restores then d.former_outcome else e.outcome end,
            ended_at = case
              when e.restores then case when d.former_outcome is not null then d.former_at end
              when e.outcome is not null then clock_timestamp()
            end,
            due_at = case
              when e.restores and d.former_outcome is null then d.former_at
              when e.outcome is null then clock_timestamp() + make_interval(secs => e.delay)
              else d.due_at
            end,
            former_outcome = null, former_at = null
          from ended e
          where d.webhook_id = e.webhook_id and d.event_id = e.event_id and d.claim_number = e.claim_number and d.sending
          returning e.*, d.attempts, d.test
        ), recorded as (
          insert into delivery_attempts (webhook_id, event_id, number, at, duration, status, error)
          select webhook_id, event_id, attempts, at, duration, status, error from updated
        )
        select webhook_id, test, resent, outcome, to_json(at) #>> '{}' as at, status from updated order by index`,
  )
}

/** Locks the webhooks, so that concurrent workers count their failures one after the other. */
const lockWebhooks = (tx: Database, ids: string[]) =>
  tx
    .select({
      id: webhooks.id,
      url: webhooks.url,
      status: webhooks.status,
      consecutive_failures: webhooks.consecutive_failures,
      email: accounts.email,
    })
    .from(webhooks)
    .innerJoin(accounts, eq(accounts.id, webhooks.account_id))
    .where(sql`${webhooks.id} in (select value from json_array_elements_text(${JSON.stringify(ids)}::json))`)
    .orderBy(webhooks.id)
    .for('no key update', { of: webhooks })

type LockedWebhook = Awaited<ReturnType<typeof lockWebhooks>>[number]

type WebhookUpdate = { webhook: LockedWebhook; failures: ConsecutiveFailures; last: RecordedAttempt }

/** How attempts change their webhook. Tests and deliveries that were sent again are not counted. */
const toWebhookUpdate = (webhook: LockedWebhook, attempts: readonly RecordedAttempt[]): WebhookUpdate[] => {
  const [first, ...others] = attempts
  if (first === undefined) return []
  const last = others.reduce((latest, next) => (latest.at > next.at ? latest : next), first)
  const outcomes = attempts.flatMap(({ test, resent, outcome }) =>
    test || resent || outcome === null ? [] : [outcome],
  )
  return [{ webhook, failures: countFailures(webhook.consecutive_failures, outcomes), last }]
}

const updateWebhooks = async (tx: Database, changes: readonly WebhookUpdate[]): Promise<void> => {
  const json = JSON.stringify(
    changes.map(({ webhook, failures, last }) => ({
      id: webhook.id,
      consecutive_failures: failures.count,
      status: failures.disable ? 'disabled' : 'active',
      at: last.at,
      last_status: last.status,
    })),
  )
  await execute(
    tx,
    sql`update webhooks w set consecutive_failures = c.consecutive_failures, status = c.status,
          last_delivery_at = greatest(w.last_delivery_at, c.at),
          last_status = case when w.last_delivery_at > c.at then w.last_status else c.last_status end
        from json_to_recordset(${json}::json)
          as c (id text, consecutive_failures integer, status text, at timestamptz, last_status integer)
        where w.id = c.id`,
  )
}

/**
 * Cancels the waiting deliveries of a webhook; those that are sent again have their former outcome instead. Those in
 * flight end on their own.
 */
const cancelWaiting = async (tx: Database, webhook_id: string): Promise<void> => {
  const { former_outcome, former_at } = deliveries
  await tx
    .update(deliveries)
    .set({
      outcome: sql`coalesce(${former_outcome}, 'cancelled')`,
      ended_at: sql`case when ${former_outcome} is null then clock_timestamp() else ${former_at} end`,
      former_outcome: null,
      former_at: null,
    })
    .where(and(eq(deliveries.webhook_id, webhook_id), isNull(deliveries.outcome), not(deliveries.sending)))
}

/**
 * Records attempts in one transaction: updates their deliveries and the consecutive failures of their webhooks, and
 * disables a webhook after the 20th, cancels its waiting deliveries and queues an e-mail to the account holder.
 */
export const recordAttempts = (store: Store, ended: readonly EndedAttempt[]): Promise<void> =>
  store.transaction(async (tx) => {
    const locked = await lockWebhooks(tx, [...new Set(ended.map(({ claim }) => claim.webhook_id))])
    const byWebhook = Map.groupBy(await updateDeliveries(tx, ended), ({ webhook_id }) => webhook_id)
    const changes = locked.flatMap((webhook) => toWebhookUpdate(webhook, byWebhook.get(webhook.id) ?? []))
    if (changes.length > 0) await updateWebhooks(tx, changes)
    for (const { webhook, failures } of changes) {
      if (failures.disable) await cancelWaiting(tx, webhook.id)
      if (failures.disable && webhook.status === 'active') await insertEmail(tx, disabledEmail(webhook))
      else if (failures.warn && !failures.disable) await insertEmail(tx, warningEmail(webhook))
    }
  })
