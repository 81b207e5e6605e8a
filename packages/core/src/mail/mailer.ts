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
