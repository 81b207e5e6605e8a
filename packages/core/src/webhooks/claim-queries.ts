import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { execute, type Store } from '../store/index.ts'
import type { NewEvent } from './event.ts'

const Claimed = z.object({
  webhook_id: z.string(),
  event_id: z.string(),
  claim: z.int(),
  tries: z.int(),
  url: z.string(),
  secret: z.instanceof(Uint8Array),
  type: z.string(),
  body: z.string(),
})

/** A delivery that is this worker's to send until its lease runs out. `tries` are those before. */
export type Claimed = z.infer<typeof Claimed>

/** How deliveries are claimed. */
export type Claiming = {
  /** Webhooks are taken in turn: the first is the one after this, by id. */
  past: string
  /** Deliveries at most. */
  most: number
  /** Deliveries of one webhook that may be under way at a time, over all workers, beside a test. */
  per_webhook: number
  /** Seconds after which another worker may take them. */
  lease: number
}

/** Takes deliveries that are due, each for this worker alone. */
export const claimDeliveries = async ({ db }: Store, claiming: Claiming): Promise<Claimed[]> => {
  const { past, most, per_webhook, lease } = claiming
  const rows = await execute(
    db,
    sql`select * from claim_deliveries(${past}, ${most}::integer, ${per_webhook}::integer, make_interval(secs => ${lease}::float8))`,
  )
  return rows.map((row) => Claimed.parse(row))
}

/** What tells one claim from another: a claim that is not the latest of its delivery any more has no say. */
export type Claim = Pick<Claimed, 'webhook_id' | 'event_id' | 'claim'>

/** Gives back deliveries that were claimed but not sent: they are due at once. */
export const releaseDeliveries = async ({ db }: Store, claimed: readonly Claim[]): Promise<void> => {
  const json = JSON.stringify(claimed.map(({ webhook_id, event_id, claim }) => ({ webhook_id, event_id, claim })))
  await execute(
    db,
    sql`update deliveries d set sending = false, due_at = clock_timestamp()
        from json_to_recordset(${json}::json) as t (webhook_id text, event_id text, claim integer)
        where d.webhook_id = t.webhook_id and d.event_id = t.event_id and d.claim = t.claim and d.sending`,
  )
}

/**
 * Claims a test delivery for who sends it now: it is tried once, in a place of its own. Null when another test of the
 * webhook is under way, or it is gone.
 */
export const claimTest = (
  { db }: Store,
  webhook: string,
  event: NewEvent,
  { lease }: Pick<Claiming, 'lease'>,
): Promise<Claim | null> =>
  db.transaction(async (tx) => {
    const { id, type, game_id, created_at, body } = event
    const [held] = await execute(tx, sql`select 1 from webhooks where id = ${webhook} for no key update`)
    const [another] = await execute(
      tx,
      sql`select 1 from deliveries where webhook_id = ${webhook} and sending and test and due_at > clock_timestamp()`,
    )
    if (held === undefined || another !== undefined) return null
    await execute(
      tx,
      sql`with event as (
            insert into webhook_events (id, type, game_id, created_at, body)
            values (${id}, ${type}, ${game_id}, ${created_at.toISOString()}::timestamptz, ${body}))
          insert into deliveries (webhook_id, event_id, test, sending, claim, due_at)
          values (${webhook}, ${id}, true, true, 1, clock_timestamp() + make_interval(secs => ${lease}::float8))`,
    )
    return { webhook_id: webhook, event_id: id, claim: 1 }
  })
