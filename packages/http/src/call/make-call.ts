import {
  asServiceError,
  type CountedCall,
  type CallerContext,
  type Core,
  type OperationMeta,
} from '@basketball-data/core'
import { isFailure } from '../errors/error-answer.ts'
import { countCall, refundCall } from './count-call.ts'
import type { RequestContext } from './request-context.ts'
import { refuseKeyInQuery } from './key.ts'
import type { Decimals } from './rounding.ts'

/** What is settled once for all operations that a host mounts. */
export type MountOptions = {
  /** How many endpoints the index counts. */
  endpoints: number
  decimals: Decimals
}

/** What of the context of a call its host settles. */
export type Host = Pick<CallerContext, 'endpoints' | 'acceptsCompressed'>

/**
 * Makes one call of an operation, as if it were the only one of its context: key in the query, key, limits, plan,
 * parameters, record, each only when the one before it passed. A call that fails on our side is not counted.
 * @throws ServiceError
 */
export const makeCall = async (
  core: Core,
  context: RequestContext,
  meta: OperationMeta,
  host: Host,
  readInput: () => unknown,
): Promise<unknown> => {
  let call: CountedCall | null = null
  try {
    refuseKeyInQuery(context.query)
    if (meta.plan !== null) call = await countCall(core, context, meta.counted)
    const idempotencyKey = context.request.headers.get('idempotency-key')
    const callerContext = core.context({ plan: call?.plan ?? 'free', call }, { ...host, idempotencyKey })
    return await meta.run(callerContext, readInput)
  } catch (error) {
    if (isFailure(error)) {
      context.failure ??= error
      if (call !== null) await refundCall(core, context, call)
    }
    throw asServiceError(error)
  }
}
