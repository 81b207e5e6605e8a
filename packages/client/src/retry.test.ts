import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { ConnectionError, type ErrorCode, toServiceError } from './errors.ts'
import { sleep, retryDelay } from './retry.ts'

afterEach(() => {
  vi.useRealTimers()
})

const READ = { attempt: 0, maxWait: 60_000, repeatable: true }

const errorResponse = (code: ErrorCode, status: number, retryAfter?: string) =>
  toServiceError(
    { error: { code, message: '' } },
    status,
    new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  )

test('the delay is Retry-After plus at most the random part', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.nat(40), (seconds, attempt) => {
      const delay = retryDelay(errorResponse('rate_limited', 429, String(seconds)), { ...READ, attempt })
      expect(delay).toBeGreaterThanOrEqual(seconds * 1000)
      expect(delay).toBeLessThanOrEqual(seconds * 1000 + Math.min(8_000, 500 * 2 ** attempt))
    }),
  )
})

test('the delay without Retry-After is random, up to a bound that doubles to 8 seconds', () => {
  for (const [attempt, bound] of [
    [0, 500],
    [1, 1_000],
    [4, 8_000],
    [30, 8_000],
  ] as const) {
    const delays = Array.from(
      { length: 400 },
      () => retryDelay(new ConnectionError('timeout', '/'), { ...READ, attempt, maxWait: 0 }) ?? -1,
    )
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0)
    expect(Math.min(...delays)).toBeLessThan(bound / 4)
    expect(Math.max(...delays)).toBeLessThanOrEqual(bound)
    expect(Math.max(...delays)).toBeGreaterThan((bound * 3) / 4)
  }
})

test('a Retry-After of exactly maxWait is waited for, a longer one is not', () => {
  expect(retryDelay(errorResponse('rate_limited', 429, '5'), { ...READ, maxWait: 5_000 })).toBeGreaterThanOrEqual(5_000)
  expect(retryDelay(errorResponse('rate_limited', 429, '6'), { ...READ, maxWait: 5_000 })).toBeNull()
})

test('a Retry-After with a date is waited for', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T19:29:50.500Z') })
  for (const value of ['Fri, 20 Nov 2026 19:30:00 GMT', 'Friday, 20-Nov-26 19:30:00 GMT']) {
    const delay = retryDelay(errorResponse('server_error', 503, value), READ)
    expect(delay).toBeGreaterThanOrEqual(10_000)
    expect(delay).toBeLessThanOrEqual(10_500)
  }
  expect(retryDelay(errorResponse('server_error', 503, 'Fri, 20 Nov 2026 19:00:00 GMT'), READ)).toBeLessThanOrEqual(500)
})

test('a Retry-After that is neither seconds nor a date is ignored', () => {
  for (const value of ['-1', '1.5', '', 'soon'])
    expect(retryDelay(errorResponse('server_error', 503, value), READ)).toBeLessThanOrEqual(500)
})

test('quota_exceeded is never retried', () => {
  expect(retryDelay(errorResponse('quota_exceeded', 429, '0'), READ)).toBeNull()
})

test('a request that is not repeatable is retried only after rate_limited', () => {
  const change = { ...READ, repeatable: false }
  expect(retryDelay(errorResponse('rate_limited', 429, '1'), change)).toBeGreaterThanOrEqual(1_000)
  for (const error of [
    errorResponse('server_error', 500),
    errorResponse('server_error', 503, '1'),
    new ConnectionError('no_connection', '/'),
    new ConnectionError('timeout', '/'),
    new ConnectionError('unexpected_response', '/', new Response('', { status: 502 })),
  ])
    expect(retryDelay(error, change)).toBeNull()
})

test('an error of the caller is never retried', () => {
  expect(retryDelay(new TypeError('Not an id: '), READ)).toBeNull()
})

test('an aborted sleep leaves no timer', async () => {
  vi.useFakeTimers()
  const controller = new AbortController()
  const sleeping = sleep(30_000, controller.signal)
  controller.abort(new Error('cancelled'))
  await expect(sleeping).rejects.toThrow('cancelled')
  expect(vi.getTimerCount()).toBe(0)
})
