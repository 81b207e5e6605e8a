import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createAdmission, type AdmissionLimits } from './admission.ts'
import { createLogger } from './server.ts'
import { openCore } from './testing/databases.ts'
import { getBodyError } from './testing/response.ts'
import { requestStatuses } from './testing/raw-requests.ts'
import { sendOverHttp } from './testing/request.ts'
import { lockGames, testService } from './testing/services.ts'

const LIMITS = { maxLatency: 1000, target: 500, minInFlight: 64, maxInFlight: 2000 }

/** A process on a clock of its own, which answers its requests in order of arrival. */
const simulated = () => {
  let now = 0
  /** Times of the responses, the number of requests that were refused, and how long a request has waited to be read. */
  const results: { taken: number[]; refused: number; waited: number } = { taken: [], refused: 0, waited: 0 }
  const admission = createAdmission(
    LIMITS,
    () => now,
    () => results.waited,
  )
  const waiting: { since: number; leave: () => void }[] = []
  return {
    results,
    waiting: () => waiting.length,
    /** Requests arrive that are never answered. */
    hang: (requests: number) => {
      for (let i = 0; i < requests; i++) if (admission.enter() === null) results.refused += 1
    },
    /** Lets milliseconds pass; in each, some requests arrive, and some are answered that have been in work for long enough. */
    pass: (milliseconds: number, { arrive = 0, answer = 0, work = 0 }) => {
      let maxWaiting = 0
      for (const end = now + milliseconds; now < end; now += 1) {
        for (let i = 0; i < arrive; i++) {
          const leave = admission.enter()
          if (leave === null) results.refused += 1
          else waiting.push({ since: now, leave })
        }
        maxWaiting = Math.max(maxWaiting, waiting.length)
        for (let i = 0; i < answer; i++) {
          const [first] = waiting
          if (first === undefined || now - first.since < work) break
          waiting.shift()
          first.leave()
          results.taken.push(now - first.since)
        }
      }
      return maxWaiting
    },
  }
}

describe('no request is refused', () => {
  test('of 1,000 that arrive at once, after a quiet hour, and are answered within a second', () => {
    const { pass, results } = simulated()
    pass(3_600_000, {})
    pass(1, { arrive: 1000 })
    pass(1000, { answer: 1 })
    expect([results.taken.length, results.refused]).toEqual([1000, 0])
  })

  test('of those that arrive as fast as they are answered', () => {
    const { pass, results } = simulated()
    pass(60_000, { arrive: 8, answer: 8 })
    expect(results.refused).toBe(0)
  })

  test('where all are slow but in time, however many there are', () => {
    const { pass, results } = simulated()
    expect(pass(60_000, { arrive: 1, answer: 1, work: 900 })).toBeGreaterThan(LIMITS.minInFlight)
    expect(results.refused).toBe(0)
  })

  test('while 1,000 others wait for something, if the rest is answered in time', () => {
    const { pass, hang, results } = simulated()
    hang(1000)
    pass(10_000, { arrive: 1, answer: 1 })
    expect(results.refused).toBe(0)
  })
})

describe('at twice the capacity', () => {
  test('as many are answered as at the capacity, in about the target, and the others are refused', () => {
    const { pass, results } = simulated()
    pass(5000, { arrive: 4, answer: 2 })
    results.taken.length = 0
    results.refused = 0
    const maxWaiting = pass(60_000, { arrive: 4, answer: 2 })
    expect(results.taken.length).toBe(120_000)
    expect(results.refused).toBe(120_000)
    expect(maxWaiting).toBeLessThanOrEqual(1008)
    expect(Math.max(...results.taken.slice(0, 100_000))).toBeLessThanOrEqual(LIMITS.target + 10)
  })

  test('those that had to wait before they were read leave less time for being answered', () => {
    const { pass, results } = simulated()
    results.waited = 300
    pass(5000, { arrive: 4, answer: 2 })
    expect(pass(10_000, { arrive: 4, answer: 2 })).toBeLessThanOrEqual(408)
  })

  test('no more are taken on at the beginning than may ever be in flight', () => {
    const { pass } = simulated()
    expect(pass(5000, { arrive: 20, answer: 10 })).toBe(LIMITS.maxInFlight)
  })

  test('all are taken on again two seconds after it is over', () => {
    const { pass, results } = simulated()
    pass(10_000, { arrive: 4, answer: 2 })
    pass(2000, { arrive: 1, answer: 2 })
    results.refused = 0
    pass(1000, { arrive: 1, answer: 2 })
    pass(1, { arrive: 200 })
    expect(results.refused).toBe(0)
  })
})

describe('while nothing is answered', () => {
  test('the first ones are taken on, and when they have been late for a second, all others are refused', () => {
    const { pass, results, waiting } = simulated()
    pass(2 * LIMITS.maxLatency - 250, { arrive: 1 })
    expect(results.refused).toBe(0)
    pass(10_000, { arrive: 1 })
    expect(waiting()).toBeLessThan(LIMITS.maxInFlight + 1)
    expect(results.refused).toBeGreaterThan(9000)
  })

  test('a few that hang refuse nobody', () => {
    const { pass, hang, results } = simulated()
    hang(LIMITS.minInFlight - 1)
    pass(20_000, {})
    pass(1, { arrive: 1 })
    expect(results.refused).toBe(0)
  })

  test('all are taken on again once it answers', () => {
    const { pass, results } = simulated()
    pass(10_000, { arrive: 1 })
    pass(3000, { arrive: 1, answer: 4 })
    results.refused = 0
    pass(3000, { arrive: 1, answer: 4 })
    expect(results.refused).toBe(0)
  })
})

