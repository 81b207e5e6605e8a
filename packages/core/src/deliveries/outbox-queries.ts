import { sql, and, eq, inArray, isNull, lt, notExists } from 'drizzle-orm'
import { PLANS, reaches, type WebhookEvent, toDateTime } from '../contract/index.ts'
import { selectGameStates, type GameState } from '../records/detail-queries.ts'
import {
  execute,
  type Database,
  type games,
  deliveries,
  idempotencyKeys,
  webhookEvents,
  type Store,
} from '../store/index.ts'
import { randomBytes } from 'node:crypto'

type EndedPeriod = Extract<WebhookEvent, { type: 'game.period' }>['data']['game']['period']

/** An event to store. `body` is sent unchanged, so that every attempt delivers the same bytes. */
export type NewEvent = { id: string; type: WebhookEvent['type']; game_id: string; created_at: Date; body: string }

const newEvent = (game_id: string, createEvent: (id: string, created_at: string) => WebhookEvent): NewEvent => {
  const id = `evt_${randomBytes(8).toString('hex')}`
  const created_at = new Date()
  const event = createEvent(id, toDateTime(created_at))
  return { id, type: event.type, game_id, created_at, body: JSON.stringify(event) }
}

/** A `game.final` event; `test` marks the event of a test delivery. */
export const finalEvent = (game: GameState, { test }: { test: boolean }): NewEvent =>
  newEvent(game.id, (id, created_at) => ({
    id,
    type: 'game.final',
    created_at,
    ...(test && { test: true }),
    data: { game },
  }))

/** A `game.period` event of a game in progress. */
export const periodEvent = (game: GameState, period: EndedPeriod): NewEvent =>
  newEvent(game.id, (id, created_at) => ({
    id,
    type: 'game.period',
    created_at,
    data: { game: { ...game, period } },
  }))

type PeriodScores = { home: number[]; away: number[] } | null

/** The periods of a game in progress that have ended after the first `count`, in order; overtimes follow the `regular` ones. */
export const periodsEndedSince = (count: number, scores: PeriodScores, regular: number): EndedPeriod[] =>
  (scores?.home ?? []).flatMap((home, index) => {
    const away = scores?.away[index]
    if (index < count || away === undefined) return []
    return [{ number: index + 1, overtime: index >= regular, home, away }]
  })

/** Events pruned per statement. Their deliveries and attempts are deleted with them. */
const BATCH_SIZE = 20

/**
 * Deletes a batch of events with their deliveries and attempts after `deliveryDays`, unless a delivery still waits. Returns the
 * number of events.
 */
const pruneEvents = async ({ db }: Store, deliveryDays: number): Promise<number> => {
  const waiting = db
    .select({ event_id: deliveries.event_id })
    .from(deliveries)
    .where(and(eq(deliveries.event_id, webhookEvents.id), isNull(deliveries.outcome)))
  const expired = db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(
      and(
        lt(webhookEvents.created_at, sql`now() - make_interval(days => ${deliveryDays}::integer)`),
        notExists(waiting),
      ),
    )
    .orderBy(webhookEvents.created_at)
    .limit(BATCH_SIZE)
  const pruned = await db
    .delete(webhookEvents)
    .where(inArray(webhookEvents.id, expired))
    .returning({ id: webhookEvents.id })
  return pruned.length
}

/** Deletes idempotency keys after 24 hours, and events with their deliveries after `deliveryDays`, until the signal is aborted. */
export const pruneDeliveries = async (store: Store, deliveryDays: number, signal: AbortSignal): Promise<void> => {
  await store.db.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, sql`now() - interval '24 hours'`))
  while (!signal.aborted && (await pruneEvents(store, deliveryDays)) > 0);
}

/** The channel of NOTIFY that wakes workers when deliveries are committed. */
export const DELIVERIES_CHANNEL = 'deliveries'

type StoredGame = Pick<typeof games.$inferSelect, 'revision' | 'ended_periods'>
type WrittenGame = Pick<typeof games.$inferSelect, 'id' | 'competition_id' | 'status' | 'revision' | 'periods'>

const NEW_GAME: StoredGame = { revision: 0, ended_periods: 0 }

/** The type of the events after a game was written; null if there are no events. No game.period follows a game.final. */
const getEventType = (game: WrittenGame, before: StoredGame): WebhookEvent['type'] | null => {
  if (game.status === 'final') return game.revision === before.revision ? null : 'game.final'
  if (game.status !== 'scheduled') return null
  return (game.periods?.home.length ?? 0) > before.ended_periods ? 'game.period' : null
}

const PLANS_WITH_WEBHOOKS = PLANS.filter((plan) => reaches(plan, 'live'))

/** An event to store, with the competition of its game and the number of the change that it is about. */
type NumberedEvent = NewEvent & { competition: string; number: number | null }

/**
 * Stores events with a delivery for each active webhook that subscribes to them, if its account's plan has webhooks, and
 * wakes the workers when the transaction commits. Locking the webhooks waits for one that is being removed, and leaves it
 * out once it is gone.
 */
const insertEvents = async (tx: Database, events: readonly NumberedEvent[]): Promise<void> => {
  await execute(
    tx,
    sql`with written as (
          select * from json_to_recordset(${JSON.stringify(events)}::json) as e (id text, type text, game_id text,
            created_at timestamptz, body text, number bigint, competition text)
        ), stored as (
          insert into webhook_events (id, type, game_id, created_at, body, number)
          select id, type, game_id, created_at, body, number from written
        ), subscribers as (
          select w.id as webhook_id, e.id as event_id
          from written e join webhooks w on e.type = any (w.events)
            and (w.competitions = '{}' or e.competition = any (w.competitions))
          join accounts a on a.id = w.account_id
          where w.status = 'active' and a.plan in ${PLANS_WITH_WEBHOOKS} for key share of w
        ), enqueued as (
          insert into deliveries (webhook_id, event_id, due_at)
          select webhook_id, event_id, clock_timestamp() from subscribers returning event_id
        )
        select pg_notify(${DELIVERIES_CHANNEL}, '') where exists (select from enqueued)`,
  )
}

/** A game that was written, and the stored one that it replaces; undefined if it is new. */
export type GameTransition = {
  game: WrittenGame
  stored: StoredGame | undefined
  /** Number of periods without overtime in the competition. */
  rules: { periods: number }
}

/**
 * Enqueues the events of games in the transaction that writes them: game.final for a new or corrected final score,
 * game.period for each period that has ended since. They are stored without a subscriber as well, for streams.
 *
 * @param numbers the number of the change of each game
 */
export const enqueueEvents = async (
  tx: Database,
  written: readonly GameTransition[],
  numbers: ReadonlyMap<string, number>,
): Promise<void> => {
  const announced = written.flatMap(({ game, stored: before = NEW_GAME, rules }) => {
    const type = getEventType(game, before)
    return type === null ? [] : { game, before, type, rules }
  })
  const states = await selectGameStates(
    tx,
    announced.map(({ game }) => game.id),
  )
  const events = announced.flatMap(({ game, before, type, rules }): NumberedEvent[] => {
    const state = states.get(game.id)
    if (state === undefined) throw new RangeError(`there is no game ${game.id}`)
    const made =
      type === 'game.final'
        ? [finalEvent(state, { test: false })]
        : periodsEndedSince(before.ended_periods, game.periods, rules.periods).map((period) =>
            periodEvent({ ...state, revision: 1 }, period),
          )
    return made.map((event) => ({
      ...event,
      competition: game.competition_id,
      number: numbers.get(game.id) ?? null,
    }))
  })
  if (events.length > 0) await insertEvents(tx, events)
}
