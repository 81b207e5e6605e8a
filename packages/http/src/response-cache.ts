import { batched, type Core, type ResponseCache as CoreResponseCache } from '@basketball-data/core'
import { CachedResponse } from './body.ts'

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

/** What a cache holds and has served since it was created. */
export type CacheUsage = {
  responses: number
  bytes: number
  /** Responses that came from memory, or were being made for another call. */
  hits: number
  /** Responses that were made for their call. */
  misses: number
}

/** The usage of a server that caches nothing. */
export const NOT_USED: CacheUsage = { responses: 0, bytes: 0, hits: 0, misses: 0 }

/** Responses that are cached in memory until something that they show changes (decision 7). */
export type ResponseCache = CoreResponseCache<CachedResponse> & { usage: () => CacheUsage }

type Call = Parameters<ResponseCache['begin']>[0]

/** Changed parts that are read at once; after more of them all responses are dropped. */
const MAX_CHANGES = 10_000

/** A response that is being made, and what has changed since. */
type Pending = { since: number; changed: Set<string> | 'everything'; response: Promise<CachedResponse> }

/**
 * Caches responses. None is older than its call: the number of the latest change is read after a call came in, a response
 * is sent from the cache only when the log is known up to this number, and every response that the log names is dropped.
 *
 * @param core the core whose responses they are: its `readChanges` reads the log
 */
export const createResponseCache = (core: Pick<Core, 'readChanges'>, maxBytes: number): ResponseCache => {
  const cache = createLruCache(maxBytes)
  const running = new Set<Pending>()
  /** The latest of them by key. */
  const latest = new Map<string, Pending>()
  /** The log is known up to this number, with so many unknown changes; -1: not yet. */
  let seen = -1
  let unknown = -1
  let hits = 0
  let misses = 0

  const dropAll = (): void => {
    cache.clear()
    for (const each of running) each.changed = 'everything'
  }

  const drop = (tags: readonly string[]): void => {
    cache.drop(tags)
    for (const { changed } of running) if (changed !== 'everything') for (const tag of tags) changed.add(tag)
  }

  /** Reads the log from where it is known. Calls that wait at the same time share a statement. */
  const readLog = batched(async (calls: null[]) => {
    const from = seen
    const changes = await core.readChanges(from, MAX_CHANGES)
    if (from === seen) {
      if (changes.unknown !== unknown || changes.parts === null || changes.number < from) dropAll()
      else drop(changes.parts)
      seen = changes.number
      unknown = changes.unknown
    }
    return calls.map(() => seen)
  })

  const make = async ({ key, make: makeJson }: Call, own: Pending): Promise<CachedResponse> => {
    const { json, tags } = await makeJson(own.since)
    const response = new CachedResponse(json)
    const { changed } = own
    if (changed !== 'everything' && !tags.some((tag) => changed.has(tag))) cache.set(key, response, tags)
    return response
  }

  const makeShared = async (call: Call): Promise<CachedResponse> => {
    const turn = Promise.withResolvers<CachedResponse>()
    const own: Pending = { since: seen, changed: new Set(), response: turn.promise }
    running.add(own)
    latest.set(call.key, own)
    make(call, own).then(turn.resolve, turn.reject)
    try {
      return await turn.promise
    } finally {
      running.delete(own)
      if (latest.get(call.key) === own) latest.delete(call.key)
    }
  }

  return {
    respond: async (call) => {
      if (call.change > seen) await readLog(null)
      const pending = latest.get(call.key)
      const shared = pending !== undefined && pending.since >= call.change ? pending.response : undefined
      const known = cache.get(call.key) ?? shared
      const response = await (known ?? makeShared(call))
      if (known === undefined || call.begun === true) misses += 1
      else hits += 1
      return response
    },
    begin: (call) => {
      if (seen < 0 || cache.has(call.key) || latest.has(call.key)) return false
      makeShared(call).catch(() => {})
      return true
    },
    seen: () => seen,
    goBack: (number) => {
      if (number >= seen) return
      dropAll()
      seen = number
    },
    usage: () => ({ ...cache.usage(), hits, misses }),
  }
}

/** A cache for a transport that writes the data of a response itself. */
export const cachedData = (cache: ResponseCache): CoreResponseCache => ({
  ...cache,
  respond: async (call) => (await cache.respond(call)).data(),
})
