import { sql, and, eq, inArray, isNull, lt, notExists } from 'drizzle-orm'
import {
  addDays,
  DEFAULT_EVENT_TYPES,
  getNextDay,
  PLANS,
  reaches,
  toDateTime,
  WebhookEventType,
  GamePart,
  type WebhookEvent,
} from '../contract/index.ts'
import { selectGamesWithRevisions, type GameWithRevision } from '../records/game-queries.ts'
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
export type NewEvent = { id: string; type: WebhookEventType; game_id: string; created_at: Date; body: string }

type Content<Event> = Event extends WebhookEvent ? Pick<Event, 'type' | 'data'> : never
/** An event without what identifies it. */
type EventContent = Content<WebhookEvent>

const newEvent = ({ type, data }: EventContent, test = false): NewEvent => {
  const id = `evt_${randomBytes(8).toString('hex')}`
  const created_at = new Date()
  const body = JSON.stringify({ id, type, created_at: toDateTime(created_at), ...(test && { test }), data })
  return { id, type, game_id: data.game.id, created_at, body }
}

/** The `game.final` event of a test delivery. */
export const testEvent = (game: GameWithRevision): NewEvent => newEvent({ type: 'game.final', data: { game } }, true)

type PeriodScores = { home: number[]; away: number[] } | null

/** The periods of a game in progress that have ended after the first `count`, in order; overtimes follow the `regular` ones. */
const periodsEndedSince = (count: number, scores: PeriodScores, regular: number): EndedPeriod[] =>
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

type GameRow = typeof games.$inferSelect
type State = Pick<GameRow, 'date' | 'tip_off' | 'status' | 'home_score' | 'away_score'>
type Counted = Pick<GameRow, 'ended_periods' | 'started'>

/** A game that was written, and the stored one that it replaces; undefined if it is new. */
export type GameTransition = {
  game: State & Counted & Pick<GameRow, 'id' | 'competition_id' | 'periods'>
  stored: (State & Counted) | undefined
  /** The parts that the write has changed. */
  changed: ReadonlySet<GamePart | 'score'>
  /** Number of periods without overtime in the competition. */
  rules: { periods: number }
  /** Whether the game is deleted in the same transaction. */
  removed?: boolean
}

/** What a transaction has done to games, with the number of the change of each. */
export type Transitions = { written: readonly GameTransition[]; numbers: ReadonlyMap<string, number> }

/** Whether a game was to be played a day ago at the latest: an import of older games is no news. */
const isOld = ({ date, tip_off }: State, now: Date): boolean => addDays(tip_off ?? getNextDay(date), 1) < now

const isMoved = (game: State, stored: State): boolean =>
  game.date !== stored.date || (stored.tip_off !== null && game.tip_off?.getTime() !== stored.tip_off.getTime())

/** Whether a game gets its final score, or another one. */
const isScored = ({ game, stored }: GameTransition): boolean =>
  game.status === 'final' && (stored?.home_score !== game.home_score || stored.away_score !== game.away_score)

/** A transition that may be several, of which one or more have scored the game. */
type JoinedTransition = GameTransition & { scored: boolean }

/** What must have happened to a game for an event of each type. */
const HAPPENED: Record<WebhookEventType, (transition: JoinedTransition, now: Date) => boolean> = {
  'game.final': ({ game, scored }) => game.status === 'final' && scored,
  // None follows a game.final.
  'game.period': ({ game, stored }) =>
    game.status === 'scheduled' && (game.periods?.home.length ?? 0) > (stored?.ended_periods ?? 0),
  'game.started': ({ game, stored }, now) =>
    game.status === 'scheduled' && game.started && stored?.started !== true && !isOld(game, now),
  'game.rescheduled': ({ game, stored }) =>
    game.status === 'scheduled' && stored !== undefined && isMoved(game, stored),
  // A game without a result from the start was never expected.
  'game.no_result': ({ game, stored }) =>
    stored !== undefined && stored.status !== 'no_result' && ![stored.status, 'final'].includes(game.status),
  'game.corrected': ({ game, stored, changed }) =>
    game.status === 'final' && stored?.status === 'final' && changed.size > 0,
}

