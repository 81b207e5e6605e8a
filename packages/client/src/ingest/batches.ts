/** Milliseconds that items which have been read wait for others. */
const MAX_WAIT = 20

/** Items in memory, or as they are produced. */
export type Items<Item> = Iterable<Item> | AsyncIterable<Item>

async function* toGenerator<Item>(items: Items<Item>): AsyncGenerator<Item, void, undefined> {
  yield* items
}

/** Resolves to undefined if a promise takes longer than items wait, or rejects. */
const settledSoon = async <Value>(promise: Promise<Value>): Promise<Value | undefined> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), MAX_WAIT)
  })
  try {
    return await Promise.race([promise, late])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Items in batches. A batch ends when it is full, or when no item follows at once. While it is worked on, one more item is read. If reading
 * fails, the items before are a batch first. When the caller leaves, reading ends.
 */
export async function* toBatches<Item>(
  items: Items<Item>,
  isFull: (batch: readonly Item[]) => boolean,
): AsyncGenerator<Item[], void, undefined> {
  const source = toGenerator(items)
  let next = source.next()
  try {
    for (;;) {
      let read: IteratorResult<Item, void> | undefined = await next
      const batch: Item[] = []
      while (read?.done === false) {
        batch.push(read.value)
        next = source.next()
        next.catch(() => {}) // thrown when it is awaited for the next batch
        read = isFull(batch) ? undefined : await settledSoon(next)
      }
      if (batch.length > 0) yield batch
      if (read?.done === true) return
    }
  } finally {
    void source.return().catch(() => {}) // not awaited: items may never come again
  }
}
