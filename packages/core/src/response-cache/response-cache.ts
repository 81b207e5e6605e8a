import { RECORD_ID } from '../contract/index.ts'
import { batched, type Store } from '../store/index.ts'
import { CachedResponse } from './cached-response.ts'
import { selectNewChanges } from './log-queries.ts'
import { createLruCache } from './lru-cache.ts'

/** A call whose response may be cached. */
export type CacheableCall = {
  /** Identifies the response: everything that it depends on besides the data. */
  key: string
  /** The change number of the database, read after the call came in. */
  change: number
  /** Tags of what the response depends on, `<record id> <part>`, besides the records that it names. */
  dependsOn: readonly string[]
  /** Whether `begin` has begun to make it for this call. */
  begun?: boolean
  /** Makes the JSON from the data, which must have the change of this number. */
  make: (change: number) => Promise<string>
}

/** Responses that are cached in memory until something that they show changes (decision 7). */
export type ResponseCache = {
  /** The response to a call, from the cache if nothing has changed since it was made. */
  respond: (call: CacheableCall) => Promise<CachedResponse>
  /**
   * Begins to make a response for a call that is being counted, unless it is cached or being made.
   * @returns whether it has begun
   */
  begin: (call: Omit<CacheableCall, 'change'>) => boolean
  /** The number up to which the change log is known. */
  seen: () => number
  /**
   * To be called if the database has answered a statement that was sent at `seen` with a lower number: it has lost commits,
   * as a failover to a replica that lagged does.
   */
  goBack: (number: number) => void
  /**
   * The responses in memory and their bytes; of all responses sent so far, how many came from memory or were being made
   * (hits), and how many were made for their call (misses).
   */
  usage: () => { responses: number; bytes: number; hits: number; misses: number }
}

/** Changed parts that are read at once; after more of them all responses are dropped. */
const MAX_CHANGES = 10_000

/** Matches the ids of records in JSON. Other text that matches is harmless. */
const RECORD_IDS = new RegExp(RECORD_ID, 'g')

/** The tags of the records that a response names: a game for its own record, any other for its description. */
const namedIn = (json: string): string[] =>
  [...new Set(json.match(RECORD_IDS))].map((id) => (id.startsWith('gm_') ? `${id} game` : `${id} description`))

/** A response that is being made, and what has changed since. */
type Pending = { since: number; changed: Set<string> | 'everything'; response: Promise<CachedResponse> }

/**
 * Caches responses. None is older than its call: the number of the latest change is read after a call came in, a response
 * is sent from the cache only when the log is known up to this number, and every response that the log names is dropped.
 *
 * @param store the primary database
 */
export const createResponseCache = (store: Store, maxBytes: number): ResponseCache => {
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
    const changes = await selectNewChanges(store, from, MAX_CHANGES)
    if (from === seen) {
      if (changes.unknown !== unknown || changes.parts === null || changes.number < from) dropAll()
      else drop(changes.parts)
      seen = changes.number
      unknown = changes.unknown
    }
    return calls.map(() => seen)
  })

  const make = async (
    { key, dependsOn, make: makeJson }: Omit<CacheableCall, 'change'>,
    own: Pending,
  ): Promise<CachedResponse> => {
    const json = await makeJson(own.since)
    const response = new CachedResponse(json)
    const tags = [...new Set([...dependsOn, ...namedIn(json)])]
    const { changed } = own
    if (changed !== 'everything' && !tags.some((tag) => changed.has(tag))) cache.set(key, response, tags)
    return response
  }

  const makeShared = async (call: Omit<CacheableCall, 'change'>): Promise<CachedResponse> => {
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
      if (known === undefined || call.begun === true) misses += 1
      else hits += 1
      return known ?? makeShared(call)
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
