import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestService, sampleGames, type TestService } from './testing-service.ts'

/** The client is not a dependency of this package, so its source is imported by URL. */
const source = new URL('../../client/src/index.ts', import.meta.url).href
const { BasketballData } = await import(/* @vite-ignore */ source)

describe('a test service', () => {
  let service: TestService
  beforeAll(async () => {
    service = await createTestService({ plans: { free: { per_minute: 2 } } })
  })
  afterAll(() => service.close())

  test('has the games of the sample league, for a client with its fetch', async () => {
    const { baseUrl, fetch } = service
    const client = new BasketballData({ apiKey: await service.newKey(), baseUrl, fetch })
    expect(await client.games.list().all()).toHaveLength(sampleGames().length)
    expect(await client.games.list({ status: 'final', per_page: 2 })).toMatchObject({ meta: { total_pages: 2 } })
    expect(await client.results.yesterday().all()).not.toEqual([])
  })

  test('responds to the global fetch through its msw handlers', async () => {
    const server = setupServer(...service.handlers)
    server.listen({ onUnhandledFrame: 'error' })
    const client = new BasketballData({ apiKey: await service.newKey('live'), baseUrl: service.baseUrl })
    await expect(client.usage()).resolves.toMatchObject({ plan: 'live' })
    server.close()
  })

  test('enforces plans, limits and parameters as the service does', async () => {
    const { baseUrl, fetch } = service
    const client = new BasketballData({ apiKey: await service.newKey('free'), baseUrl, fetch, retries: 0 })
    await expect(client.teams.list()).rejects.toMatchObject({ code: 'upgrade_required', plan: 'live' })
    await expect(client.games.list({ per_page: 0 })).rejects.toMatchObject({ code: 'bad_request' })
    await expect(client.games.list()).rejects.toMatchObject({ code: 'rate_limited' })
  })
})

test('a refused game throws its reason', async () => {
  const [game] = sampleGames()
  if (game === undefined) throw new Error('the sample league is empty')
  const games = [{ ...game, away: game.home }]
  await expect(createTestService({ games })).rejects.toThrow(/was refused: /)
})
