import { z } from 'zod'
import { execute, selectRows, type Database, type Store, sql, type SQL } from '@basketball-data/core'
import { LEASE, type Claim } from './claim-queries.ts'
import type { FollowedGame, RequestPlan } from './plan.ts'

const Moment = z.string().transform((text) => new Date(text))

const Game = z.object({
  game: z.string(),
  claim_number: z.int(),
  tip_off: Moment.nullable(),
  progress: z.enum(['to come', 'live', 'over']),
  progress_at: Moment,
  periods: z.int(),
  period_at: Moment.nullable(),
  resources: z.array(z.object({ kind: z.string(), body: z.string().nullable(), received_at: Moment.nullable() })),
})

/** A followed game with the latest responses of its resources; `body` and `received_at` are null before the first. */
export type StoredGame = FollowedGame & Claim & Pick<z.infer<typeof Game>, 'resources'>

/** Selects games `g` with their resources `r`; of those that `hasBody` leaves out, `body` is null. */
const selectGames = (db: Database, season: number, which: SQL, hasBody: SQL): Promise<StoredGame[]> =>
  selectRows(
    db,
    Game,
    sql`select g.game, g.claim_number, to_json(g.tip_off) #>> '{}' as tip_off, g.progress,
          to_json(g.progress_at) #>> '{}' as progress_at, g.periods, to_json(g.period_at) #>> '{}' as period_at,
          coalesce((
            select json_agg(json_build_object(
              'kind', r.kind, 'body', case when ${hasBody} then r.body end, 'received_at', r.received_at))
            from follow_resources r where r.season_id = g.season_id and r.game = g.game
          ), '[]') as resources
        from follow_games g where g.season_id = ${season}::integer and ${which}`,
  )

const named = (games: readonly { game: string }[]): SQL =>
  sql`g.game in (select value from json_array_elements_text(${JSON.stringify(games.map(({ game }) => game))}::json))`

/**
 * The game of a claim; undefined if another follower has claimed it since.
 *
 * @param except the kind of resource whose body is not needed, because a new one has come; null for no bodies at all
 */
export const selectGame = async (
  { db }: Store,
  season: number,
  { game, claim_number }: Claim,
  except: string | null,
): Promise<StoredGame | undefined> => {
  const which = sql`g.game = ${game} and g.claim_number = ${claim_number}::integer`
  const [selected] = await selectGames(db, season, which, except === null ? sql`false` : sql`r.kind <> ${except}`)
  return selected
}

/** All games of a season and, as the game '', its schedule; without bodies. */
export const selectSeason = (tx: Database, season: number): Promise<StoredGame[]> =>
  selectGames(tx, season, sql`true`, sql`false`)

const Hash = z.object({ game: z.string(), hash: z.instanceof(Uint8Array).nullable() })

/** The hashes of the latest responses of one kind, by game. */
export const selectHashes = async (
  { db }: Store,
  season: number,
  kind: string,
): Promise<ReadonlyMap<string, Uint8Array | null>> => {
  const rows = await selectRows(
    db,
    Hash,
    sql`select game, hash from follow_resources where season_id = ${season}::integer and kind = ${kind}`,
  )
  return new Map(rows.map(({ game, hash }) => [game, hash]))
}

const lease = sql`make_interval(secs => ${LEASE / 1000}::float8)`

/**
 * Leases games for whoever has read the schedule, and adds those that are new. Games that another follower has leased are
 * not returned. The budget must be locked.
 */
export const leaseGames = async (
  tx: Database,
  season: number,
  games: readonly { game: string; tip_off: Date | null }[],
): Promise<(StoredGame & { isNew: boolean })[]> => {
  const Name = z.object({ game: z.string() })
  const json = JSON.stringify(games)
  const added = await selectRows(
    tx,
    Name,
    sql`insert into follow_games (season_id, game, tip_off, progress_at)
        select ${season}::integer, n.game, n.tip_off, follow_now()
        from json_to_recordset(${json}::json) as n (game text, tip_off timestamptz)
        on conflict do nothing returning game`,
  )
  const leased = await selectRows(
    tx,
    Name,
    sql`update follow_games g set claim_number = g.claim_number + 1, leased_until = follow_now() + ${lease}
        where g.season_id = ${season}::integer and ${named(games)}
          and (g.leased_until is null or g.leased_until <= follow_now() or g.leased_until > follow_now() + ${lease})
        returning g.game`,
  )
  const isNew = new Set(added.map(({ game }) => game))
  return (await selectGames(tx, season, named(leased), sql`true`)).map((row) => ({
    ...row,
    isNew: isNew.has(row.game),
  }))
}

/** Extends the lease of a claim. @returns whether it is still the latest of its game */
export const renewLease = async ({ db }: Store, season: number, { game, claim_number }: Claim): Promise<boolean> => {
  const renewed = await execute(
    db,
    sql`update follow_games set leased_until = follow_now() + ${lease}
        where season_id = ${season}::integer and game = ${game} and claim_number = ${claim_number}::integer returning 1`,
  )
  return renewed.length === 1
}

