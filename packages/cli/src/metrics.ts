import type { Core } from '@basketball-data/core'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Metrics } from '@basketball-data/http/metrics'
import { Failed, systemMessage, UsageError } from './failures.ts'

/** The metrics of a command that runs until it is stopped. */
export type CommandMetrics = Partial<Pick<Metrics, 'onRequest' | 'watchCache'>> & { stop: () => Promise<void> }

/** @throws UsageError if metrics would have the port of the service; 0 picks two different ones */
export const refuseSamePort = ({ METRICS_PORT }: Config, port: number): void => {
  if (METRICS_PORT !== undefined && METRICS_PORT !== 0 && METRICS_PORT === port)
    throw new UsageError(`METRICS_PORT is ${port}, the port of the service: choose another one.`)
}

/** Serves the metrics of a process on METRICS_PORT, if that is set. @throws Failed if it cannot listen there */
export const startMetrics = async (
  core: Core,
  { METRICS_PORT: port }: Config,
  host: string,
  logger: Logger,
): Promise<CommandMetrics> => {
  if (port === undefined) return { stop: async () => {} }
  const { createMetrics } = await import('@basketball-data/http/metrics')
  const { startMetricsServer } = await import('@basketball-data/http/metrics')
  const metrics = createMetrics(core)
  try {
    const server = await startMetricsServer(metrics, { host, port })
    logger.info({ url: server.url }, 'Metrics are served.')
    return {
      onRequest: metrics.onRequest,
      watchCache: metrics.watchCache,
      stop: async () => {
        metrics.stop()
        await server.close()
      },
    }
  } catch (error) {
    metrics.stop()
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new Failed(
      `Cannot serve metrics on ${host}, port ${port}: ${systemMessage(error)}; choose with METRICS_PORT and HOST.`,
      { cause: error },
    )
  }
}
