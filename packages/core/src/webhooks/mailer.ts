import type { Email } from './email-queries.ts'

/** How letters go out. */
export type MailOptions = {
  /** Where to hand them in: smtp://user:password@host:port, or smtps://…. */
  smtp: string
  /** Whom they are from. */
  from: string
}

/** Sends one letter. @throws when it was not taken */
export type SendEmail = (email: Email) => Promise<void>

/** Hands letters in by SMTP. */
export const smtpMailer = async ({ smtp, from }: MailOptions): Promise<SendEmail> => {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(smtp)
  return async ({ recipient, subject, body }) => {
    await transport.sendMail({ from, to: recipient, subject, text: body })
  }
}
