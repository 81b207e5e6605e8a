import { delay, http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import {
  BasketballData,
  type ClientOptions,
  ConnectionError,
  type ErrorCode,
  type LogEntry,
  type Logger,
  ServiceError,
  UpgradeRequiredError,
} from './index.ts'

const baseUrl = 'https://data.example/v1'
const network = setupServer()
let calls = 0

beforeAll(() => {
  network.listen({ onUnhandledFrame: 'error' })
  network.events.on('request:start', () => {
    calls++
  })
})
beforeEach(() => {
  calls = 0
  // No random delays.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  network.resetHandlers()
  vi.restoreAllMocks()
})
afterAll(() => network.close())

const usage = (options: ClientOptions = {}, signal?: AbortSignal) =>
  new BasketballData({ apiKey: 'bd_key', baseUrl, ...options }).usage({ signal })
const catchError = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  )

type Respond = () => Response | Promise<Response>
const ok: Respond = () => HttpResponse.json({ data: 'fine', meta: {} })
const error =
  (code: ErrorCode, status: number, headers: Record<string, string> = {}): Respond =>
  () =>
    HttpResponse.json({ error: { code, message: `No: ${code}` } }, { status, headers })
/** Responds with these in turn, then always with the last. */
const respond = (...list: [Respond, ...Respond[]]) => {
  let next = 0
  network.use(http.get(`${baseUrl}/usage`, () => (list[Math.min(next++, list.length - 1)] ?? ok)()))
}

describe('an error response', () => {
  test('is thrown as a ServiceError with all of its fields', async () => {
    const fields = {
      code: 'upgrade_required',
      message: 'This endpoint belongs to the plan live.',
      plan: 'live',
      pricing: 'https://data.example/pricing',
      docs: 'https://data.example/docs#upgrade_required',
    }
    respond(() => HttpResponse.json({ error: fields }, { status: 403, headers: { 'X-Request-Id': 'req-1' } }))
    const thrown = await catchError(usage())
    expect(thrown).toBeInstanceOf(ServiceError)
    expect(thrown).toBeInstanceOf(UpgradeRequiredError)
    expect(thrown).toMatchObject({
      ...fields,
      name: 'UpgradeRequiredError',
      status: 403,
      requestId: 'req-1',
      retryAfter: null,
    })
    expect(thrown).toHaveProperty('allowed', undefined)
  })

  test('has the accepted parameters', async () => {
    const fields = { code: 'unknown_parameter', message: 'Unknown parameter: colour.', allowed: ['page', 'per_page'] }
    respond(() => HttpResponse.json({ error: fields }, { status: 422 }))
    expect(await catchError(usage())).toMatchObject({ status: 422, allowed: ['page', 'per_page'], requestId: null })
  })

  test('has the time of the next call that can succeed', async () => {
    const fields = { code: 'quota_exceeded', message: 'No calls left today.', resets_at: '2026-11-21T00:00:00Z' }
    respond(() => HttpResponse.json({ error: fields }, { status: 429, headers: { 'Retry-After': '3600' } }))
    expect(await catchError(usage())).toMatchObject({ resetsAt: '2026-11-21T00:00:00Z', retryAfter: 3600 })
  })

  test.each([
    ['bad_request', 400],
    ['unknown_parameter', 422],
    ['unauthorized', 401],
    ['upgrade_required', 403],
    ['not_found', 404],
    ['quota_exceeded', 429],
  ] as const)('with %s is not retried', async (code, status) => {
    respond(error(code, status, { 'Retry-After': '0' }), ok)
    expect(await catchError(usage())).toMatchObject({ code, status })
    expect(calls).toBe(1)
  })
})

