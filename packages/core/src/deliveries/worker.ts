import type { KeyObject } from 'node:crypto'
import type { Store } from '../store/index.ts'
import { MAX_IN_FLIGHT_PER_WEBHOOK, type ClaimedDelivery } from './claim-queries.ts'
import { createDeliver, type DeliveryAttempt } from './deliver.ts'
import type { SendEmail } from '../mail/mailer.ts'
import { LEASE, openLeases, type Leases } from './leases.ts'
import { DELIVERIES_CHANNEL } from './outbox-queries.ts'
import { RETRY_SCHEDULE, type RetrySchedule } from './retry.ts'
import { RESPONSE_TIMEOUT } from './send.ts'
import type { TargetRules } from './target.ts'
import { createWakeSignal } from '../store/listen.ts'
import { createOutageReport } from '../telemetry.ts'

/** Deliveries that one statement claims at most, so that the first are sent while the next are claimed. */
const MAX_CLAIMS = 128

/** Options of a worker. Defaults are those of production. */
export type WorkerOptions = {
  /** Sends an e-mail to an account holder. It is retried later if this throws. */
  sendEmail: SendEmail
  /** Deliveries in flight in this process; 512 by default. */
  concurrency?: number
  /** Deliveries in flight per webhook, over all processes; 4 by default. */
  concurrencyPerWebhook?: number
  /** Milliseconds between two polls of the database if no notification wakes the worker; 1,000 by default. */
  pollInterval?: number
  /** Milliseconds a receiver has for its whole response; 10,000 by default. */
  timeout?: number
  /** Milliseconds after which others take over from a worker that has died; 3,000 by default. A living one renews its leases. */
  lease?: number
  /** When a failed attempt is repeated; RETRY_SCHEDULE by default. */
  schedule?: RetrySchedule
  /** Called after every attempt. */
  onAttempt?: (attempt: DeliveryAttempt) => void
  /** Called with errors of the database or of `sendEmail`. The worker continues. */
  onError?: (error: unknown) => void
}

/** Work that runs beside the deliveries. */
export type Background = {
  /** Starts a run, unless one is in progress or has started less than an interval ago. */
  start: () => void
  /** Waits for the run in progress. */
  finished: () => Promise<void>
}

type WorkerContext = {
  store: Store
  key: KeyObject
  rules: TargetRules
  /** Creates the other work of the process, which the worker starts in every round. */
  background: (
    options: Required<Pick<WorkerOptions, 'sendEmail' | 'pollInterval' | 'onError'>>,
    signal: AbortSignal,
  ) => Background
}

/** A running worker. */
export type Worker = {
  /** Stops claiming, and waits for the deliveries in flight. */
  stop: () => Promise<void>
}

/** Chooses from which webhooks a worker claims next: in turn, and in between from those with a free slot. */
const createClaims = (leases: Pick<Leases, 'claim'>, maxInFlightPerWebhook: number, pollInterval: number) => {
  /** Webhooks with attempts that have ended since the last claim: each has a free slot. */
  const freed = new Set<string>()
  let lastWebhook = ''
  /** How often the scan has yet to reach the end of the list of webhooks: twice if it began in the middle. */
  let endsToReach = 0
  let mustScan = true
  let scanStartedAt = -Infinity

  /** Claims from the next webhooks after the last one claimed from. */
  const claimInTurn = async (max: number): Promise<ClaimedDelivery[]> => {
    const claimed = await leases.claim({ after: lastWebhook, max, maxInFlightPerWebhook })
    const reachedEnd = claimed.length < max
    if (reachedEnd) endsToReach--
    lastWebhook = reachedEnd ? '' : (claimed.at(-1)?.webhook_id ?? '')
    return claimed
  }

  /** Claims from the webhooks with ended attempts alone: the last scan has left nothing at the others. */
  const claimFreed = async (max: number): Promise<ClaimedDelivery[]> => {
    const only = [...freed]
    freed.clear()
    const claimed = await leases.claim({ after: '', only, max, maxInFlightPerWebhook })
    if (claimed.length === max) for (const webhook of only) freed.add(webhook)
    return claimed
  }

  return {
    /** Claims at most `max` deliveries; null if no webhook has to be asked. */
    claim: async (max: number): Promise<ClaimedDelivery[] | null> => {
      if (endsToReach > 0) return claimInTurn(max)
      return freed.size === 0 ? null : claimFreed(max)
    },
    /** An attempt of a webhook has ended. */
    free: (webhook: string): void => void freed.add(webhook),
    /** Deliveries were committed. */
    scanNext: (): void => {
      mustScan = true
    },
    /** Scans all webhooks from now on, if deliveries were committed since the last scan began or a poll interval has passed. */
    startScan: (): void => {
      const now = performance.now()
      if (!mustScan && now - scanStartedAt < pollInterval) return
      mustScan = false
      scanStartedAt = now
      endsToReach = lastWebhook === '' ? 1 : 2
    },
    /** Milliseconds. */
    untilNextScan: (): number => Math.max(0, scanStartedAt + pollInterval - performance.now()),
  }
}

/**
 * Starts a worker that delivers events until it is stopped. Any number of workers and processes share the deliveries.
 * Each event is delivered at least once: if a worker dies, others take over its claims within seconds.
 */
export const startDelivering = async (
  { store, key, rules, background }: WorkerContext,
  options: WorkerOptions,
): Promise<Worker> => {
  const { concurrency = 512, concurrencyPerWebhook: maxInFlightPerWebhook = MAX_IN_FLIGHT_PER_WEBHOOK } = options
  const { pollInterval = 1000, timeout = RESPONSE_TIMEOUT, lease = LEASE } = options
  const { sendEmail, schedule = RETRY_SCHEDULE, onAttempt = () => {}, onError = () => {} } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const wake = createWakeSignal()
  const besides = background({ sendEmail, pollInterval, onError }, signal)
  const deliver = createDeliver({ store, key, rules, timeout, schedule, onAttempt, onError }, signal)
  const leases = await openLeases({ store, lease, pollInterval, onError })
  const inFlight = new Set<Promise<void>>()
  const claims = createClaims(leases, maxInFlightPerWebhook, pollInterval)

  const start = (claimed: ClaimedDelivery): void => {
    const delivering = deliver(claimed)
      .catch(onError)
      .finally(() => {
        leases.end(claimed)
        inFlight.delete(delivering)
        claims.free(claimed.webhook_id)
        wake.notify()
      })
    inFlight.add(delivering)
  }

  /** Claims for the free slots and starts the deliveries. Returns whether there is more to claim at once. */
  const claimDue = async (): Promise<boolean> => {
    const max = Math.min(concurrency - inFlight.size, MAX_CLAIMS)
    const claimed = max <= 0 ? null : await claims.claim(max)
    if (claimed === null) return false
    if (signal.aborted) await leases.release(claimed)
    else claimed.forEach(start)
    return true
  }

  const run = async (): Promise<void> => {
    const outages = createOutageReport(onError)
    while (!signal.aborted) {
      besides.start()
      claims.startScan()
      let hasMore = false
      try {
        hasMore = await claimDue()
        outages.succeeded()
      } catch (error) {
        outages.failed(error)
      }
      if (!hasMore && !signal.aborted) await wake.wait(claims.untilNextScan())
    }
    await Promise.all([...inFlight, besides.finished()])
  }

  const unlisten = await store.listen(DELIVERIES_CHANNEL, () => {
    claims.scanNext()
    wake.notify()
  })
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      wake.notify()
      await running
      await unlisten()
    },
  }
}
