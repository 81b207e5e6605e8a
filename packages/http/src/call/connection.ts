import { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'

/** Some proxies write the port of their client too: 203.0.113.7:51234, or [2001:db8::1]:51234. */
const withoutPort = (address: string): string =>
  /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address

const socketAddress = ({ env }: Context): string => {
  const { incoming }: { incoming?: unknown } = Object(env)
  return incoming instanceof IncomingMessage ? (incoming.socket.remoteAddress ?? '') : ''
}

/**
 * The network address that a request came from; empty in a process without a server. Each trusted proxy has added one address
 * to the end of X-Forwarded-For; anything before them may be made up.
 */
export const clientAddress = (c: Context, trustedProxies: number): string => {
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((address) => address.trim())
  const named = trustedProxies === 0 ? undefined : forwarded.at(-trustedProxies)
  return named === undefined || named === '' ? socketAddress(c) : withoutPort(named)
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