describe('a read is retried', () => {
  test('after rate_limited', async () => {
    respond(error('rate_limited', 429, { 'Retry-After': '0' }), ok)
    expect(await usage()).toBe('fine')
    expect(calls).toBe(2)
  })

  test('after Retry-After, and no sooner', async () => {
    respond(error('rate_limited', 429, { 'Retry-After': '1' }), ok)
    const start = performance.now()
    expect(await usage()).toBe('fine')
    expect(performance.now() - start).toBeGreaterThanOrEqual(990)
  })

  test('after server_error, 500 or 503', async () => {
    respond(error('server_error', 500), error('server_error', 503), ok)
    expect(await usage()).toBe('fine')
    expect(calls).toBe(3)
  })

  test('after a 408 of a proxy or of the service', async () => {
    respond(() => HttpResponse.html('<h1>Request Timeout</h1>', { status: 408 }), error('bad_request', 408), ok)
    expect(await usage()).toBe('fine')
    expect(calls).toBe(3)
  })

  test("after a proxy's 502 page", async () => {
    respond(() => HttpResponse.html('<h1>Bad Gateway</h1>', { status: 502 }), ok)
    expect(await usage()).toBe('fine')
    expect(calls).toBe(2)
  })

  test('after a lost connection', async () => {
    respond(() => HttpResponse.error(), ok)
    expect(await usage()).toBe('fine')
    expect(calls).toBe(2)
  })

  test('after a timeout', async () => {
    respond(async () => {
      await delay('infinite')
      return ok()
    }, ok)
    expect(await usage({ timeout: 50 })).toBe('fine')
    expect(calls).toBe(2)
  })

  test('after the Retry-After of a proxy, in seconds or as a date', async () => {
    const page = (retryAfter: string) => () =>
      HttpResponse.html('<h1>Service Unavailable</h1>', { status: 503, headers: { 'Retry-After': retryAfter } })
    respond(page('1'), ok)
    const start = performance.now()
    expect(await usage()).toBe('fine')
    expect(performance.now() - start).toBeGreaterThanOrEqual(990)
    respond(page(new Date(Date.now() + 90_000).toUTCString()), ok)
    const thrown = await catchError(usage())
    expect(thrown).toMatchObject({ reason: 'unexpected_response', status: 503, retryAfter: expect.any(Number) })
    expect(Math.abs(Number(Object(thrown).retryAfter) - 90)).toBeLessThanOrEqual(2)
    expect(calls).toBe(3)
  })

  test('at most twice, or as often as retries says', async () => {
    for (const [options, attempts] of [
      [{}, 3],
      [{ retries: 0 }, 1],
      [{ retries: 5 }, 6],
    ] as const) {
      calls = 0
      respond(error('server_error', 500))
      expect(await catchError(usage(options))).toMatchObject({ code: 'server_error' })
      expect(calls).toBe(attempts)
    }
  })

  test('after up to 61 seconds, which the per-minute limit can ask for', async () => {
    respond(error('rate_limited', 429, { 'Retry-After': '61' }))
    const enough = new AbortController()
    const waits: (number | null)[] = []
    const logger = ({ retryIn }: LogEntry) => {
      waits.push(retryIn)
      enough.abort()
    }
    await catchError(usage({ logger }, enough.signal))
    expect(waits).toEqual([61_000])
  })

  test('unless Retry-After is longer than maxWait', async () => {
    respond(error('rate_limited', 429, { 'Retry-After': '62' }), ok)
    expect(await catchError(usage())).toMatchObject({ code: 'rate_limited', retryAfter: 62 })
    respond(error('server_error', 503, { 'Retry-After': '2' }), ok)
    expect(await catchError(usage({ maxWait: 1999 }))).toMatchObject({ status: 503 })
    expect(calls).toBe(2)
  })
})

describe('a ConnectionError is thrown', () => {
  test('when the connection is lost, with the error of fetch as its cause', async () => {
    respond(() => HttpResponse.error())
    const thrown = await catchError(usage())
    expect(thrown).toBeInstanceOf(ConnectionError)
    expect(thrown).toMatchObject({ name: 'ConnectionError', reason: 'no_connection', status: null })
    expect(thrown).toHaveProperty('cause', expect.any(TypeError))
    expect(calls).toBe(3)
  })

  test('when the connection is lost within the body', async () => {
    respond(() => {
      const body = new ReadableStream({
        start: (stream) => {
          stream.enqueue(new TextEncoder().encode('{"data":'))
          stream.error(new Error('reset'))
        },
      })
      return new HttpResponse(body)
    })
    expect(await catchError(usage({ retries: 0 }))).toMatchObject({ reason: 'no_connection' })
  })

  test('when the response takes too long', async () => {
    respond(async () => {
      await delay('infinite')
      return ok()
    })
    expect(await catchError(usage({ timeout: 30, retries: 0 }))).toMatchObject({ reason: 'timeout', status: null })
  })

  test('when only the body takes too long', async () => {
    respond(() => new HttpResponse(new ReadableStream()))
    expect(await catchError(usage({ timeout: 30, retries: 0 }))).toMatchObject({ reason: 'timeout' })
  })

  test.each([
    ['a page that is not JSON', () => HttpResponse.html('<h1>Sign in to the network</h1>'), 200],
    ['nothing at all', () => new HttpResponse(null, { status: 204 }), 204],
    ['JSON of another service', () => HttpResponse.json({ hello: 'world' }), 200],
    ['JSON that is not an object', () => HttpResponse.json(null), 200],
    ['an error of another service', () => HttpResponse.json({ error: { code: 'teapot' } }, { status: 418 }), 418],
    ['an error as text', () => HttpResponse.json({ error: 'Forbidden' }, { status: 403 }), 403],
    ['a 429 that is not JSON', () => HttpResponse.text('Too many', { status: 429 }), 429],
  ])('without a retry when the response is %s', async (_, unexpected, status) => {
    respond(unexpected, ok)
    expect(await catchError(usage())).toMatchObject({ name: 'ConnectionError', reason: 'unexpected_response', status })
    expect(calls).toBe(1)
  })

  test('but not immediately when the timeout is longer than a timer can run', async () => {
    respond(async () => {
      await delay(30)
      return ok()
    })
    expect(await usage({ retries: 0, timeout: Number.POSITIVE_INFINITY })).toBe('fine')
  })

  test.each([
    ['https://data.example:8443/basketball/v1', 'https://data.example:8443'],
    ['https://Data.Example:443/v1', 'https://data.example'],
    ['http://[::1]:3000/v1', 'http://[::1]:3000'],
    ['/v1', '/'],
  ])('that names the origin of %s, but neither path, query nor key', async (base, origin) => {
    const fetches = [
      [() => Promise.reject(new TypeError('fetch failed')), `The service at ${origin} could not be reached.`],
      [() => new Promise<never>(() => {}), `The service at ${origin} did not respond in time.`],
      [async () => Response.json([]), `The response of ${origin} is not in the format of the service.`],
    ] as const
    for (const [fetch, message] of fetches) {
      const aborts: typeof globalThis.fetch = (_url, init) =>
        Promise.race([
          fetch(),
          new Promise<never>((_, reject) =>
            init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
          ),
        ])
      const client = new BasketballData({ apiKey: 'bd_key', baseUrl: base, fetch: aborts, timeout: 10, retries: 0 })
      const thrown = await catchError(client.teams.list({ q: 'secret' }))
      expect(thrown).toMatchObject({ name: 'ConnectionError', message, origin })
    }
  })
})

