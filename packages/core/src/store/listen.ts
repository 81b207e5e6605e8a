import { openConnection, type Connection } from './connection.ts'
import { withDeadline } from './errors.ts'

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

/** Milliseconds until a lost connection is made again. */
const INTERVAL = 1000
/** Milliseconds for the answer to LISTEN. */
const DEADLINE = 5000

/**
 * Calls `notified` on every NOTIFY of a channel, until the returned function is called. A connection that is lost is made
 * again; what is notified meanwhile is missed.
 * @throws if the first connection fails
 */
export const listen = async (url: string, channel: string, notified: () => void): Promise<() => void> => {
  let connection: Connection
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const start = async (): Promise<void> => {
    connection = openConnection({ url }, onLost, notified)
    await withDeadline(DEADLINE, connection.driver.rows(`listen "${channel}"`, []), connection.drop)
  }
  const onLost = (): void => {
    if (!stopped) timer = setTimeout(() => void start().catch(() => {}), INTERVAL)
  }
  const stop = (): void => {
    stopped = true
    clearTimeout(timer)
    connection.drop(new Error('Listening has ended.'))
  }
  try {
    await start()
  } catch (error) {
    stop()
    throw error
  }
  return stop
}
