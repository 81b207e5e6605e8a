import type { AppRouter } from '@basketball-data/core'
import { QuotaExceededError, UnauthorizedError } from '@basketball-data/client'
import { createTRPCClient, TRPCClientError } from '@trpc/client'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { createTrpcClient, serviceErrorIn, trpcLink, type TrpcOptions } from './index.ts'

/** A service that responds to every call of a batch with its method, name and input. */
const service = (respond: (call: string) => object = (call) => ({ result: { data: { json: call } } })) => {
  const requests: { url: URL; headers: Headers }[] = []
  const fetch: NonNullable<TrpcOptions['fetch']> = async (address, { headers, method, body }) => {
    const url = new URL(address)
    requests.push({ url, headers: new Headers(headers) })
    const calls = url.pathname.split('/').at(-1)?.split(',') ?? []
    return Response.json(
      calls.map((call) =>
        respond(`${method} ${call} ${url.searchParams.get('input') ?? (typeof body === 'string' ? body : '')}`),
      ),
      { headers: { 'x-request-id': 'r-1', 'retry-after': '3600' } },
    )
  }
  return { requests, fetch }
}

describe('a tRPC client', () => {
  test('batches calls made at the same time into one request to /trpc, with the key and superjson', async () => {
    const { requests, fetch } = service()
    const options = { apiKey: 'bd_key', baseUrl: 'https://data.example/v1/', headers: { 'x-app': 'a' }, fetch }
    const trpc = createTrpcClient<AppRouter>(options)
    const [list] = await Promise.all([trpc.games.list.query({ status: 'final' }), trpc.usage.query({})])
    expect(list).toBe('GET games.list {"0":{"json":{"status":"final"}},"1":{"json":{}}}')
    expect(requests.map(({ url }) => url.origin + url.pathname)).toEqual(['https://data.example/trpc/games.list,usage'])
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer bd_key')
    expect(requests[0]?.headers.get('x-app')).toBe('a')
  })

  test('sends mutations with POST, to 127.0.0.1:3000 by default', async () => {
    const { requests, fetch } = service()
    const made: unknown = await createTrpcClient<AppRouter>({ apiKey: 'bd_key', fetch }).webhooks.create.mutate({
      url: 'https://x.example/',
    })
    expect(made).toBe('POST webhooks.create {"0":{"json":{"url":"https://x.example/"}}}')
    expect(requests[0]?.url.origin).toBe('http://127.0.0.1:3000')
  })

  test('batches at most 20 calls', async () => {
    const { requests, fetch } = service()
    const trpc = createTrpcClient<AppRouter>({ apiKey: 'bd_key', fetch, maxItems: 50 })
    await Promise.all(Array.from({ length: 45 }, () => trpc.index.query({})))
    expect(requests.map(({ url }) => url.pathname.split(',').length)).toEqual([20, 20, 5])
  })

  test('can be created with custom links', async () => {
    const trpc = createTRPCClient<AppRouter>({
      links: [trpcLink<AppRouter>({ apiKey: 'bd_key', fetch: service().fetch })],
    })
    expect(await trpc.index.query({})).toMatch(/^GET index/)
  })

  test('has the types of the router', () => {
    const trpc = createTrpcClient<AppRouter>({ apiKey: 'bd_key' })
    expectTypeOf(trpc.games.list.query).parameter(0).toHaveProperty('season')
    expectTypeOf(trpc.games.boxScore.query).returns.resolves.toHaveProperty('data')
  })
})

describe('serviceErrorIn', () => {
  const failingWith = (code: string, httpStatus: number, more: object = {}) =>
    service(() => ({
      error: { json: { message: 'No.', code: -32_000, data: { code: 'X', httpStatus }, error: { code, ...more } } },
    }))
  const rejected = async ({ fetch }: Pick<ReturnType<typeof service>, 'fetch'>) =>
    createTrpcClient<AppRouter>({ apiKey: 'bd_key', fetch })
      .usage.query({})
      .catch((error: unknown) => error)

  test('returns the error of the class that BasketballData throws, with all fields', async () => {
    const resets_at = '2026-11-21T00:00:00Z'
    const error = await rejected(failingWith('quota_exceeded', 429, { plan: 'free', resets_at }))
    expect(error).toBeInstanceOf(TRPCClientError)
    const serviceError = serviceErrorIn(error)
    expect(serviceError).toBeInstanceOf(QuotaExceededError)
    expect(serviceError).toMatchObject({
      message: 'No.',
      status: 429,
      plan: 'free',
      resetsAt: resets_at,
      retryAfter: 3600,
    })
    expect(serviceError?.requestId).toBe('r-1')
    expect(serviceErrorIn(await rejected(failingWith('unauthorized', 401)))).toBeInstanceOf(UnauthorizedError)
  })

  test('returns null for an error that is not of the service', async () => {
    const offline = { fetch: () => Promise.reject(new TypeError('no network')) }
    for (const error of [
      await rejected(offline),
      await rejected(failingWith('teapot', 418)),
      new Error('own'),
      undefined,
    ])
      expect(serviceErrorIn(error)).toBeNull()
  })
})
