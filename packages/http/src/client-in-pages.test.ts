import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { BasketballData, NotFoundError, RateLimitedError } from '@basketball-data/client'
import { PLANS } from '@basketball-data/core/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { GAMES, NOW } from './testing/league.ts'
import { sharedService } from './testing/services.ts'

type Route = { GET: (request: Request, context: { params: Promise<{ path: string[] }> }) => Promise<Response> }

/** The route that the README of the client shows. */
const readme = readFileSync(new URL('../../client/README.md', import.meta.url), 'utf8')
const [, code = ''] = /```ts\n(\/\/ app\/api\/data[^]*?)```/.exec(readme) ?? []
const { GET }: Route = await import(
  /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(code))}`
)

const plans = Object.fromEntries(PLANS.map((plan) => [plan, { per_minute: plan === 'free' ? 1 : null, per_day: null }]))
const service = sharedService('embedded', { games: GAMES, now: () => NOW, plans })
afterEach(() => vi.unstubAllEnvs())

/** The client of a page, and the headers that the page has sent and received. */
const openPage = (apiKey: string) => {
  vi.stubEnv('BASKETBALL_DATA_KEY', apiKey)
  vi.stubEnv('BASKETBALL_DATA_URL', `${service().origin}/v1`)
  const headers: string[] = []
  const fetch = async (url: string, init: RequestInit) => {
    const request = new Request(url, init)
    const path = new URL(url).pathname.replace('/api/data/', '').split('/')
    const response = await GET(request, { params: Promise.resolve({ path }) })
    headers.push(JSON.stringify([...request.headers, ...response.headers]))
    return response
  }
  return {
    client: new BasketballData({ apiKey: '', baseUrl: 'http://page.example/api/data', fetch, retries: 0 }),
    headers,
  }
}

test('a page reads games and box scores through the route of the README, without the key', async () => {
  const apiKey = await service().newKey('live')
  const { client, headers } = openPage(apiKey)
  const { data } = await client.games.list({ status: 'final', per_page: 1 })
  const [game] = data
  expect(await client.games.boxScore(game?.id ?? '')).toMatchObject({ game: { id: game?.id } })
  expect(headers).toHaveLength(2)
  expect(headers.join()).not.toContain(apiKey)
})

test('the route passes on nothing else, and the errors of the service with their Retry-After', async () => {
  const { client } = openPage(await service().newKey('free'))
  await expect(client.usage()).rejects.toBeInstanceOf(NotFoundError)
  await expect(client.games.get('gm_00000000')).rejects.toBeInstanceOf(NotFoundError)
  const error = await client.games.list().catch((error: unknown) => error)
  expect(error).toBeInstanceOf(RateLimitedError)
  expect(error).toMatchObject({ retryAfter: expect.any(Number) })
})
