import type { Cache } from './cache.ts'

/** Called by the client instead of the global `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** One attempt of a call, for a log. It never holds the key. */
export interface LogEntry {
  method: string
  /** The whole URL, with its query. */
  url: string
  /** 1 for the first. */
  attempt: number
  /** Milliseconds from the request to the end of its response. */
  duration: number
  /** The HTTP status; null if there was no response. */
  status: number | null
  /** The `X-Request-Id` of the response; null if there was none. */
  requestId: string | null
  /** Why the attempt failed; undefined when it succeeded. */
  error: unknown
  /** Milliseconds until the next attempt; null when there is none. */
  retryIn: number | null
}

/** Called after every attempt of a call. An error it throws ends the call. */
export type LogFunction = (entry: LogEntry) => void

/** An object that logs messages, such as `console` or a logger of pino or winston. A failed attempt is a warning. */
export interface MessageLogger {
  debug: (message: string) => void
  warn: (message: string) => void
}

/** Where attempts are logged: as entries, or as messages. */
export type Logger = LogFunction | MessageLogger

/** An entry as a line of text. */
const toMessage = ({ method, url, attempt, duration, status, requestId, error, retryIn }: LogEntry): string => {
  let message = `${method} ${url} ${status ?? 'no response'} in ${Math.round(duration)} ms`
  if (attempt > 1) message += `, attempt ${attempt}`
  if (requestId !== null) message += `, request ${requestId}`
  if (retryIn !== null) message += `, next attempt in ${Math.round(retryIn)} ms`
  if (error instanceof Error) message += `: ${error.message}`
  return message
}

const toLogFunction = (logger: Logger | undefined): LogFunction | undefined =>
  logger === undefined || typeof logger === 'function'
    ? logger
    : (entry) => logger[entry.error === undefined ? 'debug' : 'warn'](toMessage(entry))

/** Options of one call, its last argument; they override the options of the client. */
export interface CallOptions {
  /** Aborts the call, waits between attempts included: it rejects with the signal's reason. A signal of the client aborts every call. */
  signal?: AbortSignal | undefined
  /** Milliseconds that each attempt may take, including the body; default 30,000. */
  timeout?: number | undefined
  /** How often a call that failed for a transient reason is retried; default 2, 0 for never. */
  retries?: number | undefined
  /**
   * The longest `Retry-After` to wait for, in milliseconds; 61,000 when left out: a minute, plus one second because the
   * service rounds its minute up to whole seconds.
   */
  maxWait?: number | undefined
  /** Called instead of the global `fetch`. */
  fetch?: Fetch | undefined
  /** Additional headers; headers of the call override headers of the client. An `X-Request-Id` identifies the call in the service's log. */
  headers?: Headers | Record<string, string> | undefined
  /**
   * Logs every attempt, never with the key: `console`, a logger of pino or winston, or a function that gets the attempt as an object.
   * @example new BasketballData({ logger: console })
   */
  logger?: Logger | undefined
  /**
   * Caches responses: one that is still valid is not sent again, and the call is not counted. No cache by default; null
   * disables the cache of the client for this call.
   */
  cache?: Cache | null | undefined
}

/** Options of a client. */
export interface ClientOptions extends CallOptions {
  /**
   * The account's key, sent as a bearer token; by default BASKETBALL_DATA_KEY of the environment. Without a key only `index` and
   * `openapi` can be called, or a server of your own that adds the key.
   */
  apiKey?: string | undefined
  /**
   * URL of the service with its version segment; by default BASKETBALL_DATA_URL of the environment, or `http://127.0.0.1:3000/v1`
   * if there is a key.
   */
  baseUrl?: string | undefined
}

/** Parameters of every list with pages, in addition to its filters. */
export interface Paging {
  /** The page to begin with, from 1. */
  page?: number | undefined
  /** The `next_cursor` of a page, or the `cursor` of an error: continues after the records that were read. Takes precedence over `page`. */
  cursor?: string | undefined
  /** Records per page, 1 to 200. By default, an awaited list has 50 (`live`: 200); loops, `pages()` and `all()` read 200, because every request is a counted call. */
  per_page?: number | undefined
}

