import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A response of a host: a body that becomes JSON, a text that is sent as it is, or a status without a body. */
export type HostResponse = { json: unknown } | { text: string; headers?: Record<string, string> } | { status: number }

/** The host of a feed on this machine, which counts requests as the real ones do. */
export type FeedHost = {
  /** For the option `api`. */
  origin: string
  /** The moments of all requests by path. */
  requests: { at: number; path: string; headers: IncomingMessage['headers'] }[]
  /** Requests that came while the host was blocked, or that blocked it. */
  refused: number[]
  /** The most requests in any 60 seconds. */
  busiestMinute: () => number
}

/** Seconds for which the host refuses requests after one too many. */
const BLOCK = 300

/**
 * Opens a host that tolerates some requests in any 60 seconds, and responds with 429 to all others and for five minutes after
 * them. It is closed when the test ends.
 *
 * @param now the time of the host, in milliseconds
 * @param respond returns the response at a path; null is 404, and undefined is none at all
 */
export const openFeedHost = async (
  now: () => number,
  tolerated: number,
  respond: (path: string, at: number) => HostResponse | null | undefined,
): Promise<FeedHost> => {
  const requests: FeedHost['requests'] = []
  const refused: number[] = []
  let blockedUntil = 0

  const send = (response: ServerResponse, content: HostResponse | null): void => {
    if (content === null) response.writeHead(404).end()
    else if ('status' in content) response.writeHead(content.status).end()
    else if ('text' in content) response.writeHead(200, content.headers).end(content.text)
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content.json))
  }

  const server = createServer((request, response) => {
    const at = now()
    const path = request.url ?? '/'
    requests.push({ at, path, headers: request.headers })
    const inMinute = requests.filter((each) => each.at > at - 60_000).length
    if (at < blockedUntil || inMinute > tolerated) {
      refused.push(at)
      blockedUntil = Math.max(blockedUntil, at + BLOCK * 1000)
      response.writeHead(429, { 'retry-after': String(BLOCK) }).end()
      return
    }
    const content = respond(path, at)
    if (content !== undefined) send(response, content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    refused,
    busiestMinute: () =>
      requests.reduce(
        (busiest, { at }) =>
          Math.max(busiest, requests.filter((each) => each.at <= at && each.at > at - 60_000).length),
        0,
      ),
  }
}
