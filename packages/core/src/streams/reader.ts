import { createWakeSignal } from '../store/listen.ts'
import { createOutageReport } from '../telemetry.ts'

/** What has changed by topic, in order (null: its game is gone), up to the change with the number `through`; with `hasMore` there is more to read at once. */
export type Batch<Item> = { through: number; items: ReadonlyMap<string, readonly Item[] | null>; hasMore: boolean }

/** How changes are read. */
export type ChangeSource<Item> = {
  /** The number of the latest change. */
  latest: () => Promise<number>
  /** Reads what has changed in topics after a number. */
  read: (after: number, topics: readonly string[]) => Promise<Batch<Item>>
}

/** Receives what has changed in its topic, or null if its game is gone, since the change with the number `after`, of which it has everything. */
export type Listener<Item> = (items: readonly Item[] | null, after: number) => void

/** Reads changes once for all streams of a process. */
export type Reader<Item> = {
  /**
   * Passes on all changes of a topic behind the change with the number `since`.
   * @throws if the database cannot be read
   */
  attach: (topic: string, listener: Listener<Item>) => Promise<{ since: number; detach: () => void }>
  /** Reads soon: something may have changed. */
  wake: () => void
  /** Stops reading. */
  stop: () => void
}

type Joining<Item> = { topic: string; listener: Listener<Item>; joined: PromiseWithResolvers<number> }

/**
 * Creates a reader. It reads while there are listeners, when it is woken and after `interval` milliseconds. What changes
 * while it cannot read is read later.
 */
export const createReader = <Item>(
  { latest, read }: ChangeSource<Item>,
  { interval, onError }: { interval: number; onError: (error: unknown) => void },
): Reader<Item> => {
  const topics = new Map<string, Set<Listener<Item>>>()
  const signal = createWakeSignal()
  let joining: Joining<Item>[] = []
  /** Everything up to this change has been passed on; undefined if nothing is being read. */
  let seen: number | undefined
  let isReading = false
  let isRunning = false
  const stopping = new AbortController()

  const add = (topic: string, listener: Listener<Item>): void => {
    const listeners = topics.get(topic) ?? new Set()
    topics.set(topic, listeners.add(listener))
  }

  const detach = (topic: string, listener: Listener<Item>): void => {
    const listeners = topics.get(topic)
    listeners?.delete(listener)
    if (listeners?.size === 0) topics.delete(topic)
    if (topics.size === 0) seen = undefined
  }

  /** Between two reads, so that the next one has the changes of their topics. */
  const join = (since: number): void => {
    for (const { topic, listener, joined } of joining.splice(0)) {
      add(topic, listener)
      joined.resolve(since)
    }
  }

  const pass = ({ items, through }: Batch<Item>, after: number): void => {
    for (const [topic, changed] of items) for (const listener of topics.get(topic) ?? []) listener(changed, after)
    seen = through
  }

  /** Returns whether there is more to read at once. */
  const readOnce = async (): Promise<boolean> => {
    isReading = true
    try {
      if (seen === undefined) {
        seen = await latest()
        return false
      }
      const after = seen
      const batch = await read(after, [...topics.keys()])
      pass(batch, after)
      return batch.hasMore
    } finally {
      isReading = false
    }
  }

  const run = async (): Promise<void> => {
    const outages = createOutageReport(onError)
    while (!stopping.signal.aborted && topics.size + joining.length > 0) {
      let hasMore = false
      try {
        hasMore = await readOnce()
        if (seen !== undefined) join(seen)
        outages.succeeded()
      } catch (error) {
        for (const { joined } of joining.splice(0)) joined.reject(error)
        outages.failed(error)
      }
      if (!hasMore && joining.length === 0) await signal.wait(interval)
    }
    isRunning = false
    seen = undefined
  }

  const start = (): void => {
    if (isRunning || stopping.signal.aborted) return
    isRunning = true
    void run()
  }

  return {
    attach: async (topic, listener) => {
      const joined = Promise.withResolvers<number>()
      joining.push({ topic, listener, joined })
      if (seen !== undefined && !isReading) join(seen)
      else signal.notify()
      start()
      return { since: await joined.promise, detach: () => detach(topic, listener) }
    },
    wake: () => signal.notify(),
    stop: () => {
      stopping.abort()
      for (const { joined } of joining.splice(0)) joined.reject(new Error('The streams are closed.'))
      signal.notify()
    },
  }
}
