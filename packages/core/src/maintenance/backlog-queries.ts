import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { selectRows, type Store } from '../store/index.ts'
import { readWaitingDeliveries, type WaitingDeliveries } from '../deliveries/claim-queries.ts'

const Budget = z.object({
  host: z.string(),
  spent: z.int(),
  per_minute: z.int(),
  newest: z.number().nullable(),
})

/** What waits in the database, for those who watch over the service. */
export type Backlog = {
  /** Deliveries that wait for an attempt, and the seconds for which the one that is due longest has been due. */
  deliveries: WaitingDeliveries
  /**
   * The budgets of followers that sent requests last, 10 at most: the host, the requests that count at the moment, how many
   * there may be, and the age of the newest score of the games that are on, in seconds: of a response that has one, or, before
   * the first one, since the tip-off. Null while no game should have a score.
   */
  budgets: z.infer<typeof Budget>[]
}

/** After it a running game counts as abandoned, and one that has not begun counts as postponed: neither is on any more. */
const LONGEST_GAME = '4 hours'

const selectBudgets = ({ db }: Store): Promise<Backlog['budgets']> =>
  selectRows(
    db,
    Budget,
    sql`select b.budget as host, b.per_minute,
          (select count(*)::int from follow_requests r where r.budget = b.budget and r.counts_until > follow_now()) as spent,
          (select min(greatest(0, extract(epoch from follow_now() - coalesce(
              (select max(f.received_at) from follow_resources f
                where f.season_id = g.season_id and f.game = g.game and f.url is not null and f.hash is not null),
              g.tip_off, g.progress_at))))::float8
            from follow_seasons s join follow_games g on g.season_id = s.id
            where s.budget = b.budget and (
              g.progress = 'live' and g.progress_at > follow_now() - ${LONGEST_GAME}::interval
              or g.progress = 'to come' and g.tip_off <= follow_now() and g.tip_off > follow_now() - ${LONGEST_GAME}::interval)
          ) as newest
        from follow_budgets b order by b.next_at desc, b.budget limit 10`,
  )

/** Reads what waits in the database. */
export const readBacklog = async (store: Store): Promise<Backlog> => {
  const [deliveries, budgets] = await Promise.all([readWaitingDeliveries(store), selectBudgets(store)])
  return { deliveries, budgets }
}
