import { ConnectionError, isErrorBody, ServiceError } from './errors.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { pause, waitAfter } from './retry.ts'

/** What is asked of the service. What is undefined in a query or a body is not sent. */
export interface Call {
  /** GET when left out. */
  method?: 'GET' | 'POST' | 'DELETE'
  path: string
  query?: object
  /** Sent as JSON. */
  body?: object
  /** Names a change, so that to repeat it changes nothing more. */
  idempotencyKey?: string
}

/** Makes a call and gives the body of its answer, trying again where that can help and does no harm. */
export type Send = (call: Call, options?: CallOptions) => Promise<object>

/** Timers cannot be set any longer ahead. */
const LONGEST_TIMEOUT = 2 ** 31 - 1

const queryOf = (query: object): string => {
  const sent = new URLSearchParams()
  const entries: [string, string | number | undefined][] = Object.entries(query)
  for (const [name, value] of entries) if (value !== undefined) sent.set(name, String(value))
  const text = sent.toString()
  return text === '' ? '' : `?${text}`
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const bodyOf = (response: Response, text: string): object => {
  const body = parse(text)
  if (typeof body === 'object' && body !== null) {
    if (response.ok) return body
    if (isErrorBody(body)) throw new ServiceError(body.error, response)
  }
  throw new ConnectionError('foreign_answer', response.status)
}

/** One try: the answer with its whole text, or a ConnectionError once `timeout` has passed. */
const receive = async (
  send: (signal: AbortSignal) => Promise<Response>,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<[Response, string]> => {
  // Not AbortSignal.any: in several runtimes it keeps every request's signal for as long as the caller's one lives.
  const ending = new AbortController()
  const end = () => ending.abort(signal?.reason)
  let late = false
  const timer = setTimeout(
    () => {
      late = true
      ending.abort()
    },
    Math.min(timeout, LONGEST_TIMEOUT),
  )
  signal?.addEventListener('abort', end, { once: true })
  try {
    const response = await send(ending.signal)
    return [response, await response.text()]
  } catch (cause) {
    throw new ConnectionError(late ? 'timeout' : 'no_connection', null, { cause })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

/** The one way out: every call of a client goes through the function this gives. */
export const sender = (client: ClientOptions): Send => {
  const { key, baseUrl = 'http://127.0.0.1:3000/v1', timeout = 30_000, retries = 2, maxWait = 60_000 } = client
  const base = baseUrl.replace(/\/+$/, '')
  // A bearer token, since fetch takes it off when a redirect leads to another host; it would send X-API-Key along.
  const common = { accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }) }

  return async ({ method = 'GET', path, query = {}, body, idempotencyKey }, { signal } = {}) => {
    const address = base + path + queryOf(query)
    const headers = new Headers({
      ...common,
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    })
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const repeatable = method === 'GET' || idempotencyKey !== undefined
    // The global is looked up at each call: it may be replaced after the client is made.
    const send = (ending: AbortSignal) => (client.fetch ?? fetch)(address, { ...init, signal: ending })
    for (let attempt = 0; ; attempt++) {
      signal?.throwIfAborted()
      try {
        return bodyOf(...(await receive(send, timeout, signal)))
      } catch (error) {
        signal?.throwIfAborted()
        const wait = attempt < retries ? waitAfter(error, { attempt, maxWait, repeatable }) : null
        if (wait === null) throw error
        await pause(wait, signal)
      }
    }
  }
}