describe('a service whose database is held up by a lock', () => {
  const MAX_WAIT = 300

  /** A service with calls that wait for the lock on the games, for longer than the process is patient. */
  const overloaded = async (limits: Partial<AdmissionLimits> = { maxLatency: MAX_WAIT, minInFlight: 5 }) => {
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => lines.push(line) })
    const service = await testService('Postgres', { logger, limits })
    const key = await service.newKey('live')
    const unlock = await lockGames(await openCore(service.address))
    onTestFinished(unlock)
    const call = () => service.request('/v1/games', { key })
    const waiting = Array.from({ length: 10 }, call)
    await setTimeout(3 * MAX_WAIT)
    const release = async () => {
      await unlock()
      return Promise.all(waiting)
    }
    return { ...service, key, call, lines, release }
  }

  test('refuses calls with 503, and takes on calls again when it answers', async () => {
    const { call, release, request, key } = await overloaded()
    const refused = await Promise.all(Array.from({ length: 50 }, call))
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
    const statuses = (await release()).map(({ status }) => status)
    let next = await call()
    while (next.status === 503) {
      await setTimeout(50)
      next = await call()
    }
    expect([...statuses, next.status]).toEqual(Array.from({ length: 11 }, () => 200))
    // The refused calls are not counted.
    expect((await request('/v1/usage', { key })).body).toMatchObject({ data: { calls_today: 11 } })
  })

  test('says so in the error of the contract, with Retry-After and the request id', async () => {
    const { request, release } = await overloaded()
    for (const [path, method] of [
      ['/v1/games', 'GET'],
      ['/v1', 'GET'],
      ['/v1/webhooks', 'POST'],
    ] as const) {
      const response = await request(path, { method, headers: { 'x-request-id': 'my-call' } })
      expect(response.status).toBe(503)
      expect(getBodyError(response)).toEqual({
        code: 'server_error',
        message: 'The service has more calls than it can answer in time; try again shortly. Request my-call.',
        docs: expect.stringMatching(/#error-server_error$/),
      })
      expect(response.headers.get('retry-after')).toMatch(/^[123]$/)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('x-request-id')).toBe('my-call')
    }
    expect((await request('/v1/games', { method: 'HEAD' })).status).toBe(503)
    await release()
  })

  test('serves health checks and preflights', async () => {
    const { origin, release } = await overloaded()
    for (let i = 0; i < 50; i++) {
      expect((await fetch(`${origin}/healthz`)).status).toBe(200)
      expect((await fetch(`${origin}/readyz?from=balancer`)).status).toBe(200)
      expect((await fetch(`${origin}/v1/games`, { method: 'OPTIONS' })).status).toBe(204)
    }
    await release()
  })

  test.each([
    '/v1/players?q=a/readyz',
    '/v1/games?/healthz',
    '/v1/games/healthz',
    '/v1/games?date=/readyz?',
    '/healthz/readyz',
    '//readyz',
    '/READYZ',
  ])('takes %s for no health check', async (path) => {
    const { origin, release } = await overloaded()
    const { status } = await sendOverHttp(origin)({ method: 'GET', path, headers: {} })
    expect(status).toBe(503)
    await release()
  })

  test('keeps the connection of a refused call open', async () => {
    const { origin, release } = await overloaded()
    const requests = Buffer.from('GET /v1/games HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(3))
    expect(await requestStatuses(origin, '/v1/games', requests)).toEqual([503, 503, 503])
    await release()
  })

  test('logs the refused calls once a second, with their number', async () => {
    const { call, release, lines } = await overloaded()
    lines.length = 0
    const refused = await Promise.all(Array.from({ length: 40 }, call))
    while (lines.length === 0) await setTimeout(20)
    const written = lines.map((line): unknown => JSON.parse(line))
    expect(written).toEqual([
      expect.objectContaining({ path: '/v1/games', method: 'GET', status: 503, reason: 'overload', refused: 40 }),
    ])
    expect(refused.map(({ headers }) => headers.get('x-request-id'))).toContain(JSON.parse(lines[0] ?? '').request_id)
    await release()
  })

  test('never has more calls in flight than allowed, however many arrive at once', async () => {
    const { call, release } = await overloaded({ maxLatency: 600_000, maxInFlight: 30 })
    const settled: number[] = []
    const calls = Array.from({ length: 100 }, async () => settled.push((await call()).status))
    while (settled.length < 80) await setTimeout(20)
    expect(settled).toEqual(Array.from({ length: 80 }, () => 503))
    await release()
    await Promise.all(calls)
    expect(settled.slice(80)).toEqual(Array.from({ length: 20 }, () => 200))
  })
})
