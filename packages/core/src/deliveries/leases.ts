import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../store/index.ts'
import {
  claimDeliveries,
  releaseDeliveries,
  renewLeases,
  type Claim,
  type ClaimedDelivery,
  type ClaimOptions,
} from './claim-queries.ts'
import { createOutageReport } from '../telemetry.ts'

/** Default milliseconds of a lease: with a second until the next poll, the deliveries of a dead worker go on within 5 s. */
export const LEASE = 3000
/** Attempts to renew a lease before it ends. */
const RENEWALS_PER_LEASE = 6

type LeasesOptions = {
  store: Store
  /** Milliseconds of a lease. */
  lease: number
  /** Milliseconds between two claims of a worker without work. */
  pollInterval: number
  onError: (error: unknown) => void
}

/** The claims of one worker, whose leases are renewed until they end. */
export type Leases = {
  /** Claims deliveries. None if the response came so late that the leases may have ended. */
  claim: (options: Pick<ClaimOptions, 'after' | 'only' | 'max' | 'maxInFlightPerWebhook'>) => Promise<ClaimedDelivery[]>
  /** Ends the renewal of a claim. */
  end: (claim: Claim) => void
  /** Releases claims that were not sent. */
  release: (claims: readonly Claim[]) => Promise<void>
}

/**
 * Opens the leases of one worker. A worker without claims renews nothing, and any number of claims is renewed with one
 * statement.
 *
 * After an outage of the database all leases have ended, though their workers live. So a claim of which the database
 * finds that it has heard nothing from this worker for most of a lease has no effect, and the worker claims again a
 * little later, when every other worker has renewed its leases.
 */
export const openLeases = async ({ store, lease, pollInterval, onError }: LeasesOptions): Promise<Leases> => {
  const interval = lease / RENEWALS_PER_LEASE
  const maxSilence = Math.max(lease - 2 * interval, 2 * pollInterval)
  const held = new Set<Claim>()
  let heardAt = await renewLeases(store, [], lease)
  let renewing: Promise<void> | undefined

  const renewWhileHeld = async (): Promise<void> => {
    const outages = createOutageReport(onError)
    for (;;) {
      await sleep(interval)
      if (held.size === 0) return
      try {
        heardAt = await renewLeases(store, [...held], lease)
        outages.succeeded()
      } catch (cause) {
        outages.failed(new Error('Leases could not be renewed; this is repeated.', { cause }))
      }
    }
  }

  const release: Leases['release'] = async (claims) => {
    for (const each of claims) held.delete(each)
    await releaseDeliveries(store, claims)
  }

  const claim: Leases['claim'] = async (options) => {
    const started = performance.now()
    const { claimed, at, late } = await claimDeliveries(store, { ...options, lease, heardAt, maxSilence })
    heardAt = at
    if (late) {
      await sleep(2 * interval)
      return claim(options)
    }
    // The leases began after the statement was sent.
    if (performance.now() - started > lease) {
      await release(claimed)
      return []
    }
    for (const each of claimed) held.add(each)
    if (held.size > 0)
      renewing ??= renewWhileHeld().finally(() => {
        renewing = undefined
      })
    return claimed
  }

  return { claim, end: (claimed) => held.delete(claimed), release }
}
