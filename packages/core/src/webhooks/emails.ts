import { DISABLE_AFTER_FAILURES, WARN_AFTER_FAILURES } from './failures.ts'
import { RESPONSE_TIMEOUT } from './send.ts'

/** An e-mail to an account holder. */
export type Email = { recipient: string; subject: string; body: string }

/** Sends one e-mail. @throws if it was not accepted */
export type SendEmail = (email: Email) => Promise<void>

/** How e-mails are sent. */
export type MailOptions = {
  /** The mail server: smtp://user:password@host:port, or smtps://…. */
  smtp: string
  /** The sender's address. */
  from: string
}

/** Milliseconds of silence before an SMTP connection is closed. A stopping worker waits for the e-mail in progress. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000, dnsTimeout: 10_000 }

/** Creates a function that sends e-mails by SMTP. */
export const smtpMailer = async ({ smtp, from }: MailOptions): Promise<SendEmail> => {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: smtp, ...TIMEOUTS })
  return async ({ recipient, subject, body }) => {
    await transport.sendMail({ from, to: recipient, subject, text: body })
  }
}

/** Creates a function that composes e-mails as `smtpMailer` does, and sends them nowhere. */
export const discardingMailer = async ({ from }: Pick<MailOptions, 'from'>): Promise<SendEmail> => {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true })
  return async ({ recipient, subject, body }) => {
    await transport.sendMail({ from, to: recipient, subject, text: body })
  }
}

/** Connects to a mail server and signs in, without sending anything. @throws if it cannot be reached or refuses the user */
export const verifySmtp = async (smtp: string): Promise<void> => {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: smtp, ...TIMEOUTS })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

type FailingWebhook = { id: string; url: string; email: string }

/** Only the origin is shown: the path and the query of an address may contain secrets. */
const originOf = (url: string): string => new URL(url).origin

/** Warns that deliveries fail, before the webhook is disabled. */
export const warningEmail = ({ id, url, email }: FailingWebhook): Email => ({
  recipient: email,
  subject: `Your webhook ${id} is failing`,
  body: `The last ${WARN_AFTER_FAILURES} deliveries to your webhook ${id} at ${originOf(url)} have failed.

After ${DISABLE_AFTER_FAILURES} consecutive failures it is disabled, and waiting deliveries are cancelled. Check how the address responds:
any 2xx within ${RESPONSE_TIMEOUT / 1000} seconds counts as delivered. "POST /webhooks/${id}/test" sends a test delivery.
`,
})

/** Says that a webhook was disabled. */
export const disabledEmail = ({ id, url, email }: FailingWebhook): Email => ({
  recipient: email,
  subject: `Your webhook ${id} was disabled`,
  body: `${DISABLE_AFTER_FAILURES} consecutive deliveries to your webhook ${id} at ${originOf(url)} have failed. It is disabled now, and
waiting deliveries have been cancelled.

Once the address responds again, create a new webhook with "POST /webhooks", and read the scores that you
have missed from "GET /games".
`,
})
