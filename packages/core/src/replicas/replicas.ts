import { ServiceError } from '../errors.ts'
import type { CountedCall } from '../accounts/counting/counted-call.ts'
import { BadDatabase, isPostgres, readChangeNumber, type Store } from '../store/index.ts'
import { createReplica, type Replica, type ReplicaRules } from './replica.ts'

/** Replicas that answer reads. */
export type Replicas = {
  /**
   * Runs a read on a replica that has what the primary had when the call came in, else on the primary. The primary also
   * runs it if the replica fails.
   */
  read: <Result>(primary: Store, call: CountedCall | null, work: (store: Store) => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

/** Options of a core about replicas. */
export type ReplicaOptions = {
  /** Streaming replicas of the database (`postgres://…`), which answer reads. */
  replicas?: readonly string[]
  /** Milliseconds by which a replica may lag before it is excluded. Default: 2000. */
  replicaMaxLag?: number
  /** Called when a replica comes into use (`reason` is null), and when it is excluded. */
  onReplica?: (host: string, reason: Error | null) => void
}

/** Milliseconds by which a replica may lag. */
const MAX_LAG = 2000
/** The share of the time of a call that it may spend on a replica before the primary answers it. */
const SHARE = 0.4
/** Milliseconds of that for calls without a deadline. */
const DEADLINE = 5000

/** The result of a read, or the error of the contract that answers it, such as not_found. */
type Settled<Result> = { result: Result } | { refusal: ServiceError }

const settle = async <Result>(read: Promise<Result>): Promise<Settled<Result>> => {
  try {
    return { result: await read }
  } catch (error) {
    if (error instanceof ServiceError && error.code !== 'server_error') return { refusal: error }
    throw error
  }
}

/**
 * Opens replicas for reading. One that cannot be reached is excluded until it can.
 *
 * No response is older than what its caller may have seen or caused (decision 6). It has everything that the primary had
 * when the call came in: a replica is asked only if its change number is at least that of the primary, read after that. And
 * it has nothing that the primary does not have when it is sent, because a replica can have a commit a moment before the
 * primary shows it, and the next call could be answered without it.
 *
 * @throws BadDatabase for an address that is not of a Postgres server
 */
const openReplicas = (urls: readonly string[], rules: ReplicaRules): Replicas => {
  if (!urls.every(isPostgres)) throw new BadDatabase('A replica is a Postgres server: use postgres://….')
  const newest = { at: -Infinity }
  const replicas = urls.map((url) => createReplica(url, newest, rules))
  /** The latest change number of the primary that this process has read. */
  let latest = -Infinity

  const choose = (change: number): Replica | undefined => {
    const [first, ...others] = replicas.filter((replica) => replica.has(change))
    return others.reduce((best, other) => (best && other.inProgress() < best.inProgress() ? other : best), first)
  }

  /** Whether the primary has this change by now. */
  const primaryHas = async (primary: Store, change: number): Promise<boolean> => {
    if (change > latest) latest = await readChangeNumber(primary)()
    return change <= latest
  }

  return {
    read: async (primary, call, work) => {
      const change = call?.change ?? (await readChangeNumber(primary)())
      latest = change
      if (call !== null && call.counted !== null) newest.at = call.at
      const replica = choose(change)
      if (replica === undefined) return work(primary)
      const read = await replica.read((store) => settle(work(store))).catch(() => undefined)
      if (read === undefined || !(await primaryHas(primary, read.number))) return work(primary)
      if ('refusal' in read.result) throw read.result.refusal
      return read.result.result
    },
    close: async () => {
      await Promise.all(replicas.map((replica) => replica.close()))
    },
  }
}

/**
 * Opens the replicas of a core; null: there are none.
 * @throws BadDatabase for an address that is not of a Postgres server
 */
export const openCoreReplicas = (
  { replicas = [], replicaMaxLag: maxLag = MAX_LAG, onReplica: onChange = () => {} }: ReplicaOptions,
  callDeadline: number | undefined,
  secret: Uint8Array,
): Replicas | null => {
  const deadline = callDeadline === undefined ? DEADLINE : callDeadline * SHARE
  return replicas.length === 0 ? null : openReplicas(replicas, { maxLag, deadline, secret, onChange })
}
