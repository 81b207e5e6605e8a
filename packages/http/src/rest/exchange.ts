import { randomUUID } from 'node:crypto'
import type { Admission } from '@basketball-data/core'
import { masked } from '../masked.ts'

/** One request on its way to an answer: what the log and the headers need to know of it. */
export type Exchange = {
  request: Request
  requestId: string
  started: number
  /** Headers of the answer, whatever it becomes. */
  headers: Record<string, string>
  admission: Admission | null
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

/** Short, plain, and no place for a key: it is logged. */
const isSane = (id: string): boolean => /^[\w.:-]{1,64}$/.test(id) && masked(id) === id

/** Begins an exchange; a sane `X-Request-Id` of the client is kept. */
export const openExchange = (request: Request): Exchange => {
  const asked = request.headers.get('x-request-id')
  const requestId = asked !== null && isSane(asked) ? asked : randomUUID()
  return {
    request,
    requestId,
    started: performance.now(),
    headers: { ...COMMON_HEADERS, 'x-request-id': requestId },
    admission: null,
    failure: undefined,
  }
}
