import {
  badRequest,
  ServiceError,
  type CallCounter,
  type Core,
  type InvokeContext,
  type KeyUsage,
} from '@basketball-data/core'
import {
  SECONDS_PER_DAY,
  getMonthStart,
  getNextDay,
  getNextMonth,
  toDateTime,
  type Plan,
  type PlanLimits,
} from '@basketball-data/core/contract'
import { secondsUntil, type Query, type RequestContext } from './request-context.ts'

/** Query parameters that look like a key. */
const KEY_PARAMETERS = ['key', 'api_key']

/** @throws ServiceError bad_request if the query string has a key: it would end up in logs and histories. */
export const refuseKeyInQuery = ({ parsed }: Query): void => {
  if (KEY_PARAMETERS.some((name) => parsed.has(name)))
    throw badRequest('Send the key in the Authorization header, never in the address.')
}

const BEARER = /^bearer +(.+)$/i

/** The values of a header, which may be sent several times: Headers joins them with commas, which no key has. */
const listValues = (headers: Headers, name: string): string[] =>
  (headers.get(name) ?? '').split(',').map((value) => value.trim())

/**
 * The key of a request, from `Authorization: Bearer` or `X-API-Key`. Another scheme of Authorization is no key: a proxy
 * may have added it.
 * @throws ServiceError unauthorized without a key, bad_request for different ones
 */
const readKey = (headers: Headers): string => {
  const bearers = listValues(headers, 'authorization').map((value) => BEARER.exec(value)?.[1]?.trim() ?? '')
  const keys = new Set([...bearers, ...listValues(headers, 'x-api-key')].filter((key) => key !== ''))
  if (keys.size > 1) throw badRequest('The headers Authorization and X-API-Key carry different keys; send one key.')
  const [key] = keys
  if (key === undefined)
    throw new ServiceError('unauthorized', 'This endpoint needs a key: send it as "Authorization: Bearer <key>".')
  return key
}

let latestPeriods = { day: '', dayEnd: 0, monthStart: 0, monthEnd: 0 }

/** The ends of a day and of its month, in Unix milliseconds; nearly every call asks for the same day. */
const getPeriods = (day: string): typeof latestPeriods => {
  if (latestPeriods.day !== day) {
    const dayEnd = getNextDay(day).getTime()
    latestPeriods = { day, dayEnd, monthStart: getMonthStart(day).getTime(), monthEnd: getNextMonth(day).getTime() }
  }
  return latestPeriods
}

/** A limit, the calls that count towards it, its window in seconds, and when more are available, in Unix milliseconds. */
type Limit = { name: string; quota: number | null; calls: number; window: number; resets_at: number }

/**
 * `RateLimit-Policy` and `RateLimit`: one item per limit, with its quota, its window, the calls left, and the seconds until
 * more are available.
 */
const formatLimits = (limits: readonly Limit[], usage: Pick<KeyUsage, 'at'>): Record<string, string> => {
  const policies: string[] = []
  const states: string[] = []
  for (const { name, quota, calls, window, resets_at } of limits) {
    if (quota === null) continue
    policies.push(`"${name}";q=${quota};w=${window}`)
    states.push(`"${name}";r=${Math.max(0, quota - calls)};t=${secondsUntil(resets_at, usage)}`)
  }
  return policies.length === 0 ? {} : { 'ratelimit-policy': policies.join(', '), ratelimit: states.join(', ') }
}

const rateHeaders = (usage: KeyUsage, { per_minute, per_day, per_month }: PlanLimits): Record<string, string> => {
  const { dayEnd, monthStart, monthEnd } = getPeriods(usage.day)
  const month = (monthEnd - monthStart) / 1000
  const limits = [
    { name: 'minute', quota: per_minute, calls: usage.minute_used, window: 60, resets_at: usage.minute_frees_at },
    { name: 'day', quota: per_day, calls: usage.day_used, window: SECONDS_PER_DAY, resets_at: dayEnd },
    { name: 'month', quota: per_month, calls: usage.month_used, window: month, resets_at: monthEnd },
  ]
  return formatLimits(limits, usage)
}

/** Sets the rate headers to what the key has used after the calls of the request so far. */
const setUsage = ({ plans }: Core, context: RequestContext, plan: Plan, usage: KeyUsage): void => {
  context.usage = usage
  Object.assign(context.headers, rateHeaders(usage, plans[plan]))
}

/** Counts and refunds the calls of the key that a request carries, and sets its rate headers. */
const callCounter = (core: Core, context: RequestContext): CallCounter => ({
  count: async ({ plan, counted }, onLikelyPlan) => {
    refuseKeyInQuery(context.query)
    if (plan === null) return null
    const call = await core.countCall(readKey(context.request.headers), { counts: counted, onLikelyPlan })
    context.calls.push(call)
    setUsage(core, context, call.plan, call)
    return call
  },
  refund: async (call) => {
    try {
      const usage = await core.refundCall(call)
      if (usage !== null) setUsage(core, context, call.plan, usage)
    } catch (error) {
      context.failure ??= error
    }
  },
})

/** Calls of one write key that a process works on at the same time: each may have a large body. */
const MAX_WRITES_AT_ONCE = 10

/** Makes `findWriter` of requests: it counts the calls of their write keys, and sets the rate headers. */
const createWriterFinder = (core: Core) => {
  const running = new Map<string, number>()
  const begin = (context: RequestContext, key: string, at: number): void => {
    const others = running.get(key) ?? 0
    if (others >= MAX_WRITES_AT_ONCE)
      throw new ServiceError(
        'rate_limited',
        `More than ${MAX_WRITES_AT_ONCE} calls at the same time with one write key.`,
        {
          resets_at: toDateTime(new Date(at + 1000)),
        },
      )
    running.set(key, others + 1)
    context.release = () => {
      const left = (running.get(key) ?? 1) - 1
      if (left > 0) running.set(key, left)
      else running.delete(key)
      context.release = () => {}
    }
  }
  return (context: RequestContext) => async () => {
    refuseKeyInQuery(context.query)
    const { writer, usage, max, refused } = await core.countWrite(readKey(context.request.headers))
    context.writeKey = writer.key
    context.usage = usage
    Object.assign(
      context.headers,
      formatLimits([{ name: 'minute', quota: max, calls: usage.used, window: 60, resets_at: usage.frees_at }], usage),
    )
    if (refused !== null) throw refused
    begin(context, writer.key, usage.at)
    return writer
  }
}

/** Makes the contexts in which the operations of the write API are invoked. */
export const createWriteContexts = (core: Core) => {
  const findWriter = createWriterFinder(core)
  return (context: RequestContext, { ending }: Pick<MountOptions, 'ending'>): InvokeContext =>
    core.writeContext({
      ending,
      findWriter: findWriter(context),
      idempotencyKey: context.request.headers.get('idempotency-key'),
    })
}

/** The settings that all operations of an app are mounted with. */
export type MountOptions = Pick<InvokeContext, 'endpoints' | 'decimals' | 'ending' | 'responseCache'>

/** Makes the contexts in which the operations of requests are invoked: each counts the calls of its request's key. */
export const createInvokeContexts = (core: Core, options: MountOptions) => {
  const settings = core.context({ ...options, plan: 'free' }) // the plan is that of endpoints that need no key
  return (context: RequestContext): InvokeContext => ({
    ...settings,
    counter: callCounter(core, context),
    idempotencyKey: context.request.headers.get('idempotency-key'),
  })
}
