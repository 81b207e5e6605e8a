import type { Cache } from './cache.ts'
import type { Logger } from './logger.ts'

/** What a client calls instead of the global `fetch`. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>

/** What every call accepts as its last argument; it goes before what the client was made with. */
export interface CallOptions {
  /** Ends the call, its waits included: it then rejects with the signal's reason. One of the client ends every call. */
  signal?: AbortSignal | undefined
  /** Milliseconds an answer may take, its body included, each try counted by itself; 30,000 when left out. */
  timeout?: number | undefined
  /** How often a call that failed for a passing reason is tried again; 2 when left out, 0 for never. */
  retries?: number | undefined
  /**
   * The longest `Retry-After` that is waited for, in milliseconds; 61,000 when left out: the service counts its minute in
   * whole seconds, so that a call may have to wait one more than sixty.
   */
  maxWait?: number | undefined
  /** Called instead of the global `fetch`. */
  fetch?: Fetch | undefined
  /** Sent along, those of the call over those of the client; an `X-Request-Id` finds the call in the service's log. */
  headers?: Headers | Record<string, string> | undefined
  /** Told of every try, once it has ended. */
  logger?: Logger | undefined
  /**
   * Keeps answers, so that one that still holds is not sent again, nor counted; none when left out, null for none. Where it
   * fails, the answer is asked for anew.
   */
  cache?: Cache | null | undefined
}

/** How a client reaches the service. */
export interface ClientOptions extends CallOptions {
  /** The account's key, sent as a bearer token. Without one only `index` and `openapi` answer. */
  apiKey?: string | undefined
  /** Address of the service with its version segment; `http://127.0.0.1:3000/v1` when left out. */
  baseUrl?: string | undefined
}

/** The address without its last slash. One that begins with a slash is of the page's own site. */
const checkedBase = (text: string): string => {
  try {
    const { protocol, username, password, search, hash } = new URL(text.replace(/^\//, 'http://page/'))
    if (/^https?:$/.test(protocol) && username + password + search + hash === '') return text.replace(/\/+$/, '')
  } catch {}
  throw new TypeError(`baseUrl must be an address such as https://data.example/v1, not "${text}".`)
}

/** The headers of every call of a client. */
const checkedHeaders = ({ apiKey, headers }: ClientOptions): Headers => {
  const all = new Headers({ accept: 'application/json' })
  try {
    // A bearer token, since fetch takes it off when a redirect leads to another host; it would send X-API-Key along.
    if (apiKey) all.set('authorization', `Bearer ${apiKey.trim()}`)
  } catch {
    throw new TypeError('apiKey has a character that no header can carry, such as a line break: copy the key again.')
  }
  new Headers(headers).forEach((value, name) => all.set(name, value))
  return all
}

/** What the calls of a client have in common. */
export interface Common {
  base: string
  headers: Headers
}

/** @throws TypeError for what cannot be sent */
export const checked = (client: ClientOptions): Common => ({
  base: checkedBase(client.baseUrl ?? 'http://127.0.0.1:3000/v1'),
  headers: checkedHeaders(client),
})

/** What a call goes by. */
export type Settings = CallOptions & { fetch: Fetch; timeout: number; retries: number; maxWait: number }

/** The options of a call, then those of its client; headers are the call's alone. */
export const settingsOf = (client: CallOptions, call: CallOptions): Settings => ({
  headers: call.headers,
  cache: call.cache === undefined ? client.cache : call.cache,
  logger: call.logger ?? client.logger,
  // The global is looked up at each call: it may be replaced after the client is made.
  fetch: call.fetch ?? client.fetch ?? fetch,
  timeout: call.timeout ?? client.timeout ?? 30_000,
  retries: call.retries ?? client.retries ?? 2,
  maxWait: call.maxWait ?? client.maxWait ?? 61_000,
})
