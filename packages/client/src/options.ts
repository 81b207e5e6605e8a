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
  /** The longest `Retry-After` that is waited for, in milliseconds; 60,000 when left out. */
  maxWait?: number | undefined
  /** Called instead of the global `fetch`. */
  fetch?: Fetch | undefined
  /** Sent along, those of the call over those of the client; an `X-Request-Id` finds the call in the service's log. */
  headers?: Record<string, string> | undefined
  /** Told of every try, once it has ended. */
  logger?: Logger | undefined
  /** Keeps answers, so that one that still holds is not sent again, nor counted; none when left out, null for none. */
  cache?: Cache | null | undefined
}

/** How a client reaches the service. */
export interface ClientOptions extends CallOptions {
  /** The account's key, sent as a bearer token. Without one only `index` and `openapi` answer. */
  apiKey?: string | undefined
  /** Address of the service with its version segment; `http://127.0.0.1:3000/v1` when left out. */
  baseUrl?: string | undefined
}
