/** One limit of the plan, read from the headers of a response. */
export interface RateLimit {
  /** Calls allowed per window. */
  quota: number
  /** Length of the window, in seconds. */
  window: number
  /** Calls left. */
  remaining: number
  /** Seconds until calls are available again. */
  resetsIn: number
}

/** The limits of the plan, by name. A limit that the plan does not have is absent. */
export interface RateLimits {
  minute?: RateLimit
  day?: RateLimit
  month?: RateLimit
}

/** Status and headers of a response. */
export interface ResponseInfo {
  /** The HTTP status; 304 when the cached response is still valid. */
  status: number
  headers: Headers
  /** The `X-Request-Id`, which identifies the call in the service's log; null if none was sent. */
  requestId: string | null
  /** Read from `RateLimit` and `RateLimit-Policy`; empty for calls without a key and plans without limits. */
  rateLimits: RateLimits
}

/** The data of a response, together with its status and headers. */
export interface WithResponse<Data> {
  data: Data
  response: ResponseInfo
}

/** A promise of the data of a response. */
export interface Call<Data> extends Promise<Data> {
  /** The data together with status, headers and rate limits. */
  withResponse: () => Promise<WithResponse<Data>>
}

export const toCall = <Data>(response: Promise<WithResponse<Data>>): Call<Data> => {
  const data = response.then((each) => each.data)
  return Object.assign(data, {
    withResponse: () => {
      // The caller handles a failure of `response`. Unhandled, the same failure of `data` would end a Node process.
      data.catch(() => {})
      return response
    },
  })
}

/** A call that is sent once, when it is first awaited. */
export const toLazyCall = <Data>(send: () => Call<Data>): Call<Data> => {
  let call: Call<Data> | undefined
  const sent = () => (call ??= send())
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- a call is a promise
    then: (onFulfilled, onRejected) => sent().then(onFulfilled, onRejected),
    catch: (onRejected) => sent().catch(onRejected),
    finally: (onFinally) => sent().finally(onFinally),
    withResponse: () => sent().withResponse(),
    [Symbol.toStringTag]: 'Promise',
  }
}

const isLimitName = (name: string | undefined): name is keyof RateLimits =>
  name === 'minute' || name === 'day' || name === 'month'

/** One item of `RateLimit-Policy` (`"day";q=100;w=86400`) or of `RateLimit` (`"day";r=97;t=3600`). */
const ITEM = /"(\w+)";[qr]=(\d+);[wt]=(\d+)/g

const parseRateLimits = (headers: Headers): RateLimits => {
  const limits: RateLimits = {}
  for (const [, name, quota, window] of (headers.get('ratelimit-policy') ?? '').matchAll(ITEM))
    for (const [, other, remaining, resetsIn] of (headers.get('ratelimit') ?? '').matchAll(ITEM))
      if (name === other && isLimitName(name))
        limits[name] = {
          quota: Number(quota),
          window: Number(window),
          remaining: Number(remaining),
          resetsIn: Number(resetsIn),
        }
  return limits
}

export const responseInfo = ({ status, headers }: Response): ResponseInfo => ({
  status,
  headers,
  requestId: headers.get('x-request-id'),
  rateLimits: parseRateLimits(headers),
})

/** The two forms of an HTTP date that servers still send. */
const HTTP_DATE = /^[A-Z][a-z]+, .* GMT$/

/** `Retry-After` in seconds, whether it was sent as seconds or as a date; null if there is none. */
export const parseRetryAfterHeader = (headers: Headers): number | null => {
  const text = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  const date = HTTP_DATE.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}
