import { type Cache, type CacheEntry, readCache } from './cache.ts'
import type { CallSettings, ClientSettings } from './options.ts'

export type Method = 'GET' | 'POST' | 'DELETE'

/** A path of the API; a function where it holds an id, which is checked when the call is made. */
export type Path = string | (() => string)

/**
 * A path with an id in it. A wrong id, such as `..`, would lead to another endpoint; it rejects the call with a TypeError.
 * @example path`/games/${id}/boxscore`
 */
export const path =
  ([before = '', after = '']: TemplateStringsArray, id: unknown): Path =>
  () => {
    if (typeof id !== 'string' || !/^\w+$/.test(id)) throw new TypeError(`Not an id: ${String(id)}`)
    return before + id + after
  }

/** A request to the API. Undefined values of a query or a body are not sent. */
export interface ApiRequest {
  method: Method
  path: Path
  query?: object | undefined
  /** Sent as JSON. */
  body?: object | undefined
  /** Makes it safe to send a POST twice. */
  idempotencyKey?: string | undefined
  /** Whether a success is an SVG document and not JSON. */
  isPicture?: boolean
}

/** A request that is ready to be sent, any number of times. */
export interface PreparedRequest {
  method: string
  url: string
  /** That of the base URL. */
  origin: string
  init: RequestInit
  /** Whether sending it twice is safe. */
  repeatable: boolean
  /** Undefined for a request that changes something. */
  cache: Cache | null | undefined
  cached: CacheEntry | undefined
  isPicture: boolean
}

const buildQuery = (query: object): string => {
  const search = new URLSearchParams()
  const entries: [string, string | number | undefined][] = Object.entries(query)
  for (const [name, value] of entries) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return text && `?${text}`
}

export const prepareRequest = async (
  { method, path, query = {}, body, idempotencyKey, isPicture = false }: ApiRequest,
  client: ClientSettings,
  settings: CallSettings,
): Promise<PreparedRequest> => {
  const url = client.baseUrl + (typeof path === 'string' ? path : path()) + buildQuery(query)
  const cache = method === 'GET' ? settings.cache : undefined
  const cached = await readCache(cache, url)
  const headers = new Headers({
    ...(body && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(cached && { 'if-none-match': cached.etag }),
  })
  for (const each of [client.headers, new Headers(settings.headers)])
    each.forEach((value, name) => headers.set(name, value))
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const repeatable = method === 'GET' || idempotencyKey !== undefined
  return { method, url, origin: client.origin, init, repeatable, cache, cached, isPicture }
}
