import type { SendEmail } from '@basketball-data/core'

/** How the account pages are served. */
export type AccountPagesOptions = {
  /**
   * Sends the link that signs in. It is called once the response has been sent, for addresses with an account: put the e-mail
   * into a queue, because its work could be measured by whoever has asked for the link.
   */
  sendEmail: SendEmail
  /** Called in place of `sendEmail` with an e-mail that nobody is to get, to do the same work but to send it. */
  discardEmail?: SendEmail
  /** Whether a stranger may create an account, on plan free, by signing in. */
  signUp: 'open' | 'closed'
  /** Where `sendEmail` leaves the link, as the page says it; `e-mail` when left out. */
  linksGoTo?: 'e-mail' | 'log' | 'terminal'
  /** Called if an e-mail could not be sent. */
  onEmailError?: (error: unknown) => void
  /**
   * How many proxies in front of the service add the address of their client to X-Forwarded-For; 0 when left out. Sign-in links
   * are limited by address.
   */
  trustedProxies?: number
}
