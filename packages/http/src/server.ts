import { createServer, type ServerOptions } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { Core } from '@basketball-data/core'
import pino, { type DestinationStream, type Logger } from 'pino'
import { withAdmission, type AdmissionLimits } from './admission.ts'
import { createCachingApp, openCache, type AppOptions } from './app.ts'
import { trackConnections } from './connections.ts'
import { listenFor } from './refused-requests.ts'
import { loggedError, logTo, type OnRequest } from './request-log.ts'
import { NOT_USED, type CacheUsage } from './response-cache.ts'

/** A running server. */
export type RunningServer = {
  /** Base address of the paths, ending in /v1. */
  url: string
  /**
   * Stops the server. For `drainSeconds`, 0 when left out, it serves on, but /readyz is 503 and every response closes its
   * connection, so that load balancers go elsewhere. Then it ends all streams, closes the port and idle connections, and waits
   * at most 10 seconds for running requests. Called again while it drains, it closes the port after the shorter time.
   */
  close: (options?: { drainSeconds?: number }) => Promise<void>
  /** What its cache of responses holds and has served. */
  cacheUsage: () => CacheUsage
}

/** Milliseconds that running requests have to finish after `close`. */
const GRACE_PERIOD = 10_000

/** Milliseconds after which a client that reads nothing of its response is disconnected. */
const UNREAD_TIMEOUT = 30_000

/** Milliseconds within which a request must arrive, unless its body is a stream. */
const REQUEST_TIMEOUT = 30_000

/** Connections that a server serves by default. */
const MAX_CONNECTIONS = 10_000

/** Fields that are redacted, at the top level of a line or one level below. */
const SECRETS = [
  'key',
  'secret',
  'authorization',
  '["x-api-key"]',
  '*.key',
  '*.secret',
  '*.authorization',
  '*["x-api-key"]',
]

/** A structured log, one JSON object per line, on standard error; keys and secrets are redacted. */
export const createLogger = (level: string, destination: DestinationStream = pino.destination(2)): Logger =>
  pino(
    {
      level,
      serializers: { err: loggedError },
      redact: { paths: SECRETS, censor: '[redacted]' },
    },
    destination,
  )

type Timeouts = Pick<ServerOptions, 'requestTimeout' | 'headersTimeout' | 'connectionsCheckingInterval'> & {
  unread?: number
}

/** Serves the core on a port (0 picks one) until closed. @throws if the port is in use. */
export const startServer = async (options: {
  core: Core
  host: string
  port: number
  logger?: Logger
  /** Called after every request too, with its log entry. */
  onRequest?: OnRequest | undefined
  /** HTML pages, such as `createPages()` of @basketball-data/pages. If omitted, there are none. */
  pages?: AppOptions['pages']
  /** Megabytes of responses that are cached in memory, as for `createApp`. */
  cacheMegabytes?: AppOptions['cacheMegabytes']
  /** Whether write keys may write games at /ingest/v1; by default not. */
  ingest?: boolean | undefined
  /** Connections that are served; on those above, every request gets 503. 10,000 when left out. */
  maxConnections?: number
  /** For tests: when a request that does not arrive, or a response that is not read, is given up, in milliseconds. */
  timeouts?: Timeouts
  /** For tests: when requests are refused because there are too many. */
  limits?: Partial<AdmissionLimits>
}): Promise<RunningServer> => {
  const { core, host, port, logger, limits, pages, ingest, maxConnections = MAX_CONNECTIONS } = options
  const { unread = UNREAD_TIMEOUT, requestTimeout = REQUEST_TIMEOUT, ...timeouts } = options.timeouts ?? {}
  const onRequest = logTo(logger, options.onRequest)
  const named = host.includes(':') ? `[${host}]` : host
  const server = createServer({
    keepAliveTimeout: 65_000,
    requestTimeout: 0, // limitBody has the deadline of bodies, which may be streams
    headersTimeout: requestTimeout,
    requireHostHeader: false, // Node would answer itself, without a body
    ...timeouts,
  })
  const connections = trackConnections(server, { max: maxConnections, unreadTimeout: unread })
  let stopping = false
  const ending = new AbortController()
  const cache = openCache(core, options)
  const app = createCachingApp(core, cache, {
    onRequest,
    stopping: () => stopping,
    ending: ending.signal,
    pages,
    ingest,
  })
  const fetch = withAdmission(app.fetch, { core, onRequest, limits, pages })
  listenFor(server, { fetch }, { core, connections, hostname: named, onRequest, pages, requestTimeout })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port

  const drained = Promise.withResolvers<void>()
  const drain = async (seconds: number): Promise<void> => {
    setTimeout(drained.resolve, seconds * 1000).unref()
    await drained.promise
    await setImmediate() // a request that has arrived by now is read before idle connections are closed
  }
  let closed: Promise<void> | undefined
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      const timeout = setTimeout(() => server.closeAllConnections(), GRACE_PERIOD)
      ending.abort()
      server.close(() => {
        clearTimeout(timeout)
        resolve()
      })
      connections.closeIdle()
    })
  return {
    url: `http://${named}:${bound}/v1`,
    cacheUsage: () => cache?.usage() ?? NOT_USED,
    close: async ({ drainSeconds = 0 } = {}) => {
      stopping = true
      connections.closeAfterResponses()
      if (drainSeconds > 0) await drain(drainSeconds)
      drained.resolve()
      await (closed ??= close())
    },
  }
}
