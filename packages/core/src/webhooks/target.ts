import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import type { WebhookSettings } from '../operation.ts'
import { hasNoAddress, nameServerResolve, resolveInTime, systemResolve, type Resolve } from './resolve.ts'

/** The rules for the urls of webhooks. */
export type TargetRules = WebhookSettings['rules']

/** A checked url. Only these addresses may be connected to. */
export type Target = {
  url: URL
  /** In the form of `canonicalAddress`. */
  addresses: readonly string[]
}

/** A url that webhooks must not have. The message says what to change. */
export class BadTarget extends Error {
  override readonly name = 'BadTarget'
  /** Which part is refused: the url itself, its name (it does not resolve), or an address of the name. */
  readonly reason: 'url' | 'dns' | 'address'

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
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

const isLiteral = (url: URL): boolean => isIP(hostOf(url)) !== 0

/** Why a url is refused before its name is resolved; null if it is not. */
const problemOf = (url: URL, { allowPrivate, ownHost }: TargetRules): string | null => {
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return `url must be an https address; this one is ${url.protocol.slice(0, -1).slice(0, 20)}.`
  if (url.username !== '' || url.password !== '') return 'url must not have a user name or a password in it.'
  if (allowPrivate) return null
  if (url.port !== '') return `url must use port 443; this one has port ${url.port}: leave the port out.`
  const name = hostOf(url).replace(/\.+$/, '')
  if (!isLiteral(url) && (!name.includes('.') || PRIVATE_SUFFIXES.test(name)))
    return 'url must have a host name that the whole internet knows, such as hooks.example.org.'
  return name === ownHost ? 'url must not lead to this service itself.' : null
}

const parseTarget = (text: string, rules: TargetRules): URL => {
  const url = URL.parse(text)
  if (url === null) throw new BadTarget('url', 'url must be an address such as https://hooks.example.org/games.')
  const isTooLong = Math.max(text.length, url.href.length) > MAX_LENGTH
  const problem = isTooLong ? `url must have at most ${MAX_LENGTH} characters.` : problemOf(url, rules)
  if (problem !== null) throw new BadTarget('url', problem)
  return url
}

const publicResolve = nameServerResolve()

const addressesOf = async (url: URL, resolve: Resolve): Promise<readonly string[]> => {
  const host = hostOf(url)
  if (isLiteral(url)) return [host]
  const unknown = `${host} does not resolve to an address: check the name, or try again once it is published.`
  const addresses = await resolveInTime(host, resolve).catch((cause: unknown) => {
    const message = hasNoAddress(cause) ? unknown : `${host} could not be looked up now; try again.`
    throw new BadTarget('dns', message, { cause })
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
  const addresses = await addressesOf(url, resolve)
  const own = rules.ownHost === undefined ? [] : [rules.ownHost]
  const requirePublic = (address: string): string => {
    const canonical = canonicalAddress(address)
    if (canonical !== null && (rules.allowPrivate || isPublicAddress(canonical, own))) return canonical
    const problem = isLiteral(url) ? 'is an address that is not public' : 'resolves to an address that is not public'
    throw new BadTarget('address', `${hostOf(url)} ${problem}: url must be reachable from the internet.`)
  }
  return { url, addresses: addresses.map(requirePublic) }
}
