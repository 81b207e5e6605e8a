import { createServer } from 'node:http'
import type { Core } from '@basketball-data/core'
import { getRequestListener } from '@hono/node-server'
import pino, { type Logger } from 'pino'
import { createApp, type RequestEntry } from './app.ts'

/** A running server. */
export type RunningServer = {
  /** Base address of the paths, ending in /v1. */
  url: string
  /** Stops taking connections, lets requests under way finish (at most 10 seconds), then closes. */
  close: () => Promise<void>
}

/** How long requests under way may take at a stop, ms. */
const GRACE = 10_000

/** A structured log on standard error, one JSON object per line; keys and secrets are redacted wherever they stand. */
export const createLogger = (level: string): Logger =>
  pino(
    {
      level,
      redact: {
        paths: ['key', 'secret', 'authorization', '*.key', '*.secret', '*.authorization', '*["x-api-key"]'],
        censor: '[redacted]',
      },
    },
    pino.destination(2),
  )

const logRequest =
  (logger: Logger) =>
  ({ key, error, ...entry }: RequestEntry): void => {
    const line = key === undefined ? entry : { ...entry, key_id: key }
    if (error === undefined) logger.info(line)
    else logger.error({ ...line, err: error })
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
  const server = createServer(getRequestListener(app.fetch))
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  const named = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${named}:${bound}/v1`,
    close: () =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), GRACE)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}
