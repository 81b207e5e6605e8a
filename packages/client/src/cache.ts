/** An answer that is kept. */
export interface CacheEntry {
  /** What the service names the answer by. */
  etag: string
  /** The answer's JSON. */
  text: string
}

/**
 * Where a client keeps answers, by their address: the service is asked every time whether one still holds, so that it may
 * be kept for as long as one likes. It holds no keys, but what a key may read: share it among clients of one account.
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
