type Awaitable<Value> = Value | Promise<Value>

/** What a store knows of an id: `new` and from now on claimed, `busy` while another claim lasts, `duplicate` once handled. */
export type Claim = 'new' | 'busy' | 'duplicate'

/**
 * Where the ids of deliveries are remembered: write one over Redis or SQL to share it between processes.
 *
 * Keep a handled id for seven days: the service tries for three, and for six where `Retry-After` asks for it. Let a claim that is neither handled nor released end by
 * itself after some minutes: its process may have died.
 */
export interface SeenStore {
  /** Claims an id. Of two calls at the same moment only one may be told `new`, so let one statement decide. */
  claim(id: string): Awaitable<Claim>
  /** The claimed id was handled: whoever claims it from now on is told `duplicate`. */
  handled(id: string): Awaitable<unknown>
  /** Handling failed: the next claim is `new` again. Does not undo `handled`. */
  release(id: string): Awaitable<unknown>
}

/** What became of a delivery: handled now, a `duplicate` of one handled before, or `busy`: being handled elsewhere. */
export type Outcome = 'handled' | 'duplicate' | 'busy'

/** Handles an id unless it was handled before. What the handler throws is thrown on, and the id may come again. */
export type Once = (id: string, handle: () => unknown) => Promise<Outcome>

/** Bounds of a store in memory. */
export interface MemoryStoreOptions {
  /** How many ids are remembered, the latest; 10,000 when left out. */
  max?: number | undefined
  /** After how many seconds a claim ends by itself, so that a handler that hangs lets a retry through; 300 when left out. */
  lease?: number | undefined
}

/** Remembers ids in memory: for one process, until it ends. */
export const memoryStore = ({ max = 10_000, lease = 300 }: MemoryStoreOptions = {}): SeenStore => {
  // When the claim of an id ends; never, once it is handled. The oldest comes first.
  const ends = new Map<string, number>()
  const remember = (id: string, end: number) => {
    ends.delete(id)
    ends.set(id, end)
    for (const oldest of ends.keys()) {
      if (ends.size <= max) return
      ends.delete(oldest)
    }
  }
  return {
    claim: (id) => {
      const now = Date.now()
      const end = ends.get(id) ?? 0
      if (end > now) return end === Infinity ? 'duplicate' : 'busy'
      remember(id, now + lease * 1000)
      return 'new'
    },
    handled: (id) => remember(id, Infinity),
    release: (id) => ends.get(id) === Infinity || ends.delete(id),
  }
}

/**
 * Handles every delivery once, though it may be sent more than once.
 *
 * Answer a `busy` one with 503: were it answered 2xx, and the handler that is at work failed, the event would be lost.
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
        // The claim ends by itself, and the handler's own error is the one to hear of.
      }
      throw error
    }
    await store.handled(id)
    return 'handled'
  }
