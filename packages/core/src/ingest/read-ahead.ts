import { setImmediate, setTimeout } from 'node:timers/promises'

/** When a batch is complete, and how items become what it contains. */
export type Batching<Item, Entry> = {
  prepare: (item: Item, index: number) => Entry
  /** Whether a batch has enough entries. */
  isFull: (batch: readonly Entry[]) => boolean
  /** Milliseconds without another item after which a batch is not waited for any longer. */
  maxWait: number
}

/**
 * Reads and prepares items while the caller works on the batch before: at most one batch ahead. A source that has no
 * further item for the moment gets its last items worked on soon. If the source fails, the items before are still in a
 * batch, and the error follows it.
 */
export async function* inBatches<Item, Entry>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { prepare, isFull, maxWait }: Batching<Item, Entry>,
): AsyncGenerator<Entry[]> {
  let batch: Entry[] = []
  const source: { ended: boolean; failure?: { error: unknown } } = { ended: false }
  let stopped = false
  /** Resolves at the next item and at the end. */
  let arrival = Promise.withResolvers<void>()
  /** Resolves when the batch is taken. */
  let room = Promise.withResolvers<void>()

  const arrived = () => {
    arrival.resolve()
    arrival = Promise.withResolvers<void>()
  }

  const read = async (): Promise<void> => {
    let index = 0
    for await (const item of items) {
      if (isFull(batch)) await room.promise
      if (stopped) return
      batch.push(prepare(item, index++))
      arrived()
      await setImmediate() // preparing takes long, and the answers of the database wait meanwhile
    }
  }

  const readToEnd = async (): Promise<void> => {
    try {
      await read()
    } catch (error) {
      source.failure = { error }
    }
    source.ended = true
    arrived()
  }
  void readToEnd()

  try {
    for (;;) {
      while (!source.ended && !isFull(batch)) {
        const before = batch.length
        await Promise.race([arrival.promise, ...(before === 0 ? [] : [setTimeout(maxWait)])])
        if (before > 0 && batch.length === before) break
      }
      const taken = batch
      batch = []
      room.resolve()
      room = Promise.withResolvers<void>()
      if (taken.length > 0) yield taken
      else if (source.ended) break
    }
  } finally {
    stopped = true
    room.resolve()
  }
  if (source.failure !== undefined) throw source.failure.error
}
