import { sql } from 'drizzle-orm'
import { PLANS, reaches, type WebhookEvent } from '../contract/index.ts'
import { selectGameStates } from '../records/detail-queries.ts'
import { execute, type Database, type games } from '../store/index.ts'
import { finalEvent, periodEvent, periodsEndedSince, type NewEvent } from './events.ts'

/** The channel of NOTIFY that wakes workers when deliveries are committed. */
export const DELIVERIES_CHANNEL = 'deliveries'

type StoredGame = Pick<typeof games.$inferSelect, 'revision' | 'ended_periods'>
type WrittenGame = Pick<typeof games.$inferSelect, 'id' | 'competition_id' | 'status' | 'revision' | 'periods'>

const NEW_GAME: StoredGame = { revision: 0, ended_periods: 0 }

/** The type of the events after a game was written; null if there are no events. No game.period follows a game.final. */
const eventTypeOf = (game: WrittenGame, before: StoredGame): WebhookEvent['type'] | null => {
  if (game.status === 'final') return game.revision === before.revision ? null : 'game.final'
  if (game.status !== 'scheduled') return null
  return periodsEndedSince(before.ended_periods, game.periods).length > 0 ? 'game.period' : null
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
export type GameTransition = { game: WrittenGame; stored: StoredGame | undefined }

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
  const announced = written.flatMap(({ game, stored: before = NEW_GAME }) => {
    const type = eventTypeOf(game, before)
    return type === null ? [] : { game, before, type }
  })
  const states = await selectGameStates(
    tx,
    announced.map(({ game }) => game.id),
  )
  const events = announced.flatMap(({ game, before, type }): NumberedEvent[] => {
    const state = states.get(game.id)
    if (state === undefined) throw new RangeError(`there is no game ${game.id}`)
    const made =
      type === 'game.final'
        ? [finalEvent(state, { test: false })]
        : periodsEndedSince(before.ended_periods, game.periods).map((period) =>
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
