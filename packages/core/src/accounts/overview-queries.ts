import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { Plan } from '../contract/index.ts'
import { selectRows, type Store } from '../store/index.ts'

const Overview = z.object({
  id: z.string(),
  email: z.string(),
  plan: Plan,
  operator: z.boolean(),
  created_at: z.string().transform((text) => new Date(text)),
  calls_today: z.number(),
  calls_30_days: z.number(),
  active_keys: z.number(),
  active_webhooks: z.number(),
  disabled_webhooks: z.number(),
})

/** An account as operators see it. Calls are counted ones, by UTC day; the 30 days include today. */
export type AccountOverview = z.infer<typeof Overview>

/** Which accounts to list: those with `search` in their e-mail address or as their id, behind the address `after`. */
export type OverviewOptions = { search?: string | undefined; after?: string | undefined; limit?: number | undefined }

/** Accounts by e-mail address. */
export const selectOverviews = (
  { db }: Store,
  { search = '', after = '', limit }: OverviewOptions & { limit: number },
): Promise<AccountOverview[]> =>
  selectRows(
    db,
    Overview,
    sql`with today as (select (now() at time zone 'UTC')::date as day),
        page as (
          select * from accounts
          where email > ${after} and (strpos(email, lower(${search})) > 0 or id = ${search})
          order by email limit ${limit}::integer)
        select a.id, a.email, a.plan, a.operator, to_json(a.created_at) #>> '{}' as created_at,
          coalesce(d.today, 0)::integer as calls_today, coalesce(d.days, 0)::integer as calls_30_days,
          (select count(*)::integer from api_keys k where k.account_id = a.id and k.revoked_at is null) as active_keys,
          w.active as active_webhooks, w.disabled as disabled_webhooks
        from page a cross join today
        left join lateral (
          select sum(calls) filter (where day = today.day) as today, sum(calls) as days
          from account_days where account_id = a.id and day > today.day - 30) d on true
        left join lateral (
          select count(*) filter (where status = 'active')::integer as active,
            count(*) filter (where status = 'disabled')::integer as disabled
          from webhooks where account_id = a.id) w on true
        order by a.email`,
  )
