import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { WebhookEventType } from '../../contract/index.ts'
import { accounts } from './accounts.ts'
import { bytes, plainText } from './columns.ts'
import { games } from './games.ts'

/** An address that receives events. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: plainText('id').primaryKey(),
    account_id: plainText('account_id')
      .notNull()
      .references(() => accounts.id),
    url: text('url').notNull(),
    events: text('events').array().notNull().$type<WebhookEventType[]>(),
    /** Empty: every competition. */
    competitions: text('competitions').array().notNull(),
    status: text('status').notNull().default('active').$type<'active' | 'disabled'>(),
    /** The secret, encrypted with the operator's key (see webhooks/secret.ts). */
    secret: bytes('secret').notNull(),
    secret_prefix: text('secret_prefix').notNull(),
    created_at: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Deliveries in a row that ended failed. */
    failures: integer('failures').notNull().default(0),
    last_delivery_at: timestamp('last_delivery_at', { withTimezone: true }),
    /** HTTP status of the last try; null when it brought none. */
    last_status: integer('last_status'),
  },
  (table) => [
    index('webhooks_of_account').on(table.account_id, table.created_at),
    check('webhooks_status', sql`${table.status} in ('active', 'disabled')`),
    check('webhooks_failures', sql`${table.failures} >= 0`),
  ],
)

/** What happened, as it is sent: the same text with every try and to every webhook. */
export const events = pgTable(
  'webhook_events',
  {
    id: plainText('id').primaryKey(),
    type: text('type').notNull().$type<WebhookEventType>(),
    game_id: plainText('game_id')
      .notNull()
      .references(() => games.id, { onDelete: 'cascade' }),
    body: text('body').notNull(),
    created_at: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('webhook_events_by_age').on(table.created_at), index('webhook_events_of_game').on(table.game_id)],
)

/**
 * One event on its way to one webhook. It is open until it has an outcome. `due_at` is when it may be claimed: for its
 * next try, or, while it is `sending`, because whoever sends it must have died.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    webhook_id: plainText('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event_id: plainText('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** A test is sent by who asked for it, once, and does not count as a failure. */
    test: boolean('test').notNull().default(false),
    due_at: timestamp('due_at', { withTimezone: true }).notNull().defaultNow(),
    sending: boolean('sending').notNull().default(false),
    /** One higher with every claim: only the latest claimant's word on the outcome is taken. */
    claim: integer('claim').notNull().default(0),
    tries: integer('tries').notNull().default(0),
    /** delivered; failed: refused or given up; cancelled: not sent again, since the webhook was disabled. Null: open. */
    outcome: text('outcome').$type<'delivered' | 'failed' | 'cancelled'>(),
    ended_at: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.webhook_id, table.event_id] }),
    index('deliveries_of_event').on(table.event_id),
    index('deliveries_open')
      .on(table.webhook_id, table.due_at)
      .where(sql`outcome is null`),
    index('deliveries_sending')
      .on(table.webhook_id)
      .where(sql`sending`),
    index('deliveries_ended')
      .on(table.webhook_id, table.ended_at)
      .where(sql`outcome is not null`),
    check('deliveries_outcome', sql`${table.outcome} in ('delivered', 'failed', 'cancelled')`),
    check('deliveries_ended_at', sql`(${table.outcome} is null) = (${table.ended_at} is null)`),
    check('deliveries_sending_open', sql`not ${table.sending} or ${table.outcome} is null`),
  ],
)

/** What came of one try of a delivery. What the receiver answered beside its status is not kept. */
export const deliveryTries = pgTable(
  'delivery_tries',
  {
    webhook_id: plainText('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event_id: plainText('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    /** Milliseconds. */
    duration: integer('duration').notNull(),
    /** HTTP status; null when there was no whole answer. */
    status: integer('status'),
    /** Why there is no status: see webhooks/send.ts. */
    error: text('error'),
  },
  (table) => [
    primaryKey({ columns: [table.webhook_id, table.event_id, table.number] }),
    index('delivery_tries_of_event').on(table.event_id),
    check('delivery_tries_result', sql`(${table.status} is null) <> (${table.error} is null)`),
  ],
)

/**
 * The answer to a client that repeats its POST /webhooks with the same `Idempotency-Key`; kept for 24 hours, also where
 * the webhook is removed before.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    account_id: plainText('account_id')
      .notNull()
      .references(() => accounts.id),
    key: text('key').notNull(),
    /** SHA-256 of the body. */
    body_hash: bytes('body_hash').notNull(),
    /** Null: removed since. */
    webhook_id: plainText('webhook_id').references(() => webhooks.id, { onDelete: 'set null' }),
    created_at: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.key] }),
    index('idempotency_keys_of_webhook').on(table.webhook_id),
    index('idempotency_keys_by_age').on(table.created_at),
  ],
)

/** E-mails to account holders that wait to be sent. A row goes when it is sent. */
export const emails = pgTable(
  'emails',
  {
    id: plainText('id').primaryKey(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    created_at: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    due_at: timestamp('due_at', { withTimezone: true }).notNull().defaultNow(),
    /** One higher with every claim. */
    claim: integer('claim').notNull().default(0),
  },
  (table) => [index('emails_due').on(table.due_at)],
)
