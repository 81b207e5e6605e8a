import { and, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { toDateTime, type Webhook } from '../contract/index.ts'
import {
  accounts,
  competitions,
  games,
  idempotencyKeys,
  webhookEvents,
  webhooks,
  type Database,
  type Store,
} from '../store/index.ts'

/**
 * Counts the deliveries that ended with this outcome in the last 24 hours, excluding test deliveries. The outcome is part
 * of the text, so that a generic plan has the index of this outcome.
 */
const endedInLast24Hours = (outcome: 'delivered' | 'failed') =>
  sql<number>`(select count(*)::integer from deliveries d
    where d.webhook_id = ${webhooks.id} and d.outcome = ${sql.raw(`'${outcome}'`)} and d.ended_at > now() - interval '24 hours'
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
  delivered: endedInLast24Hours('delivered').as('delivered'),
  failed: endedInLast24Hours('failed').as('failed'),
  pending: sql<number>`(select count(*)::integer from deliveries d
    where d.webhook_id = ${webhooks.id} and d.outcome is null and not d.test)`.as('pending'),
  created_at: webhooks.created_at,
}

const selectRows = (db: Database) => db.select(columns).from(webhooks).$dynamic()

type Row = Awaited<ReturnType<typeof selectRows>>[number]

const toWebhook = (row: Row): Webhook => {
  const { secret: _, delivered, failed, pending, last_delivery_at, created_at, ...rest } = row
  return {
    ...rest,
    last_delivery_at: last_delivery_at && toDateTime(last_delivery_at),
    last_24_hours: { delivered, failed, waiting: pending },
    created_at: toDateTime(created_at),
  }
}

const belongsTo = (account: string, id: string) => and(eq(webhooks.id, id), eq(webhooks.account_id, account))

/** The webhooks of an account, newest first. */
export const selectWebhooks = async ({ db }: Store, account: string): Promise<Webhook[]> => {
  const rows = await selectRows(db)
    .where(eq(webhooks.account_id, account))
    .orderBy(desc(webhooks.created_at), webhooks.id)
  return rows.map(toWebhook)
}

/** A webhook of an account with its encrypted secret; undefined if the account has no such webhook. */
export const selectWithSecret = async (db: Database, account: string, id: string) => {
  const [row] = await selectRows(db).where(belongsTo(account, id))
  return row && { webhook: toWebhook(row), secret: row.secret }
}

/** A webhook of an account; undefined if the account has no such webhook. */
export const selectWebhook = async (db: Database, account: string, id: string): Promise<Webhook | undefined> =>
  (await selectWithSecret(db, account, id))?.webhook

/** Those of `ids` that are not competitions. */
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

/** Deletes a webhook with its deliveries. An attempt in progress is not recorded. */
export const deleteWebhook = async (tx: Database, account: string, id: string): Promise<void> => {
  await tx.delete(webhooks).where(belongsTo(account, id))
}

/**
 * The earlier call with this `Idempotency-Key`; undefined if there was none in the last 24 hours. `webhook` is the one
 * that it created, null if that has been deleted since. `body_hash` is the SHA-256 of its body.
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

/**
 * The game of the newest game.final event in these competitions, or in all if `ids` is empty. Without such an event, which
 * are pruned after a while, it is the latest final game; undefined if there is none.
 */
export const selectNewestFinal = async ({ db }: Store, ids: readonly string[]): Promise<string | undefined> => {
  const isCovered = and(
    eq(games.status, 'final'),
    ids.length === 0 ? undefined : inArray(games.competition_id, [...ids]),
  )
  const [announced] = await db
    .select({ id: games.id })
    .from(webhookEvents)
    .innerJoin(games, eq(games.id, webhookEvents.game_id))
    .where(and(eq(webhookEvents.type, 'game.final'), isNotNull(webhookEvents.number), isCovered))
    .orderBy(desc(webhookEvents.number))
    .limit(1)
  if (announced !== undefined) return announced.id
  const [latest] = await db
    .select({ id: games.id })
    .from(games)
    .where(isCovered)
    .orderBy(desc(games.date), desc(games.tip_off_order), games.id)
    .limit(1)
  return latest?.id
}
