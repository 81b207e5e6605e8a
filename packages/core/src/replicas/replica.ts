import { z } from 'zod'
import { batched, CHANGE_NUMBER, getSecret, isMigrated, openStore, withDeadline, type Store } from '../store/index.ts'

/** The newest commit that a call of this process has made on the primary, on the clock of the primary, ms. */
export type NewestCommit = { at: number }

/** How replicas are used. */
export type ReplicaRules = {
  /** Milliseconds by which a replica may lag behind. */
  maxLag: number
  /** Milliseconds that a call may spend on a replica before the primary takes it over. */
  deadline: number
  /** The secret of the primary that signs cursors: a replica has the same. */
  secret: Uint8Array
  /** Called when a replica comes into use, and when it is excluded, with the reason. */
  onChange: (host: string, reason: Error | null) => void
}

/** Milliseconds between two probes of a replica while there are calls. */
const INTERVAL = 100
/** Milliseconds between two probes of a replica that calls find behind the primary. */
const INTERVAL_BEHIND = 10
/** Milliseconds between two probes of an excluded replica. */
const INTERVAL_DOWN = 1000
/** Milliseconds that a probe may take before the replica is excluded. */
const PROBE_DEADLINE = 500
/** Milliseconds after which a successful probe has expired. */
const PROBE_EXPIRES = 1000
/** Milliseconds after the last call until probing stops. */
const LINGER = 10_000

/** The result of a probe: the change number, whether it is a replica, and when the newest commit it has was made. */
const Reading = z.tuple([z.number(), z.boolean(), z.number().nullable()])

const PROBE = `select ${CHANGE_NUMBER}, pg_is_in_recovery(),
  floor(extract(epoch from pg_last_xact_replay_timestamp()) * 1000)::float8`

type State = {
  number: number
  /** `performance.now()` when the probe returned. */
  seen: number
}

/** Checks that a database is a copy of the primary with the tables of this version. */
const verify = async (store: Store, secret: Uint8Array): Promise<void> => {
  if (!(await isMigrated(store))) throw new Error('It has no tables of this version yet.')
  const own = await getSecret(store, 'cursor')
  if (own === undefined || Buffer.compare(own, secret) !== 0) throw new Error('It is no replica of this database.')
}

/** A replica as two stores, one with the deadline of reads and one with that of probes. */
type OpenReplica = { reading: Store; probing: Store; close: () => Promise<void> }

const openReplica = async (url: string, deadline: number): Promise<OpenReplica> => {
  const store = await openStore(url)
  const reading = store.withDeadline(deadline)
  const transaction: Store['transaction'] = (work, mode = 'read and write') =>
    mode === 'read one snapshot'
      ? reading.transaction(work, mode)
      : Promise.reject(new Error('A replica stores nothing; the primary does.'))
  return { reading: { ...reading, transaction }, probing: store.withDeadline(PROBE_DEADLINE), close: store.close }
}

/** Measures by how many milliseconds a replica lags at least. Commits stop with the calls, so their age alone says nothing. */
const createLagMeter = (newest: NewestCommit) => {
  /** Since when a commit is known that the replica has not replayed, `performance.now()`. */
  let behindSince: number | undefined
  return (replayed: number | null): number => {
    const missing = newest.at - (replayed ?? 0)
    if (missing <= 0) {
      behindSince = undefined
      return 0
    }
    behindSince ??= performance.now()
    return Math.min(missing, performance.now() - behindSince)
  }
}

/** Probes a replica repeatedly while there are calls. */
const createPolling = (probe: () => Promise<unknown>, interval: () => number) => {
  let lastCall = -Infinity
  let isPolling = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const poll = async (): Promise<void> => {
    await probe().catch(() => {})
    isPolling = !isStopped && performance.now() - lastCall < LINGER
    if (isPolling) timer = setTimeout(() => void poll(), interval()).unref()
  }

  return {
    noteCall: (now: number): void => {
      lastCall = now
      if (isPolling) return
      isPolling = true
      void poll()
    },
    stop: (): void => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/**
 * A replica as this process knows it. It is probed every 100 ms while there are calls, and has at least the changes that it
 * had at the last probe.
 *
 * @param url its address, postgres://…
 */
export const createReplica = (
  url: string,
  newest: NewestCommit,
  { maxLag, deadline, secret, onChange }: ReplicaRules,
) => {
  const host = URL.parse(url)?.host ?? ''
  /** Opened by the first probe that reaches it. */
  let opened: OpenReplica | undefined
  /** What is known; undefined while the replica is excluded. */
  let state: State | undefined
  let verified = false
  let announced: 'used' | 'excluded' | undefined
  const abandons = new Set<(error: Error) => void>()
  const measureLag = createLagMeter(newest)
  let closed = false

  const markDown = (error: Error): void => {
    state = undefined
    verified = false
    for (const abandon of abandons) abandon(error)
    if (announced !== 'excluded' && !closed) onChange(host, error)
    announced = 'excluded'
  }

  const markUp = (number: number): void => {
    state = { number, seen: performance.now() }
    if (announced !== 'used') onChange(host, null)
    announced = 'used'
  }

  /** Checks the replica, and returns its change number. Concurrent probes share a statement. */
  const probeBatch = batched(async (calls: null[]) => {
    try {
      opened ??= await openReplica(url, deadline)
      if (closed) await opened.close()
      const { probing } = opened
      const [number, isReplica, replayed] = Reading.parse((await probing.driver.values(PROBE, []))[0])
      if (!isReplica) throw new Error('It is no replica.')
      if (!verified) await verify(probing, secret)
      verified = true
      const lag = measureLag(replayed)
      if (lag > maxLag) throw new Error(`It lags by ${(lag / 1000).toFixed(1)} s.`)
      markUp(number)
      return calls.map(() => number)
    } catch (error) {
      markDown(error instanceof Error ? error : new Error(String(error)))
      throw error
    }
  })
  const probe = () => probeBatch(null)
  const probeSoon = (): void => void probe().catch(() => {})

  const polling = createPolling(probe, () => (state === undefined ? INTERVAL_DOWN : INTERVAL))

  return {
    /** Calls that the replica is serving. */
    inProgress: () => abandons.size,
    /** Whether the replica is known to be healthy and to have a change. */
    has: (change: number): boolean => {
      const now = performance.now()
      polling.noteCall(now)
      if (state === undefined || now - state.seen > PROBE_EXPIRES) return false
      if (state.number < change && now - state.seen > INTERVAL_BEHIND) probeSoon()
      return state.number >= change
    },
    /**
     * Runs a read on the replica, and returns its result with the change number of the replica after it. It rejects at the
     * deadline, and as soon as the replica is excluded.
     */
    read: async <Result>(work: (store: Store) => Promise<Result>): Promise<{ result: Result; number: number }> => {
      if (opened === undefined) throw new Error('The replica has not been reached yet.')
      const { reading } = opened
      const { promise: abandoned, reject: abandon } = Promise.withResolvers<never>()
      abandons.add(abandon)
      const done = work(reading).then(async (result) => ({ result, number: await probe() }))
      try {
        return await withDeadline(deadline, Promise.race([done, abandoned]))
      } catch (error) {
        probeSoon()
        throw error
      } finally {
        abandons.delete(abandon)
      }
    },
    close: async (): Promise<void> => {
      closed = true
      polling.stop()
      await opened?.close()
    },
  }
}

/** A replica as this process knows it. */
export type Replica = ReturnType<typeof createReplica>
