import type { ErrorCode, Plan } from '@basketball-data/client'
import { http, HttpResponse, type RequestHandler } from 'msw'
import { type Account, answerTo } from './answering.ts'
import { refusalOf } from './refusal.ts'
import { WebhookStore } from './webhooks.ts'

/** What the handlers are to be like. */
export interface FixtureOptions {
  /** Where the client calls; `http://127.0.0.1:3000/v1` when left out, as the client has it. */
  baseUrl?: string
  /** The plan of every key; complete when left out. A lower one is refused what it does not reach. */
  plan?: Plan
}

/** How calls are to fail. */
export interface FailOptions {
  /**
   * How many calls; 1 when left out. A client tries again by itself what passes: to see such a failure thrown, let it fail
   * as often as the client tries, 3 times, or make the call with `retries: 0`.
   */
  times?: number
  /** Only calls whose path under /v1 begins so, e.g. `/games`; every one when left out. */
  path?: string
  /** Seconds of Retry-After of rate_limited and quota_exceeded; 1 when left out. */
  retryAfter?: number
}

/** A call that came. */
export interface FixtureCall {
  method: string
  /** Under /v1. */
  path: string
  query: Record<string, string>
}

type Failure = { how: ErrorCode | 'no_connection'; path: string; retryAfter: number }

/** A service of its own, with the made-up league in it. */
export interface Fixtures {
  /** For `setupServer` or `setupWorker` of msw. */
  handlers: RequestHandler[]
  /** Every call that came, the failed ones too, in order. */
  calls: FixtureCall[]
  /** Makes the next calls fail: with an error of the service, or without any answer. */
  fail: (how: ErrorCode | 'no_connection', options?: FailOptions) => void
  /** Forgets calls, what they cost, failures to come and webhooks. */
  reset: () => void
}

/**
 * A service of its own for tests: handlers of msw that answer from the made-up league as the real service would, with
 * filters, paging, conditional requests, errors and what is left of the plan's limits; any key is good, and no call is one
 * too many.
 * @example
 * const fixtures = createFixtures({ baseUrl: 'https://data.example/v1' })
 * const server = setupServer(...fixtures.handlers)
 * fixtures.fail('quota_exceeded', { path: '/games' })
 */
export const createFixtures = ({
  baseUrl = 'http://127.0.0.1:3000/v1',
  plan = 'complete',
}: FixtureOptions = {}): Fixtures => {
  const base = baseUrl.replace(/\/+$/, '')
  const calls: FixtureCall[] = []
  const failures: Failure[] = []
  const account: Account = {
    plan,
    base,
    docs: `${base.replace(/\/v1$/, '')}/docs`,
    webhooks: new WebhookStore(),
    used: 0,
  }

  /** Takes the first failure that waits for such a call. */
  const failureOf = (path: string): Failure | undefined => {
    const next = failures.findIndex((failure) => path.startsWith(failure.path))
    return next === -1 ? undefined : failures.splice(next, 1)[0]
  }

  const respond = async ({ request }: { request: Request }): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.slice(new URL(base).pathname.length) || '/'
    calls.push({ method: request.method, path, query: Object.fromEntries(searchParams) })
    const failure = failureOf(path)
    if (failure?.how === 'no_connection') return HttpResponse.error()
    const refusal = failure ? refusalOf(failure.how, failure.retryAfter, plan) : null
    const { status, headers, text } = await answerTo(request, account, refusal)
    const id = request.headers.get('x-request-id') ?? `fixture-${calls.length}`
    return new HttpResponse(text === '' || request.method === 'HEAD' ? null : text, {
      status,
      headers: { 'X-Request-Id': id, ...headers },
    })
  }

  return {
    handlers: [http.all(base, respond), http.all(`${base}/*`, respond)],
    calls,
    fail: (how, { times = 1, path = '', retryAfter = 1 } = {}) => {
      for (let i = 0; i < times; i++) failures.push({ how, path, retryAfter })
    },
    reset: () => {
      calls.length = 0
      failures.length = 0
      account.used = 0
      account.webhooks = new WebhookStore()
    },
  }
}
