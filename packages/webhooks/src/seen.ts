type Awaitable<Value> = Value | Promise<Value>

/** The result of claiming an id: `new` when this call claimed it, `busy` while another claim lasts, `duplicate` once handled. */
export type Claim = 'new' | 'busy' | 'duplicate'

/**
 * Stores the ids of deliveries. Implement it with Redis or SQL to share it between processes.
 *
 * Keep a handled id for seven days: the service retries for three, and for up to six where `Retry-After` asks for it. Let a
 * claim that is neither handled nor released expire after some minutes, because its process may have died.
 */
export interface SeenStore {
  /** Claims an id. Of two concurrent calls only one may return `new`, so decide it in one statement. */
  claim(id: string): Awaitable<Claim>
  /** Marks a claimed id as handled: later claims return `duplicate`. */
  handled(id: string): Awaitable<unknown>
  /** Releases a claim after handling failed: the next claim returns `new` again. Does not undo `handled`. */
  release(id: string): Awaitable<unknown>
}

/** What happened to a delivery: handled now, a `duplicate` of a handled one, or `busy` because it is being handled. */
export type Outcome = 'handled' | 'duplicate' | 'busy'

/** Handles an id unless it was handled before. Rethrows errors of the handler; the id can then be handled again. */
export type Once = (id: string, handle: () => unknown) => Promise<Outcome>

/** Limits of a store in memory. */
export interface MemoryStoreOptions {
  /** How many of the latest ids to keep; default 10,000. */
  max?: number | undefined
  /** Seconds after which a claim expires, so that a retry gets past a handler that hangs; default 300. */
  lease?: number | undefined
}

/** Stores ids in memory, for one process, until it ends. */
export const memoryStore = ({ max = 10_000, lease = 300 }: MemoryStoreOptions = {}): SeenStore => {
  // When the claim of each id expires, in milliseconds; Infinity once it is handled. The oldest comes first.
  const expiries = new Map<string, number>()
  const set = (id: string, expiry: number) => {
    expiries.delete(id)
    expiries.set(id, expiry)
    for (const oldest of expiries.keys()) {
      if (expiries.size <= max) return
      expiries.delete(oldest)
    }
  }
  return {
    claim: (id) => {
      const now = Date.now()
      const expiry = expiries.get(id) ?? 0
      if (expiry > now) return expiry === Infinity ? 'duplicate' : 'busy'
      set(id, now + lease * 1000)
      return 'new'
    },
    handled: (id) => set(id, Infinity),
    release: (id) => expiries.get(id) === Infinity || expiries.delete(id),
  }
}

/**
 * Handles every delivery once, although it may be sent several times.
 *
 * Respond to `busy` with 503. After a 2xx the event would be lost if the running handler failed.
 * @example
 * const once = seen()
 * const outcome = await once(event.id, () => save(event))
 */
export const seen =
  (store: SeenStore = memoryStore()): Once =>
  async (id, handle) => {
    const claim = await store.claim(id)
    if (claim !== 'new') return claim
    try {
      await handle()
    } catch (error) {
      try {
        await store.release(id)
      } catch {
        // The claim expires; the error of the handler matters more.
      }
      throw error
    }
    await store.handled(id)
    return 'handled'
  }
