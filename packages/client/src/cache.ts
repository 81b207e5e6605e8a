/** A cached response. */
export interface CacheEntry {
  /** The `ETag` of the response. */
  etag: string
  /** The body of the response: JSON, or an SVG document. */
  text: string
}

/**
 * Where a client stores responses, by URL. Every read is revalidated with `If-None-Match`, so entries never go stale and
 * need no expiry. Entries hold no keys, but hold what a key may read: share a cache only among clients of one account. An
 * error thrown by the cache never fails a call: the call proceeds as if nothing were cached.
 */
export interface Cache {
  get: (url: string) => CacheEntry | undefined | Promise<CacheEntry | undefined>
  set: (url: string, entry: CacheEntry) => void | Promise<void>
}

/**
 * Caches responses in memory.
 * @param entries maximum number of entries, default 500; evicts the least recently used
 * @example const client = new BasketballData({ apiKey, cache: memoryCache() })
 */
export const memoryCache = (entries = 500): Cache => {
  const byUrl = new Map<string, CacheEntry>()
  const put = (url: string, entry: CacheEntry) => {
    byUrl.delete(url)
    byUrl.set(url, entry)
    for (const oldest of byUrl.keys()) if (byUrl.size > entries) byUrl.delete(oldest)
  }
  return {
    get: (url) => {
      const entry = byUrl.get(url)
      if (entry) put(url, entry)
      return entry
    },
    set: put,
  }
}

/** The entry of a URL; undefined without a cache, and where the cache fails. */
export const readCache = async (cache: Cache | null | undefined, url: string): Promise<CacheEntry | undefined> => {
  try {
    return (await cache?.get(url)) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a response that has an `ETag`. Ignores a cache that fails. */
export const writeCache = async (
  cache: Cache | null | undefined,
  url: string,
  etag: string | null,
  text: string,
): Promise<void> => {
  if (!cache || etag === null) return
  try {
    await cache.set(url, { etag, text })
  } catch {}
}
