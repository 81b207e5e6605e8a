import { Usage } from '@basketball-data/core/contract'
import fc from 'fast-check'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { avoidMidnight, getBodyError, parseRateLimits, secondsUntilMidnight } from '../testing/response.ts'
import { anyDatabase, fakeDatabaseClock, newDatabase } from '../testing/databases.ts'
import { UNKNOWN } from '../testing/league.ts'
import { newAccount, serve, sharedService, UNLIMITED, type TestService } from '../testing/services.ts'

const PLANS = {
  ...UNLIMITED,
  free: { per_minute: 5, per_day: 100 },
  live: { per_minute: 100, per_day: 8 },
  archive: { per_minute: null, per_day: null, per_month: 3 },
}

beforeAll(avoidMidnight)

const usage = async ({ request }: Pick<TestService, 'request'>, key: string): Promise<Usage> =>
  z.object({ data: Usage }).parse((await request('/v1/usage', { key })).body).data

const statuses = (responses: { status: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Returns a function that returns the seconds since this call: the tolerance of times that are compared later. */
const stopwatch = () => {
  const started = performance.now()
  return (): number => (performance.now() - started) / 1000
}

describe.each(anyDatabase)('limits on %s', (kind) => {
  const service = sharedService(kind, { plans: PLANS })
  const request: TestService['request'] = (...call) => service().request(...call)

  test('the rate headers of every response show what is left after the call', async () => {
    const key = await service().newKey('free')
    const paths = ['games', 'games?page=0', 'games?no=1', `games/${UNKNOWN.game}`, 'teams']
    const elapsed = stopwatch()
    for (const [calls, path] of paths.entries()) {
      const { minute, day } = parseRateLimits(
        await request(`/v1/${path}`, { key, method: calls % 2 === 0 ? 'GET' : 'HEAD' }),
      )
      expect(minute).toMatchObject({ quota: 5, window: 60, left: 4 - calls })
      expect(day).toMatchObject({ quota: 100, window: 86_400, left: 99 - calls })
      expect(minute?.seconds).toBeGreaterThanOrEqual(59 - elapsed())
      expect(minute?.seconds).toBeLessThanOrEqual(60)
      expect(Math.abs((day?.seconds ?? 0) - secondsUntilMidnight())).toBeLessThanOrEqual(2 + elapsed())
    }
  })

  test('without a valid key, and for a plan without limits, there are no rate headers', async () => {
    expect(parseRateLimits(await request('/v1'))).toEqual({})
    expect(parseRateLimits(await request('/v1/games'))).toEqual({})
    expect(parseRateLimits(await request('/v1/games', { key: await service().newKey('complete') }))).toEqual({})
  })

  test('a call above the limit per minute is 429 rate_limited with resets_at and Retry-After', async () => {
    const key = await service().newKey('free')
    const elapsed = stopwatch()
    for (let i = 0; i < 5; i++) expect((await request('/v1/games', { key })).status).toBe(200)
    const response = await request('/v1/games', { key })
    expect(response.status).toBe(429)
    const { code, resets_at = '' } = getBodyError(response)
    expect(code).toBe('rate_limited')
    const wait = (Date.parse(resets_at) - Date.now()) / 1000
    expect(wait).toBeGreaterThanOrEqual(59 - elapsed())
    expect(wait).toBeLessThanOrEqual(60)
    const seconds = Number(response.headers.get('retry-after'))
    expect(Math.abs(seconds - wait)).toBeLessThanOrEqual(1 + elapsed())
    expect(parseRateLimits(response)).toMatchObject({ minute: { left: 0, seconds }, day: { left: 95 } })
    expect((await usage(service(), key)).calls_today).toBe(5)
  })

  test('a call above the limit per day is 429 quota_exceeded with plan, pricing, resets_at and Retry-After', async () => {
    const key = await service().newKey('live')
    const elapsed = stopwatch()
    for (let i = 0; i < 8; i++) expect((await request('/v1/games', { key })).status).toBe(200)
    const response = await request('/v1/games', { key })
    expect(response.status).toBe(429)
    const error = getBodyError(response)
    expect(error).toMatchObject({ code: 'quota_exceeded', plan: 'live', pricing: service().core.service.pricing })
    expect(error.resets_at).toMatch(/T00:00:00Z$/)
    const wait = (Date.parse(error.resets_at ?? '') - Date.now()) / 1000
    expect(Math.abs(wait - secondsUntilMidnight())).toBeLessThanOrEqual(2 + elapsed())
    expect(Math.abs(Number(response.headers.get('retry-after')) - wait)).toBeLessThanOrEqual(2 + elapsed())
    expect(parseRateLimits(response)).toMatchObject({
      minute: { left: 92 },
      day: { left: 0, seconds: Number(response.headers.get('retry-after')) },
    })
  })

  test('a limit per month is reset on the first of the next month', async () => {
    const key = await service().newKey('archive')
    const [first] = await Promise.all([
      request('/v1/games', { key }),
      request('/v1/games', { key }),
      request('/v1/games', { key }),
    ])
    expect(parseRateLimits(first).month).toMatchObject({ quota: 3 })
    expect(parseRateLimits(first).month?.window).toBeLessThanOrEqual(31 * 86_400)
    const error = getBodyError(await request('/v1/games', { key }))
    expect(error).toMatchObject({ code: 'quota_exceeded', plan: 'archive' })
    expect(error.resets_at).toMatch(/-01T00:00:00Z$/)
    expect(await usage(service(), key)).toMatchObject({ calls_this_month: 3, limits: { per_month: 3, per_day: null } })
  })

  test('of concurrent calls exactly as many as the limit succeed', async () => {
    const key = await service().newKey('free')
    const responses = await Promise.all(Array.from({ length: 30 }, () => request('/v1/competitions', { key })))
    expect(statuses(responses)).toEqual({ 200: 5, 429: 25 })
    expect((await usage(service(), key)).calls_today).toBe(5)
  })

  test('all keys of an account share its limit per day; each key has its own limit per minute', async () => {
    const { core } = service()
    const days = await newAccount(core, 'live')
    const otherKeys = await Promise.all([1, 2].map(() => core.keys.create(days.account)))
    const keys = [days, ...otherKeys].map(({ key }) => key)
    const responses = await Promise.all(
      keys.flatMap((key) => Array.from({ length: 6 }, () => request('/v1/seasons', { key }))),
    )
    expect(statuses(responses)).toEqual({ 200: 8, 429: 10 })
    for (const key of keys) expect((await usage(service(), key)).calls_today).toBe(8)

    const minutes = await newAccount(core, 'free')
    const { key: second } = await core.keys.create(minutes.account)
    for (const key of [minutes.key, second]) {
      const calls = await Promise.all(Array.from({ length: 7 }, () => request('/v1/seasons', { key })))
      expect(statuses(calls)).toEqual({ 200: 5, 429: 2 })
    }
  })

  describe('usage', () => {
    test('returns the usage and the limits of the account', async () => {
      const key = await service().newKey('live')
      await request('/v1/games', { key })
      expect(await usage(service(), key)).toEqual({
        key: `bd_…${key.slice(-4)}`,
        plan: 'live',
        calls_today: 1,
        calls_this_month: 1,
        limits: { per_minute: 100, per_day: 8, per_month: null },
        remaining: 7,
        resets_at: expect.stringMatching(/T00:00:00Z$/),
        window: { from: null, to: null },
      })
    })

    test('is not counted, and works after the limit is reached', async () => {
      const key = await service().newKey('free')
      for (let i = 0; i < 12; i++) expect((await request('/v1/usage', { key })).status).toBe(200)
      expect((await request('/v1/usage?no=1', { key })).status).toBe(422)
      const unchanged = await request('/v1/usage', { key, headers: { 'if-none-match': '*' } })
      expect([unchanged.status, parseRateLimits(unchanged)]).toMatchObject([
        304,
        { minute: { left: 5 }, day: { left: 100 } },
      ])
      for (let i = 0; i < 5; i++) await request('/v1/games', { key })
      const response = await request('/v1/usage', { key })
      expect(response.status).toBe(200)
      expect(parseRateLimits(response)).toMatchObject({ minute: { left: 0 }, day: { left: 95 } })
    })

    describe('is exact after any mixture of calls', () => {
      const counted = ['games', 'games?page=0', 'games?no=1', `games/${UNKNOWN.game}`, 'teams?q=%25', 'games/x']
      const conditional = { 'if-none-match': '*' }
      const refunded = ['games', 'seasons'].map((path) => ({ path, headers: conditional, counts: 0 }))
      const free = ['usage', 'games?key=x', 'nothing', '', 'openapi.json'].map((path) => ({ path, counts: 0 }))
      const calls = [...counted.map((path) => ({ path, counts: 1 })), ...refunded, ...free]
      const call = fc.record({ call: fc.constantFrom(...calls), method: fc.constantFrom('GET', 'GET', 'HEAD') })
      const send = (key: string, { call: { path, counts: _, ...changes }, method }: Sent) =>
        request(`/v1/${path}`, { key, method, ...changes })
      type Sent = typeof call extends fc.Arbitrary<infer Call> ? Call : never
      const sumCounts = (mixture: Sent[]) => mixture.reduce((sum, each) => sum + each.call.counts, 0)
      const reported = async (key: string) => {
        const { calls_today, calls_this_month, remaining } = await usage(service(), key)
        return [calls_today, calls_this_month, 8 - (remaining ?? 8)]
      }

      test('made one after the other, including refused ones', async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(call, { maxLength: 20 }), async (mixture) => {
            const key = await service().newKey('live')
            for (const each of mixture) await send(key, each)
            expect(await reported(key)).toEqual(Array(3).fill(Math.min(sumCounts(mixture), 8)))
          }),
          { numRuns: 15 },
        )
      })

      test('made concurrently', async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(call, { maxLength: 8 }), async (mixture) => {
            const key = await service().newKey('live')
            await Promise.all(mixture.map((each) => send(key, each)))
            expect(await reported(key)).toEqual(Array(3).fill(sumCounts(mixture)))
          }),
          { numRuns: 15 },
        )
      })
    })
  })

  test('a 304 is refunded, and its rate headers include the refund', async () => {
    const key = await service().newKey('free')
    await request('/v1/games', { key })
    for (let i = 0; i < 8; i++) {
      const response = await request('/v1/games', { key, headers: { 'if-none-match': '*' } })
      expect(response.status).toBe(304)
      expect(parseRateLimits(response)).toMatchObject({ minute: { left: 4 }, day: { left: 99 } })
    }
    expect((await usage(service(), key)).calls_today).toBe(1)
  })

  test('the last of several concurrent 304s shows that none of them counts', async () => {
    const key = await service().newKey('free')
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => request('/v1/games', { key, headers: { 'if-none-match': '*' } })),
    )
    expect(statuses(responses)).toEqual({ 304: 5 })
    const left = responses.map((response) => parseRateLimits(response).minute?.left)
    expect(Math.max(...left.map(Number))).toBe(5)
  })
})

