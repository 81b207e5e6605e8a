import { randomUUID } from 'node:crypto'
import type { CountedCall, KeyUsage } from '@basketball-data/core'

/** The query string of a request, raw and parsed; each endpoint validates it. */
export type Query = { raw: string; parsed: URLSearchParams }

/** One HTTP request, and what its response and its line in the log need to know about it. */
export type RequestContext = {
  request: Request
  query: Query
  requestId: string
  /** The trace that the request belongs to; undefined: it is not traced. */
  traceId: string | undefined
  /** `performance.now()` at the beginning of the request. */
  started: number
  /** Headers of the response, on success and on failure. */
  headers: Record<string, string>
  /** The calls with a key, including those above a limit, in order: one under /v1, several in a tRPC batch. */
  calls: CountedCall[]
  /** The id of the write key that a call of the write API was made with. */
  writeKey: string | undefined
  /** When it was read what the key has used, after these calls and their refunds; null without a key. */
  usage: Pick<KeyUsage, 'at'> | null
  /** The error if the request failed on our side; for the log only. */
  failure: unknown
  /** Called when the response is complete, also if it failed. */
  release: () => void
  /** Logs a failure after the response has begun. */
  reportLate: (error: unknown) => void
} & ConnectionControl

/** What a request can do with its connection; without effect where there is none. */
export type ConnectionControl = {
  /** Closes the connection at once, for a client that does not read its response. */
  disconnect: () => void
  /** Lets the body of the request arrive for as long as it takes; who reads it has a deadline of its own. */
  awaitBody: () => void
}

const NO_CONNECTION: ConnectionControl = { disconnect: () => {}, awaitBody: () => {} }

/** Takes the headers off that let pages of other origins read the response: a write key has no place in a page. */
export const hideFromPages = ({ headers }: RequestContext): void => {
  for (const name of Object.keys(headers)) if (name.startsWith('access-control-')) delete headers[name]
}

/** Headers of every response: pages of any origin may read the response, its rate limits and its request id. */
const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  vary: 'Authorization, X-API-Key, Accept-Encoding',
  'x-content-type-options': 'nosniff',
}

/** An ASCII character as it is escaped in an address, once or several times: `%5F`, `%255F`. */
const ESCAPED = /%(?:25)*([0-7][\da-f])/gi

/** A key, or the secret of a webhook, in an address or a header. */
const SECRET = /(bdw?|whsec)_[\w%]+/gi

/** What follows the address of the sign-in page, however many segments it has: a link that signs in has its token there. */
const BELOW_SIGN_IN = /(sign-in[\\/]*)[^\\/].*/gis

/**
 * Redacts keys and webhook secrets to their prefix, and all that follows the address of the sign-in page, so that the path or
 * the header may be logged. A text with a secret is returned without its escapes.
 */
export const redact = (text: string): string => {
  const plain = text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  const redacted = plain.replace(SECRET, '$1_…').replace(BELOW_SIGN_IN, '$1…')
  return redacted === plain ? text : redacted
}

/** An `X-Request-Id` that is accepted from a client. */
export const REQUEST_ID = /^[\w.:-]{1,64}$/

/** The id of the client, unless it is malformed or contains a key, since it is logged; else a new one. */
const getRequestId = ({ headers }: Request): string => {
  const id = headers.get('x-request-id')
  return id !== null && REQUEST_ID.test(id) && redact(id) === id ? id : randomUUID()
}

const NO_QUERY: Query = { raw: '', parsed: new URLSearchParams() }

const parseQuery = ({ url }: Request): Query => {
  const start = url.indexOf('?')
  if (start === -1) return NO_QUERY
  const raw = url.slice(start + 1)
  // URLSearchParams drops one leading question mark; a second one is part of a name.
  return { raw, parsed: new URLSearchParams(`?${raw}`) }
}

/** The whole seconds from a moment to a later one, which is Unix time in milliseconds on the clock of the database. */
export const secondsUntil = (later: number, { at }: Pick<KeyUsage, 'at'>): number =>
  Math.max(0, Math.ceil((later - at) / 1000))

/** Creates the context of a request. */
export const createRequestContext = (request: Request, connection = NO_CONNECTION): RequestContext => {
  const requestId = getRequestId(request)
  return {
    request,
    query: parseQuery(request),
    requestId,
    traceId: undefined,
    started: performance.now(),
    headers: { ...COMMON_HEADERS, 'x-request-id': requestId },
    calls: [],
    writeKey: undefined,
    usage: null,
    failure: undefined,
    release: () => {},
    reportLate: () => {},
    ...connection,
  }
}
