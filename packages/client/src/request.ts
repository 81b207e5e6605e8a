import { type Cache, type CacheEntry, readCache } from './cache.ts'
import { BadRequestError } from './errors.ts'
import type { CallSettings, ClientSettings } from './options.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A path of the API; a function where it holds an id, which is checked when the call is made. */
export type Path = string | (() => string)

/**
 * A path with an id in it. A text that is no id, such as `..`, could lead to another endpoint: the call is rejected with the error
 * that the service has for malformed ids.
 * @example path`/games/${id}/boxscore`
 */
export const path =
  ([before = '', after = '']: TemplateStringsArray, id: unknown): Path =>
  () => {
    if (typeof id !== 'string') throw new TypeError(`An id is a string, not ${String(id)}.`)
    if (!/^\w+$/.test(id)) {
      const message = `${JSON.stringify(id)} is not an id: ids are like gm_9wd3f6ka.`
      throw new BadRequestError({ code: 'bad_request', message }, 400, new Headers())
    }
    return before + id + after
  }

/** What a success is: a JSON object, an SVG document, or lines of JSON. */
export type Format = 'json' | 'svg' | 'ndjson'

/** A request to the API. Undefined values of a query or a body are not sent. */
export interface ApiRequest {
  method: Method
  path: Path
  query?: object | undefined
  /** Sent as JSON. */
  body?: object | undefined
  /** Sent in place of `body`: a form, or lines of JSON (application/x-ndjson). */
  content?: FormData | string | undefined
  /** Makes it safe to send a change twice. */
  idempotencyKey?: string | undefined
  /** Whether sending it twice is safe; by default for GET, and with an idempotency key. */
  repeatable?: boolean | undefined
  /** What a success is: JSON by default. */
  format?: Format
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
  format: Format
}

/** Not crypto.randomUUID, which pages that are served without https do not have. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

const buildQuery = (query: object): string => {
  const search = new URLSearchParams()
  const entries: [string, string | number | boolean | undefined][] = Object.entries(query)
  for (const [name, value] of entries) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  return text && `?${text}`
}

export const prepareRequest = async (
  { method, path, query = {}, body, content, idempotencyKey, repeatable, format = 'json' }: ApiRequest,
  client: ClientSettings,
  settings: CallSettings,
): Promise<PreparedRequest> => {
  const url = client.baseUrl + (typeof path === 'string' ? path : path()) + buildQuery(query)
  const cache = method === 'GET' ? settings.cache : undefined
  const cached = await readCache(cache, url)
  const headers = new Headers({
    ...(body && { 'content-type': 'application/json' }),
    // A form has a type with its boundary, which fetch adds.
    ...(typeof content === 'string' && { 'content-type': 'application/x-ndjson' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(cached && { 'if-none-match': cached.etag }),
  })
  for (const each of [client.headers, new Headers(settings.headers)])
    each.forEach((value, name) => headers.set(name, value))
  const init = {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : content !== undefined && { body: content }),
  }
  const isRepeatable = repeatable ?? (method === 'GET' || idempotencyKey !== undefined)
  return { method, url, origin: client.origin, init, repeatable: isRepeatable, cache, cached, format }
}
