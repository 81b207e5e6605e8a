import { setTimeout as sleep } from 'node:timers/promises'
import {
  ClaimLost,
  createOutageReport,
  measure,
  unreachable,
  type Core,
  type Database,
  type IngestResult,
} from '@basketball-data/core'
import type { LiveFeed } from '@basketball-data/core/contract'
import {
  claimRequest,
  endRequest,
  holdsClaims,
  lockBudget,
  openSeason,
  pauseBudget,
  recordHost,
  releaseClaim,
  REQUEST_DEADLINE,
  type Claimed,
} from './claim-queries.ts'
import { watchClock } from './clock-watch.ts'
import { fetchResponse, type Fetched } from './fetch-response.ts'
import { insertSchedule, selectGame, selectSeason, writeGames, writePlans } from './game-queries.ts'
import type { StoredGame } from './game-queries.ts'
import { planGame, planScheduleRequest, getReceived, SCHEDULE } from './read-game.ts'
import { readResponse, type ReadResponse } from './read-response.ts'
import type { FollowedSeason } from './season.ts'

/** Milliseconds in which the statements of a follower are answered. */
const DEADLINE = 10_000

/** What became of a request. */
export type FollowedResponse = Pick<ReadResponse, 'outcome' | 'reason' | 'bundle'> & {
  /** What became of the games that were ingested. */
  results: readonly IngestResult[]
  /** The id of the game in the feed; null for the schedule. */
  game: string | null
  /** The resource, such as `PlaybyPlay`; `schedule` for the schedule. */
  kind: string
  /** Milliseconds from the claim to the end. */
  duration: number
}

/** Options of a follower. */
export type FollowerOptions = {
  /** The season in the words of the feed, such as `E2025`; by default the current one. */
  season?: string | undefined
  /** Scheme and host that replace those of all addresses of the feed, like `http://127.0.0.1:4000`; it has its own budget. */
  api?: string | undefined
  /** Requests in any 60 seconds over all followers; by default what the feed tolerates. */
  perMinute?: number | undefined
  /** Milliseconds until it looks for work again, at most: other followers may have planned requests. 1,000 by default. */
  pollInterval?: number | undefined
  /** Called after every request. */
  onResponse?: (response: FollowedResponse) => void
  /** Called with errors of the database, and when its clock was set. The follower continues. */
  onError?: (error: unknown) => void
}

/** A running follower. */
export type Follower = {
  /** The name of the season that is followed. */
  season: string
  /**
   * Resolves once the schedule is known. Rejects if the feed has none of this season; the follower still continues, because
   * it may have one later.
   */
  ready: Promise<void>
  /** Ends requests and waits until what was received is stored. */
  stop: () => Promise<void>
}

/** @throws {Error} */
const getOrigin = (api: string): URL => {
  const url = URL.parse(api)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (!isOrigin) throw new Error(`"${api}" is not a scheme and host, like http://127.0.0.1:4000`)
  return url
}

/** What a follower needs of a core: its database, and the one way into it. */
type FollowerCore = Pick<Core, 'store' | 'ingest'>

/** Plans all requests anew: for a new follower, and after the clock of the database was set. @returns whether the schedule is known */
const planSeason = ({ store, feed, season, id }: FollowedSeason): Promise<boolean> =>
  store.transaction(async (tx) => {
    const { per_minute, now } = await lockBudget(tx, id)
    await insertSchedule(tx, id)
    let isScheduleKnown = false
    const plans = (await selectSeason(tx, id)).map((stored) => {
      const { game } = stored
      const received = getReceived(stored)
      if (game === '' && received.get(SCHEDULE) != null) isScheduleKnown = true
      if (game === '') return { game, plans: planScheduleRequest(feed, season, received, now) }
      // A game whose teams are not known yet has no resources.
      const planned = planGame(feed, stored, received, now, per_minute).filter(({ kind }) => received.has(kind))
      return { game, plans: planned }
    })
    await writePlans(tx, id, plans)
    return isScheduleKnown
  })

/**
 * Sends a request. Null if it was not sent or was aborted: then its claim is released.
 *
 * @param passed milliseconds since the claim
 */
const sendRequest = async (
  { store, id, api }: FollowedSeason & { api: URL | null },
  claimed: Claimed,
  passed: () => number,
  stopping: AbortSignal,
): Promise<Fetched | null> => {
  const url = new URL(claimed.url)
  const target = api === null ? url : new URL(url.pathname + url.search, api)
  // The resources of a game do not appear at the same moment.
  const mayBeMissing = claimed.game !== '' && (claimed.progress === 'to come' || claimed.hash === null)
  // A process that was suspended since its claim might send the request after it has ceased to count.
  const isLate = passed() > REQUEST_DEADLINE / 2
  try {
    if (!isLate) {
      const timeout = REQUEST_DEADLINE - passed()
      return await fetchResponse(target, claimed, { timeout, mayBeMissing }, stopping)
    }
  } catch (error) {
    if (!stopping.aborted) throw error
  }
  await releaseClaim(store, id, claimed)
  return null
}

/**
 * Ingests and records a response, ends its claim, and plans the game, all in one transaction.
 *
 * @returns what became of all games that the response led to
 * @throws ClaimLost if another follower has claimed the game meanwhile, and may have ingested a newer response
 */
