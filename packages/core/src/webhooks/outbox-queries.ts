import { sql } from 'drizzle-orm'
import type { WebhookEvent } from '../contract/index.ts'
import { selectGameState } from '../games/queries.ts'
import { execute, type Database, type games } from '../store/index.ts'
import { endedSince, finalEvent, periodEvent, type NewEvent } from './event.ts'

/** Told to workers when there is something to deliver. */
export const CHANNEL = 'deliveries'

type GameRow = Pick<typeof games.$inferSelect, 'status' | 'revision' | 'periods'>
type Now = GameRow & Pick<typeof games.$inferSelect, 'id' | 'competition_id'>

/** What webhooks are to hear of a game that was written, by what it was before; null: nothing. */
const happened = (now: Now, before: GameRow | undefined): WebhookEvent['type'] | null => {
  if (now.status === 'final') return now.revision === (before?.revision ?? 0) ? null : 'game.final'
  if (now.status === 'scheduled')
    return endedSince(before?.periods ?? null, now.periods).length > 0 ? 'game.period' : null
  return null
}

const hears = (type: string, competition: string) =>
  sql`w.status = 'active' and ${type} = any (w.events) and (w.competitions = '{}' or ${competition} = any (w.competitions))`

const isHeard = async (tx: Database, type: string, competition: string): Promise<boolean> => {
  const [row] = await execute(
    tx,
    sql`select exists (select 1 from webhooks w where ${hears(type, competition)}) as heard`,
  )
  return row?.['heard'] === true
}

/** Keeps an event and a delivery of it to every webhook that hears it, and wakes the workers when it is committed. */
const publish = async (tx: Database, { id, type, game_id, created_at, body }: NewEvent, competition: string) => {
  await execute(
    tx,
    sql`with event as (
          insert into webhook_events (id, type, game_id, created_at, body)
          values (${id}, ${type}, ${game_id}, ${created_at.toISOString()}::timestamptz, ${body}) returning id
        ), told as (
          insert into deliveries (webhook_id, event_id)
          select w.id, event.id from webhooks w cross join event where ${hears(type, competition)}
        )
        select pg_notify(${CHANNEL}, '')`,
  )
}

/**
 * Tells webhooks of a game that was just written, in the transaction that writes it: a final score that is new or
 * corrected, the periods that have ended. Nothing is kept of what nobody hears.
 */
export const announce = async (tx: Database, now: Now, before: GameRow | undefined): Promise<void> => {
  const type = happened(now, before)
  if (type === null || !(await isHeard(tx, type, now.competition_id))) return
  const game = await selectGameState(tx, now.id)
  const events =
    type === 'game.final'
      ? [finalEvent(game, { test: false })]
      : endedSince(before?.periods ?? null, now.periods).map((period) => periodEvent({ ...game, revision: 1 }, period))
  for (const event of events) await publish(tx, event, now.competition_id)
}
