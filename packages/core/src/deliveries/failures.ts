/** Consecutive failed deliveries after which the account holder is warned. */
export const WARN_AFTER_FAILURES = 10
/** Consecutive failed deliveries after which a webhook is disabled. */
export const DISABLE_AFTER_FAILURES = 20

/** The consecutive failures of a webhook, and what they lead to. */
export type ConsecutiveFailures = {
  count: number
  /** Whether the count has just reached WARN_AFTER_FAILURES. */
  warn: boolean
  disable: boolean
}

/**
 * Counts consecutive failures on from `count` with the outcomes of deliveries, oldest first. A delivered one resets the
 * count. Outcomes after the webhook is disabled are ignored.
 */
export const countFailures = (count: number, outcomes: readonly ('delivered' | 'failed')[]): ConsecutiveFailures => {
  const failures = { count, warn: false, disable: count >= DISABLE_AFTER_FAILURES }
  for (const outcome of outcomes) {
    if (failures.disable) return failures
    failures.count = outcome === 'delivered' ? 0 : failures.count + 1
    failures.warn ||= failures.count === WARN_AFTER_FAILURES
    failures.disable = failures.count >= DISABLE_AFTER_FAILURES
  }
  return failures
}
