import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CountedElsewhere, createTurns, type KeptCounts, type Store } from '../../store/index.ts'
import { readLease, type LeaseState } from './count-queries.ts'
import type { KeptAccounts } from './kept-accounts.ts'
import { deleteLease, readStatements, renewLease, takeLease } from './lease-queries.ts'

/** Milliseconds between two renewals. */
const RENEWAL_INTERVAL = 500
/** Milliseconds without calls after which a lease is given up. */
const IDLE = 3000
/** Milliseconds between two attempts to count while another process holds the lease, and for how long: longer than it lasts. */
const [ASK_INTERVAL, MAX_WAIT] = [20, 2500]
/** Milliseconds until a lease is given up although a row is locked; what is not written of that account is lost. */
const LOCKED_WAIT = 1000

/** Finds out whether this process is busy, and the only one that counts, by the number of statements that have counted. */
const createWatch = (store: Store, settings: KeptCounts['lease']) => {
  let [sent, answered] = [0, 0]
  let seen: { at: number; statements: number; answered: number } | undefined
  let checkAt = -Infinity
  let aloneSince = performance.now()
  let hasMetOthers = false
  let isAlone = false

  /** Compares the statements of all processes since the last check with those of this one. */
  const check = async (): Promise<boolean> => {
    const at = performance.now()
    checkAt = at + settings.window
    const before = seen
    seen = { at, answered, statements: await readStatements(store) }
    if (before === undefined) return false
    if (seen.statements - before.statements > sent - before.answered) aloneSince = at
    const isBusy = seen.answered - before.answered >= (settings.busy * (at - before.at)) / 1000
    return isBusy && at - aloneSince >= (hasMetOthers ? settings.windowAfterHandOver : settings.window)
  }

  return {
    /** Runs a statement that counts in the database. */
    run: async <Result>(statement: () => Promise<Result>): Promise<Result> => {
      sent++
      try {
        return await statement()
      } finally {
        answered++
      }
    },
    /** Another process has counted: this one waits longer before it takes a lease again, so that the two do not swap. */
    meetOthers: (): void => {
      aloneSince = performance.now()
      hasMetOthers = true
    },
    /** Whether to take a lease now: once after each check that found the process alone, when none of its statements counts. */
    isTime: async (): Promise<boolean> => {
      if (performance.now() >= checkAt) isAlone = await check()
      if (!isAlone || sent !== answered) return false
      isAlone = false
      return true
    },
  }
}

/**
 * Runs statements that count in the database again and again while another process counts in memory.
 * @throws CountedElsewhere if that one does not give it up in time
 */
const createRetries =
  ({ run, meetOthers }: ReturnType<typeof createWatch>) =>
  async <Result>(statement: () => Promise<Result | null>): Promise<Result> => {
    const until = performance.now() + MAX_WAIT
    for (;;) {
      const result = await run(statement)
      if (result !== null) return result
      meetOthers()
      if (performance.now() > until) throw new CountedElsewhere('Another process counts calls in memory.')
      await sleep(ASK_INTERVAL)
    }
  }

type Lease = {
  id: string
  /** How often its holders had been asked before. */
  asked: number
  /** Whether it has been asked for since: it is not renewed any more. */
  isAsked: boolean
  /** `performance.now()` until which no other process counts. */
  trustedUntil: number
  /** `performance.now()` of the latest call. */
  usedAt: number
}

/** Runs changes of the lease one after the other. No calls are counted in memory meanwhile. */
const createChanges = () => {
  const inTurn = createTurns()
  let count = 0
  return {
    run: (change: () => Promise<void>): Promise<void> => {
      count++
      return inTurn(change).finally(() => count--)
    },
    isChanging: (): boolean => count > 0,
    settled: (): Promise<void> => inTurn(async () => {}),
  }
}

