import { badRequest } from './refusal.ts'

/** Endings of names that mean something only inside a network. */
const INNER = /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|test|invalid|onion|alt)$/

/** Addresses that are not public, as WHATWG writes them. */
const PRIVATE = [
  /^(0|10|127|22[4-9]|2[3-5]\d)\./,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^169\.254\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\./,
  /^\[(?![23])/,
]

/** The address of a webhook as it is kept. What a name leads to is not looked up. @throws Refusal bad_request */
export const checkedTarget = (text: string): string => {
  if (!URL.canParse(text)) throw badRequest('url must be an address such as https://hooks.example.org/games.')
  const { href, protocol, port, username, password, hostname } = new URL(text)
  const name = hostname.replace(/\.+$/, '')
  if (href.length > 2048) throw badRequest('url must have at most 2048 characters.')
  if (protocol !== 'https:') throw badRequest('url must be an https address.')
  if (username + password !== '') throw badRequest('url must not have a user name or a password in it.')
  if (port !== '') throw badRequest('url must use port 443: leave the port out.')
  if (PRIVATE.some((form) => form.test(name)) || INNER.test(name) || !/[.:]/.test(name))
    throw badRequest('url must be reachable from the internet.')
  return href
}
