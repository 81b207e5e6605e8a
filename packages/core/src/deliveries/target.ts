import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { hasNoAddress, nameServerResolve, resolveInTime, systemResolve, type Resolve } from './resolve.ts'

/** The rules for the urls of webhooks. */
export type TargetRules = {
  /** Allows private addresses, http, other ports and the service itself: for development and tests only. */
  allowPrivate: boolean
  /** The host of this service, if it is known and its public address names no port: a name, or an address without brackets. */
  ownHost?: string
}

/** A checked url. Only these addresses may be connected to. */
export type Target = {
  url: URL
  /** In the form of `canonicalAddress`. */
  addresses: readonly string[]
}

/** A url that webhooks must not have. The message says what to change; it continues a sentence that begins with "url". */
export class BadTarget extends Error {
  override readonly name = 'BadTarget'
  /** What is refused: the url itself, its name (not found, or not looked up now), or an address of the name. */
  readonly reason: 'url' | 'dns' | 'lookup' | 'address'

  constructor(reason: BadTarget['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

const MAX_LENGTH = 2048

/** Suffixes reserved for private networks: RFC 6761, 6762 (appendix G), 7686, 8375 and 9476. */
const PRIVATE_SUFFIXES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid|onion|alt)$/

/** The only public range of IPv6. Loopback, mapped, compatible and NAT64 forms, ULA and link-local lie outside. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/** Azure's virtual metadata server, which has an address of a public range. */
const AZURE_PLATFORM = '168.63.129.16'

/** An address in the normalized form in which addresses are compared; null if the text is not an IP address. */
export const canonicalAddress = (text: string): string | null =>
  isIP(text) === 0 ? null : ipaddr.parse(text).toString()

/** Milliseconds for which the addresses of this machine are remembered: reading them costs as much as a connection. */
const MACHINE_MAX_AGE = 1000

const machine = { addresses: new Set<string | null>(), readAt: -Infinity }

/** The addresses of this machine, in the form of `canonicalAddress`. */
const machineAddresses = (): ReadonlySet<string | null> => {
  const now = performance.now()
  if (now - machine.readAt > MACHINE_MAX_AGE) {
    const interfaces = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses)
    machine.addresses = new Set(interfaces.map(({ address }) => canonicalAddress(address)))
    machine.readAt = now
  }
  return machine.addresses
}

/** Whether an address is ISATAP's (RFC 5214, with any u and g bits), which embeds an IPv4 address. */
const isIsatap = ({ parts: [, , , , flags = 0, identifier] }: ipaddr.IPv6): boolean =>
  (flags & ~0x03_00) === 0 && identifier === 0x5e_fe

/**
 * Whether an address is public unicast, that is, reachable from anywhere on the internet, and not one of this machine.
 *
 * @param own further addresses of this service, which are refused even if they are public
 */
export const isPublicAddress = (text: string, own: readonly string[] = []): boolean => {
  const canonical = canonicalAddress(text)
  if (canonical === null || canonical === AZURE_PLATFORM || machineAddresses().has(canonical)) return false
  if (own.some((address) => canonicalAddress(address) === canonical)) return false
  const address = ipaddr.parse(canonical)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || (address.match(GLOBAL_UNICAST) && !isIsatap(address))
}

/** The host of a url as sockets take it: an IPv6 address without brackets. */
export const toHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** The address of this service on port 443, if its host is an address. */
const ownAddresses = ({ ownHost }: TargetRules): readonly string[] => (ownHost === undefined ? [] : [ownHost])

const isLiteral = (url: URL): boolean => isIP(toHost(url)) !== 0

/** Whether a host, an address or a name, is known to be private before it is resolved. */
const isPrivateHost = (url: URL, own: readonly string[]): boolean => {
  const host = toHost(url)
  if (isLiteral(url)) return !isPublicAddress(host, own)
  const name = host.replace(/\.+$/, '')
  return !name.includes('.') || PRIVATE_SUFFIXES.test(name)
}

const EXAMPLE = 'https://hooks.example.org/games'

const LIST = new Intl.ListFormat('en')

/** What is wrong with a url, in one sentence that says the whole rule. */
const describeFaults = (faults: readonly string[], { allowPrivate }: TargetRules, isPrivate = false): string => {
  const rule = allowPrivate
    ? 'an http or https address'
    : `an https address on port 443 that can be reached from the internet, such as ${EXAMPLE}`
  const setting =
    'A service that you run yourself, for development, also sends to private addresses, by http and to any port, if it is started with WEBHOOKS_ALLOW_PRIVATE=1.'
  return `must be ${rule}; this one ${LIST.format(faults)}.${isPrivate ? ` ${setting}` : ''}`
}

/** Why a url is refused before its name is resolved; null if it is not. */
const findProblem = (url: URL, rules: TargetRules): string | null => {
  const { allowPrivate, ownHost } = rules
  const scheme = url.protocol.slice(0, -1)
  const isWeb = scheme === 'https' || scheme === 'http'
  const isPrivate = isWeb && !allowPrivate && isPrivateHost(url, ownAddresses(rules))
  const isOwn = !allowPrivate && toHost(url).replace(/\.+$/, '') === ownHost && url.port === ''
  const faults = [
    ...(scheme === 'https' || (isWeb && allowPrivate) ? [] : [`uses ${scheme.slice(0, 20)}`]),
    ...(url.port !== '' && !allowPrivate ? [`has port ${url.port}`] : []),
    ...(url.username !== '' || url.password !== '' ? ['has a user name or a password'] : []),
    ...(isOwn ? ['leads to this service itself'] : []),
    ...(isPrivate && !isOwn ? [`has a host that is not public (${toHost(url)})`] : []),
  ]
  return faults.length === 0 ? null : describeFaults(faults, rules, isPrivate)
}

const parseTarget = (text: string, rules: TargetRules): URL => {
  const url = URL.parse(text)
  if (url === null) throw new BadTarget('url', `must be an address such as ${EXAMPLE}.`)
  const isTooLong = Math.max(text.length, url.href.length) > MAX_LENGTH
  const problem = isTooLong ? `must have at most ${MAX_LENGTH} characters.` : findProblem(url, rules)
  if (problem !== null) throw new BadTarget('url', problem)
  return url
}

const publicResolve = nameServerResolve()

const resolveAddresses = async (url: URL, resolve: Resolve): Promise<readonly string[]> => {
  const host = toHost(url)
  if (isLiteral(url)) return [host]
  const unknown = `has a host that does not resolve to an address (${host}): check the name, or try again once it is published.`
  const addresses = await resolveInTime(host, resolve).catch((cause: unknown) => {
    if (hasNoAddress(cause)) throw new BadTarget('dns', unknown, { cause })
    throw new BadTarget('lookup', `has a host that could not be looked up now (${host}); try again.`, { cause })
  })
  if (addresses.length === 0) throw new BadTarget('dns', unknown)
  return addresses
}

/**
 * Checks the url of a webhook: https, port 443, no user or password, at most 2048 characters, not this service, and a
 * host all of whose addresses are public. The name is resolved within 5 s. Connect to the returned addresses only: a
 * second lookup could return others (DNS rebinding).
 *
 * @param resolve is called for names, never for addresses
 * @throws BadTarget
 */
export const checkTarget = async (
  text: string,
  rules: TargetRules,
  resolve: Resolve = rules.allowPrivate ? systemResolve : publicResolve,
): Promise<Target> => {
  const url = parseTarget(text, rules)
  const addresses = await resolveAddresses(url, resolve)
  const own = ownAddresses(rules)
  const requirePublic = (address: string): string => {
    const canonical = canonicalAddress(address)
    if (canonical !== null && (rules.allowPrivate || isPublicAddress(canonical, own))) return canonical
    const fault = `has a host that resolves to an address that is not public (${toHost(url)})`
    throw new BadTarget('address', describeFaults([fault], rules, true))
  }
  return { url, addresses: addresses.map(requirePublic) }
}
