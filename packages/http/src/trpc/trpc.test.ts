import type { AppRouter } from '@basketball-data/core'
import { createTRPCClient, httpBatchLink, httpLink, TRPCClientError } from '@trpc/client'
import superjson from 'superjson'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anyDatabase } from '../testing/databases.ts'
import { GAMES, readLeagueIds, NOW, UNKNOWN } from '../testing/league.ts'
import { avoidMidnight, parseRateLimits } from '../testing/response.ts'
import { sharedService, testService, UNLIMITED, WEBHOOKS, type TestService } from '../testing/services.ts'
import { openReceiver } from '../testing/receiver.ts'
import { MAX_BATCH } from './mount.ts'

const PLANS = { ...UNLIMITED, free: { per_minute: 5, per_day: 100 }, archive: { per_minute: null, per_day: 8 } }

beforeAll(avoidMidnight)

/** A tRPC client with a batch link, and the responses it received. */
const createTestClient = ({ origin }: Pick<TestService, 'origin'>, key?: string, more: Record<string, string> = {}) => {
  const responses: Response[] = []
  const headers = { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...more }
  const recordingFetch = async (address: string, init?: RequestInit) => {
    const response = await fetch(address, init)
    responses.push(response)
    return response
  }
  const link = httpBatchLink<AppRouter>({
    url: `${origin}/trpc`,
    transformer: superjson,
    headers,
    fetch: recordingFetch as never,
  })
  return { trpc: createTRPCClient<AppRouter>({ links: [link] }), responses }
}

const refusal = async (call: Promise<unknown>): Promise<TRPCClientError<AppRouter>> => {
  const error = await call.then(
    () => 'a result',
    (error: unknown) => error,
  )
  if (!(error instanceof TRPCClientError)) throw new Error(`no refusal: ${String(error)}`)
  return error
}
const callsToday = async ({ request }: Pick<TestService, 'request'>, key: string): Promise<number> =>
  z.object({ data: z.object({ calls_today: z.number() }) }).parse((await request('/v1/usage', { key })).body).data
    .calls_today

const Failed = z.object({
  error: z.object({
    json: z.object({
      message: z.string(),
      code: z.number(),
      data: z.object({ httpStatus: z.number() }).loose(),
      error: z.object({ code: z.string() }).loose(),
    }),
  }),
})
const failures = (body: unknown) =>
  z
    .array(Failed)
    .parse(body)
    .map(({ error }) => error.json)

