import { once } from 'node:events'
import type { Core } from '@basketball-data/core'
import type { Metrics } from '@basketball-data/http/metrics'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { Failed, systemMessage, UsageError } from './failures.ts'
import { interruptible } from './session.ts'
import { version } from './version.ts'

// What the commands have in common that run until they are stopped: a log, metrics, and an orderly end.

/** Logs that a process runs until it is stopped: which version, on which database. Warns of misspelt settings. */
export const logStart = async (
  logger: Logger,
  { store }: Core,
  { DATABASE_URL }: Config,
  message: string,
): Promise<void> => {
  const [, server = ''] = /^postgres(?:ql)?:\/\/(?:[^?]*@)?([^?]*)/.exec(DATABASE_URL.trim()) ?? []
  logger.info({ version: version(), database: store.embedded ? (store.folder ?? 'memory') : server }, message)
  const { listMisspelt } = await import('./config.ts') // late, as it is read: for help
  for (const warning of await listMisspelt()) logger.warn(warning)
}

/**
 * Keeps the process alive if the Postgres driver throws from a timer. It does so when a connection is lost before a
 * write; the calls on that connection fail with 503. Any other uncaught error ends the process.
 */
const survivePostgresErrors = (logger: Logger): void => {
  process.on('uncaughtException', (error) => {
    logger.error({ err: error }, 'uncaught')
    if (!/node_modules.postgres.(src|cjs)./.test(error.stack ?? '')) process.exit(1)
  })
}

/** Opens the log of a process that runs until it is stopped. */
export const openLogger = async ({ LOG_LEVEL, LOG_FORMAT }: Config): Promise<Logger> => {
  const { createLogger } = await import('@basketball-data/http')
  const { logDestination } = await import('./pretty-log.ts')
  const logger = createLogger(LOG_LEVEL, logDestination(LOG_FORMAT))
  survivePostgresErrors(logger)
  return logger
}

/** @throws UsageError if metrics would have the port of the service; 0 picks two different ones */
export const refuseSamePort = ({ METRICS_PORT }: Config, port: number): void => {
  if (METRICS_PORT !== undefined && METRICS_PORT !== 0 && METRICS_PORT === port)
    throw new UsageError(`METRICS_PORT is ${port}, the port of the service: choose another one.`)
}

/** Serves the metrics of a process on METRICS_PORT, if that is set. @throws Failed if it cannot listen there */
const startMetrics = async (
  core: Core,
  { METRICS_PORT: port }: Config,
  host: string,
  logger: Logger,
): Promise<Partial<Pick<Metrics, 'onRequest' | 'watchCache'>> & { stop: () => Promise<void> }> => {
  if (port === undefined) return { stop: async () => {} }
  const { createMetrics, startMetricsServer } = await import('@basketball-data/http/metrics')
  const metrics = createMetrics(core)
  const server = await startMetricsServer(metrics, { host, port }).catch((error: unknown) => {
    metrics.stop()
    if (!(error instanceof Error && 'syscall' in error)) throw error
    const problem = `Cannot serve metrics on ${host}, port ${port}: ${systemMessage(error)}`
    throw new Failed(`${problem}; choose with METRICS_PORT and HOST.`, { cause: error })
  })
  logger.info({ url: server.url }, 'Metrics are served.')
  const stop = async (): Promise<void> => {
    metrics.stop()
    await server.close()
  }
  return { onRequest: metrics.onRequest, watchCache: metrics.watchCache, stop }
}

/** What runs until the signal is aborted. */
type Running = {
  signal: AbortSignal
  /** For the server, so that its calls are measured. */
  onRequest: Metrics['onRequest'] | undefined
  /** Lets the metrics read the cache of the server. */
  watchCache: Metrics['watchCache'] | undefined
  /** What stops each part that was started, all at the same time. */
  stops: (() => Promise<void>)[]
}

/**
 * Runs what `start` starts until Ctrl-C or SIGTERM, or until it fails, with metrics on METRICS_PORT. The metrics are stopped
 * last, so that calls that are answered while the process drains are scraped too.
 */
export const runUntilStopped = (
  { core, config, logger, host = config.HOST }: { core: Core; config: Config; logger: Logger; host?: string },
  start: (running: Running) => Promise<void>,
): Promise<void> =>
  interruptible(async (signal) => {
    const { acceptCommands } = await import('@basketball-data/core')
    acceptCommands(core)
    const { onRequest, watchCache, stop: stopMetrics } = await startMetrics(core, config, host, logger)
    const stops: Running['stops'] = []
    try {
      await start({ signal, onRequest, watchCache, stops })
      if (!signal.aborted) await once(signal, 'abort')
    } finally {
      await Promise.all(stops.map((stop) => stop())).finally(stopMetrics)
    }
  })
