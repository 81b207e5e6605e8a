/** One limit of the plan, as the answer tells it. */
export interface RateLimit {
  /** Calls allowed per window. */
  quota: number
  /** Length of the window, in seconds. */
  window: number
  /** Calls left. */
  remaining: number
  /** Seconds until calls come free again. */
  resetsIn: number
}

/** The limits of the plan, by name; those are absent that the plan does not have. */
export interface RateLimits {
  minute?: RateLimit
  day?: RateLimit
  month?: RateLimit
}

/** What an answer is beside its data. */
export interface ResponseInfo {
  /** The HTTP status; 304 when the answer in the cache still holds. */
  status: number
  headers: Headers
  /** Names the call in the service's own log; null where none was sent. */
  requestId: string | null
  /** Read from `RateLimit` and `RateLimit-Policy`; empty for calls without a key and plans without limits. */
  rateLimits: RateLimits
}

const isName = (name: string | undefined): name is keyof RateLimits =>
  name === 'minute' || name === 'day' || name === 'month'

const ITEM = /"(\w+)";[qr]=(\d+);[wt]=(\d+)/g

/** The limits that the headers of an answer state. */
export const rateLimitsOf = (headers: Headers): RateLimits => {
  const limits: RateLimits = {}
  for (const [, name, quota, window] of (headers.get('ratelimit-policy') ?? '').matchAll(ITEM))
    for (const [, other, remaining, resetsIn] of (headers.get('ratelimit') ?? '').matchAll(ITEM))
      if (name === other && isName(name))
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
  rateLimits: rateLimitsOf(headers),
})

/** The forms of a date in HTTP that are still written. */
const HTTP_DATE = /^[A-Z][a-z]+, .* GMT$/

/** Seconds that `Retry-After` asks to wait, written as such or as a date; null where it says neither. */
export const retryAfterOf = (headers: Headers): number | null => {
  const text = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  const date = HTTP_DATE.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}
