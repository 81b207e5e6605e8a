import type { Core } from '@basketball-data/core'
import type { ErrorBody } from '@basketball-data/core/contract'
import type { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { sizedResponse } from './body.ts'
import { NOT_STORED } from './call/caching.ts'
import { createRequestContext, type RequestContext } from './call/request-context.ts'
import { isHealthCheck } from './routes.ts'
import { wantsPage, type Pages } from './pages.ts'
import { toLogEntry, type OnRequest } from './request-log.ts'

/** When a process refuses requests because it has too many to answer. */
export type AdmissionLimits = {
  /**
   * Milliseconds after which a response is late, and for which most of them have to be late before a request is refused: a
   * burst, or a short pause, is no overload.
   */
  maxLatency: number
  /** Milliseconds in which an overloaded process answers the requests that it does not refuse. */
  target: number
  /** The number of requests in flight up to which none is refused, however slow they are. */
  minInFlight: number
  /** The number of requests in flight that is never exceeded. */
  maxInFlight: number
}

const LIMITS: AdmissionLimits = { maxLatency: 1000, target: 500, minInFlight: 64, maxInFlight: 2000 }

/** Milliseconds over which responses are counted. */
const PERIOD = 250

/**
 * What is left of an earlier rate of responses after one period. The rate is the best one of the last few seconds: after a slow
 * moment too few requests would be in flight to reach a better one again.
 */
const REMEMBERED = 0.9

/**
 * Decides which requests a process takes on. It is overloaded if for a while most responses were late, or none came. Then it
 * keeps in flight only as many requests as it answers within the target (Little's law: requests in flight = responses per
 * second × seconds that each takes), and refuses the others. Requests that wait for something of their own, such as a lock or
 * a slow body, refuse nobody else, as long as the others are answered in time. `waited` is the time that a request which is read
 * now has waited to be read, in milliseconds: it counts like the time in flight.
 */
export const createAdmission = (
  { maxLatency, target, minInFlight, maxInFlight }: AdmissionLimits,
  now: () => number,
  waited: (moment: number) => number,
) => {
  let inFlight = 0
  /** Responses per millisecond. */
  let rate = 0
  let responses = 0
  let late = 0
  let periodStart = now()
  let lastProgress = periodStart
  let lastInTime = periodStart
  let lastRefusal = -Infinity

  const endPeriod = (moment: number): void => {
    const elapsed = moment - periodStart
    if (elapsed < PERIOD) return
    rate = Math.max(responses / elapsed, rate * REMEMBERED ** (elapsed / PERIOD))
    if (inFlight < minInFlight || responses > 0) lastProgress = moment
    // Without a response, requests may still be answered in time until they have waited for longer than that.
    const inTime = responses > 0 ? late * 2 < responses : moment - lastProgress < maxLatency
    if (inFlight < minInFlight || inTime) lastInTime = moment
    responses = 0
    late = 0
    periodStart = moment
  }

  /** Having refused a request, a process stays overloaded for a while: else it would take on too many again. */
  const isOverloaded = (moment: number): boolean =>
    moment - lastInTime > maxLatency || moment - lastRefusal < maxLatency

  return {
    /** Takes on a request, and returns the function to call when it is answered; null if the request is refused. */
    enter: (): (() => void) | null => {
      const entered = now()
      endPeriod(entered)
      const wait = waited(entered)
      const inTime = Math.max(minInFlight, rate * (target - wait))
      if (inFlight >= (isOverloaded(entered) ? Math.min(inTime, maxInFlight) : maxInFlight)) {
        lastRefusal = entered
        return null
      }
      inFlight += 1
      return () => {
        const moment = now()
        inFlight -= 1
        responses += 1
        if (moment - entered + wait > maxLatency) late += 1
        endPeriod(moment)
      }
    },
  }
}

/**
 * Returns a function that estimates how long a request that is read now has waited in its socket: as long as the event loop
 * took to handle everything that could be read in its latest turn, or has taken in this one. It is to be called for each request.
 */
const watchTurns = (): ((moment: number) => number) => {
  let start: number | undefined
  let latest = 0
  return (moment) => {
    if (start === undefined) {
      start = moment
      setImmediate(() => {
        latest = performance.now() - moment
        start = undefined
      })
    }
    return Math.max(latest, moment - start)
  }
}

/**
 * What is never refused: health checks, and preflights, without which a page could not read the 503. Each costs as little as a
 * refusal.
 */
const isExempt = (request: Request): boolean => request.method === 'OPTIONS' || isHealthCheck(getPath(request))

/** The seconds after which a client may try again: 1 to 3 at random, so that not all return at the same moment. */
const retryAfter = (): string => String(1 + Math.floor(Math.random() * 3))

const createRefusal = (core: Core, pages: Pages | undefined) => {
  const busy = pages?.busy(core.service.name)
  return (context: RequestContext): Response => {
    const { request, requestId } = context
    return busy !== undefined && wantsPage(getPath(request), request.headers.get('accept'))
      ? busy(requestId, retryAfter())
      : jsonRefusal(core, context)
  }
}

const jsonRefusal = (core: Core, { requestId, headers }: RequestContext): Response => {
  const message = `The service has more calls than it can answer in time; try again shortly. Request ${requestId}.`
  const body: ErrorBody = { error: { code: 'server_error', message, docs: `${core.service.docs}#error-server_error` } }
  return sizedResponse(JSON.stringify(body), {
    status: 503,
    headers: {
      ...headers,
      ...NOT_STORED,
      'content-type': 'application/json; charset=utf-8',
      'retry-after': retryAfter(),
    },
  })
}

/** Milliseconds between two log lines about refusals: a line for each would add to the load. */
const LOG_INTERVAL = 1000

/** Logs the first refusal of each second, with the number of refusals in that second. */
const refusalLog = (onRequest: OnRequest): ((context: RequestContext) => void) => {
  let refused = 0
  return (context) => {
    refused += 1
    if (refused > 1) return
    const entry = toLogEntry(context, 503)
    setTimeout(() => {
      onRequest({ ...entry, reason: 'overload', refused })
      refused = 0
    }, LOG_INTERVAL)
  }
}

/** The `fetch` of an app that refuses requests with 503, before any work is done, while the process is overloaded. */
export const withAdmission = (
  fetch: Hono['fetch'],
  {
    core,
    onRequest,
    limits,
    pages,
  }: { core: Core; onRequest: OnRequest; limits?: Partial<AdmissionLimits> | undefined; pages?: Pages | undefined },
): Hono['fetch'] => {
  const admission = createAdmission({ ...LIMITS, ...limits }, () => performance.now(), watchTurns())
  const log = refusalLog(onRequest)
  const refusal = createRefusal(core, pages)

  /** A response that is still being sent, or that never ends, is no longer work. */
  const respond = async (leave: () => void, ...call: Parameters<Hono['fetch']>): Promise<Response> => {
    try {
      return await fetch(...call)
    } finally {
      leave()
    }
  }

  return (...call) => {
    const [request] = call
    if (isExempt(request)) return fetch(...call)
    const leave = admission.enter()
    if (leave !== null) return respond(leave, ...call)
    const context = createRequestContext(request)
    log(context)
    return refusal(context)
  }
}
