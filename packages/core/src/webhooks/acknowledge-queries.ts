import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { execute, type Database, type Store } from '../store/index.ts'
import type { Claim } from './claim-queries.ts'
import { insertEmail } from './email-queries.ts'
import { disabledEmail, warningEmail } from './emails.ts'
import { runAfter, type Run } from './failures.ts'
import type { Verdict } from './schedule.ts'
import type { Try } from './send.ts'

/** What came of a delivery that was claimed: the try that was made, and what becomes of the delivery. */
export type Told = { claimed: Claim; made: Try; verdict: Verdict }

const Acknowledged = z.object({
  webhook_id: z.string(),
  test: z.boolean(),
  outcome: z.enum(['delivered', 'failed']).nullable(),
  at: z.string(),
  status: z.int().nullable(),
})
type Acknowledged = z.infer<typeof Acknowledged>

/** Writes down tries and what they led to; a claim that is not the latest any more has no say. In the order told. */
const endTries = async (tx: Database, told: readonly Told[]): Promise<Acknowledged[]> => {
  const json = JSON.stringify(
    told.map(({ claimed, made: { at, duration, status, error }, verdict }, place) => ({
      place,
      webhook_id: claimed.webhook_id,
      event_id: claimed.event_id,
      claim: claimed.claim,
      at,
      duration: Math.round(duration),
      status,
      error,
      ...verdict,
    })),
  )
  const rows = await execute(
    tx,
    sql`with told as (
          select * from json_to_recordset(${json}::json) as t (place integer, webhook_id text, event_id text, claim integer,
            at timestamptz, duration integer, status integer, error text, outcome text, wait float8)
        ), acknowledged as (
          update deliveries d set sending = false, tries = d.tries + 1, outcome = t.outcome,
            ended_at = case when t.outcome is not null then clock_timestamp() end,
            due_at = case when t.outcome is null then clock_timestamp() + make_interval(secs => t.wait) else d.due_at end
          from told t
          where d.webhook_id = t.webhook_id and d.event_id = t.event_id and d.claim = t.claim and d.sending
          returning t.*, d.tries, d.test
        ), recorded as (
          insert into delivery_tries (webhook_id, event_id, number, at, duration, status, error)
          select webhook_id, event_id, tries, at, duration, status, error from acknowledged
        )
        select webhook_id, test, outcome, to_json(at) #>> '{}' as at, status from acknowledged order by place`,
  )
  return rows.map((row) => Acknowledged.parse(row))
}

const Locked = z.object({ id: z.string(), url: z.string(), status: z.string(), failures: z.int(), email: z.string() })
type Locked = z.infer<typeof Locked>

/** Locks the webhooks so that their failures are counted one after the other. */
const lockWebhooks = async (tx: Database, ids: readonly string[]): Promise<Locked[]> => {
  const rows = await execute(
    tx,
    sql`select w.id, w.url, w.status, w.failures, a.email
        from webhooks w join accounts a on a.id = w.account_id
        where w.id in (select value from json_array_elements_text(${JSON.stringify(ids)}::json))
        order by w.id for no key update of w`,
  )
  return rows.map((row) => Locked.parse(row))
}

/** Cancels what waits for a webhook; what is under way is left to come to its own end. */
const cancelWaiting = (tx: Database, webhook: string) =>
  execute(
    tx,
    sql`update deliveries set outcome = 'cancelled', ended_at = clock_timestamp()
        where webhook_id = ${webhook} and outcome is null and not sending`,
  )

const newest = (acknowledged: readonly Acknowledged[]): Acknowledged | undefined =>
  acknowledged.reduce<Acknowledged | undefined>((last, next) => (last && last.at > next.at ? last : next), undefined)

type Step = { webhook: Locked; run: Run; last: Acknowledged }

/** What tries lead to for their webhook; test deliveries are no failures. */
const stepOf = (webhook: Locked, acknowledged: readonly Acknowledged[]): Step[] => {
  const last = newest(acknowledged)
  if (last === undefined) return []
  const ended = acknowledged.flatMap(({ test, outcome }) => (test || outcome === null ? [] : [outcome]))
  return [{ webhook, run: runAfter(webhook.failures, ended), last }]
}

const updateWebhooks = (tx: Database, steps: readonly Step[]) => {
  const json = JSON.stringify(
    steps.map(({ webhook, run, last }) => ({
      id: webhook.id,
      failures: run.failures,
      status: run.disabled ? 'disabled' : 'active',
      at: last.at,
      last_status: last.status,
    })),
  )
  return execute(
    tx,
    sql`update webhooks w set failures = s.failures, status = s.status,
          last_delivery_at = greatest(w.last_delivery_at, s.at),
          last_status = case when w.last_delivery_at > s.at then w.last_status else s.last_status end
        from json_to_recordset(${json}::json) as s (id text, failures integer, status text, at timestamptz, last_status integer)
        where w.id = s.id`,
  )
}

/**
 * Acknowledges tries in one transaction: the deliveries, the runs of failures of their webhooks, and where one has
 * come to its end the webhook is disabled, what waits for it cancelled, and the account holder written to.
 */
export const acknowledge = ({ db }: Store, told: readonly Told[]): Promise<void> =>
  db.transaction(async (tx) => {
    const locked = await lockWebhooks(tx, [...new Set(told.map(({ claimed }) => claimed.webhook_id))])
    const acknowledged = Map.groupBy(await endTries(tx, told), ({ webhook_id }) => webhook_id)
    const steps = locked.flatMap((webhook) => stepOf(webhook, acknowledged.get(webhook.id) ?? []))
    if (steps.length > 0) await updateWebhooks(tx, steps)
    for (const { webhook, run } of steps) {
      if (run.disabled) await cancelWaiting(tx, webhook.id)
      if (run.disabled && webhook.status === 'active') await insertEmail(tx, disabledEmail(webhook))
      else if (run.warned && !run.disabled) await insertEmail(tx, warningEmail(webhook))
    }
  })
