import { ConnectionError, RateLimitedError, ServiceError } from './errors.ts'

/** The widest the first wait can be, in milliseconds; it doubles with every try. */
const FIRST_WAIT = 500
/** The widest any wait of our own choice can be, in milliseconds. */
const WIDEST_WAIT = 8_000

const isRateLimited = (error: unknown): boolean => error instanceof RateLimitedError

const isPassing = (error: ServiceError | ConnectionError): boolean =>
  isRateLimited(error) || error.status === null || error.status === 408 || error.status >= 500

/** What decides whether a call is tried again, and when. */
export interface Retrying {
  /** Tries made before the one that failed: 0 after the first. */
  attempt: number
  /** The longest Retry-After to wait for, in milliseconds. */
  maxWait: number
  /** Whether the call may be made twice; one that may not is tried again only when the service said it did nothing. */
  repeatable: boolean
}

/**
 * Milliseconds to wait before a call is tried again: the Retry-After where one was sent, and on top a random time,
 * so that clients refused together do not come back together.
 * @returns null when trying again cannot help: the refusal would stay, or end later than `maxWait`
 */
export const waitAfter = (error: unknown, { attempt, maxWait, repeatable }: Retrying): number | null => {
  if (!(error instanceof ServiceError || error instanceof ConnectionError)) return null
  if (!(repeatable ? isPassing(error) : isRateLimited(error))) return null
  const asked = (error.retryAfter ?? 0) * 1000
  if (asked > maxWait) return null
  return asked + Math.random() * Math.min(WIDEST_WAIT, FIRST_WAIT * 2 ** attempt)
}

/** Waits; rejects with the signal's reason once it is aborted. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
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
