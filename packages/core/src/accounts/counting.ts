import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { Plan, type PlanTable } from '../contract/index.ts'
import { execute, type Store } from '../store/index.ts'

const Counted = z.object({
  fingerprint: z.string(),
  key_id: z.string(),
  account_id: z.string(),
  plan: Plan,
  hint: z.string(),
  admitted: z.int(),
  second: z.coerce.number(),
  day: z.string(),
  minute_used: z.int(),
  day_used: z.int(),
  month_used: z.int(),
  minute_frees_at: z.coerce.number(),
})

/** What the database counted for one key: what was used before, and how many calls it let through now. */
export type Counted = z.infer<typeof Counted>

/**
 * Counts calls per key, exactly: `wanted` by fingerprint (hexadecimal). A key that is unknown or revoked is missing
 * from the answer.
 */
export const countCalls = async (
  store: Store,
  wanted: ReadonlyMap<string, number>,
  plans: PlanTable,
): Promise<Map<string, Counted>> => {
  const asked = [...wanted].map(([fingerprint, calls]) => ({ fingerprint, calls }))
  const rows = await execute(
    store.counting,
    sql`select encode(counted.fingerprint, 'hex') as fingerprint, key_id, account_id, plan, hint, admitted, second,
          day::text as day, minute_used, day_used, month_used, minute_frees_at
        from (
          select array_agg(decode(fingerprint, 'hex')) as fingerprints, array_agg(calls) as calls
          from json_to_recordset(${JSON.stringify(asked)}::json) as a (fingerprint text, calls integer)
        ) as asked, count_calls(asked.fingerprints, asked.calls, ${JSON.stringify(plans)}::jsonb) as counted`,
  )
  return new Map(
    rows.map((row) => {
      const counted = Counted.parse(row)
      return [counted.fingerprint, counted]
    }),
  )
}

/** Calls of one key in one second that are taken back. */
export type Given = { key_id: string; second: number; day: string; amount: number }

/** Takes back calls that were let through. */
export const refundCalls = async (store: Store, given: readonly Given[]): Promise<void> => {
  await execute(
    store.counting,
    sql`select refund_calls(array_agg(key_id), array_agg(second), array_agg(day), array_agg(amount))
        from json_to_recordset(${JSON.stringify(given)}::json)
          as g (key_id text, second bigint, day date, amount integer)`,
  )
}
