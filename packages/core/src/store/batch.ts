import { setImmediate } from 'node:timers/promises'
import type { Context } from '@opentelemetry/api'
import { measure, type Measurements, currentContext, inSharedSpan } from '../telemetry.ts'
import { DeadlineMissed } from './errors.ts'

/** Items that wait at most by default; one more is refused at once. */
const MAX_WAITING = 10_000

type Waiting<Item, Result> = {
  item: Item
  /** The trace that the item is part of. */
  caller: Context
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Collects items and passes them to `send` in batches, so that under load many callers share the cost of one statement.
 *
 * Items that arrive in the same turn of the event loop, or while a batch is in progress, share a batch. One `send` runs at a
 * time. It starts after all of its items have been added. It waits for no others: a pause would cost callers more than it saves.
 *
 * @param send returns one result per item, in the order of the items
 * @param isFull whether a batch takes no further item; by default it takes all that wait
 * @param maxWaiting the maximum number of items that wait
 * @param kind the name under which the sizes of batches are measured; undefined: they are not
 * @returns a function that adds an item and returns its result. It rejects with DeadlineMissed when the maximum waits.
 * @example const findGame = batched((ids: string[]) => selectGames(ids)); await findGame(id)
 */
export const batched = <Item, Result>(
  send: (items: Item[]) => Promise<Result[]>,
  {
    isFull,
    maxWaiting = MAX_WAITING,
    kind,
  }: { isFull?: (batch: Item[]) => boolean; maxWaiting?: number; kind?: Measurements['batch']['kind'] } = {},
) => {
  const waiting: Waiting<Item, Result>[] = []
  let sending = false

  /** The number of items that the next batch takes. */
  const nextSize = (): number => {
    if (isFull === undefined) return waiting.length
    const batch: Item[] = []
    for (const { item } of waiting) {
      if (isFull(batch)) break
      batch.push(item)
    }
    return batch.length
  }

  const sendBatch = async (size: number) => {
    const batch = waiting.splice(0, size)
    if (kind !== undefined) measure('batch', () => ({ kind, size: batch.length }))
    try {
      const results = await inSharedSpan(
        () => ({
          name: kind === undefined ? 'batch' : `batch of ${kind}`,
          attributes: { 'basketball_data.batch.size': batch.length },
        }),
        batch.map(({ caller }) => caller),
        () => send(batch.map(({ item }) => item)),
      )
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
    while (waiting.length > 0) await sendBatch(nextSize())
    sending = false
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) return reject(new DeadlineMissed(`${maxWaiting} statements wait already.`))
      waiting.push({ item, caller: currentContext(), resolve, reject })
      if (!sending) void sendAll()
    })
}

/** Creates a function that runs work one after the other, in the order of the calls, whether or not earlier work fails. */
export const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const own = last.then(work)
    last = own.catch(() => {})
    return own
  }
}
