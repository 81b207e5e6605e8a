import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

/**
 * Lets the clock of this process run faster: performance.now and the promised setTimeout. Everything else takes as long as it
 * takes, so that a request of 10 ms counts as 300 ms at speed 30.
 */
export const speedUpClock = (speed: number): void => {
  const now = performance.now.bind(performance)
  performance.now = () => now() * speed
  const { setTimeout } = timers
  timers.setTimeout = (delay = 0, value, options) => setTimeout(delay / speed, value, options)
  syncBuiltinESMExports()
}
