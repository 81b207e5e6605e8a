import { sql } from 'drizzle-orm'
import { PLANS, reaches, type WebhookEvent } from '../contract/index.ts'
import { selectGameState } from '../games/detail-queries.ts'
import { execute, type Database, type games } from '../store/index.ts'
import { endedBeyond, finalEvent, periodEvent, type NewEvent } from './event.ts'

/** Told to workers when there is something to deliver. */
export const CHANNEL = 'deliveries'

type GameRow = Pick<typeof games.$inferSelect, 'revision' | 'periods_told'>
type Now = Pick<typeof games.$inferSelect, 'id' | 'competition_id' | 'status' | 'revision' | 'periods'>

const NEW: GameRow = { revision: 0, periods_told: 0 }

/** What webhooks are to hear of a game that was written, by what it was before; null: nothing. */
const happened = (now: Now, { revision, periods_told }: GameRow): WebhookEvent['type'] | null => {
  if (now.status === 'final') return now.revision === revision ? null : 'game.final'
  if (now.status === 'scheduled') return endedBeyond(periods_told, now.periods).length > 0 ? 'game.period' : null
  return null
}

const HEARING = sql.raw(
  PLANS.filter((plan) => reaches(plan, 'live'))
    .map((plan) => `'${plan}'`)
    .join(', '),
)

/** SQL: webhooks `w` of accounts `a` that hear an event: those that ask for it, whose plan has webhooks. */
const hearers = (type: string, competition: string) =>
  sql`from webhooks w join accounts a on a.id = w.account_id
      where w.status = 'active' and a.plan in (${HEARING}) and ${type} = any (w.events)
        and (w.competitions = '{}' or ${competition} = any (w.competitions))`

const isHeard = async (tx: Database, type: string, competition: string): Promise<boolean> => {
  const [row] = await execute(tx, sql`select exists (select 1 ${hearers(type, competition)}) as heard`)
  return row?.['heard'] === true
}

/**
 * Keeps an event and a delivery of it to every webhook that hears it, and wakes the workers when it is committed. A
 * webhook that is being removed at this moment is waited for, and passed over once it is gone.
 */
const publish = async (tx: Database, { id, type, game_id, created_at, body }: NewEvent, competition: string) => {
  await execute(
    tx,
    sql`with event as (
          insert into webhook_events (id, type, game_id, created_at, body)
          values (${id}, ${type}, ${game_id}, ${created_at.toISOString()}::timestamptz, ${body}) returning id
        ), hearers as (
          select w.id ${hearers(type, competition)} for key share of w
        ), told as (
          insert into deliveries (webhook_id, event_id) select hearers.id, event.id from hearers cross join event
        )
        select pg_notify(${CHANNEL}, '')`,
  )
}

/**
 * Tells webhooks of a game that was just written, in the transaction that writes it: a final score that is new or
 * corrected; while it goes on, the periods that have ended, each once. A final score ends the telling of periods: one
 * that was not known before it, the last as a rule, is never told, since the game of a period is still in progress.
 * Nothing is kept of what nobody hears.
 */
export const announce = async (tx: Database, now: Now, before: GameRow = NEW): Promise<void> => {
  const type = happened(now, before)
  if (type === null || !(await isHeard(tx, type, now.competition_id))) return
  const game = await selectGameState(tx, now.id)
  const events =
    type === 'game.final'
      ? [finalEvent(game, { test: false })]
      : endedBeyond(before.periods_told, now.periods).map((period) => periodEvent({ ...game, revision: 1 }, period))
  for (const event of events) await publish(tx, event, now.competition_id)
}