describe('an aborted call rejects with the reason of its signal', () => {
  const reason = new Error('cancelled')

  test('before it is sent', async () => {
    respond(ok)
    expect(await catchError(usage({}, AbortSignal.abort(reason)))).toBe(reason)
    expect(calls).toBe(0)
  })

  test.each([2, 0])('while it waits for the response, with %d retries left', async (retries) => {
    const controller = new AbortController()
    respond(async () => {
      setTimeout(() => controller.abort(reason), 10)
      await delay('infinite')
      return ok()
    }, ok)
    expect(await catchError(usage({ retries }, controller.signal))).toBe(reason)
    expect(calls).toBe(1)
  })

  test('while it waits for a retry', async () => {
    const controller = new AbortController()
    respond(() => {
      setTimeout(() => controller.abort(reason), 30)
      return error('rate_limited', 429, { 'Retry-After': '30' })()
    }, ok)
    expect(await catchError(usage({}, controller.signal))).toBe(reason)
    expect(calls).toBe(1)
  })

  test('between the pages of a list', async () => {
    const controller = new AbortController()
    network.use(
      http.get(`${baseUrl}/games`, () => HttpResponse.json({ data: [{ id: 'gm_1' }], meta: { next_cursor: 'more' } })),
    )
    const reading = async () => {
      const all = new BasketballData({ apiKey: 'bd_key', baseUrl }).games.list({}, { signal: controller.signal })
      for await (const _ of all) controller.abort(reason)
    }
    expect(await catchError(reading())).toMatchObject({ name: 'AbortError', cause: reason, cursor: 'more' })
    expect(calls).toBe(1)
  })

  test('and removes its listeners from the signal', async () => {
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    respond(error('server_error', 500), ok)
    await usage({}, signal)
    expect(added).toHaveBeenCalledTimes(1)
    expect(removed.mock.calls.map(([type, listener]) => [type, listener])).toEqual(
      added.mock.calls.map(([type, listener]) => [type, listener]),
    )
  })
})

describe('the constructor throws a TypeError', () => {
  test.each(['bd_ключ', 'bd_key\nX-Other: 1', 'bd_\u0000'])('for a key that no header can carry: %j', (apiKey) => {
    expect(() => new BasketballData({ apiKey })).toThrow(
      new TypeError('apiKey has a character that no header can carry, such as a line break: copy the key again.'),
    )
  })

  test('but not for blanks around a key, which are trimmed', async () => {
    respond(ok)
    expect(await usage({ apiKey: ' bd_key\n' })).toBe('fine')
  })

  test.each([
    '',
    'data.example/v1',
    'localhost:3000/v1',
    'ftp://data.example/v1',
    'https://data.example/v1?a=1',
    'https://data.example/v1#a',
    'https://user@data.example/v1',
    'https://data.example:99999/v1',
  ])('for a baseUrl that is not a URL: %j', (baseUrl) => {
    const message = `baseUrl must be an address such as https://data.example/v1, not "${baseUrl}".`
    expect(() => new BasketballData({ baseUrl })).toThrow(new TypeError(message))
  })

  test('but not for a baseUrl relative to the page', async () => {
    const urls: string[] = []
    const fetch = async (url: string) => {
      urls.push(url)
      return ok()
    }
    await new BasketballData({ baseUrl: '/basketball/v1/', fetch }).usage()
    expect(urls).toEqual(['/basketball/v1/usage'])
  })

  test('for invalid headers', () => {
    expect(() => new BasketballData({ headers: { 'x app': 'a' } })).toThrow(TypeError)
  })
})

