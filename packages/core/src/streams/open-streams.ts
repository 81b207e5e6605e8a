import { randomBytes } from 'node:crypto'
import { reaches, toDateTime, type Plan } from '../contract/index.ts'
import { ServiceError } from '../errors.ts'
import { batched, createTurns, untilUnlocked, type Store } from '../store/index.ts'
import { countElsewhere, deleteExpiredLeases, selectKeyStates, writeLeases, type OpenCount } from './lease-queries.ts'

/** Milliseconds for which a process says how many streams it has open. */
const LEASE = 6000
/** Milliseconds between two renewals, and between two looks at the keys of open streams. */
const INTERVAL = 2000
/** Milliseconds after which a client that has too many streams open may try again. */
const RETRY_AFTER = 5000

/** Milliseconds between two looks at a locked account. */
const LOCKED_INTERVAL = 20

/** Who opens a stream, and where it goes on. */
export type StreamOptions = {
  /** The account whose open streams are limited; null: none. */
  account: string | null
  /** The key with which the stream ends when it is revoked; null: none. */
  key: string | null
  plan: Plan
  /** How many streams the account may have open at the same time; null: no limit. */
  limit: number | null
  /** The lowest plan that has the stream. */
  minimum: Plan
  /** The present moment on the clock of the database, as Unix time in milliseconds. */
  at: number
  /** The id of the event after which the stream goes on; undefined: it begins. */
  after: string | undefined
  /** Ends the stream when whoever serves it stops; null: nobody does. */
  ending: AbortSignal | null
}

/** Who opens a stream. */
type StreamReader = Pick<StreamOptions, 'account' | 'key' | 'plan' | 'limit' | 'minimum' | 'at'>

/** A stream that can be ended. */
type Endable = { end: (end: 'revoked') => void; onEnd: (call: () => void) => void }

const tooMany = ({ limit, plan, at }: StreamReader): ServiceError =>
  new ServiceError(
    'rate_limited',
    `An account on plan ${plan} may have ${limit} streams open at the same time; close one first.`,
    { resets_at: toDateTime(new Date(at + RETRY_AFTER)) },
  )

/** The streams that this process has open: they are counted by account over all processes, and end with their key. */
export type OpenStreams = {
  /** Counts a stream before it is opened. @throws ServiceError rate_limited if its account has too many open */
  acquire: (reader: StreamReader) => Promise<{ release: () => void }>
  /** Ends a stream within seconds after its key is revoked or its plan has no streams. */
  watchKey: (reader: StreamReader, stream: Endable) => void
  stop: () => Promise<void>
}

