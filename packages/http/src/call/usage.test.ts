import type { AppRouter } from '@basketball-data/core'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import superjson from 'superjson'
import { beforeAll, describe, expect, test } from 'vitest'
import { anyDatabase } from '../testing/databases.ts'
import { GAMES, UNKNOWN } from '../testing/league.ts'
import { avoidMidnight } from '../testing/response.ts'
import { newAccount, sharedService, testService, UNLIMITED } from '../testing/services.ts'

const PLANS = { ...UNLIMITED, free: { per_minute: 4, per_day: null } }

beforeAll(avoidMidnight)

describe.each(anyDatabase)('recorded usage on %s', (kind) => {
  const service = sharedService(kind, { games: GAMES, plans: PLANS })
  const readEndpointUsage = async (account: string) =>
    Object.fromEntries(
      (await service().core.usage.ofAccount(account)).endpoints.map(({ endpoint, calls, refused }) => [
        endpoint,
        [calls, refused],
      ]),
    )

  test('has each call once, however it is answered; not those of the index, of GET /usage and without a valid key', async () => {
    const { account, key } = await newAccount(service().core, 'live')
    const { request } = service()
    for (const path of ['/v1', '/v1/usage', '/v1/openapi.json']) await request(path, { key })
    await request('/v1/games', { key: `bd_${'1'.repeat(38)}` })
    expect(await readEndpointUsage(account)).toEqual({})

    const first = await request('/v1/games', { key })
    await request('/v1/games', { key }) // from the cache
    await request('/v1/games', { key, method: 'HEAD' })
    await request('/v1/games', { key, headers: { 'if-none-match': first.headers.get('etag') ?? '' } }) // 304
    await request('/v1/games?no=1', { key }) // 422
    await request(`/v1/games/${UNKNOWN.game}`, { key }) // 404
    await request('/v1/stats/leaders', { key }) // 403
    expect(await readEndpointUsage(account)).toEqual({
      'GET /games': [4, 0],
      'GET /games/{id}': [1, 0],
      'GET /stats/leaders': [1, 0],
    })
    expect(await service().core.usage.ofAccount(account)).toMatchObject({ today: { used: 6 }, unassigned: 0 })
  })

  test('has each call of a tRPC batch', async () => {
    const { account, key } = await newAccount(service().core, 'live')
    const url = `${service().origin}/trpc`
    const link = httpBatchLink<AppRouter>({ url, transformer: superjson, headers: { 'x-api-key': key } })
    const trpc = createTRPCClient<AppRouter>({ links: [link] })
    await Promise.all([trpc.games.list.query({}), trpc.seasons.list.query({}), trpc.games.list.query({ page: 2 })])
    expect(await readEndpointUsage(account)).toEqual({ 'GET /games': [2, 0], 'GET /seasons': [1, 0] })
  })

  test('has calls over a limit as refused', async () => {
    const { account, key } = await newAccount(service().core, 'free')
    for (let n = 0; n < 6; n++) await service().request('/v1/seasons', { key })
    expect(await readEndpointUsage(account)).toEqual({ 'GET /seasons': [4, 2] })
  })

  test('has no call that fails on our side', async () => {
    const { core, request } = await testService(kind)
    const { account, key } = await newAccount(core, 'live')
    await request('/v1/seasons', { key })
    await core.store.db.execute('drop table competitions cascade')
    for (let n = 0; n < 3; n++) expect((await request('/v1/competitions', { key })).status).toBe(500)
    const { endpoints, today, unassigned } = await core.usage.ofAccount(account)
    expect(endpoints).toMatchObject([{ endpoint: 'GET /seasons', calls: 1 }])
    expect({ used: today.used, unassigned }).toEqual({ used: 1, unassigned: 0 })
  })
})
