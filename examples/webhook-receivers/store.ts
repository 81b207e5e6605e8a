// Records handled deliveries in Postgres, for receivers that run in several processes.
import type { SeenStore } from '@basketball-data/webhooks'

type Query = (statement: string, parameters: string[]) => Promise<{ rows: unknown[] }>

export const TABLE = `
  create table if not exists webhook_deliveries (
    id text primary key,
    claimed_until timestamptz not null,
    handled_at timestamptz
  )`

// A single statement makes the claim atomic. A claim expires after 5 minutes in case its process has crashed.
const CLAIM = `
  insert into webhook_deliveries as d (id, claimed_until) values ($1, now() + interval '5 minutes')
  on conflict (id) do update set claimed_until = excluded.claimed_until
    where d.handled_at is null and d.claimed_until < now()
  returning id`
const HANDLED = 'select id from webhook_deliveries where id = $1 and handled_at is not null'

/** Rows older than seven days can be deleted: the service does not retry for longer. */
export const postgresStore = (query: Query): SeenStore => ({
  claim: async (id) => {
    if ((await query(CLAIM, [id])).rows.length > 0) return 'new'
    return (await query(HANDLED, [id])).rows.length > 0 ? 'duplicate' : 'busy'
  },
  handled: (id) => query('update webhook_deliveries set handled_at = now() where id = $1', [id]),
  release: (id) => query('delete from webhook_deliveries where id = $1 and handled_at is null', [id]),
})
