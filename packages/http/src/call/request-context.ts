import { randomUUID } from 'node:crypto'
import type { CountedCall } from '@basketball-data/core'
import { masked } from '../masked.ts'

/** The query string of a request, as it was sent and taken apart. */
export type Query = { raw: string; sent: URLSearchParams }

/** One request on its way to an answer: what the calls it makes, the log and the headers need to know of it. */
export type RequestContext = {
  request: Request
  /** Whether it may be so is for the reader of its endpoint to say. */
  query: Query
  requestId: string
  started: number
  /** Headers of the answer, whatever it becomes. */
  headers: Record<string, string>
  /** Its calls that a key made, admitted or refused, in the order they came to it: one under /v1, more in a batch. */
  calls: CountedCall[]
  /** Those of them that were taken back. */
  refunded: Set<CountedCall>
  /** What went wrong on our side, for the log only. */
  failure: unknown
}

/** Headers every answer carries: any origin may read it, and its rate, identity and freshness. */
const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  vary: 'Authorization, X-API-Key, Accept-Encoding',
  'x-content-type-options': 'nosniff',
}

/** A sane name of a call: short and plain. */
export const REQUEST_ID = /^[\w.:-]{1,64}$/

/** A name of a call is logged: it is no place for a key. */
const isSane = (id: string): boolean => REQUEST_ID.test(id) && masked(id) === id

const queryOf = ({ url }: Request): Query => {
  const start = url.indexOf('?')
  const raw = start === -1 ? '' : url.slice(start + 1)
  // One question mark at the beginning is passed over: a second one is part of a name.
  return { raw, sent: new URLSearchParams(`?${raw}`) }
}

/** Begins an context; a sane `X-Request-Id` of the client is kept. */
export const openContext = (request: Request): RequestContext => {
  const asked = request.headers.get('x-request-id')
  const requestId = asked !== null && isSane(asked) ? asked : randomUUID()
  return {
    request,
    query: queryOf(request),
    requestId,
    started: performance.now(),
    headers: { ...COMMON_HEADERS, 'x-request-id': requestId },
    calls: [],
    refunded: new Set(),
    failure: undefined,
  }
}