describe.each(anyDatabase)('on the clock of %s', (kind) => {
  const service = sharedService(kind, { plans: { ...PLANS, free: { per_minute: 2, per_day: 3, per_month: 4 } } })
  const DAYS = 86_400
  let set: (moment: Date) => Promise<void>
  beforeAll(async () => {
    set = await fakeDatabaseClock(service().core.store)
  })
  /** The status, Retry-After, resets_at and rate headers of a call at a moment. */
  const callAt = async (moment: string, key: string, headers: Record<string, string> = {}) => {
    await set(new Date(moment))
    const response = await service().request('/v1/games', { key, headers })
    const { minute, day, month } = parseRateLimits(response)
    const seconds = [minute?.seconds, day?.seconds, month?.seconds]
    const retry = Number(response.headers.get('retry-after'))
    return response.status === 429
      ? [429, retry, getBodyError(response).resets_at, seconds]
      : [response.status, seconds]
  }

  test('Retry-After, resets_at and t agree, and no t exceeds its window, whatever the clock of the server shows', async () => {
    const key = await service().newKey('free')
    expect(await callAt('2031-01-31T00:00:00Z', key)).toEqual([200, [60, DAYS, DAYS]])
    expect(await callAt('2031-01-31T00:00:59.999Z', key)).toEqual([200, [1, DAYS - 59, DAYS - 59]])
    const refused = await callAt('2031-01-31T00:00:59.999Z', key)
    expect(refused).toEqual([429, 1, '2031-01-31T00:01:00Z', [1, DAYS - 59, DAYS - 59]])
    expect(await callAt('2031-01-31T00:01:00Z', key)).toEqual([200, [60, DAYS - 60, DAYS - 60]])
    const usedUp = await callAt('2031-01-31T23:59:59.5Z', key)
    expect(usedUp).toEqual([429, 1, '2031-02-01T00:00:00Z', [60, 1, 1]])
    expect(await callAt('2031-02-01T00:00:00Z', key)).toEqual([200, [60, DAYS, 28 * DAYS]])
    const { resets_at } = await usage(service(), key)
    expect(resets_at).toBe('2031-02-02T00:00:00Z')
  })

  test('a clock that is set back by 10 minutes locks out no key', async () => {
    const key = await service().newKey('free')
    for (let calls = 0; calls < 2; calls++) await callAt('2031-03-01T12:10:00Z', key)
    expect(await callAt('2031-03-01T12:00:00Z', key)).toMatchObject([
      429,
      60,
      '2031-03-01T12:01:00Z',
      [60, 43_200, 30.5 * DAYS],
    ])
    expect(await callAt('2031-03-01T12:01:00Z', key)).toMatchObject([200, [60, 43_140, 30.5 * DAYS - 60]])
  })

  test('t after a 304 is that of the calls that still count', async () => {
    const key = await service().newKey('free')
    const conditional = { 'if-none-match': '*' }
    const seconds = async (...call: Parameters<typeof callAt>) => (await callAt(...call)).flat()[1]
    expect(await seconds('2031-04-01T12:00:00Z', key, conditional)).toBe(60)
    expect(await seconds('2031-04-01T12:00:30Z', key)).toBe(60)
    expect(await seconds('2031-04-01T12:00:40Z', key, conditional)).toBe(50)
  })
})

