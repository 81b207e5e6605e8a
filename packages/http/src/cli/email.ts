import type { SendEmail } from '@basketball-data/core'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'

/** Without a mail server, e-mails are written to the log as warnings, because nobody else receives them. */
const logEmail =
  (logger: Logger): SendEmail =>
  async ({ recipient, subject, body }) =>
    logger.warn({ recipient, subject, text: body }, 'An e-mail to an account holder; set SMTP_URL to send it.')

/** `start` runs in a terminal that somebody is looking at. */
const printEmail: SendEmail = async ({ recipient, body }) => {
  process.stderr.write(`\nAn e-mail to ${recipient}, printed because SMTP_URL is not set:\n\n${body}\n`)
}

/** Where e-mails go: to the mail server of the settings, or else to the log or the terminal. */
export const openMailer = async (
  { SMTP_URL, MAIL_FROM }: Config,
  logger: Logger,
  otherwise: 'log' | 'terminal' = 'log',
): Promise<{ sendEmail: SendEmail; linksGoTo: 'e-mail' | 'log' | 'terminal' }> => {
  if (SMTP_URL === undefined || MAIL_FROM === undefined)
    return { sendEmail: otherwise === 'log' ? logEmail(logger) : printEmail, linksGoTo: otherwise }
  const { smtpMailer } = await import('@basketball-data/core')
  return { sendEmail: await smtpMailer({ smtp: SMTP_URL, from: MAIL_FROM }), linksGoTo: 'e-mail' }
}
