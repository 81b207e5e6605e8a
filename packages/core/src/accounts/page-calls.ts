import { toDateTime, type PlanTable } from '../contract/index.ts'
import { ServiceError } from '../errors.ts'
import { batched, type Store } from '../store/index.ts'
import { getAccount } from './queries.ts'
import { lockRequests, readCounts, type RequestLimit } from './request-limit-queries.ts'

const MINUTE = 60

const limitError = (max: number, freesAt: number): ServiceError =>
  new ServiceError(
    'rate_limited',
    `More than ${max} calls in ${MINUTE} seconds from the account pages; wait a little.`,
    { resets_at: toDateTime(new Date(freesAt)) },
  )

/** Counts what somebody who is signed in has the service do. */
export type PageCalls = {
  /** @throws ServiceError rate_limited over the limit, not_found for an unknown account */
  count: (account: string) => Promise<void>
}

/**
 * Counts what is done on the account pages, which need no key, as calls of one more key of the account: within the calls a minute of
 * its plan, exactly, over any number of processes.
 */
export const createPageCalls = (store: Store, plans: PlanTable): PageCalls => {
  const countAll = (limits: readonly RequestLimit[]): Promise<(ServiceError | null)[]> =>
    store.lockingTransaction(async (tx) => {
      await lockRequests(tx)
      const counts = await readCounts(tx, limits)
      const errors = limits.map((limit) => {
        if (counts.isReached(limit)) return limitError(limit.max, counts.freesAt(limit))
        counts.count(limit.subject)
        return null
      })
      await counts.store()
      return errors
    })
  const count = batched(countAll)
  return {
    count: async (account) => {
      const { plan } = await getAccount(store, account)
      const { per_minute } = plans[plan]
      if (per_minute === null) return
      const error = await count({ subject: `pages of ${account}`, max: per_minute, seconds: MINUTE })
      if (error !== null) throw error
    },
  }
}
