/** An answer that is kept. */
export interface CacheEntry {
  /** What the service names the answer by. */
  etag: string
  /** The answer's JSON. */
  text: string
}

/**
 * Where a client keeps answers, by their address: the service is asked every time whether one still holds, so that it may
 * be kept for as long as one likes. It holds no keys, but what a key may read: share it among clients of one account. What
 * it throws, or rejects with, fails no call: the answer is asked for as if it were not kept.
 */
export interface Cache {
  get: (url: string) => CacheEntry | undefined | Promise<CacheEntry | undefined>
  set: (url: string, entry: CacheEntry) => void | Promise<void>
}

/**
 * Keeps answers in memory.
 * @param entries how many at most, 500 when left out; the one longest not asked for goes first
 * @example const client = new BasketballData({ apiKey, cache: memoryCache() })
 */
export const memoryCache = (entries = 500): Cache => {
  const kept = new Map<string, CacheEntry>()
  const put = (url: string, entry: CacheEntry) => {
    kept.delete(url)
    kept.set(url, entry)
    for (const oldest of kept.keys()) if (kept.size > entries) kept.delete(oldest)
  }
  return {
    get: (url) => {
      const entry = kept.get(url)
      if (entry) put(url, entry)
      return entry
    },
    set: put,
  }
}

type Answered = { etag: string | null; text: string }

/** What is kept of an address; nothing where the cache fails. */
export const keptOf = async (cache: Cache | null | undefined, url: string): Promise<CacheEntry | undefined> => {
  try {
    return (await cache?.get(url)) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps an answer that has a name. A cache that fails keeps nothing. */
export const keep = async (cache: Cache | null | undefined, url: string, { etag, text }: Answered): Promise<void> => {
  if (!cache || etag === null) return
  try {
    await cache.set(url, { etag, text })
  } catch {}
}
