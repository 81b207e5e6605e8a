import { setImmediate, setTimeout } from 'node:timers/promises'
import { DeadlineMissed } from './deadline.ts'

/** Items that wait at most; one more is refused at once. */
const MAX_WAITING = 10_000

/** Items that make a batch large. After a smaller one, the wait would cost its few callers more than it saves. */
const LARGE = 8
/** Minimum time between the start of a large batch and that of the next one, milliseconds. */
const INTERVAL = 1

type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Collects items and passes them to `send` in batches, so that under load many callers share the cost of one statement.
 *
 * Items that arrive in the same turn of the event loop, while a batch is in progress, or within 1 ms after a batch of
 * 8 or more items started, share a batch. One `send` runs at a time. It starts after all of its items have been added.
 *
 * @param send returns one result per item, in the order of the items
 * @param maxSize the maximum number of items in a batch
 * @returns a function that adds an item and returns its result. It rejects with DeadlineMissed when 10,000 items wait.
 * @example const findGame = batched((ids: string[]) => selectGames(ids)); await findGame(id)
 */
export const batched = <Item, Result>(send: (items: Item[]) => Promise<Result[]>, maxSize = Infinity) => {
  const waiting: Waiting<Item, Result>[] = []
  let sending = false
  let notBefore = -Infinity

  const sendBatch = async () => {
    const batch = waiting.splice(0, maxSize)
    notBefore = batch.length >= LARGE ? performance.now() + INTERVAL : -Infinity
    try {
      const results = await send(batch.map(({ item }) => item))
      batch.forEach(({ resolve, reject }, i) => {
        const result = results[i]
        if (result === undefined) reject(new RangeError(`no result for item ${i} of ${batch.length}`))
        else resolve(result)
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  const sendAll = async () => {
    sending = true
    await setImmediate()
    while (waiting.length > 0) {
      const wait = notBefore - performance.now()
      if (wait > 0 && waiting.length < maxSize) await setTimeout(wait)
      await sendBatch()
    }
    sending = false
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (waiting.length >= MAX_WAITING) return reject(new DeadlineMissed(`${MAX_WAITING} statements wait already.`))
      waiting.push({ item, resolve, reject })
      if (!sending) void sendAll()
    })
}