describe('options', () => {
  test('accept headers as Headers', async () => {
    const sent: Headers[] = []
    const fetch = async (_: string, { headers }: RequestInit) => {
      sent.push(new Headers(headers))
      return ok()
    }
    const client = new BasketballData({ baseUrl, fetch, headers: new Headers({ 'X-App': 'a', 'X-Two': '2' }) })
    await client.usage({ headers: new Headers({ 'x-app': 'b' }) })
    expect([sent[0]?.get('x-app'), sent[0]?.get('x-two')]).toEqual(['b', '2'])
  })

  test('of a call override those of the client', async () => {
    respond(error('server_error', 500))
    const client = new BasketballData({
      apiKey: 'bd_key',
      baseUrl,
      retries: 4,
      headers: { 'X-App': 'a', 'X-Two': '2' },
    })
    const sent: Request[] = []
    const fetch = async (address: string, init: RequestInit) => {
      const request = new Request(address, init)
      sent.push(request)
      return globalThis.fetch(request)
    }
    const headers = { 'x-app': 'b', 'X-Request-Id': 'mine' }
    expect(await catchError(client.usage({ retries: 1, timeout: undefined, fetch, headers }))).toMatchObject({
      status: 500,
    })
    expect(sent).toHaveLength(2)
    const named = ['x-app', 'x-two', 'x-request-id'].map((name) => sent[0]?.headers.get(name))
    expect(named).toEqual(['b', '2', 'mine'])
  })

  test('of the client can have a signal that aborts every call', async () => {
    const controller = new AbortController()
    const client = new BasketballData({ baseUrl, signal: controller.signal })
    respond(async () => {
      await delay('infinite')
      return ok()
    })
    const aborted = catchError(client.usage({ signal: new AbortController().signal }))
    setTimeout(() => controller.abort('closed'), 20)
    expect(await aborted).toBe('closed')
    expect(await catchError(client.usage())).toBe('closed')
  })

  test('can have a logger, which is called after every attempt and never gets the key', async () => {
    const entries: LogEntry[] = []
    respond(() => HttpResponse.error(), error('rate_limited', 429, { 'Retry-After': '0', 'X-Request-Id': 'r-2' }), ok)
    await usage({ logger: (entry) => entries.push(entry) })
    const common = { method: 'GET', url: `${baseUrl}/usage`, duration: expect.any(Number) }
    expect(entries).toEqual([
      { ...common, attempt: 1, status: null, requestId: null, error: expect.any(ConnectionError), retryIn: 0 },
      { ...common, attempt: 2, status: 429, requestId: 'r-2', error: expect.any(ServiceError), retryIn: 0 },
      { ...common, attempt: 3, status: 200, requestId: null, error: undefined, retryIn: null },
    ])
    expect(JSON.stringify(entries)).not.toContain('bd_key')
  })

  test('can have console or a logger of pino as its logger: failed attempts are warnings, and no message has the key', async () => {
    const lines: string[] = []
    class TestLogger {
      readonly #lines = lines // so that a method without its object fails
      readonly debug = (message: string) => void this.#lines.push(`debug ${message}`)
      warn(message: string) {
        this.#lines.push(`warn ${message}`)
      }
    }
    respond(() => HttpResponse.error(), error('rate_limited', 429, { 'Retry-After': '0', 'X-Request-Id': 'r-2' }), ok)
    await usage({ logger: new TestLogger() })
    respond(error('not_found', 404))
    await catchError(usage({ logger: new TestLogger() }))
    expect(lines.map((line) => line.replaceAll(/\d+ ms/g, 'n ms'))).toEqual([
      `warn GET ${baseUrl}/usage no response in n ms, next attempt in n ms: The service at https://data.example could not be reached.`,
      `warn GET ${baseUrl}/usage 429 in n ms, attempt 2, request r-2, next attempt in n ms: No: rate_limited`,
      `debug GET ${baseUrl}/usage 200 in n ms, attempt 3`,
      `warn GET ${baseUrl}/usage 404 in n ms: No: not_found`,
    ])
    expect(lines.join()).not.toContain('bd_key')
    expectTypeOf(console).toExtend<Logger>()
  })

  test('a logger that throws rejects the call with its error', async () => {
    respond(ok)
    const logger = () => {
      throw new RangeError('log full')
    }
    expect(await catchError(usage({ logger }))).toEqual(new RangeError('log full'))
  })
})
