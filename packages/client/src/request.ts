import type { Cache, CacheEntry } from './cache.ts'
import type { WithResponse } from './call.ts'
import { ConnectionError, serviceErrorOf } from './errors.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { receive, underSignals } from './receive.ts'
import { responseInfo, type ResponseInfo } from './response.ts'
import { pause, waitAfter } from './retry.ts'

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

/** Makes a call and gives the body of its answer, trying again where that can help and does no harm. */
export type Send = (ask: Ask, options?: CallOptions) => Promise<WithResponse<object>>

const queryOf = (query: object): string => {
  const sent = new URLSearchParams()
  const entries: [string, string | number | undefined][] = Object.entries(query)
  for (const [name, value] of entries) if (value !== undefined) sent.set(name, String(value))
  const text = sent.toString()
  return text && `?${text}`
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const bodyOf = ({ status, headers, ok }: Response, text: string): object => {
  const body = parse(text)
  if (typeof body === 'object' && body !== null) {
    if (ok) return body
    const refused = serviceErrorOf(body, status, headers)
    if (refused) throw refused
  }
  throw new ConnectionError('foreign_answer', status)
}

/** What the options of the call leave open, those of the client say. */
const over = (client: ClientOptions, call: CallOptions): ClientOptions => ({
  ...client,
  ...Object.fromEntries(Object.entries(call).filter(([, value]) => value !== undefined)),
})

/** The body of an answer: its own, or the one that is kept and still holds. */
const settle = async (url: string, [response, text]: [Response, string], cache?: Cache | null, kept?: CacheEntry) => {
  if (kept && response.status === 304) return bodyOf(new Response(), kept.text)
  const body = bodyOf(response, text)
  const etag = response.headers.get('etag')
  if (cache && etag !== null) await cache.set(url, { etag, text })
  return body
}

/** The one way out: every call of a client goes through the function this gives. */
export const sender =
  (client: ClientOptions): Send =>
  ({ method = 'GET', path, query = {}, body, idempotencyKey }, options = {}) =>
    underSignals([client.signal, options.signal], async (signal) => {
      const { apiKey, baseUrl = 'http://127.0.0.1:3000/v1', logger, ...rest } = over(client, options)
      const { timeout = 30_000, retries = 2, maxWait = 60_000 } = rest
      const url = baseUrl.replace(/\/+$/, '') + path + queryOf(query)
      const repeatable = method === 'GET' || idempotencyKey !== undefined
      const cache = method === 'GET' ? rest.cache : null
      const kept = await cache?.get(url)
      const headers = new Headers({
        accept: 'application/json',
        // A bearer token, since fetch takes it off when a redirect leads to another host; it would send X-API-Key along.
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(kept && { 'if-none-match': kept.etag }),
      })
      for (const given of [client.headers, options.headers])
        for (const [name, value] of Object.entries(given ?? {})) headers.set(name, value)
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      // The global is looked up at each call: it may be replaced after the client is made.
      const send = (ending: AbortSignal) => (rest.fetch ?? fetch)(url, { ...init, signal: ending })
      for (let attempt = 0; ; attempt++) {
        signal.throwIfAborted()
        const start = performance.now()
        let info: ResponseInfo | undefined
        let data: object | undefined
        let error: unknown
        let retryIn: number | null = null
        try {
          const received = await receive(send, timeout, signal)
          info = responseInfo(received[0])
          data = await settle(url, received, cache, kept)
        } catch (thrown) {
          error = thrown
          if (attempt < retries && !signal.aborted) retryIn = waitAfter(thrown, { attempt, maxWait, repeatable })
        }
        const { status = null, requestId = null } = info ?? {}
        const duration = performance.now() - start
        logger?.({ method, url, attempt: attempt + 1, duration, status, requestId, error, retryIn })
        if (info && data) return { data, response: info }
        signal.throwIfAborted()
        if (retryIn === null) throw error
        await pause(retryIn, signal)
      }
    })
