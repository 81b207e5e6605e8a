import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { BadRequestError, BasketballData, type Webhooks } from './index.ts'

const baseUrl = 'https://data.example/v1'
const id = 'wh_0f3a9c5d7e1b2468'
const url = 'https://hooks.example.org/games'
type Sent = { method: string; path: string; body: string; idempotencyKey: string | null; type: string | null }
const sent: Sent[] = []
const network = setupServer()
const { webhooks } = new BasketballData({ apiKey: 'bd_key', baseUrl })

beforeAll(() => network.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => {
  sent.length = 0
  // No random delays.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  network.resetHandlers()
  vi.restoreAllMocks()
})
afterAll(() => network.close())

const OK = () => HttpResponse.json({ data: { id }, meta: {} })
const errorResponse = (code: string, status: number) => () =>
  HttpResponse.json({ error: { code, message: '' } }, { status, headers: { 'Retry-After': '0' } })
const lost = () => HttpResponse.error()

/** Responds with these in turn, then always with the last. */
const respond = (...list: (() => Response)[]) =>
  network.use(
    http.all(`${baseUrl}/*`, async ({ request }) => {
      const { method, headers } = request
      const { pathname, search } = new URL(request.url)
      const body = await request.text()
      const [idempotencyKey, type] = [headers.get('idempotency-key'), headers.get('content-type')]
      sent.push({ method, path: pathname.slice('/v1'.length) + search, body, idempotencyKey, type })
      return (list[Math.min(sent.length, list.length) - 1] ?? OK)()
    }),
  )

test('each call sends its method, path and body', async () => {
  respond(OK)
  expect(await webhooks.list()).toEqual({ data: { id }, meta: {} })
  expect(await webhooks.create({ url, events: ['game.final'], competitions: undefined })).toEqual({ id })
  expect(await webhooks.test(id)).toEqual({ id })
  expect(await webhooks.remove(id)).toEqual({ id })
  const bare = { body: '', idempotencyKey: null, type: null }
  expect(sent).toEqual([
    { method: 'GET', path: '/webhooks', ...bare },
    {
      method: 'POST',
      path: '/webhooks',
      body: JSON.stringify({ url, events: ['game.final'] }),
      idempotencyKey: expect.stringMatching(/^[\w-]{20,}$/),
      type: 'application/json',
    },
    { method: 'POST', path: `/webhooks/${id}/test`, ...bare },
    { method: 'DELETE', path: `/webhooks/${id}`, ...bare },
  ])
})

test('a malformed id sends nothing', async () => {
  respond(OK)
  for (const call of [webhooks.remove, webhooks.test])
    await expect(call('../webhooks')).rejects.toThrow(BadRequestError)
  expect(sent).toEqual([])
})

describe('create', () => {
  test.each([
    ['a lost connection', lost],
    ['server_error', errorResponse('server_error', 500)],
    ['rate_limited', errorResponse('rate_limited', 429)],
  ])('is retried after %s, with the same idempotency key', async (_, failure) => {
    respond(failure, OK)
    expect(await webhooks.create({ url })).toEqual({ id })
    expect(sent).toHaveLength(2)
    expect(sent[0]).toEqual(sent[1])
  })

  test('has a new idempotency key for every call, unless one is passed', async () => {
    respond(OK)
    for (let i = 0; i < 3; i++) await webhooks.create({ url })
    await webhooks.create({ url }, { idempotencyKey: 'mine' })
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(4)
    expect(sent[3]?.idempotencyKey).toBe('mine')
  })

  test('rejects with a TypeError for an invalid idempotency key, and with the reason of its signal', async () => {
    respond(OK)
    await expect(webhooks.create({ url }, { idempotencyKey: 'a\nb' })).rejects.toThrow(TypeError)
    const reason = new Error('cancelled')
    await expect(webhooks.create({ url }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(sent).toEqual([])
  })
})

describe.each(['remove', 'test'] satisfies (keyof Webhooks)[])('%s', (name) => {
  test.each([
    ['a lost connection', lost, { reason: 'no_connection' }],
    ['server_error', errorResponse('server_error', 503), { code: 'server_error' }],
  ])('is not retried after %s, because it may have been carried out', async (_, failure, expected) => {
    respond(failure, OK)
    await expect(webhooks[name](id)).rejects.toMatchObject(expected)
    expect(sent).toHaveLength(1)
  })

  test('is retried after rate_limited, because nothing was done', async () => {
    respond(errorResponse('rate_limited', 429), OK)
    expect(await webhooks[name](id)).toEqual({ id })
    expect(sent).toHaveLength(2)
  })
})
