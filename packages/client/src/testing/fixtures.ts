import type { ErrorCode, Plan } from '@basketball-data/client'
import { http, HttpResponse, type RequestHandler } from 'msw'
import { notFound, Refusal, refusalOf } from './refusal.ts'
import { checkPathId, routeOf } from './routes.ts'
import { Query } from './query.ts'
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
  /** How many calls; 1 when left out. */
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

/** A service of its own, with the made-up league in it. */
export interface Fixtures {
  /** For `setupServer` or `setupWorker` of msw. */
  handlers: RequestHandler[]
  /** Every call that came, the failed ones too, in order. */
  calls: FixtureCall[]
  /** Makes the next calls fail: with an error of the service, or without any answer. */
  fail: (how: ErrorCode | 'no_connection', options?: FailOptions) => void
  /** Forgets calls, failures to come and webhooks. */
  reset: () => void
}

const PLANS: Plan[] = ['free', 'live', 'archive', 'complete']

/** Names an answer by its text. */
const tagOf = (text: string): string => {
  let hash = 5381
  for (let i = 0; i < text.length; i++) hash = (hash * 33 + text.charCodeAt(i)) % 4_294_967_296
  return `"${hash.toString(36)}-${text.length.toString(36)}"`
}

const hasKey = (headers: Headers): boolean =>
  /^bearer +\S/i.test(headers.get('authorization') ?? '') || (headers.get('x-api-key') ?? '') !== ''

const refuse = ({ status, message, fields, retryAfter }: Refusal, headers: Record<string, string>): Response =>
  HttpResponse.json(
    { error: { ...fields, message } },
    {
      status,
      headers: {
        ...headers,
        'Cache-Control': 'no-store',
        ...(retryAfter !== null && { 'Retry-After': String(retryAfter) }),
        ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      },
    },
  )

/** What a key is refused before anything is read. @throws Refusal unauthorized or upgrade_required */
const checkKey = (needed: Plan | null, plan: Plan, headers: Headers): void => {
  if (needed === null) return
  if (!hasKey(headers)) throw new Refusal('unauthorized', 'This endpoint needs a key.')
  if (PLANS.indexOf(plan) < PLANS.indexOf(needed))
    throw new Refusal('upgrade_required', `This endpoint needs plan ${needed} or higher.`, {
      plan: needed,
      pricing: 'http://127.0.0.1:3000/docs#plans',
    })
}

const bodyOf = async (request: Request): Promise<unknown> => {
  const text = await request.text()
  return text === '' ? undefined : JSON.parse(text)
}

/**
 * A service of its own for tests: handlers of msw that answer from the made-up league as the real service would, with
 * filters, paging, conditional requests and errors; any key is good.
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
  const failures: { how: ErrorCode | 'no_connection'; path: string; retryAfter: number }[] = []
  let webhooks = new WebhookStore()

  const answer = async (request: Request, path: string, query: URLSearchParams, headers: Record<string, string>) => {
    const found = routeOf(request.method, path)
    if (found === undefined) throw notFound('such path')
    const { route, id } = found
    checkKey(route.plan, plan, request.headers)
    const asked = { query: new Query(query, route.parameters), id, plan, webhooks, calls: calls.length }
    checkPathId(route, id)
    const text = JSON.stringify(route.answer({ ...asked, body: await bodyOf(request) }))
    const [reads, etag] = [request.method === 'GET', tagOf(text)]
    if (reads && request.headers.get('if-none-match') === etag)
      return new HttpResponse(null, { status: 304, headers: { ...headers, ETag: etag, 'Cache-Control': 'private' } })
    const kept = reads ? { ETag: etag, 'Cache-Control': 'private, max-age=10' } : { 'Cache-Control': 'no-store' }
    const type = { 'Content-Type': 'application/json; charset=utf-8' }
    return new HttpResponse(text, { status: route.status, headers: { ...headers, ...kept, ...type } })
  }

  const respond = async ({ request }: { request: Request }): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.slice(new URL(base).pathname.length) || '/'
    calls.push({ method: request.method, path, query: Object.fromEntries(searchParams) })
    const headers = { 'X-Request-Id': request.headers.get('x-request-id') ?? `fixture-${calls.length}` }
    const next = failures.findIndex((failure) => path.startsWith(failure.path))
    const [failure] = next === -1 ? [] : failures.splice(next, 1)
    if (failure?.how === 'no_connection') return HttpResponse.error()
    try {
      if (failure) throw refusalOf(failure.how, failure.retryAfter, plan)
      return await answer(request, path, searchParams, headers)
    } catch (error) {
      if (error instanceof Refusal) return refuse(error, headers)
      throw error
    }
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
      webhooks = new WebhookStore()
    },
  }
}
