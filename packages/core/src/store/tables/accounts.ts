import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgSequence,
  pgTable,
  pgView,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import type { Plan } from '../../contract/index.ts'
import { bytes, plainText } from './columns.ts'

/** Accounts. */
export const accounts = pgTable(
  'accounts',
  {
    id: plainText('id').primaryKey(),
    email: text('email').notNull().unique(),
    plan: text('plan').notNull().$type<Plan>(),
    /** Whether the account may see and change the other accounts, on the account pages. */
    operator: boolean('operator').notNull().default(false),
    created_at: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check('accounts_plan', sql`${table.plan} in ('free', 'live', 'archive', 'complete')`)],
)

/** API keys. Only the SHA-256 fingerprint of a key is stored, and a hint that identifies the key to its owner. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: plainText('id').primaryKey(),
    account_id: plainText('account_id')
      .notNull()
      .references(() => accounts.id),
    fingerprint: bytes('fingerprint').notNull().unique(),
    hint: text('hint').notNull(),
    /** What its owner calls it; empty if nothing. */
    name: text('name').notNull().default(''),
    created_at: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    revoked_at: timestamp('revoked_at', { withTimezone: true }),
    /** Identifies the key in the row of its account's counts, in less space than `id`. */
    number: integer('number').notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [index('api_keys_of_account').on(table.account_id)],
)

/**
 * What an account has used: the row that counts its calls. It has no checks, which Postgres would read anew for each
 * call, and no indexed column that changes, so that it is updated in place (decision 2).
 */
export const accountCounts = pgTable('account_counts', {
  account_id: plainText('account_id')
    .primaryKey()
    .references(() => accounts.id),
  /** The UTC day of `day_calls`; null before the first call. */
  day: date('day', { mode: 'string' }),
  day_calls: integer('day_calls').notNull().default(0),
  /** Calls on the days before `day` in its month. */
  earlier_calls: integer('earlier_calls').notNull().default(0),
  /** The Unix time in microseconds that `window_moments` count from. */
  window_since: bigint('window_since', { mode: 'number' }).notNull().default(0),
  /**
   * The sliding minutes of all keys of the account, ascending: for each key and second with calls, 2³² × the number of
   * the key + the microseconds from `window_since` to the last of these calls.
   */
  window_moments: bigint('window_moments', { mode: 'bigint' })
    .array()
    .notNull()
    .default(sql`'{}'`),
  /** For each of the moments, the calls of its key up to it. Only differences within the window mean something. */
  window_totals: integer('window_totals')
    .array()
    .notNull()
    .default(sql`'{}'`),
})

/** The lease of the process that counts calls in memory: one row, or none (decision 2). */
export const countingLease = pgTable(
  'counting_lease',
  {
    id: integer('id').primaryKey().default(1),
    /** Each lease has its own; a statement that counts in the database has none or that of its process. */
    lease: text('lease').notNull(),
    expires_at: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [check('counting_lease_one_row', sql`${table.id} = 1`)],
)

/** How often statements that count in the database have found the lease of another process, which gives it up then. */
export const countingAsked = pgSequence('counting_asked')

/** How many statements have counted calls in the database: who knows how many of them were its own knows whether it is alone. */
export const countingStatements = pgSequence('counting_statements')

/** Counted calls of an account on the UTC days that are not the one in `account_counts`. */
export const accountPastDays = pgTable(
  'account_past_days',
  {
    account_id: plainText('account_id')
      .notNull()
      .references(() => accounts.id),
    day: date('day', { mode: 'string' }).notNull(),
    calls: integer('calls').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.day] }),
    check('account_past_days_calls', sql`${table.calls} >= 0`),
  ],
)

/** Counted calls of an account per UTC day. */
export const accountDays = pgView('account_days', {
  account_id: plainText('account_id').notNull(),
  day: date('day', { mode: 'string' }).notNull(),
  calls: integer('calls').notNull(),
}).as(sql`
  select account_id, day, calls from account_past_days
  union all
  select account_id, day, day_calls from account_counts where day_calls > 0`)

/**
 * Calls per UTC day, key and endpoint, for the usage pages: written every few seconds, so that the calls of a process that
 * is killed may be missing. The limits go by `account_counts`.
 */
