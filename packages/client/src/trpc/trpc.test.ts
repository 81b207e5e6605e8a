import type { AppRouter } from '@basketball-data/core'
import { QuotaExceededError, UnauthorizedError } from '@basketball-data/client'
import { createTRPCClient, TRPCClientError } from '@trpc/client'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { createTrpcClient, serviceErrorIn, trpcLink, type TrpcOptions } from './index.ts'

/** A service that answers every call of a batch with the address it came to, and what came with it. */
const service = (answer: (call: string) => object = (call) => ({ result: { data: { json: call } } })) => {
  const asked: { url: URL; headers: Headers }[] = []
  const fetch: NonNullable<TrpcOptions['fetch']> = async (address, { headers, method, body }) => {
    const url = new URL(address)
    asked.push({ url, headers: new Headers(headers) })
    const calls = url.pathname.split('/').at(-1)?.split(',') ?? []
    return Response.json(
      calls.map((call) =>
        answer(`${method} ${call} ${url.searchParams.get('input') ?? (typeof body === 'string' ? body : '')}`),
      ),
      { headers: { 'x-request-id': 'r-1', 'retry-after': '3600' } },
    )
  }
  return { asked, fetch }
}

describe('a tRPC client', () => {
  test('sends calls made together as one request to /trpc beside /v1, with the key and superjson', async () => {
    const { asked, fetch } = service()
    const options = { apiKey: 'bd_key', baseUrl: 'https://data.example/v1/', headers: { 'x-app': 'a' }, fetch }
    const trpc = createTrpcClient<AppRouter>(options)
    const [list] = await Promise.all([trpc.games.list.query({ status: 'final' }), trpc.usage.query({})])
    expect(list).toBe('GET games.list {"0":{"json":{"status":"final"}},"1":{"json":{}}}')
    expect(asked.map(({ url }) => url.origin + url.pathname)).toEqual(['https://data.example/trpc/games.list,usage'])
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer bd_key')
    expect(asked[0]?.headers.get('x-app')).toBe('a')
  })

  test('changes with POST, and goes to this machine when no address is given', async () => {
    const { asked, fetch } = service()
    const made: unknown = await createTrpcClient<AppRouter>({ fetch }).webhooks.create.mutate({
      url: 'https://x.example/',
    })
    expect(made).toBe('POST webhooks.create {"0":{"json":{"url":"https://x.example/"}}}')
    expect(asked[0]?.url.origin).toBe('http://127.0.0.1:3000')
    expect(asked[0]?.headers.has('authorization')).toBe(false)
  })

  test('sends no more calls in a request than the service takes', async () => {
    const { asked, fetch } = service()
    const trpc = createTrpcClient<AppRouter>({ fetch, maxItems: 50 })
    await Promise.all(Array.from({ length: 45 }, () => trpc.index.query({})))
    expect(asked.map(({ url }) => url.pathname.split(',').length)).toEqual([20, 20, 5])
  })

  test('can be made with links of your own', async () => {
    const trpc = createTRPCClient<AppRouter>({ links: [trpcLink<AppRouter>({ fetch: service().fetch })] })
    expect(await trpc.index.query({})).toMatch(/^GET index/)
  })

  test('has the types of the router', () => {
    const trpc = createTrpcClient<AppRouter>()
    expectTypeOf(trpc.games.list.query).parameter(0).toHaveProperty('season')
    expectTypeOf(trpc.games.boxScore.query).returns.resolves.toHaveProperty('data')
  })
})

describe('the error in a rejected call', () => {
  const refusing = (code: string, httpStatus: number, more: object = {}) =>
    service(() => ({
      error: { json: { message: 'No.', code: -32_000, data: { code: 'X', httpStatus }, error: { code, ...more } } },
    }))
  const rejected = async ({ fetch }: Pick<ReturnType<typeof service>, 'fetch'>) =>
    createTrpcClient<AppRouter>({ fetch })
      .usage.query({})
      .catch((error: unknown) => error)

  test('is of the class that BasketballData throws, with all that it carries', async () => {
    const resets_at = '2026-11-21T00:00:00Z'
    const error = await rejected(refusing('quota_exceeded', 429, { plan: 'free', resets_at }))
    expect(error).toBeInstanceOf(TRPCClientError)
    const told = serviceErrorIn(error)
    expect(told).toBeInstanceOf(QuotaExceededError)
    expect(told).toMatchObject({ message: 'No.', status: 429, plan: 'free', resetsAt: resets_at, retryAfter: 3600 })
    expect(told?.requestId).toBe('r-1')
    expect(serviceErrorIn(await rejected(refusing('unauthorized', 401)))).toBeInstanceOf(UnauthorizedError)
  })

  test('is none where it was not the service that refused', async () => {
    const lost = { fetch: () => Promise.reject(new TypeError('no network')) }
    for (const error of [await rejected(lost), await rejected(refusing('teapot', 418)), new Error('own'), undefined])
      expect(serviceErrorIn(error)).toBeNull()
  })
})