/** Counts the open streams of a process by account, and writes the counts for the others. */
const createLeaseCounts = (store: Store, onError: (error: unknown) => void) => {
  const processId = randomBytes(8).toString('hex')
  /** Open streams of each account with a limit, as this process counts them. */
  const counts = new Map<string, number>()
  /** Accounts whose count is not written yet. */
  const unwritten = new Set<string>()
  /** Statements take turns, so that an older count never overwrites a newer one. */
  const serially = createTurns()

  const countByAccount = (accounts: Iterable<string>): OpenCount[] =>
    [...accounts].map((account_id) => ({ account_id, streams: counts.get(account_id) ?? 0 }))

  const change = (account: string, by: 1 | -1): void => {
    const streams = (counts.get(account) ?? 0) + by
    if (streams === 0) counts.delete(account)
    else counts.set(account, streams)
  }

  const writeUnwritten = async (): Promise<void> => {
    const changed = countByAccount(unwritten)
    unwritten.clear()
    if (changed.length === 0) return
    try {
      await writeLeases(store.db, processId, changed, LEASE)
    } catch (error) {
      for (const { account_id } of changed) unwritten.add(account_id)
      onError(error)
    }
  }

  const release = (account: string): void => {
    change(account, -1)
    unwritten.add(account)
    void serially(writeUnwritten)
  }

  /** Which of these streams may be opened, in their order; `locked` if another transaction has locked the account. */
  const openFree = async (readers: readonly { account: string; limit: number }[]): Promise<(boolean | 'locked')[]> => {
    const accepted: (boolean | 'locked')[] = []
    const accounts = [...new Set(readers.map(({ account }) => account))]
    try {
      await store.transaction(async (tx) => {
        const elsewhere = await countElsewhere(tx, processId, accounts)
        for (const { account, limit } of readers) {
          const others = elsewhere.get(account)
          const isFree = others === undefined ? 'locked' : others + (counts.get(account) ?? 0) < limit
          if (isFree === true) change(account, 1)
          accepted.push(isFree)
        }
        await writeLeases(tx, processId, countByAccount(elsewhere.keys()), LEASE)
      })
    } catch (error) {
      for (const [index, { account }] of readers.entries()) if (accepted[index] === true) change(account, -1)
      throw error
    }
    return accepted
  }

  const renew = async (): Promise<void> => {
    for (const account of counts.keys()) unwritten.add(account)
    await writeUnwritten()
    await deleteExpiredLeases(store)
  }

  return {
    admit: (readers: { account: string; limit: number }[]) => serially(() => openFree(readers)),
    release,
    /** Writes all counts again, before their leases end. */
    renew: () => serially(renew),
    /** Writes the counts that have changed. */
    write: () => serially(writeUnwritten),
    isInUse: (): boolean => counts.size + unwritten.size > 0,
  }
}

/** Watches the keys with which streams were opened. */
const createKeyWatch = (store: Store) => {
  const streamsByKey = new Map<string, Map<Endable, Plan>>()

  const endRevoked = async (): Promise<void> => {
    if (streamsByKey.size === 0) return
    const states = new Map((await selectKeyStates(store, [...streamsByKey.keys()])).map((key) => [key.id, key]))
    for (const [key, streams] of streamsByKey) {
      const state = states.get(key)
      for (const [stream, minimum] of streams)
        if (state === undefined || state.revoked || !reaches(state.plan, minimum)) stream.end('revoked')
    }
  }

  return {
    endRevoked,
    add: ({ key, minimum }: StreamReader, stream: Endable): void => {
      if (key === null) return
      const streams = streamsByKey.get(key) ?? new Map<Endable, Plan>()
      streamsByKey.set(key, streams.set(stream, minimum))
      stream.onEnd(() => {
        streams.delete(stream)
        if (streams.size === 0) streamsByKey.delete(key)
      })
    },
    isInUse: (): boolean => streamsByKey.size > 0,
  }
}

/** Opens the count of streams of one process. */
export const createOpenStreams = (store: Store, onError: (error: unknown) => void): OpenStreams => {
  const counts = createLeaseCounts(store, onError)
  const keys = createKeyWatch(store)
  let timer: NodeJS.Timeout | undefined

  const tick = (): void => {
    void Promise.all([counts.renew(), keys.endRevoked()]).catch(onError)
    if (counts.isInUse() || keys.isInUse()) return
    clearInterval(timer)
    timer = undefined
  }

  const watch = (): void => {
    timer ??= setInterval(tick, INTERVAL).unref()
  }

  const acquireOnce = batched(counts.admit)

  return {
    acquire: async (reader) => {
      const { account, limit } = reader
      if (account === null || limit === null) return { release: () => {} }
      watch()
      // It waits for a locked account apart from the others.
      const lock = { row: 'account of the stream', interval: LOCKED_INTERVAL }
      if (!(await untilUnlocked(() => acquireOnce({ account, limit }), lock))) throw tooMany(reader)
      let isReleased = false
      return {
        release: () => {
          if (!isReleased) counts.release(account)
          isReleased = true
        },
      }
    },
    watchKey: (reader, stream) => {
      if (reader.key !== null) watch()
      keys.add(reader, stream)
    },
    stop: async () => {
      clearInterval(timer)
      await counts.write()
    },
  }
}
