import { createServer, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Core } from '@basketball-data/core'
import pino, { type DestinationStream, type Logger } from 'pino'
import { withAdmission, type AdmissionLimits } from './admission.ts'
import { createApp } from './app.ts'
import { listenFor } from './refused-requests.ts'
import { loggedError, type RequestEntry } from './request-log.ts'

/** A running server. */
export type RunningServer = {
  /** Base address of the paths, ending in /v1. */
  url: string
  /** Stops accepting connections, waits at most 10 seconds for running requests, then closes. */
  close: () => Promise<void>
}

/** Milliseconds that running requests have to finish after `close`. */
const GRACE_PERIOD = 10_000

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

const logRequest =
  (logger: Logger) =>
  ({ key, error, ...entry }: RequestEntry): void => {
    const line = key === undefined ? entry : { ...entry, key_id: key }
    if (error === undefined) logger.info(line)
    else logger.error({ ...line, err: error }, 'The call failed.')
  }

/** Returns a function that closes idle connections, which Node's own `close` would wait for. */
const idleCloser = (server: Server): (() => void) => {
  const unused = new Set<Socket>()
  const responses = new Set<ServerResponse>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    unused.delete(socket)
    responses.add(response)
    response.once('close', () => responses.delete(response))
  })
  return () => {
    for (const socket of unused) socket.destroy()
    for (const response of responses) if (!response.headersSent) response.setHeader('connection', 'close')
  }
}

/** Serves the core on a port (0 picks one) until closed. @throws if the port is in use. */
export const startServer = async (options: {
  core: Core
  host: string
  port: number
  logger?: Logger
  /** For tests: when a request that does not arrive is given up, in milliseconds. */
  timeouts?: Pick<ServerOptions, 'requestTimeout' | 'headersTimeout' | 'connectionsCheckingInterval'>
  /** For tests: when requests are refused because there are too many. */
  limits?: Partial<AdmissionLimits>
}): Promise<RunningServer> => {
  const { core, host, port, logger, timeouts, limits } = options
  const onRequest = logger === undefined ? () => {} : logRequest(logger)
  const named = host.includes(':') ? `[${host}]` : host
  const server = createServer({
    keepAliveTimeout: 65_000,
    requestTimeout: 30_000, // bodies have at most 64 kB
    requireHostHeader: false, // Node would answer itself, without a body
    ...timeouts,
  })
  const closeIdle = idleCloser(server)
  const fetch = withAdmission(createApp(core, { onRequest }).fetch, { core, onRequest, limits })
  listenFor(server, { fetch }, core, named, onRequest)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${named}:${bound}/v1`,
    close: () =>
      new Promise((resolve) => {
        const timeout = setTimeout(() => server.closeAllConnections(), GRACE_PERIOD)
        server.close(() => {
          clearTimeout(timeout)
          resolve()
        })
        closeIdle()
      }),
  }
}
