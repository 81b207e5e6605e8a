import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { toDateTime, type Webhook, type WebhookEventType } from '../contract/index.ts'
import { accounts, competitions, games, idempotencyKeys, webhooks, type Database, type Store } from '../store/index.ts'

/** Deliveries that ended within 24 hours with an outcome, tests aside. */
const ended = (outcome: 'delivered' | 'failed') =>
  sql<number>`(select count(*)::integer from deliveries d
    where d.webhook_id = ${webhooks.id} and d.outcome = ${outcome} and d.ended_at > now() - interval '24 hours'
      and not d.test)`

const record = {
  id: webhooks.id,
  url: webhooks.url,
  events: webhooks.events,
  competitions: webhooks.competitions,
  status: webhooks.status,
  secret_prefix: webhooks.secret_prefix,
  last_delivery_at: webhooks.last_delivery_at,
  last_status: webhooks.last_status,
  delivered: ended('delivered').as('delivered'),
  failed: ended('failed').as('failed'),
  waiting: sql<number>`(select count(*)::integer from deliveries d
    where d.webhook_id = ${webhooks.id} and d.outcome is null and not d.test)`.as('waiting'),
  created_at: webhooks.created_at,
}

const selectRecords = (db: Database) => db.select(record).from(webhooks).$dynamic()

const toWebhook = ({
  delivered,
  failed,
  waiting,
  last_delivery_at,
  created_at,
  ...row
}: Awaited<ReturnType<typeof selectRecords>>[number]): Webhook => ({
  ...row,
  last_delivery_at: last_delivery_at && toDateTime(last_delivery_at),
  last_24_hours: { delivered, failed, waiting },
  created_at: toDateTime(created_at),
})

const owned = (account: string, id: string) => and(eq(webhooks.id, id), eq(webhooks.account_id, account))

/** The webhooks of an account, newest first. */
export const selectWebhooks = async ({ db }: Store, account: string): Promise<Webhook[]> => {
  const rows = await selectRecords(db)
    .where(eq(webhooks.account_id, account))
    .orderBy(desc(webhooks.created_at), webhooks.id)
  return rows.map(toWebhook)
}

/** A webhook of an account; undefined when it has none of this id. */
export const selectWebhook = async (db: Database, account: string, id: string): Promise<Webhook | undefined> => {
  const [row] = await selectRecords(db).where(owned(account, id))
  return row && toWebhook(row)
}

/** A webhook of an account with its secret, encrypted; undefined when it has none of this id. */
export const selectWithSecret = async (db: Database, account: string, id: string) => {
  const [row] = await db
    .select({ ...record, secret: webhooks.secret })
    .from(webhooks)
    .where(owned(account, id))
  if (row === undefined) return undefined
  const { secret, ...rest } = row
  return { webhook: toWebhook(rest), secret }
}

/** Those of `ids` that are no competition. */
export const selectUnknown = async ({ db }: Store, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return []
  const known = await db
    .select({ id: competitions.id })
    .from(competitions)
    .where(inArray(competitions.id, [...ids]))
  return ids.filter((id) => !known.some((competition) => competition.id === id))
}

/** Makes others who change webhooks of the account wait to the end of the transaction. */
export const lockAccount = async (tx: Database, account: string): Promise<void> => {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account)).for('no key update')
}

/** How many active webhooks an account has. */
export const countActive = async (tx: Database, account: string): Promise<number> => {
  const [held] = await tx
    .select({ active: count() })
    .from(webhooks)
    .where(and(eq(webhooks.account_id, account), eq(webhooks.status, 'active')))
  return held?.active ?? 0
}

/** A webhook to be kept. */
export type WebhookRow = {
  id: string
  account_id: string
  url: string
  events: WebhookEventType[]
  competitions: string[]
  secret: Uint8Array<ArrayBuffer>
  secret_prefix: string
}

/** Keeps a new webhook. */
export const insertWebhook = async (tx: Database, row: WebhookRow): Promise<void> => {
  await tx.insert(webhooks).values(row)
}

/** A webhook goes with its deliveries; what is under way has no outcome any more. */
export const deleteWebhook = async (tx: Database, account: string, id: string): Promise<void> => {
  await tx.delete(webhooks).where(owned(account, id))
}

/**
 * What was made by an earlier call with the same key, null once it is removed, and the SHA-256 of its body; undefined
 * when there was none.
 */
export const selectRepeated = async (db: Database, account: string, key: string) => {
  const [made] = await db
    .select({ webhook: idempotencyKeys.webhook_id, body_hash: idempotencyKeys.body_hash })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.account_id, account),
        eq(idempotencyKeys.key, key),
        sql`${idempotencyKeys.created_at} > now() - interval '24 hours'`,
      ),
    )
  return made
}

/** Remembers what a call with an `Idempotency-Key` made; one that is older than a day is forgotten. */
export const insertRepeatable = async (tx: Database, row: typeof idempotencyKeys.$inferInsert): Promise<void> => {
  const { body_hash, webhook_id } = row
  await tx
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({
      target: [idempotencyKeys.account_id, idempotencyKeys.key],
      set: { body_hash, webhook_id, created_at: sql`now()` },
    })
}

/** The newest final game of the competitions, of any where none is named; undefined when there is none. */
export const selectNewestFinal = async ({ db }: Store, covered: readonly string[]): Promise<string | undefined> => {
  const within = covered.length === 0 ? undefined : inArray(games.competition_id, [...covered])
  const [newest] = await db
    .select({ id: games.id })
    .from(games)
    .where(and(eq(games.status, 'final'), within))
    .orderBy(desc(games.date), desc(games.tip_off_order), games.id)
    .limit(1)
  return newest?.id
}
