import type { KeyObject } from 'node:crypto'
import type { DeliveryAttempt } from '../operation.ts'
import type { Store } from '../store/index.ts'
import { MAX_IN_FLIGHT_PER_WEBHOOK, type ClaimedDelivery } from './claim-queries.ts'
import { createDeliver } from './deliver.ts'
import type { SendEmail } from './emails.ts'
import { LEASE, openLeases } from './leases.ts'
import { createMaintenance } from './maintenance.ts'
import { DELIVERIES_CHANNEL } from './outbox-queries.ts'
import { RETRY_SCHEDULE, type RetrySchedule } from './retry.ts'
import { RESPONSE_TIMEOUT } from './send.ts'
import type { TargetRules } from './target.ts'
import { createWakeSignal } from './wake-signal.ts'

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

type WorkerContext = {
  store: Store
  key: KeyObject
  rules: TargetRules
  /** Gives no result to games that were never played. */
  closeUnplayed: () => Promise<unknown>
}

/** A running worker. */
export type Worker = {
  /** Stops claiming, and waits for the deliveries in flight. */
  stop: () => Promise<void>
}

/**
 * Starts a worker that delivers events until it is stopped. Any number of workers and processes share the deliveries.
 * Each event is delivered at least once: if a worker dies, others take over its claims within seconds.
 */
export const startWorker = async (
  { store, key, rules, closeUnplayed }: WorkerContext,
  options: WorkerOptions,
): Promise<Worker> => {
  const { concurrency = 512, concurrencyPerWebhook: maxInFlightPerWebhook = MAX_IN_FLIGHT_PER_WEBHOOK } = options
  const { pollInterval = 1000, timeout = RESPONSE_TIMEOUT, lease = LEASE } = options
  const { sendEmail, schedule = RETRY_SCHEDULE, onAttempt = () => {}, onError = () => {} } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const wake = createWakeSignal()
  const maintenance = createMaintenance({ store, sendEmail, closeUnplayed, interval: pollInterval, onError, signal })
  const deliver = createDeliver({ store, key, rules, timeout, schedule, onAttempt, onError }, signal)
  const leases = await openLeases({ store, lease, pollInterval, onError })
  const inFlight = new Set<Promise<void>>()
  let lastWebhook = ''

  const start = (claimed: ClaimedDelivery): void => {
    const delivering = deliver(claimed)
      .catch(onError)
      .finally(() => {
        leases.end(claimed)
        // A finished attempt frees a slot. Its webhook, skipped while locked, can be claimed from again.
        inFlight.delete(delivering)
        wake.notify()
      })
    inFlight.add(delivering)
  }

  /** Fills the free slots, continuing the scan of webhooks after the last one claimed from. */
  const claimDue = async (): Promise<void> => {
    const max = concurrency - inFlight.size
    if (max <= 0) return
    const after = lastWebhook
    const claimed = await leases.claim({ after, max, maxInFlightPerWebhook })
    if (signal.aborted) return leases.release(claimed)
    const reachedEnd = claimed.length < max
    lastWebhook = reachedEnd ? '' : (claimed.at(-1)?.webhook_id ?? '')
    claimed.forEach(start)
    // The scan started mid-list; scan once more from the first webhook.
    if (reachedEnd && after !== '') await claimDue()
  }

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      maintenance.start()
      await claimDue().catch(onError)
      if (!signal.aborted) await wake.wait(pollInterval)
    }
    await Promise.all([...inFlight, maintenance.finished()])
  }

  const unlisten = await store.listen(DELIVERIES_CHANNEL, wake.notify)
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
