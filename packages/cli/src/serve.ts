import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Core } from '@basketball-data/core'
import type { Pages } from '@basketball-data/http/pages'
import { Option, type Command } from 'commander'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { openMailer, sendLater } from './email.ts'
import { Failed, Stopped, systemMessage, UsageError } from './failures.ts'
import { LIVE_FEEDS, loadFeed, startLoggedFollower, withFollowOptions, type LiveFeedName } from './follow-feed.ts'
import { logStart, openLogger, refuseSamePort, runUntilStopped } from './long-running.ts'
import { readPort } from './option-values.ts'
import { print, printsJson, readCommandConfig, requireDatabase, shortenPath, withOwnCore } from './session.ts'
import {
  hasSecretsKey,
  logAttempt,
  startLoggedMaintenance,
  startLoggedWorker,
  warnAboutWebhookSettings,
} from './worker.ts'

type FollowOptions = { follow?: LiveFeedName; followSeason?: string; followApi?: string; followPerMinute?: number }
type ServeOptions = FollowOptions & { host?: string; port?: number; worker: boolean }

/** The feed that a server also follows; undefined if it follows none. @throws UsageError */
const followed = async ({ follow, followSeason, followApi, followPerMinute }: FollowOptions) => {
  const settings = {
    ...(followSeason !== undefined && { season: followSeason }),
    ...(followApi !== undefined && { api: followApi }),
    ...(followPerMinute !== undefined && { perMinute: followPerMinute }),
  }
  const [first] = Object.keys(settings)
  if (follow === undefined && first !== undefined) throw new UsageError('Name the feed with --follow too.')
  return follow === undefined ? undefined : { feed: await loadFeed(follow, settings), settings }
}

/** Adds the options of the commands that serve HTTP. */
export const withServeOptions = (command: Command): Command =>
  withFollowOptions(
    command.addOption(
      new Option('--follow <feed>', 'also import running games of a feed, as "follow" does').choices(LIVE_FEEDS),
    ),
    'follow-',
  )
    .option('--host <address>', 'address to listen on (default: HOST, else 127.0.0.1)')
    .option('--no-worker', 'do not deliver events to webhooks; run "basketball-data worker" for that')
    .option('--port <number>', 'port to listen on, 0 picks a free one (default: PORT, else 3000)', readPort)

/** An IPv6 address in brackets, any other host unchanged. */
const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** Names the address in the error if `start` cannot listen on it: the port is in use, or the host is not local. */
const explainListenError = <Result>(host: string, port: number, start: () => Promise<Result>): Promise<Result> =>
  start().catch((error: unknown) => {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    const address = port === 0 ? bracketed(host) : `${bracketed(host)}:${port}`
    throw new Failed(`Cannot listen on ${address}: ${systemMessage(error)}; choose with --host and --port.`, {
      cause: error,
    })
  })

/**
 * Listens on a port for a moment and returns its number. Responses contain the address of the service, so a port that
 * the system picks must be known before the start; and a port in use is reported before the database is opened.
 */
const probePort = async (host: string, port: number): Promise<number> => {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : port
}

