import { ConnectionError, RateLimitedError, ServiceError } from './errors.ts'

/** Upper bound of the random delay before the first retry, in milliseconds; it doubles with every attempt. */
const FIRST_DELAY = 500
/** Upper bound of any random delay, in milliseconds. */
const MAX_DELAY = 8_000

const isRateLimited = (error: unknown): boolean => error instanceof RateLimitedError

const isTransient = (error: ServiceError | ConnectionError): boolean =>
  isRateLimited(error) || error.status === null || error.status === 408 || error.status >= 500

/** What decides whether, and when, a call is retried. */
export interface RetryPolicy {
  /** Attempts made before the one that failed: 0 after the first. */
  attempt: number
  /** The longest Retry-After to wait for, in milliseconds. */
  maxWait: number
  /** Whether sending the call twice is safe. If not, it is retried only after rate_limited, when nothing was done. */
  repeatable: boolean
}

/**
 * Milliseconds to wait before the next attempt: the Retry-After where one was sent, plus a random delay, so that clients
 * that were rejected together do not return together.
 * @returns null for an error that a retry cannot help, or whose Retry-After is longer than `maxWait`
 */
export const retryDelay = (error: unknown, { attempt, maxWait, repeatable }: RetryPolicy): number | null => {
  if (!(error instanceof ServiceError || error instanceof ConnectionError)) return null
  if (!(repeatable ? isTransient(error) : isRateLimited(error))) return null
  const retryAfter = (error.retryAfter ?? 0) * 1000
  if (retryAfter > maxWait) return null
  return retryAfter + Math.random() * Math.min(MAX_DELAY, FIRST_DELAY * 2 ** attempt)
}

/** Waits; rejects with the signal's reason once it is aborted. */
export const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop, { once: true })
  })
