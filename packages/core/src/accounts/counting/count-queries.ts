import { sql, type SQL } from 'drizzle-orm'
import { Plan, type PlanTable } from '../../contract/index.ts'
import { CHANGE_NUMBER, countingSelect, execute, type Columns, type Store } from '../../store/index.ts'
import type { CountsRow } from './account-counts.ts'
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

const fingerprintArray = (fingerprints: Iterable<string>): string =>
  arrayText(Array.from(fingerprints, (fingerprint) => `"\\\\x${fingerprint}"`))

const countStatement = countingSelect(
  countColumns,
  sql`count_calls(
    ${sentArray('fingerprints', 'bytea')}, ${sentArray('amounts', 'integer')}, ${sql.placeholder('plans')}::text::jsonb)`,
)

/** Counts calls by fingerprint. A key that is unknown or revoked is missing from the result. */
export const countCalls = async (store: Store, calls: ReadonlyMap<string, number>, plans: PlanTable) => {
  const counts = await countStatement(store)({
    fingerprints: fingerprintArray(calls.keys()),
    amounts: arrayText(calls.values()),
    plans: JSON.stringify(plans),
  })
  return new Map(counts.map((count) => [count.fingerprint, count]))
}

/** A key that is not revoked, with the row that counts its account; `counts` is null before the first call of the account. */
export type FoundKey = Pick<Count, 'key_id' | 'fingerprint' | 'account_id' | 'plan' | 'hint' | 'change'> & {
  number: number
  counts: CountsRow | null
}

const NULL_DAY = ''

const { key_id, fingerprint, account_id, plan, hint, change } = countColumns

const keyColumns: Columns<Omit<FoundKey, 'counts'> & CountsRow> = {
  key_id,
  fingerprint,
  account_id,
  plan,
  hint,
  change,
  number: ['number', Number],
  day: ["coalesce(day::text, '')", String],
  day_calls: ['day_calls', Number],
  earlier_calls: ['earlier_calls', Number],
  since: ['window_since::float8', Number],
  moments: [`array_to_string(window_moments, ',')`, String],
  totals: [`array_to_string(window_totals, ',')`, String],
}

const keysStatement = countingSelect(
  keyColumns,
  sql`(select k.id as key_id, k.fingerprint, k.account_id, k.hint, k.number, a.plan,
      c.day, c.day_calls, c.earlier_calls, c.window_since, c.window_moments, c.window_totals
    from unnest(${sentArray('fingerprints', 'bytea')}) as r (fingerprint)
    join api_keys k on k.fingerprint = r.fingerprint and k.revoked_at is null
    join accounts a on a.id = k.account_id
    left join account_counts c on c.account_id = k.account_id) as k`,
)

/** The keys of fingerprints, without those that are unknown or revoked, as of one moment. */
export const selectKeys = async (store: Store, fingerprints: Iterable<string>): Promise<FoundKey[]> => {
  const rows = await keysStatement(store)({ fingerprints: fingerprintArray(fingerprints) })
  return rows.map(({ day, day_calls, earlier_calls, since, moments, totals, ...key }) => ({
    ...key,
    counts: day === NULL_DAY ? null : { day, day_calls, earlier_calls, since, moments, totals },
  }))
}

/** Writes what calls of accounts change in the rows that count them. */
export const writeCounts = async (
  store: Store,
  rows: readonly (CountsRow & { account_id: string })[],
): Promise<void> => {
  await execute(
    store.counting,
    sql`update account_counts c
        set day_calls = w.day_calls, window_moments = string_to_array(w.moments, ',')::bigint[],
          window_totals = string_to_array(w.totals, ',')::integer[]
        from json_to_recordset(${JSON.stringify(rows)}::json)
          as w (account_id text, day_calls integer, moments text, totals text)
        where c.account_id = w.account_id and ${store.countingCondition}`,
  )
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
