import type { Attempt } from './send.ts'

/** When a failed attempt of a delivery is repeated. */
export type RetrySchedule = {
  /** Seconds between consecutive attempts, so there is one attempt more than delays. */
  delays: readonly number[]
  /** Each delay is extended by a random share of itself up to this one, so that retries do not come in bursts. */
  jitter: number
  /** A receiver's `Retry-After` can extend a delay to at most this many times its length. */
  maxRetryAfterFactor: number
}

/** 8 attempts over 71 hours and 35 minutes: after 5 s, 5 min, 30 min, 2 h, 10 h, 24 h and 35 h. */
export const RETRY_SCHEDULE: RetrySchedule = {
  delays: [5, 300, 1800, 7200, 36_000, 86_400, 126_000],
  jitter: 0.1,
  maxRetryAfterFactor: 2,
}

/** For deliveries that somebody asks for, which are attempted once: a test, or one that is sent again. */
export const NO_RETRY: RetrySchedule = { delays: [], jitter: 0, maxRetryAfterFactor: 1 }

/** What follows an attempt: its delivery ends with an outcome, or is retried after a delay in seconds. */
export type NextStep = { outcome: 'delivered' | 'failed'; delay: null } | { outcome: null; delay: number }

const isDelivered = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300

/** Only these can succeed later: no response, 5xx, 408 and 429. Other 4xx and redirects are permanent. */
const isTransient = ({ status }: Attempt): boolean =>
  status === null || status >= 500 || status === 408 || status === 429

/**
 * Decides whether a delivery ends after an attempt, or when it is retried.
 *
 * @param number counts the attempts of the delivery, from 1
 * @param random from 0 to 1, like Math.random
 */
export const nextStep = (
  attempt: Attempt,
  number: number,
  { delays, jitter, maxRetryAfterFactor }: RetrySchedule = RETRY_SCHEDULE,
  random: () => number = Math.random,
): NextStep => {
  if (isDelivered(attempt)) return { outcome: 'delivered', delay: null }
  const delay = delays[number - 1]
  if (!isTransient(attempt) || delay === undefined) return { outcome: 'failed', delay: null }
  const retryAfter = Math.min(attempt.retry_after ?? 0, maxRetryAfterFactor * delay)
  return { outcome: null, delay: Math.max(delay * (1 + jitter * random()), retryAfter) }
}
