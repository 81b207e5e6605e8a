import { describe, expect, test } from 'vitest'
import { BasketballData, type Cache, memoryCache, ServiceError } from './index.ts'

/** A service that returns the current version, and 304 for an If-None-Match of that version. */
const service = () => {
  const state = { version: 1, ifNoneMatch: [] as (string | null)[] }
  const fetch = async (address: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    const etag = `"${state.version}"`
    state.ifNoneMatch.push(headers.get('if-none-match'))
    if (init.method !== 'GET') return Response.json({ data: {}, meta: {} }, { headers: { etag } })
    if (headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag } })
    const path = new URL(address).pathname
    return Response.json({ data: { path, version: state.version }, meta: {} }, { headers: { etag } })
  }
  return { state, fetch }
}
const game = 'gm_9wd3f6ka'

test('without a cache no If-None-Match is sent', async () => {
  const { state, fetch } = service()
  const client = new BasketballData({ apiKey: 'bd_key', fetch })
  await client.games.get(game)
  await client.games.get(game)
  expect(state.ifNoneMatch).toEqual([null, null])
})

describe('with a cache', () => {
  test('a valid cached response is used, a changed one is replaced', async () => {
    const { state, fetch } = service()
    const client = new BasketballData({ apiKey: 'bd_key', fetch, cache: memoryCache() })
    const first = await client.games.get(game)
    const { data, response } = await client.games.get(game).withResponse()
    expect(data).toEqual(first)
    expect(response.status).toBe(304)
    state.version = 2
    expect(await client.games.get(game)).toMatchObject({ version: 2 })
    expect(await client.games.get(game)).toMatchObject({ version: 2 })
    expect(state.ifNoneMatch).toEqual([null, '"1"', '"1"', '"2"'])
  })

  test('changing a returned record does not change the cached response', async () => {
    const client = new BasketballData({ apiKey: 'bd_key', fetch: service().fetch, cache: memoryCache() })
    const first = await client.games.get(game)
    first.venue = 'changed'
    expect(await client.games.get(game)).not.toHaveProperty('venue')
  })

  test('responses are cached by URL, and only those of reads', async () => {
    const { state, fetch } = service()
    const client = new BasketballData({ apiKey: 'bd_key', fetch, cache: memoryCache() })
    expect(await client.games.get(game)).toMatchObject({ path: `/v1/games/${game}` })
    expect(await client.games.boxScore(game)).toMatchObject({ path: `/v1/games/${game}/boxscore` })
    await client.webhooks.test('wh_0f3a9c5d7e1b2468')
    await client.webhooks.test('wh_0f3a9c5d7e1b2468')
    expect(state.ifNoneMatch).toEqual([null, null, null, null])
  })

  test('a call can disable the cache', async () => {
    const { state, fetch } = service()
    const client = new BasketballData({ apiKey: 'bd_key', fetch, cache: memoryCache() })
    await client.games.get(game)
    await client.games.get(game, { cache: null })
    expect(state.ifNoneMatch).toEqual([null, null])
  })

  test('an error is not cached', async () => {
    const cached: string[] = []
    const cache: Cache = { get: () => undefined, set: (url) => void cached.push(url) }
    const headers = { etag: '"e"' }
    const notFound = { error: { code: 'not_found', message: 'No.' } }
    const fetch = async () => Response.json(notFound, { status: 404, headers })
    await expect(new BasketballData({ apiKey: 'bd_key', fetch, cache }).games.get(game)).rejects.toThrow(ServiceError)
    expect(cached).toEqual([])
  })

  test.each(['get', 'set'] as const)('that fails in %s, every call gets a new response', async (failing) => {
    for (const fail of [() => Promise.reject(new Error('down')), () => JSON.parse('{') as never]) {
      const { state, fetch } = service()
      const client = new BasketballData({ apiKey: 'bd_key', fetch, cache: { ...memoryCache(), [failing]: fail } })
      for (let i = 0; i < 2; i++) expect(await client.games.get(game)).toMatchObject({ version: 1 })
      expect(state.ifNoneMatch).toEqual([null, null])
    }
  })

  test('a 304 without a cached response is an unexpected_response', async () => {
    const fetch = async () => new Response(null, { status: 304 })
    const client = new BasketballData({ apiKey: 'bd_key', fetch, cache: memoryCache() })
    await expect(client.games.get(game)).rejects.toMatchObject({ reason: 'unexpected_response', status: 304 })
  })
})

test('memoryCache evicts the least recently used entry first', () => {
  const cache = memoryCache(2)
  const entry = (text: string) => ({ etag: `"${text}"`, text })
  for (const text of ['a', 'b']) void cache.set(text, entry(text))
  void cache.get('a')
  void cache.set('c', entry('c'))
  expect(['a', 'b', 'c'].map((url) => cache.get(url))).toEqual([entry('a'), undefined, entry('c')])
})
