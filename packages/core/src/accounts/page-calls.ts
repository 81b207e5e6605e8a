import { toDateTime, type PlanTable } from '../contract/index.ts'
import { ServiceError } from '../errors.ts'
import { batched, type Store } from '../store/index.ts'
import { getAccount } from './queries.ts'
import { lockRequests, readCounts, type RequestLimit, type RequestUsage } from './request-limit-queries.ts'

/** Seconds of a minute, within which calls are limited. */
export const MINUTE = 60

/** A counted request: `usage` includes it, unless it is over the limit. */
type CountedRequest = { isOver: boolean; usage: RequestUsage }

/** Counts requests towards their limits, exactly, over any number of processes: all that wait share a transaction. */
export const createRequestCounter = (store: Store): ((limit: RequestLimit) => Promise<CountedRequest>) =>
  batched((limits: readonly RequestLimit[]) =>
    store.lockingTransaction(async (tx) => {
      await lockRequests(tx)
      const counts = await readCounts(tx, limits)
      const counted = limits.map((limit) => {
        const isOver = counts.isReached(limit)
        if (!isOver) counts.count(limit.subject)
        return { isOver, usage: counts.getUsage(limit) }
      })
      await counts.store()
      return counted
    }),
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
  const count = createRequestCounter(store)
  return {
    count: async (account) => {
      const { plan } = await getAccount(store, account)
      const { per_minute } = plans[plan]
      if (per_minute === null) return
      const { isOver, usage } = await count({ subject: `pages of ${account}`, max: per_minute, seconds: MINUTE })
      if (!isOver) return
      const message = `More than ${per_minute} calls in ${MINUTE} seconds from the account pages; wait a little.`
      throw new ServiceError('rate_limited', message, { resets_at: toDateTime(new Date(usage.frees_at)) })
    },
  }
}
