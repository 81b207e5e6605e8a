/** What a client calls instead of the global `fetch`. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>

/** How a client reaches the service. */
export interface ClientOptions {
  /** The account's key, sent as a bearer token. Without one only `index` and `openapi` answer. */
  key?: string
  /** Address of the service with its version segment; `http://127.0.0.1:3000/v1` when left out. */
  baseUrl?: string
  /** Called instead of the global `fetch`. */
  fetch?: Fetch
  /** Milliseconds an answer may take, its body included, each try counted by itself; 30,000 when left out. */
  timeout?: number
  /** How often a call that failed for a passing reason is tried again; 2 when left out, 0 for never. */
  retries?: number
  /** The longest `Retry-After` that is waited for, in milliseconds; 60,000 when left out. */
  maxWait?: number
}

/** What every call accepts as its last argument. */
export interface CallOptions {
  /** Ends the call, its waits included: it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
}
