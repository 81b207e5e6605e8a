import type { Core, DeliveryAttempt, SendEmail, Worker } from '@basketball-data/core'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'

/** Where there is no mail server, e-mails can be read in the log: as warnings, since nobody else is told. */
const logEmail =
  (logger: Logger): SendEmail =>
  async ({ recipient, subject, body }) =>
    logger.warn({ recipient, subject, text: body }, 'An e-mail to an account holder; with SMTP_URL it would be sent.')

/** The core is loaded only by a process that delivers: help answers in half the time. */
const mailerOf = async ({ SMTP_URL, MAIL_FROM }: Config, logger: Logger): Promise<SendEmail> => {
  if (SMTP_URL === undefined || MAIL_FROM === undefined) return logEmail(logger)
  const { smtpMailer } = await import('@basketball-data/core')
  return smtpMailer({ smtp: SMTP_URL, from: MAIL_FROM })
}

/** The address is not logged because it may contain secrets. */
const logAttempt =
  (logger: Logger) =>
  ({ webhook, delivery, number, status, error, duration }: DeliveryAttempt): void => {
    const line = { webhook, delivery, number, ...(error === null ? { status } : { error }), ms: Math.round(duration) }
    if (error === 'secret') logger.error(line, 'The secret cannot be decrypted: it is not of this SECRETS_KEY.')
    else logger.info(line)
  }

/** Whether webhooks can work: an embedded database has a key of its own. */
export const hasSecretsKey = (core: Core, { SECRETS_KEY }: Config): boolean =>
  core.store.embedded || SECRETS_KEY !== undefined

/** Warns of what an operator may have settled by mistake. */
export const warnOfWebhooks = (core: Core, config: Config, logger: Logger): void => {
  if (!hasSecretsKey(core, config)) logger.warn('Webhooks are off until SECRETS_KEY is set.')
  if (config.WEBHOOKS_ALLOW_PRIVATE)
    logger.warn('WEBHOOKS_ALLOW_PRIVATE is set: webhooks reach addresses inside this network. Never so in production.')
}

/** Starts a worker that logs every attempt. @throws BadSecretsKey without a key */
export const startDelivering = async (core: Core, config: Config, logger: Logger): Promise<Worker> => {
  const worker = await core.startWorker({
    sendEmail: await mailerOf(config, logger),
    onAttempt: logAttempt(logger),
    onError: (err) => logger.error({ err }, 'Delivering failed; it goes on.'),
  })
  if (config.SMTP_URL === undefined)
    logger.warn('SMTP_URL is not set: e-mails to account holders whose webhook fails are written to this log.')
  return worker
}
