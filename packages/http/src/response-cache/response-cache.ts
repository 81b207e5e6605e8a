import { batched, type Core, type ResponseCache as CoreResponseCache } from '@basketball-data/core'
import { CachedResponse, createLruCache } from './lru-cache.ts'

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
