/** Seconds. */
const FIRST_DELAY = 5
const MAX_RESOURCE_DELAY = 600
const MAX_HOST_DELAY = 300
/** Seconds that a host is left alone if it has too many requests and does not say for how long. */
const TOO_MANY_DELAY = 60
/** Seconds of a `Retry-After` that are obeyed at most; `claim_request` takes a longer block for one of another clock. */
const MAX_RETRY_AFTER = 3600
/** Each delay is extended by a random share of itself up to this one, so that followers do not come back together. */
const JITTER = 0.5

const exponential = (failures: number, max: number, random: number): number =>
  Math.min(FIRST_DELAY * 2 ** Math.min(failures - 1, 20), max) * (1 + JITTER * random)

/**
 * Seconds until a resource without a usable response is requested again.
 *
 * @param failures consecutive ones, from 1
 * @param random from 0 to 1, like Math.random
 */
export const resourceDelay = (failures: number, random: number = Math.random()): number =>
  exponential(failures, MAX_RESOURCE_DELAY, random)

/**
 * Seconds in which a host gets no request, after one that failed on its side.
 *
 * @param failures consecutive ones, from 1
 * @param retryAfter the seconds that it asks for; null if it does not
 * @param random from 0 to 1, like Math.random
 */
export const hostDelay = (
  failures: number,
  { status, retryAfter }: { status: number | null; retryAfter: number | null },
  random: number = Math.random(),
): number => {
  if (retryAfter !== null) return Math.min(retryAfter, MAX_RETRY_AFTER)
  const delay = exponential(failures, MAX_HOST_DELAY, random)
  return status === 429 ? Math.max(delay, TOO_MANY_DELAY) : delay
}
