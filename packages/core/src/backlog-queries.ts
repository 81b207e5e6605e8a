import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { selectRows, type Store } from './store/index.ts'

const Deliveries = z.object({ waiting: z.int(), overdue: z.number() })

const Budget = z.object({
  host: z.string(),
  spent: z.int(),
  per_minute: z.int(),
  newest: z.number().nullable(),
})

/** What waits in the database, for those who watch over the service. */
export type Backlog = {
  /** Deliveries that wait for an attempt, and the seconds for which the one that is due longest has been due. */
  deliveries: z.infer<typeof Deliveries>
  /**
   * The budgets of followers that sent requests last, 10 at most: the host, the requests that count at the moment, how many
   * there may be, and the age of its newest response about a game in seconds (null: none yet).
   */
  budgets: z.infer<typeof Budget>[]
}

const selectDeliveries = async ({ db }: Store): Promise<Backlog['deliveries']> => {
  const [row] = await selectRows(
    db,
    Deliveries,
    sql`select count(*)::int as waiting,
          greatest(0, coalesce(extract(epoch from clock_timestamp() - min(due_at)), 0))::float8 as overdue
        from deliveries where outcome is null`,
  )
  if (row === undefined) throw new Error('a count returned no row')
  return row
}

const selectBudgets = ({ db }: Store): Promise<Backlog['budgets']> =>
  selectRows(
    db,
    Budget,
    sql`select b.budget as host, b.per_minute,
          (select count(*)::int from follow_requests r where r.budget = b.budget and r.counts_until > follow_now()) as spent,
          (select extract(epoch from follow_now() - max(f.received_at))::float8
            from follow_seasons s join follow_resources f on f.season_id = s.id
            where s.budget = b.budget and f.game <> '') as newest
        from follow_budgets b order by b.next_at desc, b.budget limit 10`,
  )

/** Reads what waits in the database. */
export const readBacklog = async (store: Store): Promise<Backlog> => {
  const [deliveries, budgets] = await Promise.all([selectDeliveries(store), selectBudgets(store)])
  return { deliveries, budgets }
}
