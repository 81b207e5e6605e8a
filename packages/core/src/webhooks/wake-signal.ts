/** Lets a loop sleep until there is work. */
export type WakeSignal = {
  /** Wakes the waiting loop. Without one, the next `wait` returns immediately. */
  notify: () => void
  /** Waits for `notify`, at most `timeout` milliseconds. */
  wait: (timeout: number) => Promise<void>
}

/** Creates a wake signal for one loop. */
export const createWakeSignal = (): WakeSignal => {
  let notified = false
  let wake: (() => void) | undefined
  return {
    notify: () => {
      notified = true
      wake?.()
    },
    wait: async (timeout) => {
      if (!notified) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeout)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      wake = undefined
      notified = false
    },
  }
}
