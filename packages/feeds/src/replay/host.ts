import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Replay, ReplayedGame } from './replay.ts'

/** The parts of a request that the host reads. */
export type HostRequest = { path: string; ifNoneMatch: string | null }

/** A response of the host. */
export type HostResponse = { status: number; headers: Readonly<Record<string, string>>; body: string }

/** Responds to a request at a moment, in milliseconds since 1970. */
export type Respond = (request: HostRequest, moment: number) => HostResponse

const toPath = (url: string): string => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** The responses of the feed at a moment, by path. */
const mapResources = ({ feed, games }: Replay): Map<string, (moment: number) => unknown> => {
  const resources = new Map<string, (moment: number) => unknown>()
  for (const { recorded, toMoment, elapsedAt } of games)
    for (const { kind, url } of feed.live.listResources(recorded.game))
      resources.set(toPath(url), (moment) => recorded.responseAt(kind, elapsedAt(moment), toMoment))
  for (const [season, ofSeason] of Map.groupBy(games, ({ recorded }: ReplayedGame) => recorded.season))
    resources.set(toPath(feed.live.scheduleUrl(season)), (moment) =>
      feed.buildSchedule(
        season,
        ofSeason.map(({ recorded, toMoment, elapsedAt }) => recorded.entryAt(elapsedAt(moment), toMoment)),
      ),
    )
  return resources
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** The host of a replayed feed, without a network: it has the paths of the feed, and responds as the feed did at that moment of the games. */
export const createReplayHost = (replay: Replay): Respond => {
  const { feed } = replay
  const resources = mapResources(replay)
  return ({ path, ifNoneMatch }, moment) => {
    const resource = resources.get(path)
    if (resource === undefined) return { status: 404, headers: {}, body: '' }
    const json = resource(moment)
    if (json === undefined) {
      const { status, type, body } = feed.missing
      return { status, headers: { 'content-type': type }, body }
    }
    const body = JSON.stringify(json)
    if (!feed.conditional) return { status: 200, headers: { 'content-type': JSON_TYPE }, body }
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`
    const headers = { 'content-type': JSON_TYPE, etag }
    return ifNoneMatch === etag ? { status: 304, headers, body: '' } : { status: 200, headers, body }
  }
}

/** Milliseconds. */
const MINUTE = 60_000

/** How many requests came, and how many in the minute that had most. */
export const countRequests = () => {
  const recent: number[] = []
  const counts = { requests: 0, busiestMinute: 0 }
  return {
    counts: counts as Readonly<typeof counts>,
    /** Counts a request; returns how many came in the minute until then. */
    add: (moment: number): number => {
      counts.requests += 1
      recent.push(moment)
      while ((recent[0] ?? moment) <= moment - MINUTE) recent.shift()
      counts.busiestMinute = Math.max(counts.busiestMinute, recent.length)
      return recent.length
    },
  }
}

/** A replay host that listens. */
export type ReplayServer = {
  port: number
  /** What it has been asked so far. */
  counts: Readonly<{ requests: number; busiestMinute: number }>
  close: () => Promise<void>
}

/**
 * Lets a replay host listen on this machine.
 *
 * @param now the moment, in milliseconds since 1970
 * @throws {Error} if the port is in use
 */
export const startReplayServer = async (
  respond: Respond,
  port: number,
  now: () => number = Date.now,
): Promise<ReplayServer> => {
  const { counts, add } = countRequests()
  const server = createServer((request, response) => {
    const moment = now()
    add(moment)
    const asked = { path: request.url ?? '/', ifNoneMatch: request.headers['if-none-match'] ?? null }
    const { status, headers, body } = respond(asked, moment)
    response.writeHead(status, headers).end(body)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    counts,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
