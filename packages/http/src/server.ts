import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { badRequest, type Core } from '@basketball-data/core'
import { getRequestListener, RequestError } from '@hono/node-server'
import pino, { type DestinationStream, type Logger } from 'pino'
import { createApp } from './app.ts'
import { errorAnswer } from './errors/error-answer.ts'
import { loggedError } from './errors/logged-error.ts'
import type { RequestEntry } from './request-log.ts'
import { openContext } from './call/request-context.ts'

/** A running server. */
export type RunningServer = {
  /** Base address of the paths, ending in /v1. */
  url: string
  /** Stops taking connections, lets requests under way finish (at most 10 seconds), then closes. */
  close: () => Promise<void>
}

/** How long requests under way may take at a stop, ms. */
const GRACE = 10_000

/** What must never be written, at the top of a line or in an object of it. */
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

/** A structured log, one JSON object per line, on standard error; keys and secrets are redacted wherever they stand. */
export const createLogger = (level: string, destination: DestinationStream = pino.destination(2)): Logger =>
  pino(
    {
      level,
      serializers: { err: loggedError },
      redact: {
        paths: SECRETS,
        censor: '[redacted]',
      },
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

/** The answer where no request can be made of what was sent, and where the app itself fails. */
const answerWithout = (core: Core, error: unknown): Response => {
  const { requestId, headers } = openContext(new Request(core.service.base))
  const unreadable = badRequest('The address or the Host header of the request cannot be read.')
  const failure = error instanceof RequestError ? unreadable : error
  return errorAnswer(core, failure, { requestId, headers, now: new Date() })
}

/** Gives a function that ends what Node's own close would wait for though nobody waits for an answer there. */
const idleEnder = (server: Server): (() => void) => {
  const unused = new Set<Socket>()
  const answers = new Set<ServerResponse>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }, answer) => {
    unused.delete(socket)
    answers.add(answer)
    answer.once('close', () => answers.delete(answer))
  })
  return () => {
    for (const socket of unused) socket.destroy()
    for (const answer of answers) if (!answer.headersSent) answer.setHeader('connection', 'close')
  }
}

/** Serves the core on a port (0 picks one) until closed. @throws when the port is taken. */
export const startServer = async (options: {
  core: Core
  host: string
  port: number
  logger?: Logger
}): Promise<RunningServer> => {
  const { core, host, port, logger } = options
  const app = createApp(core, logger === undefined ? {} : { onRequest: logRequest(logger) })
  const named = host.includes(':') ? `[${host}]` : host
  const errorHandler = (error: unknown) => answerWithout(core, error)
  const server = createServer(getRequestListener(app.fetch, { hostname: named, errorHandler }))
  const endIdle = idleEnder(server)
  server.keepAliveTimeout = 65_000
  server.requestTimeout = 30_000 // the largest body that is read has 64 kB
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
        const cut = setTimeout(() => server.closeAllConnections(), GRACE)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
        endIdle()
      }),
  }
}
