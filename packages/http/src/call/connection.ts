import { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import type { Context } from 'hono'

/** Some proxies write the port of their client too: 203.0.113.7:51234, or [2001:db8::1]:51234. */
const withoutPort = (address: string): string =>
  /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address

/** The holder of an IPv6 address usually has all of its /64, so the first half identifies the network. */
const networkOf = (named: string): string => {
  const address = withoutPort(named)
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (v4 !== undefined) return v4
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.replace(/%.*/, '').split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [first, last] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

const socketAddress = ({ env }: Context): string => {
  const { incoming }: { incoming?: unknown } = Object(env)
  return incoming instanceof IncomingMessage ? (incoming.socket.remoteAddress ?? '') : ''
}

/**
 * The network that a request came from: the IPv4 address, or the first half of the IPv6 address; empty in a process without a
 * server. Each trusted proxy has added one address to the end of X-Forwarded-For; anything before them may be made up.
 */
export const clientNetwork = (c: Context, trustedProxies: number): string => {
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((address) => address.trim())
  const named = trustedProxies === 0 ? undefined : forwarded.at(-trustedProxies)
  return networkOf(named === undefined || named === '' ? socketAddress(c) : named)
}

/** Closes the connection of a request at once, with whatever was not sent; without effect in a process without a server. */
export const disconnect = ({ env }: Context): void => {
  const { outgoing }: { outgoing?: unknown } = Object(env)
  if (outgoing instanceof ServerResponse) outgoing.destroy()
}

/** Runs `work` once the response has been sent; at once in a process without a server. */
export const afterResponse = ({ env }: Context, work: () => void): void => {
  const { outgoing }: { outgoing?: unknown } = Object(env)
  if (outgoing instanceof ServerResponse) outgoing.once('close', work)
  else work()
}
