import type { Store } from '../store/index.ts'
import { claimDeliveries, releaseDeliveries, type Claimed, type Claiming } from './claim-queries.ts'

/** Deliveries to be sent now. `again`: the round began amid the webhooks, and those before are to be claimed from too. */
export type Round = { claimed: Claimed[]; again: boolean }

/** Claims up to so many deliveries, webhook after webhook, from where it left off. */
export type Claimer = (most: number) => Promise<Round>

/** Gives back at once what it has claimed when `stopping` is aborted meanwhile. */
export const createClaimer = (
  store: Store,
  claiming: Pick<Claiming, 'per_webhook' | 'lease'>,
  stopping: AbortSignal,
): Claimer => {
  let past = ''
  return async (most) => {
    const from = past
    const claimed = await claimDeliveries(store, { ...claiming, past: from, most })
    if (stopping.aborted) {
      await releaseDeliveries(store, claimed)
      return { claimed: [], again: false }
    }
    const atTheEnd = claimed.length < most
    past = atTheEnd ? '' : (claimed.at(-1)?.webhook_id ?? '')
    return { claimed, again: atTheEnd && from !== '' }
  }
}
