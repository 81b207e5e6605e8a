import type { Core, DeliveryAttempt, Worker } from '@basketball-data/core'
import type { Command } from 'commander'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { openMailer } from './email.ts'
import { logStart, openLogger, runUntilStopped } from './long-running.ts'
import { print, readCommandConfig, requireDatabase, withOwnCore } from './session.ts'

/** Logs an attempt of a worker or of a test delivery. The address is not logged because it may contain secrets. */
export const logAttempt =
  (logger: Logger) =>
  ({ webhook, delivery, number, test, resent, status, error, duration }: DeliveryAttempt): void => {
    const outcome = error === null ? { status } : { error }
    const kind = { ...(test && { test }), ...(resent && { resent }) }
    const line = { webhook, delivery, number, ...kind, ...outcome, ms: Math.round(duration) }
    if (error === 'secret') logger.error(line, 'The secret cannot be decrypted with this SECRETS_KEY.')
    else logger.info(line)
  }

/** Whether webhooks can work: an embedded database generates its own key. */
export const hasSecretsKey = (core: Core, { SECRETS_KEY }: Config): boolean =>
  core.store.embedded || SECRETS_KEY !== undefined

/** Warns of settings that may be a mistake. */
export const warnAboutWebhookSettings = (core: Core, config: Config, logger: Logger): void => {
  if (!hasSecretsKey(core, config)) logger.warn('Webhooks are off until SECRETS_KEY is set.')
  if (config.WEBHOOKS_ALLOW_PRIVATE)
    logger.warn('WEBHOOKS_ALLOW_PRIVATE is set: webhooks can reach private addresses. Never set it in production.')
}

const POOLED =
  'DATABASE_URL leads to a pooler that loses notifications: the worker looks for deliveries each second. ' +
  'Set DATABASE_DIRECT_URL to the address of Postgres itself.'

/** Starts the hourly work of a process whose core has no key for a worker. */
export const startLoggedMaintenance = async (core: Core, config: Config, logger: Logger): Promise<Worker> => {
  const { sendEmail } = await openMailer(config, logger, 'log')
  return core.startMaintenance({
    sendEmail,
    onError: (err) => logger.error({ err }, 'The hourly work failed; it is tried again.'),
  })
}

/**
 * Starts a worker that logs every attempt. `emails` says where e-mails go without a mail server; a terminal shows them to
 * somebody, so only the log needs a warning.
 * @throws BadSecretsKey without a key
 */
export const startLoggedWorker = async (
  core: Core,
  config: Config,
  logger: Logger,
  emails: 'log' | 'terminal' = 'log',
): Promise<Worker> => {
  const { sendEmail, linksGoTo } = await openMailer(config, logger, emails)
  const worker = await core.startWorker({
    sendEmail,
    onAttempt: logAttempt(logger),
    onError: (err) => logger.error({ err }, 'Delivering failed; the worker continues.'),
  })
  if (!core.store.listens) logger.warn(POOLED)
  if (linksGoTo === 'log')
    logger.warn('SMTP_URL is not set: e-mails to account holders whose webhook fails are written to this log.')
  return worker
}

const INSTEAD =
  'If it is "basketball-data serve", it delivers to webhooks itself, unless it was started with --no-worker.'

/** `worker` */
export const defineWorker = (command: Command): void => {
  command
    .addHelpText(
      'after',
      `
Environment: SECRETS_KEY decrypts the secrets of webhooks. E-mails to account holders are sent through SMTP_URL from
MAIL_FROM, or else written to the log. BASE_URL is the address of the service, which no webhook may have.`,
    )
    .action(async () => {
      const config = await readCommandConfig(command)
      const service = config.BASE_URL === undefined ? {} : { base: config.BASE_URL }
      const run = async (core: Core): Promise<void> => {
        const logger = await openLogger(config)
        await runUntilStopped({ core, config, logger }, async ({ stops }) => {
          stops.push((await startLoggedWorker(core, config, logger)).stop)
          warnAboutWebhookSettings(core, config, logger)
          print(command, { worker: true }, 'Delivering to webhooks.')
          await logStart(logger, core, config, 'Delivering to webhooks.')
        })
      }
      await withOwnCore(command, run, { ...(await requireDatabase(command)), service, instead: INSTEAD })
    })
}
