import { createHash } from 'node:crypto'
import { faultOf, type Fault, type FaultOptions } from './faults.ts'
import type { Replay, ReplayedGame } from './replay.ts'

/** The parts of a request that the host reads. */
export type HostRequest = { path: string; ifNoneMatch: string | null }

/** A response of the host. */
export type HostResponse = { status: number; headers: Readonly<Record<string, string>>; body: string }

/** Options of a host. */
export type HostOptions = FaultOptions & {
  /** Requests that it tolerates in any 60 seconds; null for any number. */
  perMinute: number | null
}

/** What a host has seen so far. */
export type HostCounts = { requests: number; refused: number; busiestMinute: number }

/** Milliseconds in which requests are counted, and for which the host refuses them after one too many. */
const MINUTE = 60_000
const BLOCK = 300_000

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** The responses of the feed at a moment, by path. */
const resourcesOf = ({ feed, games }: Replay): Map<string, (moment: number) => unknown> => {
  const resources = new Map<string, (moment: number) => unknown>()
  for (const { recorded, momentOf, elapsedAt } of games)
    for (const { kind, url } of feed.live.resourcesOf(recorded.game))
      resources.set(pathOf(url), (moment) => recorded.responseAt(kind, elapsedAt(moment), momentOf))
  for (const [season, ofSeason] of Map.groupBy(games, ({ recorded }: ReplayedGame) => recorded.season))
    resources.set(pathOf(feed.live.scheduleUrl(season)), (moment) =>
      feed.scheduleOf(
        season,
        ofSeason.map(({ recorded, momentOf, elapsedAt }) => recorded.entryAt(elapsedAt(moment), momentOf)),
      ),
    )
  return resources
}

const JSON_TYPE = 'application/json; charset=utf-8'
const HTML = '<!DOCTYPE html><html><head><title>Sorry</title></head><body>Try again later.</body></html>'

/**
 * The host of a replayed feed, without a network: it has the paths of the feed, responds as the feed did at that moment of
 * the recorded games, and counts requests.
 */
export const createReplayHost = (replay: Replay, options: HostOptions) => {
  const { feed } = replay
  const resources = resourcesOf(replay)
  const recent: number[] = []
  const counts: HostCounts = { requests: 0, refused: 0, busiestMinute: 0 }
  let blockedUntil = -Infinity

  /** Counts a request. Returns whether it is refused. */
  const refuses = (moment: number): boolean => {
    counts.requests += 1
    recent.push(moment)
    while ((recent[0] ?? moment) <= moment - MINUTE) recent.shift()
    counts.busiestMinute = Math.max(counts.busiestMinute, recent.length)
    const { perMinute } = options
    if (perMinute === null || (moment >= blockedUntil && recent.length <= perMinute)) return false
    counts.refused += 1
    blockedUntil = Math.max(blockedUntil, moment + BLOCK)
    return true
  }

  const missing = (): HostResponse => ({
    status: feed.missing.status,
    headers: { 'content-type': feed.missing.type },
    body: feed.missing.body,
  })

  const found = (json: unknown, { ifNoneMatch }: HostRequest, cut: boolean): HostResponse => {
    const body = JSON.stringify(json)
    if (cut) return { status: 200, headers: { 'content-type': JSON_TYPE }, body: body.slice(0, body.length / 2) }
    if (!feed.conditional) return { status: 200, headers: { 'content-type': JSON_TYPE }, body }
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`
    const headers = { 'content-type': JSON_TYPE, etag }
    return ifNoneMatch === etag ? { status: 304, headers, body: '' } : { status: 200, headers, body }
  }

  const respondWith = (fault: Fault, request: HostRequest, moment: number): HostResponse => {
    const resource = resources.get(request.path)
    if (resource === undefined) return { status: 404, headers: {}, body: '' }
    const at = fault.kind === 'stale' ? moment - fault.age : moment
    const json = resource(at)
    switch (fault.kind) {
      case 'status': {
        const { status, retryAfter } = fault
        return { status, headers: retryAfter === null ? {} : { 'retry-after': String(retryAfter) }, body: '' }
      }
      case 'html':
        return { status: 200, headers: { 'content-type': 'text/html' }, body: HTML }
      case 'none':
      case 'stale':
      case 'truncated':
        return json === undefined ? missing() : found(json, request, fault.kind === 'truncated')
    }
  }

  return {
    counts: (): Readonly<HostCounts> => ({ ...counts }),
    /** The response to a request at a moment, in milliseconds since 1970. */
    respond: (request: HostRequest, moment: number): HostResponse => {
      if (refuses(moment))
        return { status: 429, headers: { 'retry-after': String(BLOCK / 1000) }, body: 'Too many requests' }
      return respondWith(faultOf(counts.requests, options), request, moment)
    },
  }
}

/** The host of a replayed feed. */
export type ReplayHost = ReturnType<typeof createReplayHost>