/** The URL without trailing slashes, and its origin. A URL that begins with a slash is relative to the page. */
const parseBaseUrl = (text: string): Pick<ClientSettings, 'baseUrl' | 'origin'> => {
  try {
    const { protocol, username, password, search, hash, origin } = new URL(text.replace(/^\//, 'http://page/'))
    if (/^https?:$/.test(protocol) && username + password + search + hash === '')
      return { baseUrl: text.replace(/\/+$/, ''), origin: text.startsWith('/') ? '/' : origin }
  } catch {}
  throw new TypeError(`baseUrl must be an address such as https://data.example/v1, not "${text}".`)
}

/** An environment variable; undefined if it is empty, and where there are none, as in browsers. */
const readVariable = (name: string): string | undefined => {
  try {
    return globalThis.process?.env?.[name]?.trim() || undefined
  } catch {
    return undefined // Deno permits no access to the environment unless it is asked to.
  }
}

/** An API of the service: the environment variable of its key, and its path where the data is at `/v1`. */
export interface ServiceApi {
  keyVariable: string
  path: string
}

const READ_API: ServiceApi = { keyVariable: 'BASKETBALL_DATA_KEY', path: '/v1' }

const clientHeaders = ({ apiKey, headers }: Pick<ClientOptions, 'apiKey' | 'headers'>): Headers => {
  const all = new Headers({ accept: 'application/json' })
  try {
    // A bearer token, because fetch removes it when a redirect leads to another host; it would pass X-API-Key on.
    if (apiKey) all.set('authorization', `Bearer ${apiKey.trim()}`)
  } catch {
    throw new TypeError('apiKey has a character that no header can carry, such as a line break: copy the key again.')
  }
  new Headers(headers).forEach((value, name) => all.set(name, value))
  return all
}

/** Base URL and headers of every call of a client. */
export interface ClientSettings {
  baseUrl: string
  /** The origin of the base URL; `/` if it is relative to the page. */
  origin: string
  headers: Headers
}

/**
 * The environment is read at each call, because programs set it after they import the client.
 * @throws TypeError for a base URL, key or header that cannot be sent, and if there is neither a key nor a base URL
 */
export const clientSettings = (
  { apiKey, baseUrl, headers }: Pick<ClientOptions, 'apiKey' | 'baseUrl' | 'headers'>,
  { keyVariable, path }: ServiceApi = READ_API,
): ClientSettings => {
  const key = apiKey ?? readVariable(keyVariable)
  const address = baseUrl ?? readVariable('BASKETBALL_DATA_URL')?.replace(/\/v1\/*$/, path)
  if (key === undefined && address === undefined)
    throw new TypeError(`Pass apiKey and baseUrl, or set ${keyVariable} and BASKETBALL_DATA_URL in the environment.`)
  return {
    ...parseBaseUrl(address ?? `http://127.0.0.1:3000${path}`),
    headers: clientHeaders({ apiKey: key, headers }),
  }
}

/** The options of one call, with the defaults filled in. */
export interface CallSettings extends Pick<CallOptions, 'headers' | 'cache'> {
  logger: LogFunction | undefined
  fetch: Fetch
  timeout: number
  retries: number
  maxWait: number
}

/** The options of a call, then those of its client, then the defaults; but only the headers of the call. */
export const callSettings = (client: CallOptions, call: CallOptions): CallSettings => ({
  headers: call.headers,
  cache: call.cache === undefined ? client.cache : call.cache,
  logger: toLogFunction(call.logger ?? client.logger),
  // The global is looked up at each call, because it may be replaced after the client was created.
  fetch: call.fetch ?? client.fetch ?? fetch,
  timeout: call.timeout ?? client.timeout ?? 30_000,
  retries: call.retries ?? client.retries ?? 2,
  maxWait: call.maxWait ?? client.maxWait ?? 61_000,
})
