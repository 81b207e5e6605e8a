import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
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
    /** Calls in each of the 61 seconds up to `window_second`, oldest first: the sliding minute. */
    window_calls: integer('window_calls')
      .array()
      .notNull()
      .default(sql`array_fill(0, array[61])`),
    /** When the last call of each of these seconds was made, in microseconds after the beginning of the second. */
    window_micros: integer('window_micros')
      .array()
      .notNull()
      .default(sql`array_fill(999999, array[61])`),
    /** Unix time of the last element of `window_calls`. */
    window_second: bigint('window_second', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    index('api_keys_of_account').on(table.account_id),
    check('api_keys_window', sql`cardinality(${table.window_calls}) = 61`),
    check('api_keys_window_micros', sql`cardinality(${table.window_micros}) = 61`),
  ],
)

/** Counted calls of an account per UTC day. */
export const accountDays = pgTable(
  'account_days',
  {
    account_id: plainText('account_id')
      .notNull()
      .references(() => accounts.id),
    day: date('day', { mode: 'string' }).notNull(),
    calls: integer('calls').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account_id, table.day] }),
    check('account_days_calls', sql`${table.calls} >= 0`),
  ],
)

/** Random keys that all processes on this database share. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: bytes('value').notNull(),
})
