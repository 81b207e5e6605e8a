import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Core } from '@basketball-data/core'
import { InvalidArgumentError, type Command } from 'commander'
import { Port, PORT_RULE } from '../config.ts'
import type { Logger } from 'pino'
import { hasSecretsKey, startDelivering, warnOfWebhooks } from './delivering.ts'
import { Failed, systemWords } from './failures.ts'
import { configOf, interruptible, withCore } from './session.ts'

const readPort = (text: string): number => {
  const port = Port.safeParse(text)
  if (!port.success) throw new InvalidArgumentError(`Use ${PORT_RULE}.`)
  return port.data
}

type ListenerOptions = { host?: string; port?: number; worker: boolean }

/** Adds the options of commands that serve. */
export const withListener = (command: Command): Command =>
  command
    .option('--host <address>', 'address to listen on (default: HOST, else 127.0.0.1)')
    .option('--no-worker', 'leave the delivery of events to webhooks to "basketball-data worker"')
    .option('--port <number>', 'port to listen on, 0 picks a free one (default: PORT, else 3000)', readPort)

/** An IPv6 address in brackets, any other host as it is. */
const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** @throws Failed naming the address where none can be listened to: a port that is taken, a host that is not here. */
const listening = <Result>(host: string, port: number, start: () => Promise<Result>): Promise<Result> =>
  start().catch((error: unknown) => {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    const address = port === 0 ? bracketed(host) : `${bracketed(host)}:${port}`
    throw new Failed(`Cannot listen on ${address}: ${systemWords(error)}; choose with --host and --port.`, {
      cause: error,
    })
  })

/**
 * Takes a port for a moment, and says which. The service names its own address in what it answers, so a port that is
 * picked has to be known before it starts; and one that is taken is better found out before the database is opened.
 */
const probePort = async (host: string, port: number): Promise<number> => {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : port
}

/** Where this machine reaches a listener; one that listens on every address answers on the loopback address too. */
const localUrl = (host: string, port: number): string => {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${bracketed(reached)}:${port}/v1`
}

/**
 * Keeps serving when the Postgres driver throws out of a timer, as it does when a connection is gone that it is about
 * to write to; its calls fail and are answered 503 all the same. Anything else nobody caught ends the process.
 */
export const surviveDriver = (logger: Logger): void => {
  process.on('uncaughtException', (error) => {
    logger.error({ err: error }, 'uncaught')
    if (!/node_modules.postgres.(src|cjs)./.test(error.stack ?? '')) process.exit(1)
  })
}

/**
 * Serves and delivers until Ctrl-C: `prepare` runs on the open database before the first request, `announce` once it answers.
 */
export const serveUntilStopped = async <Prepared>(
  command: Command,
  prepare: (core: Core) => Promise<Prepared>,
  announce: (url: string, prepared: Prepared) => void,
  options: { migrate?: boolean } = {},
): Promise<void> => {
  const config = configOf(command)
  const { HOST, PORT, BASE_URL, LOG_LEVEL } = config
  const { host = HOST, port: wanted = PORT, worker: delivers } = command.opts<ListenerOptions>()
  const port = await listening(host, wanted, () => probePort(host, wanted))
  const url = localUrl(host, port)
  const serve = async (core: Core): Promise<void> => {
    const prepared = await prepare(core)
    const { createLogger, startServer } = await import('../server.ts')
    const logger = createLogger(LOG_LEVEL)
    surviveDriver(logger)
    warnOfWebhooks(core, config, logger)
    await interruptible(async (signal) => {
      const stops: (() => Promise<void>)[] = []
      try {
        const server = await listening(host, port, () => startServer({ core, host, port, logger }))
        stops.push(server.close)
        if (delivers && hasSecretsKey(core, config)) stops.push((await startDelivering(core, config, logger)).stop)
        announce(url, prepared)
        if (!signal.aborted) await once(signal, 'abort')
      } finally {
        await Promise.all(stops.map((stop) => stop()))
      }
    })
  }
  await withCore(command, serve, { ...options, service: { base: BASE_URL ?? url } })
}
