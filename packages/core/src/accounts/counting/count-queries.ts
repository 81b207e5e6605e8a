import { sql, type SQL } from 'drizzle-orm'
import { Plan, type PlanTable } from '../../contract/index.ts'
import { CHANGE_NUMBER, countingSelect, execute, type Columns, type Store } from '../../store/index.ts'
import type { CountsRow } from './account-counts.ts'
import type { Count, KeyUsage, Refund } from './counted-call.ts'

/** Unix time in seconds, to the microsecond, as milliseconds: rounded up, so that no call is announced too early. */
const milliseconds = (seconds: unknown): number => Math.ceil(Math.round(Number(seconds) * 1e6) / 1e3)

const usageColumns: Columns<KeyUsage & { key_id: string }> = {
  key_id: [`coalesce(key_id, '')`, String],
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
  plan: [`coalesce(plan, 'free')`, (plan) => Plan.parse(plan)], // a row without a key has none
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
    ${sentArray('fingerprints', 'bytea')}, ${sentArray('amounts', 'integer')}, ${sql.placeholder('plans')}::text::jsonb,
    ${sql.placeholder('lease')}::text)`,
)

/** Whether a function has done nothing because another process counts in memory: it has returned a row without a key. */
const isRefused = (rows: readonly { key_id: string }[]): boolean => rows[0]?.key_id === ''

/**
 * Counts calls by fingerprint. A key that is unknown or revoked is missing from the result. Null: another process counts in
 * memory, and was asked to end that.
 */
export const countCalls = async (
  store: Store,
  calls: ReadonlyMap<string, number>,
  plans: PlanTable,
  lease: string,
): Promise<Map<string, Count> | null> => {
  const counts = await countStatement(store)({
    fingerprints: fingerprintArray(calls.keys()),
    amounts: arrayText(calls.values()),
    plans: JSON.stringify(plans),
    lease,
  })
  return isRefused(counts) ? null : new Map(counts.map((count) => [count.fingerprint, count]))
}

/** What a statement has found of the lease. */
export type LeaseState = {
  /** The lease that is held; '' if none is. While it is the one of this process, no other process has counted since it was taken. */
  lease: string
  /** How often its holders were asked to give it up. */
  asked: number
  /** The moment, in microseconds, by the clock of the database. */
  moment: number
}

const leaseColumns: Columns<LeaseState> = {
  lease: [`coalesce((select lease from counting_lease), '')`, String],
  asked: ['(select last_value from counting_asked)::float8', Number],
  moment: [`(date_part('epoch', counting_now()) * 1e6)::bigint::float8`, Number],
}

/** A key that is not revoked, as of the moment at which it was read. */
export type FoundKey = Pick<Count, 'key_id' | 'fingerprint' | 'account_id' | 'plan' | 'hint' | 'change'> &
  LeaseState & { number: number }

/** A key with the row that counts its account; `counts` is null before the first call of the account. */
export type CountedKey = FoundKey & { counts: CountsRow | null }

const leaseStatement = countingSelect(leaseColumns, sql`(select) as one`)

/** What is true of the lease now. */
export const readLease = async (store: Store): Promise<LeaseState | undefined> => (await leaseStatement(store)({}))[0]

/** The fingerprint of a key that is not revoked, if a second belongs to the last minute of the current day; else undefined. */
export const selectRecentKey = async (store: Store, { key_id, second, day }: Refund): Promise<string | undefined> => {
  const rows = await execute(
    store.counting,
    sql`select encode(k.fingerprint, 'hex') as fingerprint from api_keys k
        where k.id = ${key_id} and k.revoked_at is null and ${store.countingCondition}
          and to_timestamp(${second}::float8) > counting_now() - interval '60 seconds'
          and ${day}::date = (counting_now() at time zone 'UTC')::date`,
  )
  return rows[0] === undefined ? undefined : String(rows[0]['fingerprint'])
}

const NULL_DAY = ''

const { key_id, fingerprint, account_id, plan, hint, change } = countColumns

const keyColumns: Columns<FoundKey> = {
  key_id,
  fingerprint,
  account_id,
  plan,
  hint,
  change,
  ...leaseColumns,
  number: ['number', Number],
}

/** SQL: rows of keys `k` with the plans of their accounts: look-ups, and an array of unknown length, so that all share one plan. */
const foundKeys = sql`(
  select k.*, a.plan
  from unnest((select ${sentArray('fingerprints', 'bytea')})) as r (fingerprint)
  cross join lateral (
    select k.id as key_id, k.fingerprint, k.account_id, k.hint, k.number from api_keys k
    where k.fingerprint = r.fingerprint and k.revoked_at is null offset 0
  ) as k
  cross join lateral (select a.plan from accounts a where a.id = k.account_id offset 0) as a
) as k`

const keysStatement = countingSelect(keyColumns, foundKeys)

/** The keys of fingerprints, without those that are unknown or revoked, as of one moment; without the rows that count them. */
export const selectKeys = (store: Store, fingerprints: Iterable<string>): Promise<FoundKey[]> =>
  keysStatement(store)({ fingerprints: fingerprintArray(fingerprints) })

const keyAndCountsColumns: Columns<FoundKey & CountsRow> = {
  ...keyColumns,
  day: ["coalesce(day::text, '')", String],
  day_calls: ['day_calls', Number],
  earlier_calls: ['earlier_calls', Number],
  since: ['window_since::float8', Number],
  moments: [`array_to_string(window_moments, ',')`, String],
  totals: [`array_to_string(window_totals, ',')`, String],
}

const keysAndCountsStatement = countingSelect(
  keyAndCountsColumns,
  sql`(select k.*, c.day, c.day_calls, c.earlier_calls, c.window_since, c.window_moments, c.window_totals
    from ${foundKeys} left join account_counts c on c.account_id = k.account_id) as k`,
)

/** The same with the rows that count the calls of their accounts. */
export const selectKeysAndCounts = async (store: Store, fingerprints: Iterable<string>): Promise<CountedKey[]> => {
  const rows = await keysAndCountsStatement(store)({ fingerprints: fingerprintArray(fingerprints) })
  return rows.map(({ day, day_calls, earlier_calls, since, moments, totals, ...key }) => ({
    ...key,
    counts: day === NULL_DAY ? null : { day, day_calls, earlier_calls, since, moments, totals },
  }))
}

/**
 * Writes the rows that count accounts, unless the lease is gone, and returns the accounts whose rows it has written: without
 * those that another transaction has locked.
 * @param lease null if the database is embedded
 */
export const writeCounts = async (
  store: Store,
  rows: readonly (CountsRow & { account_id: string })[],
  lease: string | null,
): Promise<ReadonlySet<string>> => {
  const written = await execute(
    store.counting,
    sql`with own as (
          select from counting_lease where lease = ${lease} for key share
        ), sent as (
          select * from json_to_recordset(${JSON.stringify(rows)}::json) as w (account_id text, day date, day_calls integer,
            earlier_calls integer, since bigint, moments text, totals text)
        ), unlocked as (
          select c.account_id from account_counts c
          where (${lease}::text is null or exists (select from own)) and c.account_id = any (array(select account_id from sent))
            and ${store.countingCondition}
          order by c.account_id for no key update skip locked
        )
        update account_counts c
        set day = w.day, day_calls = w.day_calls, earlier_calls = w.earlier_calls, window_since = w.since,
          window_moments = string_to_array(w.moments, ',')::bigint[], window_totals = string_to_array(w.totals, ',')::integer[]
        from sent w join unlocked using (account_id)
        where c.account_id = w.account_id
        returning c.account_id`,
  )
  return new Set(written.map(({ account_id }) => String(account_id)))
}

const refundStatement = countingSelect(
  usageColumns,
  sql`refund_calls(${sentArray('keys', 'text')}, ${sentArray('seconds', 'bigint')}, ${sentArray('days', 'date')},
    ${sentArray('amounts', 'integer')}, ${sql.placeholder('lease')}::text)`,
)

/** Refunds calls, and returns what their keys have used after that, by key; null as `countCalls` does. */
export const refundCalls = async (
  store: Store,
  refunds: readonly Refund[],
  lease: string,
): Promise<Map<string, KeyUsage> | null> => {
  const rows = await refundStatement(store)({
    keys: arrayText(refunds.map(({ key_id }) => key_id)),
    seconds: arrayText(refunds.map(({ second }) => second)),
    days: arrayText(refunds.map(({ day }) => day)),
    amounts: arrayText(refunds.map(({ amount }) => amount)),
    lease,
  })
  return isRefused(rows) ? null : new Map(rows.map(({ key_id, ...usage }) => [key_id, usage]))
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
