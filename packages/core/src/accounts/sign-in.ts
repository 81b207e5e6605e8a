import { createHash, randomBytes } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { batched, type Store } from '../store/index.ts'
import { parseEmailAddress, type EmailAddress } from './email-address.ts'
import { getAccount, type Account } from './queries.ts'
import { lockRequests, readCounts, type RequestCounts, type RequestLimit } from './request-limit-queries.ts'
import {
  deleteSession,
  deleteSessions,
  hasAccount,
  insertSession,
  pruneSignIn,
  replaceLinks,
  selectAccountEmails,
  selectLink,
  selectSession,
} from './sign-in-queries.ts'
import { isIPv6 } from 'node:net'

/**
 * The networks that an address belongs to, the smallest first: an IPv4 address alone; of an IPv6 address its /64, which its
 * holder usually has to themselves, its /48, which a site has, and its /32, which a provider has.
 */
export const toNetworks = (address: string): readonly [own: string, ...wider: string[]] => {
  if (!isIPv6(address)) return [address]
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return [parsed.toString()]
  const groups = parsed.parts.map((part) => part.toString(16))
  return [groups.slice(0, 4).join(':'), groups.slice(0, 3).join(':'), groups.slice(0, 2).join(':')]
}

/** Minutes in which a link can be used. */
export const LINK_MINUTES = 15
/** Days until a session ends, and days without use after which it has ended. */
const SESSION_DAYS = 30
const IDLE_DAYS = 7
/** Links that may be requested within an hour for a mailbox, and from an IPv4 address or the /64 of an IPv6 address. */
const LINKS_PER_MAILBOX = 5
const LINKS_PER_ADDRESS = 20
/** Links that may be requested within an hour from the /48 and from the /32 of an IPv6 address. */
const LINKS_PER_WIDER_NETWORK = [50, 100] as const
/** Links a minute that the service sends by default. */
const LINKS_PER_MINUTE = 300

const HOUR = 3600
const MINUTE = 60

/** Options of a core about signing in. */
export type SignInOptions = {
  /**
   * Links that `signIn.request` creates within a minute at most, of all processes that share the database; 300 by default. Half of
   * them at most are for addresses without an account.
   */
  signInLinksPerMinute?: number
}

/** A request for a link, of an address that was read. */
type LinkRequest = { email: EmailAddress; networks: ReturnType<typeof toNetworks>; signUp: boolean }

/** What a request for a link counts towards. */
type LinkLimits = {
  /** Those of its mailbox and its own network. */
  own: RequestLimit[]
  /** Those that many share: of wider networks, and of the service. */
  shared: RequestLimit[]
  /**
   * For each of the shared ones, how much of it is for requests of its kind. Addresses without an account have half, so that a
   * flood of them leaves the other half to account holders.
   */
  shares: RequestLimit[]
}

const getLimits = (
  { email: { mailbox }, networks: [own, ...wider] }: LinkRequest,
  hasAccount: boolean,
  linksPerMinute: number,
): LinkLimits => {
  const shared = [
    ...wider.map((network, index) => {
      const max = LINKS_PER_WIDER_NETWORK[index] ?? LINKS_PER_ADDRESS
      return { subject: `network ${network}`, max, seconds: HOUR }
    }),
    { subject: 'service', max: linksPerMinute, seconds: MINUTE },
  ]
  return {
    own: [
      { subject: `email ${mailbox}`, max: LINKS_PER_MAILBOX, seconds: HOUR },
      { subject: `address ${own}`, max: LINKS_PER_ADDRESS, seconds: HOUR },
    ],
    shared,
    shares: shared.map(({ subject, max, seconds }) => ({
      subject: `${subject}, ${hasAccount ? 'with' : 'without'} an account`,
      max: hasAccount ? max : Math.floor(max / 2),
      seconds,
    })),
  }
}

/** What stands for a subject or an address where nothing is sent, so that as much is stored as if it were. */
const unsent = (text: string): string => `${text}, not sent`

