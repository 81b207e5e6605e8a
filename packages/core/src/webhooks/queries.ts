import { and, desc, gt, eq, inArray, sql } from 'drizzle-orm'
import { toDateTime, type Webhook } from '../contract/index.ts'
import { accounts, competitions, games, idempotencyKeys, webhooks, type Database, type Store } from '../store/index.ts'

/** Counts the deliveries that ended with this outcome in the last 24 hours, without tests. */
const endedToday = (outcome: 'delivered' | 'failed') =>
  sql<number>`(select count(*)::integer from deliveries d
    where d.webhook_id = ${webhooks.id} and d.outcome = ${outcome} and d.ended_at > now() - interval '24 hours'
      and not d.test)`

const columns = {
  id: webhooks.id,
  url: webhooks.url,
  events: webhooks.events,
  competitions: webhooks.competitions,
  status: webhooks.status,
  secret: webhooks.secret,
  secret_prefix: webhooks.secret_prefix,
  last_delivery_at: webhooks.last_delivery_at,
  last_status: webhooks.last_status,
  delivered: endedToday('delivered').as('delivered'),
  failed: endedToday('failed').as('failed'),
  waiting: sql<number>`(select count(*)::integer from deliveries d
    where d.webhook_id = ${webhooks.id} and d.outcome is null and not d.test)`.as('waiting'),
  created_at: webhooks.created_at,
}

const selectRows = (db: Database) => db.select(columns).from(webhooks).$dynamic()

type Row = Awaited<ReturnType<typeof selectRows>>[number]

const toWebhook = (row: Row): Webhook => {
  const { secret: _, delivered, failed, waiting, last_delivery_at, created_at, ...rest } = row
  return {
    ...rest,
    last_delivery_at: last_delivery_at && toDateTime(last_delivery_at),
    last_24_hours: { delivered, failed, waiting },
    created_at: toDateTime(created_at),
  }
}

const isOwn = (account: string, id: string) => and(eq(webhooks.id, id), eq(webhooks.account_id, account))

/** The webhooks of an account, newest first. */
export const selectWebhooks = async ({ db }: Store, account: string): Promise<Webhook[]> => {
  const rows = await selectRows(db)
    .where(eq(webhooks.account_id, account))
    .orderBy(desc(webhooks.created_at), webhooks.id)
  return rows.map(toWebhook)
}

/** A webhook of an account with its encrypted secret; undefined if it has none with this id. */
export const selectWithSecret = async (db: Database, account: string, id: string) => {
  const [row] = await selectRows(db).where(isOwn(account, id))
  return row && { webhook: toWebhook(row), secret: row.secret }
}

/** A webhook of an account; undefined if it has none with this id. */
export const selectWebhook = async (db: Database, account: string, id: string): Promise<Webhook | undefined> =>
  (await selectWithSecret(db, account, id))?.webhook

/** The ids that no competition has. */
export const selectUnknownCompetitions = async ({ db }: Store, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return []
  const known = await db
    .select({ id: competitions.id })
    .from(competitions)
    .where(inArray(competitions.id, [...ids]))
  return ids.filter((id) => !known.some((competition) => competition.id === id))
}

/** Makes other transactions that change the account's webhooks wait until this one ends. */
export const lockAccount = async (tx: Database, account: string): Promise<void> => {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account)).for('no key update')
}

/** Counts the active webhooks of an account. */
export const countActive = async (db: Database, account: string): Promise<number> =>
  db.$count(webhooks, and(eq(webhooks.account_id, account), eq(webhooks.status, 'active')))

/** Inserts a new webhook. */
export const insertWebhook = async (tx: Database, row: typeof webhooks.$inferInsert): Promise<void> => {
  await tx.insert(webhooks).values(row)
}

/** Deletes a webhook with its deliveries. The result of one in flight is not recorded. */
export const deleteWebhook = async (tx: Database, account: string, id: string): Promise<void> => {
  await tx.delete(webhooks).where(isOwn(account, id))
}

/**
 * The webhook that an earlier call with the same `Idempotency-Key` created, null if it has been removed, and the SHA-256
 * of that call's body; undefined for a key that was not used in the last 24 hours.
 */
export const selectIdempotentCall = async (db: Database, account: string, key: string) => {
  const [call] = await db
    .select({ webhook: idempotencyKeys.webhook_id, body_hash: idempotencyKeys.body_hash })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.account_id, account),
        eq(idempotencyKeys.key, key),
        gt(idempotencyKeys.created_at, sql`now() - interval '24 hours'`),
      ),
    )
  return call
}

/** Stores the webhook that a call with an `Idempotency-Key` created. Replaces an expired key. */
export const insertIdempotentCall = async (tx: Database, row: typeof idempotencyKeys.$inferInsert): Promise<void> => {
  const { body_hash, webhook_id } = row
  await tx
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({
      target: [idempotencyKeys.account_id, idempotencyKeys.key],
      set: { body_hash, webhook_id, created_at: sql`now()` },
    })
}

/** The newest final game of these competitions, or of all if there are none; undefined if there is no such game. */
export const selectNewestFinal = async ({ db }: Store, ids: readonly string[]): Promise<string | undefined> => {
  const covered = ids.length === 0 ? undefined : inArray(games.competition_id, [...ids])
  const [newest] = await db
    .select({ id: games.id })
    .from(games)
    .where(and(eq(games.status, 'final'), covered))
    .orderBy(desc(games.date), desc(games.tip_off_order), games.id)
    .limit(1)
  return newest?.id
}
