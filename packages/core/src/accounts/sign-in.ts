import { createHash, randomBytes } from 'node:crypto'
import type { Store } from '../store/index.ts'
import { emailAddress, getAccount, type Account } from './queries.ts'
import {
  countRequest,
  deleteSession,
  deleteSessions,
  hasAccount,
  insertSession,
  pruneSignIn,
  replaceLink,
  selectLink,
  selectSession,
} from './sign-in-queries.ts'

/** Minutes in which a link can be used. */
export const LINK_MINUTES = 15
/** Days until a session ends, and days without use after which it has ended. */
const SESSION_DAYS = 30
const IDLE_DAYS = 7
/** Links that may be requested within an hour for one e-mail address, and from one network address. */
const LINKS_PER_EMAIL = 5
const LINKS_PER_ADDRESS = 20

/** The token of a link, and the value of a session's cookie: 32 random bytes. */
const newToken = (): string => randomBytes(32).toString('base64url')
const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)
const sha256 = (text: string): Uint8Array<ArrayBuffer> => createHash('sha256').update(text).digest()

/** A link to mail to an account holder. The token signs in anybody who has it. */
export type SignInLink = { token: string; email: string }

/** Signs account holders in, with links that are sent to their e-mail addresses. */
export const createSignIn = (store: Store) => ({
  /**
   * Requests a link. Null if there is no account and `signUp` is false, or if too many links were requested for the e-mail
   * address or from the network address; the work is the same, so that the time does not tell whether there is an account.
   * Earlier links of the address are void.
   * @throws ServiceError bad_request for an invalid e-mail address
   */
  request: (requested: { email: string; address: string; signUp: boolean }): Promise<SignInLink | null> => {
    const email = emailAddress(requested.email)
    const token = newToken()
    const limits = [
      { subject: sha256(`email ${email}`), perHour: LINKS_PER_EMAIL },
      { subject: sha256(`address ${requested.address}`), perHour: LINKS_PER_ADDRESS },
    ]
    return store.lockingTransaction(async (tx) => {
      if (!(await countRequest(tx, limits))) return null
      const welcome = (await hasAccount(tx, email)) || requested.signUp
      // Also stored if nobody is to get it, so that the time is the same. Without its token it opens nothing.
      await replaceLink(tx, { fingerprint: sha256(token), email, minutes: LINK_MINUTES })
      return welcome ? { token, email } : null
    })
  },
  /** The e-mail address of a link, and whether it will create an account; null if the link is not valid. The link is not used. */
  lookUp: async (token: string): Promise<{ email: string; isNew: boolean } | null> => {
    const email = isToken(token) ? await selectLink(store, sha256(token)) : undefined
    return email === undefined ? null : { email, isNew: !(await hasAccount(store.db, email)) }
  },
  /** Uses a link, once, and returns a new session for the cookie and its account; null if the link is not valid. */
  use: async (token: string): Promise<{ session: string; account: Account } | null> => {
    if (!isToken(token)) return null
    const session = newToken()
    const account = await insertSession(store, {
      link: sha256(token),
      session: sha256(session),
      days: SESSION_DAYS,
    })
    return account === undefined ? null : { session, account }
  },
  /** The account of a session; null if it does not exist, has ended, or was not used for 7 days. */
  session: async (session: string): Promise<Account | null> =>
    isToken(session) ? ((await selectSession(store, sha256(session), IDLE_DAYS)) ?? null) : null,
  /** Ends a session. Repeating it changes nothing. */
  end: (session: string): Promise<void> => deleteSession(store, sha256(session)),
  /** Ends all sessions of an account, and voids its link. @throws ServiceError not_found */
  endAll: async (account: string): Promise<void> => {
    await getAccount(store, account)
    await deleteSessions(store, account)
  },
  /**
   * Creates a link without an e-mail and without limits, for the operators of the service.
   * @returns its token
   * @throws ServiceError not_found
   */
  linkFor: async (account: string): Promise<string> => {
    const { email } = await getAccount(store, account)
    const token = newToken()
    await store.lockingTransaction((tx) =>
      replaceLink(tx, { fingerprint: sha256(token), email, minutes: LINK_MINUTES }),
    )
    return token
  },
})

/** Deletes what has expired. */
export const pruneExpired = (store: Store): Promise<void> => pruneSignIn(store, IDLE_DAYS)
