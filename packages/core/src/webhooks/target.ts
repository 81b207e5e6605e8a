import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { askNameServers, askSystem, isUnknown, resolvedInTime, type Resolve } from './resolve.ts'

/** Where webhooks may lead. */
export type TargetRules = {
  /** Lets private addresses, http, other ports and the service itself pass: for development and tests only. */
  allowPrivate: boolean
  /** The host that the service is reached at: a name, or an address without brackets. Left out: not known. */
  ownHost?: string
}

/** A place that has been checked, and may be connected to at these addresses only. */
export type Target = {
  url: URL
  /** At least one, in the form of `canonicalAddress`. */
  addresses: readonly [string, ...string[]]
}

/** A url that no webhook may lead to; the message tells its owner what to change. */
export class BadTarget extends Error {
  override readonly name = 'BadTarget'
  /** What is wrong: the url as written, its name not resolving, or an address that it leads to. */
  readonly reason: 'url' | 'dns' | 'address'

  constructor(reason: BadTarget['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

const MAX_LENGTH = 2048

/** Endings of names that mean something only inside a network: RFC 6761, 6762 (appendix G), 7686, 8375 and 9476. */
const INNER_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid|onion|alt)$/

/** All that is handed out of IPv6. Beyond it lie loopback, mapped, compatible and NAT64 forms, ULA, link-local … */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/** Azure's platform address: answers metadata from a range that is public everywhere else. */
const AZURE_PLATFORM = '168.63.129.16'

/** The one spelling in which addresses are compared; null when the text is no IP address. */
export const canonicalAddress = (text: string): string | null =>
  isIP(text) === 0 ? null : ipaddr.parse(text).toString()

/** Addresses of this machine, and that of the service where it is reached by one. */
const ownAddresses = ({ ownHost = '' }: Partial<TargetRules> = {}): string[] => [
  ...Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address)),
  ...(isIP(ownHost) === 0 ? [] : [ownHost]),
]

/** Whether an interface identifier is ISATAP's (RFC 5214, whatever its u and g bits), which embeds an IPv4 address. */
const isIsatap = ({ parts: [, , , , marks = 0, identifier] }: ipaddr.IPv6): boolean =>
  (marks & ~0x03_00) === 0 && identifier === 0x5e_fe

/**
 * Whether an address is public unicast: one that anybody on the internet reaches, and so gives away nothing.
 *
 * @param own addresses of this machine, which are refused though they be public
 */
export const isPublicAddress = (text: string, own: readonly string[] = ownAddresses()): boolean => {
  const canonical = canonicalAddress(text)
  if (canonical === null || canonical === AZURE_PLATFORM) return false
  if (own.some((address) => canonicalAddress(address) === canonical)) return false
  const address = ipaddr.parse(canonical)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || (address.match(GLOBAL_UNICAST) && !isIsatap(address))
}

/** The host of a url as sockets take it: an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** The host without the root's dot: one spelling for one name. */
const nameOf = (url: URL): string => hostOf(url).replace(/\.+$/, '')

const isLiteral = (url: URL): boolean => isIP(hostOf(url)) !== 0

const schemeProblem = (url: URL, { allowPrivate }: TargetRules): string | null => {
  if (url.protocol === 'https:' || (allowPrivate && url.protocol === 'http:')) return null
  return `url must be an https address; this one is ${url.protocol.slice(0, -1).slice(0, 20)}.`
}

const portProblem = (url: URL, { allowPrivate }: TargetRules): string | null =>
  url.port === '' || allowPrivate ? null : `url must use port 443; this one has port ${url.port}: leave the port out.`

const nameProblem = (url: URL, { allowPrivate }: TargetRules): string | null => {
  if (allowPrivate || isLiteral(url)) return null
  const name = nameOf(url)
  const isPublic = name.includes('.') && !INNER_NAMES.test(name)
  return isPublic ? null : 'url must have a host name that the whole internet knows, such as hooks.example.org.'
}

const ownProblem = (url: URL, { allowPrivate, ownHost }: TargetRules): string | null =>
  allowPrivate || nameOf(url) !== ownHost ? null : 'url must not lead to this service itself.'

const parseTarget = (text: string, rules: TargetRules): URL => {
  const url = URL.parse(text)
  if (url === null) throw new BadTarget('url', 'url must be an address such as https://hooks.example.org/games.')
  const problem =
    (Math.max(text.length, url.href.length) > MAX_LENGTH ? `url must have at most ${MAX_LENGTH} characters.` : null) ??
    schemeProblem(url, rules) ??
    (url.username + url.password === '' ? null : 'url must not have a user name or a password in it.') ??
    portProblem(url, rules) ??
    nameProblem(url, rules) ??
    ownProblem(url, rules)
  if (problem !== null) throw new BadTarget('url', problem)
  return url
}

const publicResolve = askNameServers()

const resolved = async (name: string, resolve: Resolve): Promise<Target['addresses']> => {
  const unknown = `${name} does not resolve to an address: check the name, or try again once it is published.`
  const [first, ...others] = await resolvedInTime(name, resolve).catch((cause: unknown) => {
    throw new BadTarget('dns', isUnknown(cause) ? unknown : `${name} could not be looked up now; try again.`, { cause })
  })
  if (first === undefined) throw new BadTarget('dns', unknown)
  return [first, ...others]
}

/**
 * Checks a url as webhooks may have it: https, port 443, no user or password, at most 2048 characters, not the service
 * itself, and every address that its host stands for public; a name has 5 s to resolve in. Only the addresses it
 * answers are checked: who asks the name again may get another answer.
 *
 * @param resolve asked for names only, never for addresses
 * @throws BadTarget
 */
export const checkTarget = async (
  text: string,
  rules: TargetRules,
  resolve: Resolve = rules.allowPrivate ? askSystem : publicResolve,
): Promise<Target> => {
  const url = parseTarget(text, rules)
  const host = hostOf(url)
  const [first, ...others] = isLiteral(url) ? ([host] as const) : await resolved(host, resolve)
  const own = ownAddresses(rules)
  const checked = (address: string): string => {
    const canonical = canonicalAddress(address)
    if (canonical !== null && (rules.allowPrivate || isPublicAddress(canonical, own))) return canonical
    const problem = isLiteral(url) ? 'is an address that is not public' : 'resolves to an address that is not public'
    throw new BadTarget('address', `${host} ${problem}: url must be reachable from the internet.`)
  }
  return { url, addresses: [checked(first), ...others.map(checked)] }
}