const writeResponse = async (
  { store, feed, season, id, ingest }: FollowedSeason,
  claimed: Claimed,
  stored: StoredGame,
  read: ReadResponse,
): Promise<readonly IngestResult[]> => {
  const { game, claim_number, kind } = claimed
  const { next, response, again, host, bundle, results } = read
  const record = async (tx: Database): Promise<void> => {
    const { per_minute, failures, now } = await lockBudget(tx, id)
    await endRequest(tx, id, claimed.number)
    await recordHost(tx, id, failures, host)
    const received = getReceived(stored, kind, response.received_at ?? undefined)
    const planned =
      game === ''
        ? planScheduleRequest(feed, season, received, now)
        : planGame(feed, { ...next, game }, received, now, per_minute)
    const due_at = again === null ? null : new Date(now.getTime() + again)
    const plans = planned.map((plan) => (plan.kind === kind && due_at !== null ? { ...plan, due_at } : plan))
    await writeGames(tx, id, [{ ...next, game, claim_number, plans, response }])
  }
  if (bundle === null) {
    await store.transaction(record)
    return results
  }
  const check = async (tx: Database): Promise<boolean> => {
    await lockBudget(tx, id)
    return holdsClaims(tx, id, [claimed])
  }
  return [await ingest(bundle, { fence: { check, record } })]
}

/**
 * Creates a follower that does nothing by itself: each call of `poll` claims and sends a request.
 *
 * @param monotonic milliseconds of a clock that is never set
 */
export const createFollower = async (
  { store, ingest }: FollowerCore,
  feed: LiveFeed,
  options: FollowerOptions,
  monotonic: () => number = () => performance.now(),
) => {
  const { onResponse = () => {}, onError = () => {}, perMinute = feed.requestsPerMinute } = options
  const name = feed.checkSeason(options.season, new Date())
  const api = options.api === undefined ? null : getOrigin(options.api)
  const budget = api === null ? feed.budget : api.host
  const id = await openSeason(store, { budget, feed: feed.name, season: name, perMinute })
  const season = { store, feed, ingest, season: name, id, api }
  const clockWasSet = watchClock()
  const stopping = new AbortController()
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => {}) // nobody has to wait for it

  /** @param sent when the claim was sent to the database, which ran it `at` */
  const handle = async (claimed: Claimed, at: Date, sent: number): Promise<void> => {
    const passed = () => monotonic() - sent
    const now = () => new Date(at.getTime() + passed())
    const fetched = await sendRequest(season, claimed, passed, stopping.signal)
    if (fetched === null) return
    const stored = await selectGame(store, id, claimed, fetched.outcome === 'changed' ? claimed.kind : null)
    if (stored === undefined) return
    const read = await readResponse(season, { claimed, stored, fetched }, now)
    const results = await writeResponse(season, claimed, stored, read).catch((error: unknown) => {
      if (error instanceof ClaimLost) return null
      throw error
    })
    if (results === null) return
    const { outcome, reason, bundle, host } = read
    const isSchedule = claimed.game === ''
    if (isSchedule && outcome !== 'failed') ready.resolve()
    if (isSchedule && outcome === 'failed' && host === null) ready.reject(new Error(reason ?? 'no schedule'))
    const game = isSchedule ? null : claimed.game
    measure('follow', () => ({ feed: feed.name, outcome, duration: passed() }))
    onResponse({ game, kind: claimed.kind, outcome, reason, duration: passed(), results, bundle })
  }

  /** If the database is out of reach for a moment, the request is due again after it, not only when its claim ends. */
  const releaseAfterOutage = async (claimed: Claimed, error: unknown): Promise<never> => {
    if (unreachable(error) !== undefined) await releaseClaim(store, id, claimed).catch(() => {})
    throw error
  }

  const planAll = async (): Promise<void> => {
    if (await planSeason(season)) ready.resolve()
  }

  await planAll()
  return {
    season: name,
    ready: ready.promise,
    stopping,
    /** Claims a request. `handled` resolves when its response is stored; without one, `wait` is when to poll again, in ms. */
    poll: async (): Promise<{ wait: number; handled: Promise<void> | null }> => {
      const sent = monotonic()
      const { at, claimed, wait } = await claimRequest(store, id)
      if (clockWasSet({ sent, received: monotonic(), at })) {
        onError(new Error('The clock of the database was set: no request is sent for a minute.'))
        if (claimed !== null) await releaseClaim(store, id, claimed)
        await pauseBudget(store, id)
        await planAll()
        return { wait: 0, handled: null }
      }
      if (claimed === null) return { wait, handled: null }
      const handled = handle(claimed, at, sent).catch((error: unknown) => releaseAfterOutage(claimed, error))
      return { wait: 0, handled }
    },
  }
}

/**
 * Requests the games of a feed while they are played, and corrections afterwards, and ingests them until stopped. Any number
 * of followers, in any processes, share the requests and one budget of them.
 *
 * @throws {Error} for a season that the feed does not have, or an `api` that is not a scheme and host
 * @example const follower = await startFollower(core, euroleagueLive, { season: 'E2025' })
 */
export const startFollower = async (
  core: FollowerCore,
  feed: LiveFeed,
  options: FollowerOptions = {},
): Promise<Follower> => {
  const { onError = () => {}, pollInterval = 1000 } = options
  const withDeadline = { store: core.store.withDeadline(DEADLINE), ingest: core.ingest }
  const { season, ready, stopping, poll } = await createFollower(withDeadline, feed, options)
  const { signal } = stopping
  const inFlight = new Set<Promise<void>>()

  const run = async (): Promise<void> => {
    const outages = createOutageReport(onError)
    while (!signal.aborted) {
      let pause = pollInterval
      try {
        const { wait, handled } = await poll()
        outages.succeeded()
        pause = Math.min(wait, pollInterval)
        if (handled !== null) {
          const handling: Promise<void> = handled.catch(onError).finally(() => inFlight.delete(handling))
          inFlight.add(handling)
        }
      } catch (error) {
        outages.failed(error)
      }
      if (pause > 0) await sleep(pause, undefined, { signal }).catch(() => {})
    }
    await Promise.all(inFlight)
  }

  const running = run()
  return {
    season,
    ready,
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
