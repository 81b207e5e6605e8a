import { type Cache, type CacheEntry, keptOf } from './cache.ts'
import type { Common, Settings } from './options.ts'

/** What is asked of the service. What is undefined in a query or a body is not sent. */
export interface Ask {
  /** GET when left out. */
  method?: 'GET' | 'POST' | 'DELETE'
  path: string
  query?: object | undefined
  /** Sent as JSON. */
  body?: object
  /** Names a change, so that to repeat it changes nothing more. */
  idempotencyKey?: string
}

/** A call that can be sent, any number of times. */
export interface Prepared {
  method: string
  url: string
  init: RequestInit
  /** Whether it does no harm to send it twice. */
  repeatable: boolean
  /** Where its answer is kept; none for a change. */
  cache: Cache | null | undefined
  /** The answer that is kept. */
  kept: CacheEntry | undefined
}

const queryOf = (query: object): string => {
  const sent = new URLSearchParams()
  const entries: [string, string | number | undefined][] = Object.entries(query)
  for (const [name, value] of entries) if (value !== undefined) sent.set(name, String(value))
  const text = sent.toString()
  return text && `?${text}`
}

export const prepare = async (asked: Ask, common: Common, settings: Settings): Promise<Prepared> => {
  const { method = 'GET', path, query = {}, body, idempotencyKey } = asked
  const url = common.base + path + queryOf(query)
  const cache = method === 'GET' ? settings.cache : null
  const kept = await keptOf(cache, url)
  const headers = new Headers({
    ...(body && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(kept && { 'if-none-match': kept.etag }),
  })
  for (const given of [common.headers, new Headers(settings.headers)])
    given.forEach((value, name) => headers.set(name, value))
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  return { method, url, init, repeatable: method === 'GET' || idempotencyKey !== undefined, cache, kept }
}
