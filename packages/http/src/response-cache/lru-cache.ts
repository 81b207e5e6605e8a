import type { CachedResponse } from './cached-response.ts'

/** Bytes that an entry takes besides its bodies, and for each tag that no other entry has; measured with 100,000 of them. */
const ENTRY_BYTES = 620
const TAG_BYTES = 340

type Entry = { response: CachedResponse; tags: readonly string[]; size: number }

/**
 * Caches responses by key; evicts the least recently used when they take more than `maxBytes`. Each has tags, which name what
 * it depends on.
 */
export const createLruCache = (maxBytes: number) => {
  /** In the order of their last use. */
  const entries = new Map<string, Entry>()
  const keysByTag = new Map<string, Set<string>>()
  let bytes = 0

  const remove = (key: string): void => {
    const entry = entries.get(key)
    if (entry === undefined) return
    entries.delete(key)
    bytes -= entry.size
    entry.response.onResize = () => {}
    for (const tag of entry.tags) {
      const keys = keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysByTag.delete(tag)
    }
  }

  const shrink = (): void => {
    for (const key of entries.keys()) {
      if (bytes <= maxBytes) return
      remove(key)
    }
  }

  const measure = (entry: Entry): void => {
    const size = ENTRY_BYTES + entry.tags.length * TAG_BYTES + entry.response.size
    bytes += size - entry.size
    entry.size = size
  }

  return {
    get: (key: string): CachedResponse | undefined => {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.response
    },
    has: (key: string): boolean => entries.has(key),
    set: (key: string, response: CachedResponse, tags: readonly string[]): void => {
      remove(key)
      const entry: Entry = { response, tags, size: 0 }
      entries.set(key, entry)
      for (const tag of tags) {
        const keys = keysByTag.get(tag)
        if (keys === undefined) keysByTag.set(tag, new Set([key]))
        else keys.add(key)
      }
      measure(entry)
      shrink()
      response.onResize = () => {
        measure(entry)
        shrink()
      }
    },
    /** Drops the responses that have one of these tags. */
    drop: (tags: Iterable<string>): void => {
      for (const tag of tags) for (const key of keysByTag.get(tag) ?? []) remove(key)
    },
    clear: (): void => {
      for (const key of entries.keys()) remove(key)
    },
    /** The number of responses, and the bytes that they take. */
    usage: () => ({ responses: entries.size, bytes }),
  }
}
