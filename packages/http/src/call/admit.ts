import type { Admission, Core } from '@basketball-data/core'
import type { Exchange } from './exchange.ts'
import { keyOf } from './key.ts'
import { rateHeaders } from './rate-headers.ts'

/** Says in the headers what is left after all calls of an exchange, as they stand now; gives these headers. */
const tellRates = ({ plans }: Core, { admissions, givenBack, headers }: Exchange): Record<string, string> => {
  const [first] = admissions
  if (first === undefined) return {}
  const most = (used: (admission: Admission) => number): number => Math.max(...admissions.map(used)) - givenBack.size
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
export const admit = async (core: Core, exchange: Exchange, counts: boolean): Promise<Admission> => {
  const admission = await core.admit(keyOf(exchange.request.headers), { counts })
  exchange.admissions.push(admission)
  tellRates(core, exchange)
  if (admission.refused !== null) throw admission.refused
  return admission
}

/**
 * Takes back a call that was counted: once, and where that fails the log alone is told.
 * @returns the headers that say what is left then
 */
export const giveBack = async (
  core: Core,
  exchange: Exchange,
  admission: Admission,
): Promise<Record<string, string>> => {
  const { givenBack } = exchange
  if (admission.counted !== null && !givenBack.has(admission)) {
    givenBack.add(admission)
    await core.giveBack(admission).catch((error: unknown) => {
      givenBack.delete(admission)
      exchange.failure ??= error
    })
  }
  return tellRates(core, exchange)
}
