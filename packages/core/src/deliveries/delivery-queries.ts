import { eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { WebhookEventType } from '../contract/index.ts'
import { selectRows, webhooks, type Database } from '../store/index.ts'
import { ATTEMPT_ERRORS, describeAttemptError } from './send.ts'

/** A moment with microseconds, so that no precision of the database is lost. */
const Moment = z.iso.datetime({ offset: true })

const StoredAttempt = z.object({
  number: z.int(),
  at: Moment.transform((text) => new Date(text)),
  status: z.int().nullable(),
  /** Milliseconds. */
  duration: z.int(),
  /** Why there is no status, in a sentence; null with a status. */
  error: z.enum(ATTEMPT_ERRORS).transform(describeAttemptError).nullable(),
})

/** An attempt of a delivery. `duration` is in milliseconds; `error` says in a sentence why there is no status. */
export type StoredAttempt = z.output<typeof StoredAttempt>

/** The game of an event as it was when the event was made. `period` is its number for a game.period, otherwise null. */
const EventGame = z.object({
  id: z.string(),
  date: z.string(),
  home: z.string(),
  away: z.string(),
  home_score: z.int().nullable(),
  away_score: z.int().nullable(),
  period: z.int().nullable(),
})

/** The states of a delivery. It waits for its next attempt, is being sent, or has ended; cancelled: nobody attempts it. */
const DeliveryState = z.enum(['waiting', 'sending', 'delivered', 'failed', 'cancelled'])
export type DeliveryState = z.infer<typeof DeliveryState>

const DeliverySummary = z.object({
  webhook: z.string(),
  event: z.string(),
  type: WebhookEventType,
  created_at: Moment.transform((text) => new Date(text)),
  game: EventGame,
  test: z.boolean(),
  state: DeliveryState,
  /** Whether this is about an attempt that was asked for. */
  resending: z.boolean(),
  /** When it ended, when its next attempt is due if it waits, or null while it is sent. */
  at: Moment.transform((text) => new Date(text)).nullable(),
  last_attempt: StoredAttempt.nullable(),
})

/**
 * A delivery in a list. `at` is when it ended or, if it waits, when its next attempt is due; null while it is sent.
 * `resending`: it waits for an attempt that somebody has asked for, or that attempt is in progress. The number of
 * `last_attempt` is that of the attempts.
 */
export type DeliverySummary = z.output<typeof DeliverySummary>

/** A delivery with every attempt, oldest first, and the body that is sent at each of them. */
export type Delivery = Omit<DeliverySummary, 'last_attempt'> & { attempts: StoredAttempt[]; body: string }

/** A filter of deliveries; `waiting` includes those in flight, and `failed` those that were cancelled. */
export const DELIVERY_FILTERS = ['delivered', 'waiting', 'failed'] as const
export type DeliveryFilter = (typeof DELIVERY_FILTERS)[number]

const selectMoment = (column: SQL): SQL => sql`to_json(${column}) #>> '{}'`

/** SQL: an attempt `a` as JSON; null if there is none. */
const attemptJson = sql`case when a.number is not null then
  json_build_object('number', a.number, 'at', a.at, 'status', a.status, 'duration', a.duration, 'error', a.error) end`

/** SQL: the columns of a summary without attempts, of a delivery `d` and its event `e`. */
const summaryColumns = sql`
  d.webhook_id as webhook, e.id as event, e.type, ${selectMoment(sql`e.created_at`)} as created_at, d.test,
  (select json_build_object('id', g -> 'id', 'date', g -> 'date', 'home', g #> '{home,name}', 'away', g #> '{away,name}',
     'home_score', g -> 'home_score', 'away_score', g -> 'away_score', 'period', g #> '{period,number}')
   from (select e.body::json #> '{data,game}' as g offset 0) game) as game,
  case when d.outcome is not null then d.outcome when d.sending and d.due_at > clock_timestamp() then 'sending' else 'waiting' end
    as state,
  d.outcome is null and d.former_at is not null as resending,
  case when d.outcome is not null then ${selectMoment(sql`d.ended_at`)}
    when not d.sending then ${selectMoment(sql`d.due_at`)} end as at`

/** The position of a delivery in a list: the moment that it is ordered by, with microseconds, its event and its webhook. */
export const ListPosition = z.tuple([Moment, z.string().regex(/^\w{1,40}$/), z.string().regex(/^\w{1,40}$/)])
export type ListPosition = z.infer<typeof ListPosition>

/** SQL: for each filter, the condition that is the predicate of an index, and the moment that this index orders by. */
const BRANCHES: Record<DeliveryFilter, { condition: SQL; moment: SQL }> = {
  waiting: { condition: sql`d.outcome is null`, moment: sql`d.due_at` },
  delivered: { condition: sql`d.outcome = 'delivered'`, moment: sql`d.ended_at` },
  failed: { condition: sql`d.outcome in ('failed', 'cancelled')`, moment: sql`d.ended_at` },
}

/** What a list of deliveries contains: those of one webhook or of all, in one state or in any, behind a position. */
export type DeliveryRange = {
  webhook: string | undefined
  filter: DeliveryFilter | undefined
  before: ListPosition | undefined
  limit: number
}

/** SQL: the first deliveries of a webhook `w` in one state, read from the index of that state. */
const branch = (filter: DeliveryFilter, before: ListPosition | undefined, limit: SQL): SQL => {
  const { condition, moment } = BRANCHES[filter]
  const behind =
    before === undefined
      ? sql``
      : sql`and ${moment} <= ${before[0]}::timestamptz
            and (${moment}, d.event_id, d.webhook_id) < (${before[0]}::timestamptz, ${before[1]}, ${before[2]})`
  return sql`(select d.webhook_id, d.event_id, ${moment} as moment from deliveries d
    where d.webhook_id = w.id and ${condition} ${behind}
    order by ${moment} desc, d.event_id desc limit ${limit})`
}

const ListedDelivery = DeliverySummary.extend({ moment: Moment })

/**
 * Deliveries of an account with their position, at most `limit`, by the moment when they ended or are due, the latest first:
 * what waits for a retry stands before what has ended. Reads no more than `limit` deliveries of each webhook and state.
 */
export const selectDeliveries = async (
  db: Database,
  account: string,
  { webhook, filter, before, limit }: DeliveryRange,
): Promise<{ delivery: DeliverySummary; position: ListPosition }[]> => {
  // Part of the text: with a parameter, Postgres expects to return a tenth of the table (decision 4).
  const max = sql.raw(String(limit))
  const branches = (filter === undefined ? DELIVERY_FILTERS : [filter]).map((each) => branch(each, before, max))
  const rows = await selectRows(
    db,
    ListedDelivery,
    sql`with listed as (
          select l.* from webhooks w cross join lateral (${sql.join(branches, sql` union all `)}) l
          where w.account_id = ${account} ${webhook === undefined ? sql`` : sql`and w.id = ${webhook}`}
          order by l.moment desc, l.event_id desc, l.webhook_id desc limit ${max}
        )
        select ${summaryColumns}, ${attemptJson} as last_attempt, ${selectMoment(sql`l.moment`)} as moment
        from listed l
        join deliveries d on d.webhook_id = l.webhook_id and d.event_id = l.event_id
        join webhook_events e on e.id = l.event_id
        left join delivery_attempts a
          on a.webhook_id = l.webhook_id and a.event_id = l.event_id and a.number = d.attempts
        order by l.moment desc, l.event_id desc, l.webhook_id desc`,
  )
  return rows.map(({ moment, ...delivery }) => ({ delivery, position: [moment, delivery.event, delivery.webhook] }))
}

const DeliveryWithAttempts = DeliverySummary.omit({ last_attempt: true }).extend({
  attempts: z.array(StoredAttempt),
  body: z.string(),
})

/** A delivery of an account with its attempts; undefined if the account has no such delivery. */
export const selectDelivery = async (
  db: Database,
  account: string,
  webhook: string,
  event: string,
): Promise<Delivery | undefined> => {
  const [delivery] = await selectRows(
    db,
    DeliveryWithAttempts,
    sql`select ${summaryColumns}, e.body, coalesce((
          select json_agg(${attemptJson} order by a.number) from delivery_attempts a
          where a.webhook_id = d.webhook_id and a.event_id = d.event_id
        ), '[]') as attempts
        from webhooks w join deliveries d on d.webhook_id = w.id join webhook_events e on e.id = d.event_id
        where w.account_id = ${account} and w.id = ${webhook} and d.event_id = ${event}`,
  )
  return delivery
}

/** The account of a webhook; undefined if there is no such webhook. */
export const selectWebhookAccount = async (db: Database, id: string): Promise<string | undefined> => {
  const [webhook] = await db.select({ account: webhooks.account_id }).from(webhooks).where(eq(webhooks.id, id))
  return webhook?.account
}
