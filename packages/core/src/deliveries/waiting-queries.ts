import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { selectRows, type Store } from '../store/index.ts'
import { MAX_IN_FLIGHT_PER_WEBHOOK } from './claim-queries.ts'

const WaitingDeliveries = z.object({ waiting: z.int(), overdue: z.number() })

/**
 * Deliveries that wait for an attempt, and the seconds for which the one that is due longest has been due. A webhook with as
 * many attempts in flight as it may have counts as not overdue: its receiver is slow, not the workers.
 */
export type WaitingDeliveries = z.infer<typeof WaitingDeliveries>

/** Reads how many deliveries wait, and for how long they have been due. */
export const readWaitingDeliveries = async ({ db }: Store): Promise<WaitingDeliveries> => {
  const [row] = await selectRows(
    db,
    WaitingDeliveries,
    sql`select coalesce(sum(waiting), 0)::int as waiting,
          greatest(0, coalesce(max(overdue) filter (where in_flight < ${MAX_IN_FLIGHT_PER_WEBHOOK}::integer), 0))::float8 as overdue
        from (
          select count(*) as waiting,
            count(*) filter (where sending and not test and due_at > clock_timestamp()) as in_flight,
            extract(epoch from clock_timestamp() - min(due_at)) as overdue
          from deliveries where outcome is null group by webhook_id
        ) of_webhook`,
  )
  if (row === undefined) throw new Error('a count returned no row')
  return row
}
