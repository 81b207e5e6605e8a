import { RESPONSE_TIMEOUT, RETRY_SCHEDULE } from '@basketball-data/core'
import { SECONDS_PER_DAY } from '@basketball-data/core/contract'

const duration = (seconds: number): string => {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}

const { delays, maxRetryAfterFactor } = RETRY_SCHEDULE
/** Days from the first attempt to the last. */
const days = delays.reduce((sum, delay) => sum + delay, 0) / SECONDS_PER_DAY
/** The same if the receiver extends every delay as far as `Retry-After` can. */
const daysAtMost = Math.ceil(maxRetryAfterFactor * days)

/** The rules of a delivery in words, from the constants that make them true. */
export const DELIVERY_WORDS = {
  /** What a receiver has for its answer. */
  answerTime: `${RESPONSE_TIMEOUT / 1000} seconds`,
  tries: `${delays.length + 1} tries`,
  /** Between the tries, in their order. */
  waits: new Intl.ListFormat('en-GB').format(delays.map(duration)),
  inAll: `about ${Math.round(days)} days`,
  /** In all, where `Retry-After` asks for it. */
  atMost: `${daysAtMost} days`,
  /** How long the id of a delivery is to be remembered: longer than it is tried. */
  remembered: `${daysAtMost + 1} days`,
} as const
