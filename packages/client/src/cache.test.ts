import { describe, expect, test } from 'vitest'
import { BasketballData, type Cache, memoryCache, ServiceError } from './index.ts'

/** A service whose answer is of this version, and that knows If-None-Match. */
const service = () => {
  const state = { version: 1, known: [] as (string | null)[] }
  const fetch = async (address: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    const etag = `"${state.version}"`
    state.known.push(headers.get('if-none-match'))
    if (init.method !== 'GET') return Response.json({ data: {}, meta: {} }, { headers: { etag } })
    if (headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag } })
    const path = new URL(address).pathname
    return Response.json({ data: { path, version: state.version }, meta: {} }, { headers: { etag } })
  }
  return { state, fetch }
}
const game = 'gm_9wd3f6ka'

test('without a cache nothing is asked conditionally', async () => {
  const { state, fetch } = service()
  const client = new BasketballData({ fetch })
  await client.games.get(game)
  await client.games.get(game)
  expect(state.known).toEqual([null, null])
})

describe('with a cache', () => {
  test('an answer that still holds is not sent again, a new one is taken', async () => {
    const { state, fetch } = service()
    const client = new BasketballData({ fetch, cache: memoryCache() })
    const first = await client.games.get(game)
    const { data, response } = await client.games.get(game).withResponse()
    expect(data).toEqual(first)
    expect(response.status).toBe(304)
    state.version = 2
    expect(await client.games.get(game)).toMatchObject({ version: 2 })
    expect(await client.games.get(game)).toMatchObject({ version: 2 })
    expect(state.known).toEqual([null, '"1"', '"1"', '"2"'])
  })

  test('what a caller does to a record is not done to the next answer', async () => {
    const client = new BasketballData({ fetch: service().fetch, cache: memoryCache() })
    const first = await client.games.get(game)
    first.venue = 'changed'
    expect(await client.games.get(game)).not.toHaveProperty('venue')
  })

  test('every address is kept by itself, changes never are', async () => {
    const { state, fetch } = service()
    const client = new BasketballData({ fetch, cache: memoryCache() })
    expect(await client.games.get(game)).toMatchObject({ path: `/v1/games/${game}` })
    expect(await client.games.boxScore(game)).toMatchObject({ path: `/v1/games/${game}/boxscore` })
    await client.webhooks.test('wh_0f3a9c5d7e1b2468')
    await client.webhooks.test('wh_0f3a9c5d7e1b2468')
    expect(state.known).toEqual([null, null, null, null])
  })

  test('a call can go without', async () => {
    const { state, fetch } = service()
    const client = new BasketballData({ fetch, cache: memoryCache() })
    await client.games.get(game)
    await client.games.get(game, { cache: null })
    expect(state.known).toEqual([null, null])
  })

  test('a refusal is not kept', async () => {
    const kept: string[] = []
    const cache: Cache = { get: () => undefined, set: (url) => void kept.push(url) }
    const headers = { etag: '"e"' }
    const refused = { error: { code: 'not_found', message: 'No.' } }
    const fetch = async () => Response.json(refused, { status: 404, headers })
    await expect(new BasketballData({ fetch, cache }).games.get(game)).rejects.toThrow(ServiceError)
    expect(kept).toEqual([])
  })

  test.each(['get', 'set'] as const)('that fails in %s, every answer is a new one', async (failing) => {
    for (const fail of [() => Promise.reject(new Error('gone')), () => JSON.parse('{') as never]) {
      const { state, fetch } = service()
      const client = new BasketballData({ fetch, cache: { ...memoryCache(), [failing]: fail } })
      for (let i = 0; i < 2; i++) expect(await client.games.get(game)).toMatchObject({ version: 1 })
      expect(state.known).toEqual([null, null])
    }
  })

  test('304 that nobody asked for is no answer', async () => {
    const fetch = async () => new Response(null, { status: 304 })
    const client = new BasketballData({ fetch, cache: memoryCache() })
    await expect(client.games.get(game)).rejects.toMatchObject({ reason: 'unexpected_response', status: 304 })
  })
})

test('a cache in memory lets go first what was longest not asked for', () => {
  const cache = memoryCache(2)
  const entry = (text: string) => ({ etag: `"${text}"`, text })
  for (const text of ['a', 'b']) void cache.set(text, entry(text))
  void cache.get('a')
  void cache.set('c', entry('c'))
  expect(['a', 'b', 'c'].map((url) => cache.get(url))).toEqual([entry('a'), undefined, entry('c')])
})
