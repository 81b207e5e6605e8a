import {
  badRequest,
  ServiceError,
  type CallCounter,
  type Core,
  type CountedCall,
  type InvokeContext,
} from '@basketball-data/core'
import {
  SECONDS_PER_DAY,
  startOfMonth,
  startOfNextMonth,
  utcDay,
  type PlanLimits,
} from '@basketball-data/core/contract'
import type { Query, RequestContext } from './request-context.ts'

/** Query parameters that look like a key. */
const KEY_PARAMETERS = ['key', 'api_key']

/** @throws ServiceError bad_request if the query string has a key: it would end up in logs and histories. */
export const refuseKeyInQuery = ({ parsed }: Query): void => {
  if (KEY_PARAMETERS.some((name) => parsed.has(name)))
    throw badRequest('Send the key in the Authorization or X-API-Key header, never in the address.')
}

const BEARER = /^bearer +(.+)$/i

/** The values of a header, which may be sent several times: Headers joins them with commas, which no key has. */
const valuesOf = (headers: Headers, name: string): string[] =>
  (headers.get(name) ?? '').split(',').map((value) => value.trim())

/**
 * The key of a request, from `Authorization: Bearer` or `X-API-Key`. Another scheme of Authorization is no key: a proxy
 * may have added it.
 * @throws ServiceError unauthorized without a key, bad_request for different ones
 */
const keyOf = (headers: Headers): string => {
  const bearers = valuesOf(headers, 'authorization').map((value) => BEARER.exec(value)?.[1]?.trim() ?? '')
  const keys = new Set([...bearers, ...valuesOf(headers, 'x-api-key')].filter((key) => key !== ''))
  if (keys.size > 1) throw badRequest('The headers Authorization and X-API-Key carry different keys; send one key.')
  const [key] = keys
  if (key === undefined)
    throw new ServiceError(
      'unauthorized',
      'This endpoint needs a key: send it as "Authorization: Bearer <key>" or "X-API-Key: <key>".',
    )
  return key
}

type UsedCalls = Pick<CountedCall, 'minute_used' | 'minute_frees_at' | 'day_used' | 'month_used'>

/** `RateLimit-Policy` and `RateLimit`: one item per limit, with its quota, its window and the calls left. */
const rateHeaders = (used: UsedCalls, limits: PlanLimits, now: Date): Record<string, string> => {
  const second = Math.floor(now.getTime() / 1000)
  const policies: string[] = []
  const states: string[] = []
  const add = (name: string, quota: number | null, calls: number, window: number, left: number) => {
    if (quota === null) return
    policies.push(`"${name}";q=${quota};w=${window}`)
    states.push(`"${name}";r=${Math.max(0, quota - calls)};t=${Math.max(0, left)}`)
  }
  add('minute', limits.per_minute, used.minute_used, 60, used.minute_frees_at - second)
  add('day', limits.per_day, used.day_used, SECONDS_PER_DAY, SECONDS_PER_DAY - (second % SECONDS_PER_DAY))
  const [start, end] = [startOfMonth(utcDay(now)).getTime(), startOfNextMonth(utcDay(now)).getTime()]
  add('month', limits.per_month, used.month_used, (end - start) / 1000, Math.ceil((end - now.getTime()) / 1000))
  return policies.length === 0 ? {} : { 'ratelimit-policy': policies.join(', '), ratelimit: states.join(', ') }
}

/** Sets the rate headers to the calls left after all calls of the request. */
const setRateHeaders = ({ plans }: Core, { calls, refunds, headers }: RequestContext): void => {
  const [first] = calls
  if (first === undefined) return
  const most = (used: (call: CountedCall) => number): number => Math.max(...calls.map(used)) - refunds
  const used = {
    minute_used: most(({ minute_used }) => minute_used),
    minute_frees_at: first.minute_frees_at,
    day_used: most(({ day_used }) => day_used),
    month_used: most(({ month_used }) => month_used),
  }
  Object.assign(headers, rateHeaders(used, plans[first.plan], new Date()))
}

/** Counts and refunds the calls of the key that a request carries, and sets its rate headers. */
const callCounter = (core: Core, context: RequestContext): CallCounter => ({
  count: async ({ plan, counted }) => {
    refuseKeyInQuery(context.query)
    if (plan === null) return null
    const call = await core.countCall(keyOf(context.request.headers), { counts: counted })
    context.calls.push(call)
    setRateHeaders(core, context)
    return call
  },
  refund: async (call) => {
    if (call.counted === null) return
    try {
      await core.refundCall(call)
      context.refunds += 1
      setRateHeaders(core, context)
    } catch (error) {
      context.failure ??= error
    }
  },
})

/** The settings that all operations of an app are mounted with. */
export type MountOptions = Pick<InvokeContext, 'endpoints' | 'decimals'>

/** The context in which the operations of a request are invoked: it counts calls of the request's key. */
export const invokeContext = (core: Core, context: RequestContext, options: MountOptions): InvokeContext =>
  core.context({
    ...options,
    counter: callCounter(core, context),
    plan: 'free', // of endpoints that need no key
    idempotencyKey: context.request.headers.get('idempotency-key'),
  })
