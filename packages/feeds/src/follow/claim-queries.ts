import { z } from 'zod'
import { execute, selectRows, type Database, type Store, sql } from '@basketball-data/core'
import { hostDelay } from './retry.ts'

/** Milliseconds for which a claim holds its game; another follower takes over after them. */
export const LEASE = 30_000
/** Milliseconds for a request and its whole response, from the claim. */
export const REQUEST_DEADLINE = 10_000
/** Milliseconds that a request counts after its response: the minute of the host, and a margin for its clock. */
const COUNTS = 60_100

const interval = (milliseconds: number) => sql`make_interval(secs => ${milliseconds / 1000}::float8)`

const selectBudget = (season: number) => sql`(select budget from follow_seasons where id = ${season}::integer)`

const Moment = z.string().transform((text) => new Date(text))
const Bytes = z.instanceof(Uint8Array)

const Claimed = z.object({
  number: z.coerce.number(),
  claim_number: z.int(),
  game: z.string(),
  kind: z.string(),
  url: z.string(),
  progress: z.enum(['to come', 'live', 'over']),
  failures: z.int(),
  etag: z.string().nullable(),
  last_modified: z.string().nullable(),
  hash: Bytes.nullable(),
})

/** A request that only this follower may send. `game` is '' for the schedule, `number` that of the request in its budget. */
export type Claimed = z.infer<typeof Claimed>

/** Identifies the claim of a game. */
export type Claim = Pick<Claimed, 'game' | 'claim_number'>

/** The result of a claim by the clock of the database; `wait` are milliseconds until one may be possible. */
export type ClaimResult = { at: Date; claimed: Claimed | null; wait: number }

const ClaimRow = z.object({ at: Moment, wait: z.coerce.number(), number: z.unknown() })

/** Claims the most urgent request of a season (see migrations/0013_follow.sql). */
export const claimRequest = async ({ db }: Store, season: number): Promise<ClaimResult> => {
  const [row] = await execute(
    db,
    sql`select to_json(c.at) #>> '{}' as at, extract(epoch from coalesce(c.wait, interval '1 minute')) * 1000 as wait,
          number, claim_number, game, kind, url, progress, failures, etag, last_modified, hash
        from claim_request(${season}::integer, ${interval(LEASE)}, ${interval(REQUEST_DEADLINE)}) c`,
  )
  const { at, wait, number } = ClaimRow.parse(row)
  return { at, wait, claimed: number === null ? null : Claimed.parse(row) }
}

/** Opens the budget and the season of a follower, and returns the id of the season. */
export const openSeason = (
  store: Store,
  { budget, feed, season, perMinute }: { budget: string; feed: string; season: string; perMinute: number },
): Promise<number> =>
  store.transaction(async (tx) => {
    await execute(
      tx,
      sql`insert into follow_budgets (budget, per_minute, next_at) values (${budget}, ${perMinute}::integer, follow_now())
          on conflict (budget) do update set per_minute = excluded.per_minute`,
    )
    const [row] = await execute(
      tx,
      sql`insert into follow_seasons (budget, feed, season) values (${budget}, ${feed}, ${season})
          on conflict (budget, feed, season) do update set feed = excluded.feed returning id`,
    )
    return z.int().parse(row?.['id'])
  })

const Budget = z.object({ per_minute: z.int(), failures: z.int(), now: Moment })

/** Locks the budget of a season, as claims do, so that nothing is claimed until the transaction ends. */
export const lockBudget = async (tx: Database, season: number): Promise<z.output<typeof Budget>> => {
  const rows = await selectRows(
    tx,
    Budget,
    sql`select per_minute, failures, to_json(follow_now()) #>> '{}' as now from follow_budgets
        where budget = ${selectBudget(season)} for no key update`,
  )
  const [budget] = rows
  if (budget === undefined) throw new Error(`there is no followed season ${season}`)
  return budget
}

/** Whether claims are still the latest of their games. The budget must be locked, so that it stays so. */
export const holdsClaims = async (tx: Database, season: number, claims: readonly Claim[]): Promise<boolean> => {
  const held = await execute(
    tx,
    sql`select 1 from follow_games g
        join json_to_recordset(${JSON.stringify(claims.map(({ game, claim_number }) => ({ game, claim_number })))}::json)
          as c (game text, claim_number integer) on g.game = c.game and g.claim_number = c.claim_number
        where g.season_id = ${season}::integer`,
  )
  return held.length === claims.length
}

/** Lets the next request be sent a minute after the end of this one. */
export const endRequest = async (tx: Database, season: number, number: number): Promise<void> => {
  await execute(
    tx,
    sql`update follow_requests set counts_until = follow_now() + ${interval(COUNTS)}
        where budget = ${selectBudget(season)} and number = ${number}::bigint`,
  )
}

/** Records a response of the host (`host` is null), or blocks its budget after a failure. The budget must be locked. */
export const recordHost = async (
  tx: Database,
  season: number,
  failures: number,
  host: { status: number | null; retryAfter: number | null } | null,
): Promise<void> => {
  if (host === null && failures === 0) return
  const delay = host === null ? null : hostDelay(failures + 1, host)
  await execute(
    tx,
    sql`update follow_budgets set failures = ${host === null ? 0 : failures + 1}::integer,
          blocked_until = greatest(blocked_until, follow_now() + make_interval(secs => ${delay}::float8))
        where budget = ${selectBudget(season)}`,
  )
}

/**
 * Blocks the budget of a season for a minute: after the clock of the database was set, it does not tell any more how many
 * requests the host still counts.
 */
export const pauseBudget = async ({ db }: Store, season: number): Promise<void> => {
  await execute(
    db,
    sql`update follow_budgets set blocked_until = follow_now() + ${interval(COUNTS)} where budget = ${selectBudget(season)}`,
  )
}

/** Releases a claim without a response; the request stays due. It counts, even if it was not sent. */
export const releaseClaim = (store: Store, season: number, { game, claim_number, number }: Claimed): Promise<void> =>
  store.transaction(async (tx) => {
    await lockBudget(tx, season)
    await endRequest(tx, season, number)
    await execute(
      tx,
      sql`update follow_games set leased_until = null
          where season_id = ${season}::integer and game = ${game} and claim_number = ${claim_number}::integer`,
    )
  })
