import { asServiceError, type Admission, type Context, type Core, type OperationMeta } from '@basketball-data/core'
import { isFailure } from '../errors/error-answer.ts'
import { admit, giveBack } from './admit.ts'
import type { Exchange } from './exchange.ts'
import { refuseKeyInQuery } from './key.ts'
import type { Decimals } from './rounding.ts'

/** What is settled once for all operations that a host mounts. */
export type MountOptions = {
  /** How many endpoints the index counts. */
  endpoints: number
  decimals: Decimals
}

/** What of the context of a call its host settles. */
export type Host = Pick<Context, 'endpoints' | 'takesStored'>

/**
 * Makes one call of an operation, as if it were the only one of its exchange: key in the query, key, limits, plan,
 * parameters, record, each only when the one before it passed. A call that fails on our side is not counted.
 * @throws ServiceError
 */
export const makeCall = async (
  core: Core,
  exchange: Exchange,
  meta: OperationMeta,
  host: Host,
  readInput: () => unknown,
): Promise<unknown> => {
  let admission: Admission | null = null
  try {
    refuseKeyInQuery(exchange.query)
    if (meta.plan !== null) admission = await admit(core, exchange, meta.counted)
    const idempotencyKey = exchange.request.headers.get('idempotency-key')
    const context = core.context({ plan: admission?.plan ?? 'free', admission }, { ...host, idempotencyKey })
    return await meta.run(context, readInput)
  } catch (error) {
    if (isFailure(error)) {
      exchange.failure ??= error
      if (admission !== null) await giveBack(core, exchange, admission)
    }
    throw asServiceError(error)
  }
}