describe('two servers on one database', () => {
  const started = async () => {
    const { address, drop } = await newDatabase('Postgres')
    onTestFinished(drop)
    const servers = await Promise.all([serve(address, { plans: PLANS }), serve(address, { plans: PLANS })])
    for (const { close } of servers) onTestFinished(close)
    return servers
  }

  test('together allow exactly as many calls as the limit', async () => {
    const servers = await started()
    const [first, second] = servers
    const { account, key } = await newAccount(first.core, 'live')
    const keys = [key, (await second.core.keys.create(account)).key]
    const sendToBoth = (each: string, calls: number) =>
      servers.flatMap(({ request }) => Array.from({ length: calls }, () => request('/v1/games', { key: each })))
    expect(statuses(await Promise.all(keys.flatMap((each) => sendToBoth(each, 10))))).toEqual({ 200: 8, 429: 32 })
    const free = await first.newKey('free')
    expect(statuses(await Promise.all(sendToBoth(free, 20)))).toEqual({ 200: 5, 429: 35 })
  })

  test('both see a revoked key and a change of plan immediately', async () => {
    const [first, second] = await started()
    const { account, id, key } = await newAccount(first.core, 'free')
    const status = async () => (await second.request('/v1/teams', { key })).status
    expect(await status()).toBe(403)
    await first.core.accounts.setPlan(account, 'complete')
    expect(await status()).toBe(200)
    await first.core.keys.revoke(id)
    expect(await status()).toBe(401)
  })
})
