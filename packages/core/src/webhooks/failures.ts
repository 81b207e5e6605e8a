/** Failed deliveries in a row at which the account holder is warned. */
export const WARNED_AT = 10
/** Failed deliveries in a row at which a webhook is disabled. */
export const DISABLED_AT = 20

/** What a webhook's run of failures led to. */
export type Run = {
  /** Failed deliveries in a row now. */
  failures: number
  warned: boolean
  disabled: boolean
}

/**
 * The run of failures after deliveries ended, oldest first: a delivered one ends it, the 10th failed one warns, the
 * 20th disables; what ends after that changes nothing.
 */
export const runAfter = (failures: number, ended: readonly ('delivered' | 'failed')[]): Run => {
  const run: Run = { failures, warned: false, disabled: failures >= DISABLED_AT }
  for (const outcome of ended) {
    if (run.disabled) return run
    run.failures = outcome === 'delivered' ? 0 : run.failures + 1
    run.warned ||= run.failures === WARNED_AT
    run.disabled = run.failures >= DISABLED_AT
  }
  return run
}
