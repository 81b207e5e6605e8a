import { ConnectionError, ServiceError } from './errors.ts'

/** The widest the first wait can be, in milliseconds; it doubles with every try. */
const FIRST_WAIT = 500
/** The widest any wait of our own choice can be, in milliseconds. */
const WIDEST_WAIT = 8_000

const isPassing = (error: unknown): boolean => {
  if (error instanceof ConnectionError) return error.status === null || error.status >= 500
  if (error instanceof ServiceError) return error.code === 'rate_limited' || error.status >= 500
  return false
}

/**
 * Milliseconds to wait before a read is tried again: the service's Retry-After where it sent one, and on top a random time,
 * so that clients refused together do not come back together.
 * @param attempt tries made before the one that failed: 0 after the first
 * @param maxWait the longest Retry-After to wait for, in milliseconds
 * @returns null when trying again cannot help: the refusal would stay, or end later than `maxWait`
 */
export const waitAfter = (error: unknown, attempt: number, maxWait: number): number | null => {
  if (!isPassing(error)) return null
  const asked = error instanceof ServiceError ? (error.retry_after ?? 0) * 1000 : 0
  if (asked > maxWait) return null
  return asked + Math.random() * Math.min(WIDEST_WAIT, FIRST_WAIT * 2 ** attempt)
}

/** Waits; rejects with the signal's reason once it is aborted. */
export const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
