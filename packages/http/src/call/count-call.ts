import type { CountedCall, Core } from '@basketball-data/core'
import type { RequestContext } from './request-context.ts'
import { keyOf } from './key.ts'
import { rateHeaders } from './rate-headers.ts'

/** Says in the headers what is left after all calls of an context, as they stand now; gives these headers. */
const tellRates = ({ plans }: Core, { calls, refunded, headers }: RequestContext): Record<string, string> => {
  const [first] = calls
  if (first === undefined) return {}
  const most = (used: (call: CountedCall) => number): number => Math.max(...calls.map(used)) - refunded.size
  const used = {
    minute_used: most(({ minute_used }) => minute_used),
    minute_frees_at: first.minute_frees_at,
    day_used: most(({ day_used }) => day_used),
    month_used: most(({ month_used }) => month_used),
  }
  const rates = rateHeaders(used, plans[first.plan], new Date())
  Object.assign(headers, rates)
  return rates
}

/** Counts a call of the key that a request carries. @throws ServiceError unauthorized, rate_limited or quota_exceeded */
export const countCall = async (core: Core, context: RequestContext, counts: boolean): Promise<CountedCall> => {
  const call = await core.countCall(keyOf(context.request.headers), { counts })
  context.calls.push(call)
  tellRates(core, context)
  if (call.refused !== null) throw call.refused
  return call
}

/**
 * Takes back a call that was counted: once, and where that fails the log alone is told.
 * @returns the headers that say what is left then
 */
export const refundCall = async (
  core: Core,
  context: RequestContext,
  call: CountedCall,
): Promise<Record<string, string>> => {
  const { refunded } = context
  if (call.counted !== null && !refunded.has(call)) {
    refunded.add(call)
    await core.refundCall(call).catch((error: unknown) => {
      refunded.delete(call)
      context.failure ??= error
    })
  }
  return tellRates(core, context)
}
