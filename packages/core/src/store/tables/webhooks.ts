import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { WebhookEventType } from '../../contract/index.ts'
import { accounts } from './accounts.ts'
import { bytes, plainText } from './columns.ts'

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
    /** Empty for all competitions. */
    competitions: text('competitions').array().notNull(),
    status: text('status').notNull().default('active').$type<'active' | 'disabled'>(),
    /** The secret, encrypted with the operator's key (see deliveries/secrets.ts). */
    secret: bytes('secret').notNull(),
    secret_prefix: text('secret_prefix').notNull(),
    created_at: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    consecutive_failures: integer('consecutive_failures').notNull().default(0),
    last_delivery_at: timestamp('last_delivery_at', { withTimezone: true }),
    /** HTTP status of the last attempt; null if there was no response. */
    last_status: integer('last_status'),
  },
  (table) => [
    index('webhooks_of_account').on(table.account_id, table.created_at),
    check('webhooks_status', sql`${table.status} in ('active', 'disabled')`),
    check('webhooks_consecutive_failures', sql`${table.consecutive_failures} >= 0`),
  ],
)

/** The outbox. An event is sent with the same body at every attempt and to every webhook; streams read it here as well. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: plainText('id').primaryKey(),
    type: text('type').notNull().$type<WebhookEventType>(),
    /** A game that was removed since still has its events, which are sent and listed as before. */
    game_id: plainText('game_id').notNull(),
    body: text('body').notNull(),
    created_at: timestamp('created_at', { withTimezone: true }).notNull(),
    /** The number of the change at which streams send the event; null if they do not: a type that webhooks must name, or a test. */
    number: bigint('number', { mode: 'number' }),
  },
  (table) => [
    index('webhook_events_by_age').on(table.created_at),
    index('webhook_events_of_game').on(table.game_id),
    index('webhook_events_by_number').on(table.number),
  ],
)

/**
 * The delivery of an event to a webhook. It can be claimed from `due_at` on until it has an outcome; while it is
 * `sending`, `due_at` is the end of the lease.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    webhook_id: plainText('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event_id: plainText('event_id')
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    /** A test delivery is attempted once, by the process that created it, and does not count as a failure. */
    test: boolean('test').notNull().default(false),
    due_at: timestamp('due_at', { withTimezone: true }).notNull().defaultNow(),
    sending: boolean('sending').notNull().default(false),
    /** Increments with every claim. Only the latest claim can record an attempt. */
    claim_number: integer('claim_number').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    /** Attempts that the owner requested; others follow the schedule. */
    resends: integer('resends').notNull().default(0),
    /**
     * Only during a resend: its previous outcome, and when it ended or, without an outcome, when the next retry is due.
     * Both are restored if the attempt fails.
     */
    former_outcome: text('former_outcome').$type<'delivered' | 'failed' | 'cancelled'>(),
    former_at: timestamp('former_at', { withTimezone: true }),
    /** Null until the delivery ends. cancelled: the webhook was disabled. */
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
    index('deliveries_delivered')
      .on(table.webhook_id, table.ended_at)
      .where(sql`outcome = 'delivered'`),
    index('deliveries_not_delivered')
      .on(table.webhook_id, table.ended_at)
      .where(sql`outcome in ('failed', 'cancelled')`),
    check('deliveries_outcome', sql`${table.outcome} in ('delivered', 'failed', 'cancelled')`),
    check('deliveries_ended_at', sql`(${table.outcome} is null) = (${table.ended_at} is null)`),
    check('deliveries_sending_open', sql`not ${table.sending} or ${table.outcome} is null`),
    check('deliveries_former_outcome', sql`${table.former_outcome} in ('delivered', 'failed', 'cancelled')`),
    check('deliveries_former_at', sql`${table.former_outcome} is null or ${table.former_at} is not null`),
  ],
)

/** The attempts of deliveries. Response bodies are not stored. */
export const deliveryAttempts = pgTable(
  'delivery_attempts',
  {
    webhook_id: plainText('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event_id: plainText('event_id')
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    /** Counts the attempts of a delivery, from 1. */
    number: integer('number').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    /** Milliseconds. */
    duration: integer('duration').notNull(),
    /** HTTP status; null without a complete response. */
    status: integer('status'),
    /** Why there is no status (see AttemptError in deliveries/send.ts). */
    error: text('error'),
  },
  (table) => [
    primaryKey({ columns: [table.webhook_id, table.event_id, table.number] }),
    index('delivery_attempts_of_event').on(table.event_id),
    check('delivery_attempts_result', sql`(${table.status} is null) <> (${table.error} is null)`),
  ],
)

/** The `Idempotency-Key` of each POST /webhooks of the last 24 hours, and the webhook that the call created. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    account_id: plainText('account_id')
      .notNull()
      .references(() => accounts.id),
    key: text('key').notNull(),
    /** SHA-256 of the body. */
    body_hash: bytes('body_hash').notNull(),
    /** Null once the webhook is removed. */
    webhook_id: plainText('webhook_id').references(() => webhooks.id, { onDelete: 'set null' }),
    created_at: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.key] }),
    index('idempotency_keys_of_webhook').on(table.webhook_id),
    index('idempotency_keys_by_age').on(table.created_at),
  ],
)

/** The queue of e-mails to account holders. A row is deleted when its e-mail is sent. */
export const emails = pgTable(
  'emails',
  {
    id: plainText('id').primaryKey(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    created_at: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    due_at: timestamp('due_at', { withTimezone: true }).notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [index('emails_due').on(table.due_at)],
)
