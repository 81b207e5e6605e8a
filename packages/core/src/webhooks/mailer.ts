import type { Email } from './emails.ts'

/** How e-mails go out. */
export type MailOptions = {
  /** Where to hand them in: smtp://user:password@host:port, or smtps://…. */
  smtp: string
  /** Whom they are from. */
  from: string
}

/** Sends one e-mail. @throws when it was not taken */
export type SendEmail = (email: Email) => Promise<void>

/** Milliseconds that a server may be silent: whoever stops waits for the e-mail that is under way. */
const TIMES = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000, dnsTimeout: 10_000 }

/** Hands e-mails in by SMTP. */
export const smtpMailer = async ({ smtp, from }: MailOptions): Promise<SendEmail> => {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: smtp, ...TIMES })
  return async ({ recipient, subject, body }) => {
    await transport.sendMail({ from, to: recipient, subject, text: body })
  }
}
