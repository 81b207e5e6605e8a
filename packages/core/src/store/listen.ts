import { openConnection, type Connection } from './connection.ts'
import { withDeadline } from './deadline.ts'

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