export const keyUsage = pgTable(
  'key_usage',
  {
    account_id: plainText('account_id')
      .notNull()
      .references(() => accounts.id),
    day: date('day', { mode: 'string' }).notNull(),
    key_id: plainText('key_id')
      .notNull()
      .references(() => apiKeys.id),
    /** Method and path of the operation, such as `GET /games/{id}`. */
    endpoint: plainText('endpoint').notNull(),
    /** Counted calls, without refunded ones. */
    calls: integer('calls').notNull(),
    /** Calls that a limit refused. */
    refused: integer('refused').notNull(),
    /** The latest of them. */
    last_at: timestamp('last_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.day, table.key_id, table.endpoint] }),
    index('key_usage_of_key').on(table.key_id, table.last_at),
  ],
)

/**
 * Write keys, which write records of a source and read nothing. They belong to no account. Like those of accounts, only the
 * SHA-256 fingerprint of a key is stored, and a hint.
 */
export const writeKeys = pgTable('write_keys', {
  id: plainText('id').primaryKey(),
  fingerprint: bytes('fingerprint').notNull().unique(),
  hint: text('hint').notNull(),
  source: text('source').notNull(),
  /** The external id, in the source, of the only competition whose games the key writes; null: all games of the source. */
  competition: text('competition'),
  name: text('name').notNull(),
  /** The account that was signed in; null for the command line and embedding apps. */
  created_by: plainText('created_by').references(() => accounts.id),
  created_at: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  last_used_at: timestamp('last_used_at', { withTimezone: true }),
  revoked_at: timestamp('revoked_at', { withTimezone: true }),
})

/** The `Idempotency-Key` of each call with a write key in the last 24 hours, and the response that the call got. */
export const writeCalls = pgTable(
  'write_calls',
  {
    key_id: plainText('key_id')
      .notNull()
      .references(() => writeKeys.id),
    key: text('key').notNull(),
    /** SHA-256 of the call: the name of its procedure, and its input. */
    body_hash: bytes('body_hash').notNull(),
    /** The data of the response, as JSON. */
    response: text('response').notNull(),
    created_at: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.key_id, table.key] }), index('write_calls_by_age').on(table.created_at)],
)

/** Sign-in links, which are sent by e-mail. Only the SHA-256 of the token is stored; a link that was used is deleted. */
export const signInLinks = pgTable(
  'sign_in_links',
  {
    fingerprint: bytes('fingerprint').primaryKey(),
    email: text('email').notNull(),
    expires_at: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sign_in_links_by_age').on(table.expires_at)],
)

/** When requests were counted that need no key of an account, by what is limited: the SHA-256 of a mailbox, a network, an account, a write key. */
export const signInRequests = pgTable(
  'sign_in_requests',
  {
    subject: bytes('subject').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('sign_in_requests_of_subject').on(table.subject, table.at),
    index('sign_in_requests_by_age').on(table.at),
  ],
)

/** Who is signed in on the account pages. Only the SHA-256 of the cookie is stored. */
export const sessions = pgTable(
  'sessions',
  {
    fingerprint: bytes('fingerprint').primaryKey(),
    account_id: plainText('account_id')
      .notNull()
      .references(() => accounts.id),
    created_at: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    last_used_at: timestamp('last_used_at', { withTimezone: true }).notNull().defaultNow(),
    expires_at: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sessions_of_account').on(table.account_id), index('sessions_by_age').on(table.expires_at)],
)

/** What was done to an account, its keys and its webhooks, or to the service and its write keys, by whom. Rows are never changed. */
export const auditLog = pgTable(
  'audit_log',
  {
    number: bigint('number', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
    /** The account that it was done to; null: the service. */
    account_id: plainText('account_id').references(() => accounts.id),
    /** The account that was signed in; null for the command line and embedding apps. */
    actor_id: plainText('actor_id').references(() => accounts.id),
    action: text('action').notNull(),
    /** What it was done to, in words without secrets, such as the id of a key or the plans before and after. */
    detail: text('detail').notNull(),
  },
  (table) => [index('audit_log_of_account').on(table.account_id, table.number)],
)

/** How many streams of an account each process has open. A process renews its rows; those of a dead one expire. */
export const streamLeases = pgTable(
  'stream_leases',
  {
    account_id: plainText('account_id')
      .notNull()
      .references(() => accounts.id),
    process_id: plainText('process_id').notNull(),
    streams: integer('streams').notNull(),
    expires_at: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.process_id] }),
    index('stream_leases_by_age').on(table.expires_at),
  ],
)

/** Random keys that all processes on this database share. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: bytes('value').notNull(),
})