/** The base URL on this machine; a server that listens on every address is reached at 127.0.0.1 too. */
const localUrl = (host: string, port: number): string => {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${bracketed(reachable)}:${port}/v1`
}

/** Load balancers need time to notice that a process stops; a developer who presses Ctrl-C does not want to wait for that. */
const getDrainSeconds = ({ DRAIN_SECONDS }: Config, { reason }: AbortSignal): number =>
  reason instanceof Stopped && reason.signal === 'SIGTERM' ? DRAIN_SECONDS : 0

/** Without BASE_URL, links in e-mails have the address that the process listens on, which their readers may not reach. */
const warnAboutLinks = ({ service }: Core, { BASE_URL, SMTP_URL }: Config, logger: Logger): void => {
  if (SMTP_URL !== undefined && BASE_URL === undefined)
    logger.warn(`BASE_URL is not set: links in e-mails begin with ${service.base.replace(/\/v1$/, '')}.`)
}

/** @throws BadConfig for a colour or a logo that cannot be used */
const openPages = async (config: Config, logger: Logger, emails: 'log' | 'terminal'): Promise<Pages> => {
  const { createConfiguredPages } = await import('./config.ts') // late, as it is read: for help
  const { sendEmail, discardEmail, linksGoTo } = await openMailer(config, logger, emails)
  return createConfiguredPages(config, {
    sendEmail: sendLater(sendEmail),
    discardEmail: sendLater(discardEmail),
    linksGoTo,
    signUp: config.SIGN_UP,
    trustedProxies: config.TRUSTED_PROXIES,
    onEmailError: (err: unknown) => logger.error({ err }, 'A sign-in link could not be sent.'),
  })
}

/** What serving begins with. */
type Prepared = {
  /** Receives the base URL, and prints it before the log begins. */
  onListening: (url: string) => void
  /** Runs beside the server until the signal is aborted. */
  beside?: ((logger: Logger, signal: AbortSignal) => Promise<void>) | undefined
}

const startBeside = (logger: Logger, beside: NonNullable<Prepared['beside']>) => {
  const stopping = new AbortController()
  const running = beside(logger, stopping.signal).catch((err: unknown) => {
    if (!stopping.signal.aborted) logger.error({ err }, 'What runs beside serving has failed.')
  })
  return async () => {
    stopping.abort()
    await running
  }
}

/**
 * Serves and delivers until Ctrl-C or SIGTERM. `prepare` runs on the open database before the first request. Without a mail
 * server, `emails` says where e-mails go.
 */
export const serveUntilStopped = async (
  command: Command,
  prepare: (core: Core) => Promise<Prepared>,
  { emails = 'log', migrate = false }: { emails?: 'log' | 'terminal'; migrate?: boolean } = {},
): Promise<void> => {
  const config = await readCommandConfig(command)
  const { HOST, PORT, BASE_URL, SERVICE_NAME, CALL_DEADLINE, MAX_CONNECTIONS: maxConnections } = config
  const { host = HOST, port: requestedPort = PORT, worker: runsWorker } = command.opts<ServeOptions>()
  refuseSamePort(config, requestedPort)
  const follow = await followed(command.opts<ServeOptions>())
  const port = await explainListenError(host, requestedPort, () => probePort(host, requestedPort))
  const url = localUrl(host, port)
  const { startServer } = await import('@basketball-data/http')
  const logger = await openLogger(config)
  const pages = await openPages(config, logger, emails)
  const serve = async (core: Core): Promise<void> => {
    const { onListening, beside } = await prepare(core)
    await core.closeUnplayed()
    await runUntilStopped({ core, config, logger, host }, async ({ signal, onRequest, watchCache, stops }) => {
      const listen = () =>
        startServer({
          core,
          host,
          port,
          logger,
          onRequest,
          maxConnections,
          cacheMegabytes: config.CACHE_MB,
          ingest: config.INGEST === 'on',
          pages,
        })
      const server = await explainListenError(host, port, listen)
      watchCache?.(server.cacheUsage)
      stops.push(async () => {
        const drainSeconds = getDrainSeconds(config, signal)
        if (drainSeconds > 0) logger.info({ drain_seconds: drainSeconds }, 'Stopping: /readyz is 503 from now on.')
        await server.close({ drainSeconds })
      })
      onListening(url)
      await logStart(logger, core, config, 'Serving.')
      warnAboutWebhookSettings(core, config, logger)
      warnAboutLinks(core, config, logger)
      if (runsWorker) {
        const worker = hasSecretsKey(core, config)
          ? await startLoggedWorker(core, config, logger, emails)
          : await startLoggedMaintenance(core, config, logger)
        stops.push(worker.stop)
      }
      if (follow !== undefined) stops.push((await startLoggedFollower(core, follow.feed, follow.settings, logger)).stop)
      if (beside !== undefined) stops.push(startBeside(logger, beside))
    })
  }
  await withOwnCore(command, serve, {
    ...(migrate ? { migrate } : await requireDatabase(command)),
    callDeadline: CALL_DEADLINE * 1000,
    service: { base: BASE_URL ?? url, ...(SERVICE_NAME !== undefined && { name: SERVICE_NAME }) },
    onTestAttempt: logAttempt(logger),
    readSheets: async (...sent) => (await import('@basketball-data/feeds/sheets')).readSheets(...sent),
    replicas: config.DATABASE_REPLICA_URLS,
    replicaMaxLag: config.REPLICA_MAX_LAG * 1000,
    onReplica: (replica, reason) => {
      if (reason === null) logger.info({ replica }, 'A replica answers reads.')
      else logger.warn({ replica, err: reason }, 'A replica is excluded.')
    },
  })
}

/** What to do next where a folder has no games, or no account with a key. */
const findHints = async ({ store: { folder }, isEmpty, accounts }: Core): Promise<string[]> => {
  if (folder === null) return []
  const path = shortenPath(folder)
  const command = `npx basketball-data${path === '.data' ? '' : ` --database ${path}`}`
  const hasKey = (await accounts.overview()).some(({ active_keys }) => active_keys > 0)
  const games = ['', 'There are no games yet. Import yours, or simulated ones, in another terminal:']
  games.push(`  ${command} import --help`, `  ${command} demo`)
  const keys = ['', 'There is no API key yet. Create an account and a key, in another terminal:']
  keys.push(`  ${command} accounts create --email you@example.org --plan live`)
  keys.push(`  ${command} keys create --account you@example.org`)
  return [...((await isEmpty()) ? games : []), ...(hasKey ? [] : keys)]
}

/** `serve` */
export const defineServe = (command: Command): void => {
  withServeOptions(command)
    .addHelpText(
      'after',
      `
Environment: BASE_URL is the public address, if callers use another one. After SIGTERM, /readyz is 503 for DRAIN_SECONDS
(default 5) before the port is closed; Ctrl-C does not wait. At most MAX_CONNECTIONS (default 10000) are served.`,
    )
    .action(async () => {
      await serveUntilStopped(command, async (core) => {
        const hints = printsJson(command) ? [] : await findHints(core)
        return { onListening: (url) => print(command, { url }, [`Serving ${url}`, ...hints].join('\n')) }
      })
    })
}