/**
 * Counts a request for a link: `refused` if one of its own limits or of those that many share is reached, which does not depend on
 * whether there is an account; `unsent` if the share of its kind is used up, which does, and must not show.
 */
const countRequest = (counts: RequestCounts, { own, shared, shares }: LinkLimits): 'counted' | 'unsent' | 'refused' => {
  if ([...own, ...shared].some(counts.isReached)) return 'refused'
  const isUnsent = shares.some(counts.isReached)
  for (const { subject } of own) counts.count(subject)
  for (const { subject } of [...shared, ...shares]) counts.count(isUnsent ? unsent(subject) : subject)
  return isUnsent ? 'unsent' : 'counted'
}

/** The token of a link, and the value of a session's cookie: 32 random bytes. */
const newToken = (): string => randomBytes(32).toString('base64url')
const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)
const sha256 = (text: string): Uint8Array<ArrayBuffer> => createHash('sha256').update(text).digest()

/** A link to mail to an account holder. The token signs in anybody who has it. */
export type SignInLink = { token: string; email: string }

/** Creates links for requests that come at the same time; null for those that get none. */
const createLinks = (store: Store, requests: readonly LinkRequest[], linksPerMinute: number) =>
  store.lockingTransaction(async (tx) => {
    await lockRequests(tx)
    const emails = await selectAccountEmails(
      tx,
      requests.flatMap(({ email }) => email.spellings),
    )
    const links = requests.map((request) => {
      const { spellings, address } = request.email
      const stored = spellings.find((spelling) => emails.has(spelling))
      return {
        limits: getLimits(request, stored !== undefined, linksPerMinute),
        isWelcome: stored !== undefined || request.signUp,
        link: { token: newToken(), email: stored ?? address },
      }
    })
    const counts = await readCounts(
      tx,
      links.flatMap(({ limits: { own, shared, shares } }) => [...own, ...shared, ...shares]),
    )
    const outcomes = links.map(({ limits }) => countRequest(counts, limits))
    await counts.store()
    // Links that nobody is to get are stored too, so that the time is the same. Without its token a link opens nothing.
    const stored = links.flatMap(({ link: { token, email } }, index) => {
      const outcome = outcomes[index]
      return outcome === 'refused'
        ? []
        : { fingerprint: sha256(token), email: outcome === 'unsent' ? unsent(email) : email }
    })
    await replaceLinks(tx, stored, LINK_MINUTES)
    return links.map(({ isWelcome, link }, index) => (isWelcome && outcomes[index] === 'counted' ? link : null))
  })

/**
 * Signs account holders in, with links that are sent to their e-mail addresses.
 * @param linksPerMinute links that are created within a minute at most, of all processes; half of them at most for addresses
 *   without an account
 */
export const createSignIn = (store: Store, linksPerMinute = LINKS_PER_MINUTE) => {
  const requestLink = batched((requests: LinkRequest[]) => createLinks(store, requests, linksPerMinute))
  return {
    /**
     * Requests a link. Null if there is no account and `signUp` is false, or if too many links were requested for the mailbox,
     * from the network of `address`, or of the service; the work is the same, so that the time does not tell whether there is an
     * account. Earlier links of the e-mail address are void. `address` is an IPv4 or IPv6 address.
     * @throws ServiceError bad_request for an invalid e-mail address
     */
    request: async (requested: { email: string; address: string; signUp: boolean }): Promise<SignInLink | null> =>
      requestLink({
        email: parseEmailAddress(requested.email),
        networks: toNetworks(requested.address),
        signUp: requested.signUp,
      }),
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
      await store.lockingTransaction(async (tx) => {
        await lockRequests(tx)
        await replaceLinks(tx, [{ fingerprint: sha256(token), email }], LINK_MINUTES)
      })
      return token
    },
  }
}

/** Deletes what has expired. */
export const pruneExpired = (store: Store): Promise<void> => pruneSignIn(store, IDLE_DAYS)