describe.each(anyDatabase)('tRPC on %s', (kind) => {
  const service = sharedService(kind, { games: GAMES, now: () => NOW, plans: PLANS, ...WEBHOOKS })

  test('returns what the paths under /v1 return', async () => {
    const key = await service().newKey('complete')
    const { trpc } = createTestClient(service(), key)
    const { final, alpha, league, player } = await readLeagueIds(service().core)
    const of = async (path: string) => (await service().request(path, { key })).body
    expect(await trpc.index.query({})).toEqual(await of('/v1'))
    expect(await trpc.games.list.query({ status: 'final', per_page: 2 })).toEqual(
      await of('/v1/games?status=final&per_page=2'),
    )
    expect(await trpc.games.playByPlay.query({ id: final })).toEqual(await of(`/v1/games/${final}/playbyplay`))
    expect(await trpc.teams.form.query({ id: alpha })).toEqual(await of(`/v1/teams/${alpha}/form`))
    expect(await trpc.standings.get.query({ competition: league })).toEqual(
      await of(`/v1/standings?competition=${league}`),
    )
    expect(await trpc.players.splits.query({ id: player, by: 'month' })).toEqual(
      await of(`/v1/players/${player}/splits?by=month`),
    )
  })

  test('mutations are POST requests, and honour the Idempotency-Key', async () => {
    const key = await service().newKey('live')
    const { url } = await openReceiver()
    const { trpc } = createTestClient(service(), key, { 'idempotency-key': 'one' })
    const created = await trpc.webhooks.create.mutate({ url })
    expect(await trpc.webhooks.create.mutate({ url })).toEqual(created)
    expect(await trpc.webhooks.test.mutate({ id: created.data.id })).toMatchObject({ data: { last_status: 204 } })
    expect(await trpc.webhooks.remove.mutate({ id: created.data.id })).toMatchObject({ data: { id: created.data.id } })
    expect((await trpc.webhooks.list.query({})).data).toEqual([])
    expect((await fetch(`${service().origin}/trpc/webhooks.create?input={}`)).status).toBe(405)
  })

  describe('a batch', () => {
    test('counts every call of the one request, and its headers show what is left after all of them', async () => {
      const key = await service().newKey('free')
      const { trpc, responses } = createTestClient(service(), key)
      await Promise.all([
        trpc.games.list.query({}),
        trpc.competitions.list.query({}),
        trpc.games.list.query({}),
        trpc.usage.query({}),
        trpc.index.query({}),
      ])
      expect(responses).toHaveLength(1)
      const [response = new Response()] = responses
      expect(response.status).toBe(200)
      expect(parseRateLimits(response)).toMatchObject({ minute: { quota: 5, left: 2 }, day: { quota: 100, left: 97 } })
      expect(await callsToday(service(), key)).toBe(3)
    })

    test('succeeds for exactly as many calls as the limit allows', async () => {
      const key = await service().newKey('free')
      const { trpc, responses } = createTestClient(service(), key)
      const calls = await Promise.allSettled(Array.from({ length: 12 }, () => trpc.seasons.list.query({})))
      expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
      const [response = new Response()] = responses
      expect(response.status).toBe(207)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(50)
      expect(parseRateLimits(response)).toMatchObject({ minute: { left: 0 }, day: { left: 95 } })
      expect(await callsToday(service(), key)).toBe(5)
      const last = await refusal(trpc.seasons.list.query({}))
      expect(last.shape).toMatchObject({
        data: { httpStatus: 429 },
        error: { code: 'rate_limited', resets_at: expect.any(String) },
      })
    })

    test('shares the limit per day with concurrent calls under /v1', async () => {
      const key = await service().newKey('archive')
      const { trpc } = createTestClient(service(), key)
      const rest = Array.from({ length: 6 }, async () => (await service().request('/v1/games', { key })).status)
      const calls = await Promise.allSettled(Array.from({ length: 6 }, () => trpc.games.list.query({})))
      const inBatch = calls.filter(({ status }) => status === 'fulfilled').length
      const underV1 = (await Promise.all(rest)).filter((status) => status === 200).length
      expect(inBatch + underV1).toBe(8)
      expect(await callsToday(service(), key)).toBe(8)
      expect((await refusal(trpc.games.list.query({}))).shape).toMatchObject({
        error: { code: 'quota_exceeded', plan: 'archive', pricing: service().core.service.pricing },
      })
    })

    test('may have MAX_BATCH calls; a larger one is refused and not counted', async () => {
      const key = await service().newKey('complete')
      const { trpc } = createTestClient(service(), key)
      const calls = (count: number) =>
        Promise.all(Array.from({ length: count }, () => trpc.competitions.list.query({})))
      await calls(MAX_BATCH)
      const { shape } = await refusal(calls(MAX_BATCH + 1))
      expect(shape).toMatchObject({ data: { httpStatus: 400 }, error: { code: 'bad_request' } })
      expect(await callsToday(service(), key)).toBe(MAX_BATCH)
    })
  })

  test('errors have the same code, fields and documentation link as under /v1', async () => {
    const [free, complete] = await Promise.all([service().newKey('free'), service().newKey('complete')])
    const [stranger, lower, full] = [
      createTestClient(service()),
      createTestClient(service(), free),
      createTestClient(service(), complete),
    ]
    const errorIn = async (call: Promise<unknown>) => {
      const { shape } = await refusal(call)
      return [shape?.data.httpStatus, Object(shape).error]
    }
    const docs = (code: string) => `${service().core.service.docs}#error-${code}`
    expect(await errorIn(stranger.trpc.games.list.query({}))).toEqual([
      401,
      { code: 'unauthorized', docs: docs('unauthorized') },
    ])
    expect(stranger.responses[0]?.headers.get('www-authenticate')).toBe('Bearer')
    expect(await errorIn(lower.trpc.teams.list.query({}))).toEqual([
      403,
      {
        code: 'upgrade_required',
        plan: 'live',
        pricing: service().core.service.pricing,
        docs: docs('upgrade_required'),
      },
    ])
    expect(await errorIn(full.trpc.games.get.query({ id: UNKNOWN.game }))).toEqual([
      404,
      { code: 'not_found', docs: docs('not_found') },
    ])
    expect(await errorIn(full.trpc.games.list.query({ colour: 'red' } as object))).toMatchObject([
      422,
      { code: 'unknown_parameter', allowed: expect.arrayContaining(['season', 'per_page']) },
    ])
    expect(await errorIn(full.trpc.games.list.query({ status: 'x' as 'final' }))).toMatchObject([
      400,
      { code: 'bad_request', allowed: ['scheduled', 'final', 'no_result'] },
    ])
    expect(await callsToday(service(), complete)).toBe(3)
  })

  describe('malformed requests', () => {
    const send = async (path: string, init: RequestInit = {}) => {
      const key = await service().newKey('complete')
      const response = await fetch(`${service().origin}/trpc/${path}`, {
        ...init,
        headers: { 'x-api-key': key, 'content-type': 'application/json', ...init.headers },
      })
      const body: unknown = await response.json()
      return { status: response.status, body: z.array(z.unknown()).safeParse(body).success ? body : [body] }
    }

    test.each([
      ['an unknown procedure', 'games.drop?batch=1', {}, 404, 'not_found'],
      ['the name of an object member', '__proto__,constructor,toString?batch=1', {}, 404, 'not_found'],
      ['input that is not JSON', 'games.list?batch=1&input={', {}, 400, 'bad_request'],
      ['input of another shape', 'games.list?batch=1&input=[[1]]', {}, 400, 'bad_request'],
      ['parameters without superjson', 'games.list?input={"status":"final"}', {}, 400, 'bad_request'],
      ['input that superjson cannot read', 'games.list?batch=1&input={"0":1}', {}, 400, 'bad_request'],
      ['a broken escape', 'games%zz?batch=1', {}, 400, 'bad_request'],
      ['a body that is not JSON', 'webhooks.test?batch=1', { method: 'POST', body: '{' }, 400, 'bad_request'],
      [
        'a body of another type',
        'webhooks.test',
        { method: 'POST', body: 'a=b', headers: { 'content-type': 'text/plain' } },
        400,
        'bad_request',
      ],
      [
        'a body that is too large',
        'webhooks.test',
        { method: 'POST', body: `"${'x'.repeat(65_536)}"` },
        400,
        'bad_request',
      ],
      ['a query with POST', 'games.list', { method: 'POST', body: '{"json":{}}' }, 405, 'bad_request'],
      ['a key in the address', 'games.list?key=x', {}, 400, 'bad_request'],
    ] as [string, string, RequestInit, number, string][])(
      '%s is refused with an error of the service',
      async (_, path, init, status, code) => {
        const { status: received, body } = await send(path, init)
        expect(failures(body).map(({ error }) => error.code)[0]).toBe(code)
        expect([status, status === 400 && path.startsWith('webhooks.test') ? 415 : status]).toContain(received)
        expect(JSON.stringify(body)).not.toMatch(/stack|node_modules|\.ts|Unexpected/)
      },
    )

    test('a stream is refused, and the error names the alternative', async () => {
      const key = await service().newKey('complete')
      const headers = { 'x-api-key': key, 'trpc-accept': 'application/jsonl' }
      const response = await fetch(`${service().origin}/trpc/games.list?batch=1`, { headers })
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error: { message: expect.stringContaining('httpBatchLink') } },
      ])
      expect(await callsToday(service(), key)).toBe(0)
    })

    test.each(['HEAD', 'PUT', 'DELETE'])('%s is 405 with Allow', async (method) => {
      const response = await fetch(`${service().origin}/trpc/games.list`, { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST, OPTIONS'])
    })
  })

  test('a single call without a batch works too, and is not cacheable', async () => {
    const key = await service().newKey('free')
    const headers = { 'x-api-key': key, 'accept-encoding': 'gzip', 'if-none-match': '*' }
    const link = httpLink<AppRouter>({ url: `${service().origin}/trpc`, transformer: superjson, headers })
    expect((await createTRPCClient<AppRouter>({ links: [link] }).games.list.query({})).data).toHaveLength(GAMES.length)
    const { headers: received } = await fetch(`${service().origin}/trpc/games.list`, { headers })
    expect(received.get('cache-control')).toBe('no-store')
    expect(received.get('content-encoding')).toBeNull()
    expect(received.get('etag')).toBeNull()
    expect(await callsToday(service(), key)).toBe(2)
  })

  test('any origin may call and read the state of the limits', async () => {
    const origin = 'https://pages.example'
    const preflightHeaders = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    }
    const preflight = await fetch(`${service().origin}/trpc/games.list`, {
      method: 'OPTIONS',
      headers: preflightHeaders,
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST, OPTIONS')
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Authorization.*Content-Type/)
    const response = await fetch(`${service().origin}/trpc/index`, { headers: { origin } })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-expose-headers')).toMatch(/RateLimit/)
    expect(response.headers.get('x-request-id')).not.toBeNull()
  })

  test('in a batch, only a call that fails on our side is refunded, and its error does not contain the cause', async () => {
    const broken = await testService(kind, { plans: PLANS })
    await broken.core.store.db.execute('alter table team_seasons rename to elsewhere')
    await broken.core.store.db.execute('alter table teams rename column sort_name to sort_secret')
    const key = await broken.newKey('complete')
    const { trpc, responses } = createTestClient(broken, key, { 'x-request-id': 'my-call' })
    const [failed, succeeded] = await Promise.allSettled([trpc.teams.list.query({}), trpc.games.list.query({})])
    expect(succeeded.status).toBe('fulfilled')
    expect(failed).toMatchObject({ reason: { message: 'The service failed. Request my-call.' } })
    expect(await callsToday(broken, key)).toBe(1)
    const alone = await refusal(trpc.teams.list.query({}))
    expect(alone.shape).toMatchObject({ data: { httpStatus: 500 }, error: { code: 'server_error' } })
    expect(JSON.stringify(alone.shape)).not.toMatch(/sort_|select|stack/)
    expect(responses.map(({ status }) => status)).toEqual([207, 500])
    expect(await callsToday(broken, key)).toBe(1)
  })
})
