import { ServiceError, type Admission, type Core, type OperationMeta } from '@basketball-data/core'
import { TRPCError } from '@trpc/server'
import { toldError } from '../errors/error-answer.ts'
import type { Exchange } from '../rest/exchange.ts'
import { keyOf } from '../rest/key.ts'
import { parseQuery, refuseKeyInQuery } from '../rest/query.ts'
import { rateHeaders } from '../rest/rate-headers.ts'
import { serviceErrorOf } from './refusals.ts'

/** The calls of one HTTP request, which one key makes. */
export type Batch = {
  core: Core
  exchange: Exchange
  /** How many endpoints the index counts. */
  endpoints: number
  /** Whose calls were admitted or refused, in the order they came to it. */
  admissions: Admission[]
  /** How many of them were given back. */
  given: number
  /** Why the body cannot be read; told to each call when its turn comes to read it. */
  unreadable: ServiceError | null
}

/** Counts one call of a batch. @throws ServiceError unauthorized, rate_limited or quota_exceeded */
const admit = async ({ core, exchange, admissions }: Batch, counts: boolean): Promise<Admission> => {
  const admission = await core.admit(keyOf(exchange.request.headers), { counts })
  exchange.admission ??= admission
  admissions.push(admission)
  if (admission.refused !== null) throw admission.refused
  return admission
}

/** A call answered 5xx does not count. */
const giveBack = async (batch: Batch, admission: Admission | null): Promise<void> => {
  if (admission?.counted == null) return
  await batch.core.giveBack(admission)
  batch.given += 1
}

/**
 * Makes one call of a batch, as if it were the only one: key, limits, plan, parameters, record, each only when the one
 * before it passed.
 * @throws ServiceError
 */
export const makeCall = async (batch: Batch, meta: OperationMeta, readInput: () => Promise<unknown>) => {
  const { core, exchange, endpoints } = batch
  let admission: Admission | null = null
  try {
    refuseKeyInQuery(parseQuery(exchange.request))
    if (meta.plan !== null) admission = await admit(batch, meta.counted)
    const caller = { plan: admission?.plan ?? 'free', admission } as const
    const idempotencyKey = exchange.request.headers.get('idempotency-key')
    return await meta.run(core.context(caller, { endpoints, idempotencyKey }), async () => {
      if (batch.unreadable !== null) throw batch.unreadable
      return readInput().catch((error: unknown) => {
        throw error instanceof TRPCError ? serviceErrorOf(error) : error
      })
    })
  } catch (error) {
    if (toldError(core, error, exchange.requestId).status >= 500) {
      exchange.failure ??= error
      await giveBack(batch, admission).catch((cause: unknown) => (exchange.failure ??= cause))
    }
    if (error instanceof ServiceError) throw error
    throw new ServiceError('server_error', 'The service failed; try again later.', {}, error)
  }
}

/** What is left after all calls of a batch; nothing where none had a key. */
export const batchRates = ({ core, admissions, given }: Batch): Record<string, string> => {
  const [first] = admissions
  if (first === undefined) return {}
  const most = (used: (admission: Admission) => number): number => Math.max(...admissions.map(used)) - given
  const used = {
    minute_used: most(({ minute_used }) => minute_used),
    day_used: most(({ day_used }) => day_used),
    month_used: most(({ month_used }) => month_used),
  }
  return rateHeaders({ ...first, ...used }, core.plans[first.plan], new Date())
}