/** When to request a resource; `url` is null for an entry in the schedule. */
export type PlannedResource = RequestPlan & { kind: string; url: string | null }

/** The outcome of a request. Without `changed` the latest response stays. */
export type NewResponse = {
  kind: string
  /** Null if it was not usable. */
  received_at: Date | null
  /** Consecutive requests without a usable response, this one included; 0 after a usable one. */
  failures: number
  changed: {
    body: string
    /** Null if the same body has to be read again. */
    hash: Uint8Array | null
    etag: string | null
    last_modified: string | null
  } | null
}

/** What is written about a game: all of its plans, and a response if there is one. */
export type GameUpdate = FollowedGame & Claim & { plans: readonly PlannedResource[]; response: NewResponse | null }

/** Stores plans. Resources that are new are added; others keep their responses. */
export const writePlans = async (
  tx: Database,
  season: number,
  games: readonly Pick<GameUpdate, 'game' | 'plans'>[],
): Promise<void> => {
  const plans = games.flatMap(({ game, plans }) => plans.map((plan) => ({ game, ...plan })))
  await execute(
    tx,
    sql`insert into follow_resources (season_id, game, kind, url, due_at, urgency)
        select ${season}::integer, p.game, p.kind, p.url, p.due_at, p.urgency
        from json_to_recordset(${JSON.stringify(plans)}::json)
          as p (game text, kind text, url text, due_at timestamptz, urgency smallint)
        on conflict (season_id, game, kind) do update
          set url = excluded.url, due_at = excluded.due_at, urgency = excluded.urgency`,
  )
}

const writeResponses = async (tx: Database, season: number, games: readonly GameUpdate[]): Promise<void> => {
  const rows = games.flatMap(({ game, response }) => {
    if (response === null) return []
    const { changed, ...others } = response
    const hash = changed?.hash == null ? null : Buffer.from(changed.hash).toString('hex')
    return { game, ...others, has_body: changed !== null, ...changed, hash }
  })
  if (rows.length === 0) return
  await execute(
    tx,
    sql`update follow_resources r set received_at = coalesce(n.received_at, r.received_at), failures = n.failures,
          body = case when n.has_body then n.body else r.body end,
          hash = case when n.has_body then decode(n.hash, 'hex') else r.hash end,
          etag = case when n.has_body then n.etag else r.etag end,
          last_modified = case when n.has_body then n.last_modified else r.last_modified end
        from json_to_recordset(${JSON.stringify(rows)}::json) as n (game text, kind text, received_at timestamptz,
          failures integer, has_body boolean, body text, hash text, etag text, last_modified text)
        where r.season_id = ${season}::integer and r.game = n.game and r.kind = n.kind`,
  )
}

/**
 * Writes what a claim has found out about games, and ends their leases. Games that others have claimed meanwhile are left
 * as they are. The budget must be locked.
 *
 * @returns the games that were written
 */
export const writeGames = async (
  tx: Database,
  season: number,
  games: readonly GameUpdate[],
): Promise<ReadonlySet<string>> => {
  const json = JSON.stringify(
    games.map(({ game, claim_number, tip_off, progress, progress_at, periods, period_at }) => ({
      game,
      claim_number,
      tip_off,
      progress,
      progress_at,
      periods,
      period_at,
    })),
  )
  const rows = await selectRows(
    tx,
    z.object({ game: z.string() }),
    sql`update follow_games g set tip_off = n.tip_off, progress = n.progress, progress_at = n.progress_at,
          periods = n.periods, period_at = n.period_at, leased_until = null
        from json_to_recordset(${json}::json) as n (game text, claim_number integer, tip_off timestamptz,
          progress text, progress_at timestamptz, periods integer, period_at timestamptz)
        where g.season_id = ${season}::integer and g.game = n.game and g.claim_number = n.claim_number
        returning g.game`,
  )
  const written = new Set(rows.map(({ game }) => game))
  const held = games.filter(({ game }) => written.has(game))
  await writePlans(tx, season, held)
  await writeResponses(tx, season, held)
  return written
}

/** Adds the schedule of a season, as the game '', if it is not there yet. */
export const insertSchedule = async (tx: Database, season: number): Promise<void> => {
  await execute(
    tx,
    sql`insert into follow_games (season_id, game, progress_at) values (${season}::integer, '', follow_now())
        on conflict do nothing`,
  )
}

/** Deletes the games whose tip-off is before a moment. The budget must be locked. */
export const deleteGames = async (tx: Database, season: number, before: Date): Promise<void> => {
  await execute(
    tx,
    sql`delete from follow_games
        where season_id = ${season}::integer and game <> '' and tip_off < ${before.toISOString()}::timestamptz`,
  )
}