/** What the events of a type say about a game: one event, or one for each period that has ended. */
const listContents = (type: WebhookEventType, transition: GameTransition, state: GameWithRevision): EventContent[] => {
  const { game: written, stored, changed, rules, removed = false } = transition
  const { date, tip_off, status, home_score, away_score } = stored ?? written
  const before = { date, tip_off: tip_off && toDateTime(tip_off), status, home_score, away_score }
  const game = { ...state, revision: Math.max(1, state.revision) }
  switch (type) {
    case 'game.final':
      return [{ type, data: { game: state } }]
    case 'game.period':
      return periodsEndedSince(stored?.ended_periods ?? 0, written.periods, rules.periods).map((period) => ({
        type,
        data: { game: { ...state, revision: 1, period } },
      }))
    case 'game.started':
      return [{ type, data: { game } }]
    case 'game.rescheduled':
      return [{ type, data: { game, before } }]
    case 'game.no_result':
      return [{ type, data: { game: removed ? { ...game, status: 'no_result' } : game, before, removed } }]
    case 'game.corrected':
      return [{ type, data: { game, parts: GamePart.options.filter((part) => changed.has(part)) } }]
  }
}

const PLANS_WITH_WEBHOOKS = PLANS.filter((plan) => reaches(plan, 'live'))

/** An event to store, with the competition of its game and the number of the change at which streams send it; null if they do not. */
type NumberedEvent = NewEvent & { competition: string; number: number | null }

/**
 * Stores events with a delivery for each active webhook that subscribes to them, if its account's plan has webhooks, and
 * wakes the workers when the transaction commits. An event that streams do not send is stored only if a webhook subscribes to it.
 * Locking the webhooks waits for one that is being removed, and leaves it out once it is gone.
 */
const insertEvents = async (tx: Database, events: readonly NumberedEvent[]): Promise<void> => {
  await execute(
    tx,
    sql`with written as (
          select * from json_to_recordset(${JSON.stringify(events)}::json) as e (id text, type text, game_id text,
            created_at timestamptz, body text, number bigint, competition text)
        ), subscribers as (
          select w.id as webhook_id, e.id as event_id
          from written e join webhooks w on e.type = any (w.events)
            and (w.competitions = '{}' or e.competition = any (w.competitions))
          join accounts a on a.id = w.account_id
          where w.status = 'active' and a.plan in ${PLANS_WITH_WEBHOOKS} for key share of w
        ), stored as (
          insert into webhook_events (id, type, game_id, created_at, body, number)
          select id, type, game_id, created_at, body, number from written
          where number is not null or id in (select event_id from subscribers)
        ), enqueued as (
          insert into deliveries (webhook_id, event_id, due_at)
          select webhook_id, event_id, clock_timestamp() from subscribers returning event_id
        )
        select pg_notify(${DELIVERIES_CHANNEL}, '') where exists (select from enqueued)`,
  )
}

/** Several changes of a game in a transaction as one. */
const joinTransitions = (written: readonly GameTransition[]): JoinedTransition[] =>
  [...Map.groupBy(written, ({ game }) => game.id).values()].map((changes) => ({
    ...changes.reduce((first, next) => ({
      ...next,
      stored: first.stored,
      changed: new Set([...first.changed, ...next.changed]),
    })),
    scored: changes.some(isScored),
  }))

const STREAMED: ReadonlySet<WebhookEventType> = new Set(DEFAULT_EVENT_TYPES)

/**
 * Enqueues the events of games in the transaction that writes them, one of each type that has happened. Those of the default types
 * are stored without a subscriber as well, for streams.
 */
export const enqueueEvents = async (tx: Database, { written, numbers }: Transitions, now: Date): Promise<void> => {
  const announced = joinTransitions(written).flatMap((transition) => {
    const types = WebhookEventType.options.filter((type) => HAPPENED[type](transition, now))
    return types.map((type) => ({ type, transition }))
  })
  const states = await selectGamesWithRevisions(
    tx,
    announced.map(({ transition }) => transition.game.id),
  )
  const events = announced.flatMap(({ type, transition }): NumberedEvent[] => {
    const { id, competition_id: competition } = transition.game
    const state = states.get(id)
    if (state === undefined) throw new RangeError(`there is no game ${id}`)
    const number = STREAMED.has(type) ? (numbers.get(id) ?? null) : null
    return listContents(type, transition, state).map((content) => ({ ...newEvent(content), competition, number }))
  })
  if (events.length > 0) await insertEvents(tx, events)
}
