import type { SendEmail } from '@basketball-data/core'

/** How the account pages are served. */
export type AccountPagesOptions = {
  /**
   * Sends the link that signs in. It is called once the response has been sent, for addresses with an account: put the e-mail
   * into a queue, because a visitor could tell from its duration whether there is an account.
   */
  sendEmail: SendEmail
  /** Called in place of `sendEmail` for an address without an account: does the same work but sends nothing. Default: nothing. */
  discardEmail?: SendEmail
  /** Whether signing in with a new address creates an account, on plan free. */
  signUp: 'open' | 'closed'
  /** Where the user finds the link, as the page says it. Default: `e-mail`. */
  linksGoTo?: 'e-mail' | 'log' | 'terminal'
  /** Called if an e-mail could not be sent. */
  onEmailError?: (error: unknown) => void
  /**
   * How many proxies in front of the service add the address of their client to X-Forwarded-For. Default: 0. Sign-in links
   * are limited by address.
   */
  trustedProxies?: number
}
