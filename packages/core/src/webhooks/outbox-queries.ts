import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { addDays, PLANS, reaches, utcDay, type WebhookEvent } from '../contract/index.ts'
import { selectGameState } from '../games/detail-queries.ts'
import { execute, selectRows, type Database, type games } from '../store/index.ts'
import { finalEvent, periodEvent, periodsEndedSince, type NewEvent } from './events.ts'

/** The channel of NOTIFY that wakes workers when deliveries are committed. */
export const DELIVERIES_CHANNEL = 'deliveries'

type StoredGame = Pick<typeof games.$inferSelect, 'revision' | 'ended_periods'>
type WrittenGame = Pick<typeof games.$inferSelect, 'id' | 'competition_id' | 'date' | 'status' | 'revision' | 'periods'>

const NEW_GAME: StoredGame = { revision: 0, ended_periods: 0 }

/** The type of the events after a game was written; null if there are no events. No game.period follows a game.final. */
const eventTypeOf = (game: WrittenGame, before: StoredGame): WebhookEvent['type'] | null => {
  if (game.status === 'final') return game.revision === before.revision ? null : 'game.final'
  if (game.status !== 'scheduled') return null
  return periodsEndedSince(before.ended_periods, game.periods).length > 0 ? 'game.period' : null
}

const PLANS_WITH_WEBHOOKS = PLANS.filter((plan) => reaches(plan, 'live'))

/** SQL: the active webhooks `w` that subscribe to events of this type and competition, if their account's plan has webhooks. */
const fromSubscribers = (type: string, competition: string) =>
  sql`from webhooks w join accounts a on a.id = w.account_id
      where w.status = 'active' and a.plan in ${PLANS_WITH_WEBHOOKS} and ${type} = any (w.events)
        and (w.competitions = '{}' or ${competition} = any (w.competitions))`

const hasSubscribers = async (tx: Database, type: string, competition: string): Promise<boolean> => {
  const query = sql`select exists (select 1 ${fromSubscribers(type, competition)}) as subscribed`
  const [row] = await selectRows(tx, z.object({ subscribed: z.boolean() }), query)
  return row?.subscribed === true
}

/**
 * Stores an event with a delivery for each subscriber, and wakes the workers when the transaction commits. Locking the
 * webhooks waits for one that is being removed, and leaves it out once it is gone.
 */
const enqueueEvent = async (
  tx: Database,
  { id, type, game_id, created_at, body }: NewEvent,
  { competition, number }: { competition: string; number: number | null },
): Promise<void> => {
  await execute(
    tx,
    sql`with event as (
          insert into webhook_events (id, type, game_id, created_at, body, number)
          values (${id}, ${type}, ${game_id}, ${created_at.toISOString()}::timestamptz, ${body}, ${number}::bigint)
          returning id
        ), subscribers as (
          select w.id ${fromSubscribers(type, competition)} for key share of w
        ), enqueued as (
          insert into deliveries (webhook_id, event_id, due_at)
          select subscribers.id, event.id, clock_timestamp() from subscribers cross join event
        )
        select pg_notify(${DELIVERIES_CHANNEL}, '')`,
  )
}

/** A game that was written, and the stored one that it replaces; undefined if it is new. */
export type GameTransition = { game: WrittenGame; stored: StoredGame | undefined }

/** Days after which a game is too old for anybody to follow its stream. */
const STREAMED_DAYS = 2

/** What is known of the transaction that writes games. */
type Written = {
  /** The number of the change of each game. */
  numbers: ReadonlyMap<string, number>
  now: Date
}

/**
 * Enqueues the events of games in the transaction that writes them, in this order: game.final for a new or corrected final
 * score, game.period for each period that has ended since. The event of an older game is stored only if a webhook
 * subscribes to it; that of a recent one always, for streams.
 */
export const enqueueEvents = async (
  tx: Database,
  written: readonly GameTransition[],
  { numbers, now }: Written,
): Promise<void> => {
  const firstStreamed = utcDay(addDays(now, -STREAMED_DAYS))
  const subscribed = new Map<string, boolean>()
  const hasSubscribersOf = async (type: string, competition: string): Promise<boolean> => {
    const key = `${type} ${competition}`
    const known = subscribed.get(key) ?? (await hasSubscribers(tx, type, competition))
    subscribed.set(key, known)
    return known
  }
  for (const { game, stored: before = NEW_GAME } of written) {
    const type = eventTypeOf(game, before)
    if (type === null) continue
    if (game.date < firstStreamed && !(await hasSubscribersOf(type, game.competition_id))) continue
    const state = await selectGameState(tx, game.id)
    const periods = periodsEndedSince(before.ended_periods, game.periods)
    const events =
      type === 'game.final'
        ? [finalEvent(state, { test: false })]
        : periods.map((period) => periodEvent({ ...state, revision: 1 }, period))
    const change = { competition: game.competition_id, number: numbers.get(game.id) ?? null }
    for (const event of events) await enqueueEvent(tx, event, change)
  }
}
