import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, pgView, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { Plan } from '../../contract/index.ts'
import { bytes, plainText } from './columns.ts'

/** Accounts. */
export const accounts = pgTable(
  'accounts',
  {
    id: plainText('id').primaryKey(),
    email: text('email').notNull().unique(),
    plan: text('plan').notNull().$type<Plan>(),
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

/** Random keys that all processes on this database share. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: bytes('value').notNull(),
})
