/** Lets a loop sleep until there is work. */
export type WakeSignal = {
  /** Wakes the waiting loop. Without one, the next `wait` returns immediately. */
  notify: () => void
  /** Waits for `notify`, at most `timeout` milliseconds. */
  wait: (timeout: number) => Promise<void>
}

/** Creates a wake signal for one loop. */
export const createWakeSignal = (): WakeSignal => {
  let next = Promise.withResolvers<void>()
  return {
    notify: () => next.resolve(),
    wait: async (timeout) => {
      const timer = setTimeout(() => next.resolve(), timeout)
      await next.promise
      clearTimeout(timer)
      next = Promise.withResolvers()
    },
  }
}