/** Takes, renews and gives up the lease of this process. */
const createHolder = (store: Store, accounts: KeptAccounts, onOthers: () => void) => {
  const { trusted } = store.keptCounts.lease
  const changes = createChanges()
  let lease: Lease | null = null
  let timer: NodeJS.Timeout | undefined

  const end = (): void => {
    clearTimeout(timer)
    lease = null
    accounts.forget()
  }

  const lose = (id: string): void => {
    if (lease?.id !== id) return
    end()
    onOthers()
  }

  const take = async (): Promise<void> => {
    if (lease !== null) return
    const [id, sentAt] = [randomBytes(8).toString('hex'), performance.now()]
    const asked = await takeLease(store, id)
    if (asked === null) return
    accounts.forget()
    lease = { id, asked, isAsked: false, trustedUntil: sentAt + trusted, usedAt: sentAt }
    renewLater()
  }

  const handOver = async (): Promise<void> => {
    if (lease === null) return
    const { id, isAsked } = lease
    const until = performance.now() + LOCKED_WAIT
    await accounts.flush()
    while (!accounts.areWritten() && performance.now() < until) {
      if ((await readLease(store))?.lease !== id) return lose(id)
      await sleep(ASK_INTERVAL)
      await accounts.flush()
    }
    end()
    if (isAsked) onOthers()
    await deleteLease(store, id)
  }

  /** Renews the lease, or gives it up if another process has asked for it. */
  const renew = async (): Promise<void> => {
    if (lease === null) return
    if (lease.isAsked) return changes.run(handOver)
    const [{ id }, sentAt] = [lease, performance.now()]
    const asked = await renewLease(store, id)
    if (asked === null) return lose(id)
    if (lease?.id !== id) return
    lease.trustedUntil = sentAt + trusted
    lease.isAsked = asked !== lease.asked
    if (lease.isAsked) await changes.run(handOver)
  }

  const renewLater = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (lease === null) return
      const isIdle = performance.now() - lease.usedAt > IDLE
      const renewed = isIdle ? changes.run(handOver) : renew()
      void renewed.catch(() => {}).then(() => lease !== null && renewLater()) // it is tried again
    }, RENEWAL_INTERVAL).unref()
  }

  return {
    ...changes,
    get: () => lease,
    lose,
    renew,
    take: () => changes.run(take),
    giveUp: () => changes.run(handOver),
  }
}

/**
 * The lease of this process, while it has one: no other process counts until it is given up, or until two seconds have passed
 * since its last renewal.
 */
export const createCountingLease = (store: Store, accounts: KeptAccounts) => {
  const watch = createWatch(store, store.keptCounts.lease)
  const { get, lose, renew, take, giveUp, isChanging, settled } = createHolder(store, accounts, watch.meetOthers)
  let isClosed = false

  return {
    /** The id of the lease; '' without one. */
    getId: (): string => get()?.id ?? '',
    /** Waits while the lease changes, takes one if it is time, and returns its id; null without one. */
    begin: async (): Promise<string | null> => {
      if (isChanging()) await settled()
      // A call does not fail because no lease could be taken: it is counted in the database.
      if (get() === null && !isClosed && (await watch.isTime().catch(() => false))) await take().catch(() => {})
      const lease = get()
      if (lease === null) return null
      lease.usedAt = performance.now()
      if (lease.usedAt >= lease.trustedUntil) await renew()
      return get()?.id ?? null
    },
    /** Whether no other process counts at this moment, so that calls can be counted in memory. */
    isTrusted: (id: string): boolean => {
      const lease = get()
      return lease?.id === id && !isChanging() && performance.now() < lease.trustedUntil
    },
    /** Whether the lease is still there, by what a statement has found. If not, everything in memory is forgotten. */
    check: (id: string, found: LeaseState): boolean => {
      if (found.lease !== id) lose(id)
      return get()?.id === id
    },
    /** Gives the lease up if another process has asked for it; returns whether it has. */
    answer: async (id: string, found: LeaseState): Promise<boolean> => {
      const lease = get()
      if (lease?.id !== id || found.asked === lease.asked) return false
      lease.isAsked = true
      await giveUp()
      return true
    },
    /** Runs a statement that counts in the database while this process holds the lease, for what memory cannot do. */
    countWith: watch.run,
    countWithout: createRetries(watch),
    /** Gives the lease up, and takes none any more. */
    close: (): Promise<void> => {
      isClosed = true
      return giveUp()
    },
  }
}
