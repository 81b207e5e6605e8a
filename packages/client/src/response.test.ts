import { expect, test, vi } from 'vitest'
import { BasketballData, NotFoundError } from './index.ts'

const HEADERS = {
  'X-Request-Id': 'r-1',
  'RateLimit-Policy': '"minute";q=60;w=60, "day";q=10000;w=86400, "planet";q=1;w=1',
  RateLimit: '"minute";r=59;t=58, "day";r=9999;t=3600, "planet";r=1;t=1',
}
const createTestClient = (body: object, init: ResponseInit) =>
  new BasketballData({ apiKey: 'bd_key', fetch: async () => Response.json(body, init), retries: 0 })

test('withResponse resolves to data, headers and rate limits', async () => {
  const client = createTestClient({ data: { plan: 'live' }, meta: {} }, { headers: HEADERS })
  const call = client.usage()
  const { data, response } = await call.withResponse()
  expect(data).toEqual({ plan: 'live' })
  expect(await call).toBe(data)
  expect(response).toMatchObject({ status: 200, requestId: 'r-1' })
  expect(response.headers.get('x-request-id')).toBe('r-1')
  expect(response.rateLimits).toEqual({
    minute: { quota: 60, window: 60, remaining: 59, resetsIn: 58 },
    day: { quota: 10_000, window: 86_400, remaining: 9_999, resetsIn: 3_600 },
  })
})

test('a page of a list has withResponse too', async () => {
  const page = { data: [{ id: 'gm_1' }], meta: { count: 1, next_cursor: null } }
  const { data, response } = await createTestClient(page, { headers: HEADERS }).games.list().withResponse()
  expect(data).toEqual(page)
  expect(response.rateLimits.minute?.remaining).toBe(59)
})

test('a rate limit without both of its headers is absent', async () => {
  for (const headers of [{}, { RateLimit: '"minute";r=59;t=58' }, { 'RateLimit-Policy': '"minute";q=60;w=60' }]) {
    const { response } = await createTestClient({ data: {}, meta: {} }, { headers }).usage().withResponse()
    expect(response).toMatchObject({ requestId: null, rateLimits: {} })
  }
})

test('handling a failure of withResponse leaves no unhandled rejection', async () => {
  const unhandled = vi.fn<(reason: unknown) => void>()
  process.on('unhandledRejection', unhandled)
  const client = createTestClient({ error: { code: 'not_found', message: 'No.' } }, { status: 404 })
  await expect(client.games.get('gm_9wd3f6ka').withResponse()).rejects.toThrow(NotFoundError)
  await expect(client.games.get('gm_9wd3f6ka')).rejects.toThrow(NotFoundError)
  await new Promise((resolve) => setTimeout(resolve, 20))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})
