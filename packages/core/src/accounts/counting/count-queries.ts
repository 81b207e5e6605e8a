import { sql, type SQL } from 'drizzle-orm'
import { Plan, type PlanTable } from '../../contract/index.ts'
import { CHANGE_NUMBER, countingSelect, execute, type Columns, type Store } from '../../store/index.ts'
import type { Count, KeyUsage, Refund } from './counted-call.ts'

/** Unix time in seconds, to the microsecond, as milliseconds: rounded up, so that no call is announced too early. */
const milliseconds = (seconds: unknown): number => Math.ceil(Math.round(Number(seconds) * 1e6) / 1e3)

const usageColumns: Columns<KeyUsage & { key_id: string }> = {
  key_id: ['key_id', String],
  at: ['moment', milliseconds],
  day: ['day', String],
  minute_used: ['minute_used', Number],
  minute_frees_at: ['minute_frees_at', milliseconds],
  day_used: ['day_used', Number],
  month_used: ['month_used', Number],
}

const countColumns: Columns<Count> = {
  ...usageColumns,
  fingerprint: [`encode(fingerprint, 'hex')`, String],
  account_id: ['account_id', String],
  plan: ['plan', (plan) => Plan.parse(plan)],
  hint: ['hint', String],
  counted: ['counted', Number],
  second: ['second', Number],
  change: [CHANGE_NUMBER, Number],
}

/** SQL: an array that is sent as text, which both databases read in the same way. */
const sentArray = (name: string, type: string): SQL => sql`${sql.placeholder(name)}::text::${sql.raw(type)}[]`

/** The text of an array of values without quotes, backslashes and blanks. */
const arrayText = (values: Iterable<string | number>): string => `{${[...values].join(',')}}`

const countStatement = countingSelect(
  countColumns,
  sql`count_calls(
    ${sentArray('fingerprints', 'bytea')}, ${sentArray('amounts', 'integer')}, ${sql.placeholder('plans')}::text::jsonb)`,
)

/** Counts calls by fingerprint. A key that is unknown or revoked is missing from the result. */
export const countCalls = async (store: Store, calls: ReadonlyMap<string, number>, plans: PlanTable) => {
  const counts = await countStatement(store)({
    fingerprints: arrayText([...calls.keys()].map((fingerprint) => `"\\\\x${fingerprint}"`)),
    amounts: arrayText(calls.values()),
    plans: JSON.stringify(plans),
  })
  return new Map(counts.map((count) => [count.fingerprint, count]))
}

const refundStatement = countingSelect(
  usageColumns,
  sql`refund_calls(${sentArray('keys', 'text')}, ${sentArray('seconds', 'bigint')}, ${sentArray('days', 'date')},
    ${sentArray('amounts', 'integer')})`,
)

/** Refunds calls, and returns what their keys have used after that, by key. */
export const refundCalls = async (store: Store, refunds: readonly Refund[]): Promise<Map<string, KeyUsage>> => {
  const rows = await refundStatement(store)({
    keys: arrayText(refunds.map(({ key_id }) => key_id)),
    seconds: arrayText(refunds.map(({ second }) => second)),
    days: arrayText(refunds.map(({ day }) => day)),
    amounts: arrayText(refunds.map(({ amount }) => amount)),
  })
  return new Map(rows.map(({ key_id, ...usage }) => [key_id, usage]))
}

/**
 * The keys whose accounts another transaction has locked at the moment, by fingerprint: the row that counts the calls, or the account
 * to which this row refers, which Postgres locks when the row is written twice.
 */
export const selectLocked = async (store: Store, fingerprints: readonly string[]): Promise<Set<string>> => {
  const rows = await execute(
    store.counting,
    sql`with requested as (
          select k.fingerprint, k.account_id from api_keys k join account_counts c on c.account_id = k.account_id
          where k.fingerprint = any (array(
            select decode(f, 'hex') from json_array_elements_text(${JSON.stringify(fingerprints)}::json) as f))
        ), unlocked as (
          select c.account_id from account_counts c join accounts a on a.id = c.account_id
          where c.account_id = any (array(select account_id from requested))
          for no key update of c skip locked for key share of a skip locked
        )
        select encode(fingerprint, 'hex') as fingerprint from requested
        where account_id <> all (array(select account_id from unlocked)) and ${store.countingCondition}`,
  )
  return new Set(rows.map(({ fingerprint }) => String(fingerprint)))
}
