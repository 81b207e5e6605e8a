import { SECONDS_PER_DAY } from '../contract/index.ts'
import type { Try } from './send.ts'

/** When a delivery that was not answered is tried again. */
export type Schedule = {
  /** The waits between the tries, seconds: one try more than there are waits. */
  waits: readonly number[]
  /** A wait is longer by up to this share of it, at random, so that what failed together does not return together. */
  jitter: number
  /** How many times its wait a receiver's `Retry-After` may ask for. */
  patience: number
}

/** 8 tries over 71 hours and 35 minutes: after 5 s, 5 min, 30 min, 2 h, 10 h, 24 h and 35 h. */
export const SCHEDULE: Schedule = {
  waits: [5, 300, 1800, 7200, 36_000, SECONDS_PER_DAY, 126_000],
  jitter: 0.1,
  patience: 2,
}

/** What becomes of a delivery after a try: it ends, or waits so many seconds for the next. */
export type Verdict = { outcome: 'delivered' | 'failed'; wait: null } | { outcome: null; wait: number }

const DELIVERED: Verdict = { outcome: 'delivered', wait: null }
const FAILED: Verdict = { outcome: 'failed', wait: null }

/** Whether a try is worth repeating: no answer, 5xx, 408, 429. */
const isPassing = ({ status }: Try): boolean => status === null || status >= 500 || status === 408 || status === 429

/**
 * What becomes of a delivery after a try, its `number`th (from 1). A 2xx is delivered; what will not be otherwise
 * next time, a redirect among it, has failed at once. `Retry-After` is obeyed from 1 to `patience` times the wait.
 *
 * @param random from 0 to 1, like Math.random
 */
export const verdict = (
  made: Try,
  number: number,
  { waits, jitter, patience }: Schedule = SCHEDULE,
  random: () => number = Math.random,
): Verdict => {
  if (made.status !== null && made.status >= 200 && made.status < 300) return DELIVERED
  const wait = waits[number - 1]
  if (!isPassing(made) || wait === undefined) return FAILED
  const asked = Math.min(made.retry_after ?? 0, patience * wait)
  return { outcome: null, wait: Math.max(wait * (1 + jitter * random()), asked) }
}
