import { randomInt } from 'node:crypto'
import type { SendEmail } from '@basketball-data/core'
import type { Logger } from 'pino'
import type { Config } from './config.ts'

/** Without a mail server, e-mails are written to the log as warnings, because nobody else receives them. */
const logEmail =
  (logger: Logger): SendEmail =>
  async ({ recipient, subject, body }) =>
    logger.warn({ recipient, subject, text: body }, 'An e-mail to an account holder; set SMTP_URL to send it.')

/** `start` runs in a terminal that somebody is looking at. */
const printEmail: SendEmail = async ({ recipient, body }) => {
  process.stderr.write(`\nAn e-mail to ${recipient}, printed because SMTP_URL is not set:\n\n${body}\n`)
}

/**
 * Sends e-mails 200 to 1200 ms after they were asked for, each after another time: talking to the mail server slows down what is requested
 * at that moment, and whoever has asked for a link could measure whether there is an account.
 */
export const sendLater =
  (send: SendEmail): SendEmail =>
  (email) =>
    new Promise((resolve, reject) => {
      setTimeout(() => void send(email).then(resolve, reject), randomInt(200, 1200))
    })

/**
 * Sends e-mails to the mail server of the settings, or else to the log or the terminal. `discardEmail` composes one and does
 * not send it.
 */
export const openMailer = async ({ SMTP_URL, MAIL_FROM }: Config, logger: Logger, otherwise: 'log' | 'terminal') => {
  const sends = { log: logEmail(logger), terminal: printEmail }
  if (SMTP_URL === undefined || MAIL_FROM === undefined)
    return { sendEmail: sends[otherwise], discardEmail: async () => {}, linksGoTo: otherwise }
  const { discardingMailer, smtpMailer } = await import('@basketball-data/core')
  return {
    sendEmail: await smtpMailer({ smtp: SMTP_URL, from: MAIL_FROM }),
    discardEmail: await discardingMailer({ from: MAIL_FROM }),
    linksGoTo: 'e-mail' as const,
  }
}
