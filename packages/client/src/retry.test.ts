import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { ConnectionError, type ErrorCode, serviceErrorOf } from './errors.ts'
import { sleep, retryDelay } from './retry.ts'

afterEach(() => {
  vi.useRealTimers()
})

const READ = { attempt: 0, maxWait: 60_000, repeatable: true }

const refused = (code: ErrorCode, status: number, retryAfter?: string) =>
  serviceErrorOf(
    { error: { code, message: '' } },
    status,
    new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  )

test('a wait is never shorter than Retry-After nor longer than it by more than the widest random part', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.nat(40), (seconds, attempt) => {
      const wait = retryDelay(refused('rate_limited', 429, String(seconds)), { ...READ, attempt })
      expect(wait).toBeGreaterThanOrEqual(seconds * 1000)
      expect(wait).toBeLessThanOrEqual(seconds * 1000 + Math.min(8_000, 500 * 2 ** attempt))
    }),
  )
})

test('a wait without Retry-After is random, within a width that doubles up to 8 seconds', () => {
  for (const [attempt, width] of [
    [0, 500],
    [1, 1_000],
    [4, 8_000],
    [30, 8_000],
  ] as const) {
    const waits = Array.from(
      { length: 400 },
      () => retryDelay(new ConnectionError('timeout'), { ...READ, attempt, maxWait: 0 }) ?? -1,
    )
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0)
    expect(Math.min(...waits)).toBeLessThan(width / 4)
    expect(Math.max(...waits)).toBeLessThanOrEqual(width)
    expect(Math.max(...waits)).toBeGreaterThan((width * 3) / 4)
  }
})

test('a Retry-After of exactly the longest wait is waited for, a longer one is not', () => {
  expect(retryDelay(refused('rate_limited', 429, '5'), { ...READ, maxWait: 5_000 })).toBeGreaterThanOrEqual(5_000)
  expect(retryDelay(refused('rate_limited', 429, '6'), { ...READ, maxWait: 5_000 })).toBeNull()
})

test('a Retry-After that is a date is waited for until then', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T19:29:50.500Z') })
  for (const value of ['Fri, 20 Nov 2026 19:30:00 GMT', 'Friday, 20-Nov-26 19:30:00 GMT']) {
    const wait = retryDelay(refused('server_error', 503, value), READ)
    expect(wait).toBeGreaterThanOrEqual(10_000)
    expect(wait).toBeLessThanOrEqual(10_500)
  }
  expect(retryDelay(refused('server_error', 503, 'Fri, 20 Nov 2026 19:00:00 GMT'), READ)).toBeLessThanOrEqual(500)
})

test('a Retry-After that is neither seconds nor a date counts as none', () => {
  for (const value of ['-1', '1.5', '', 'soon'])
    expect(retryDelay(refused('server_error', 503, value), READ)).toBeLessThanOrEqual(500)
})

test('quota_exceeded is never waited for, whatever Retry-After says', () => {
  expect(retryDelay(refused('quota_exceeded', 429, '0'), READ)).toBeNull()
})

test('a call that may not be made twice is waited with only when it was refused before it did anything', () => {
  const change = { ...READ, repeatable: false }
  expect(retryDelay(refused('rate_limited', 429, '1'), change)).toBeGreaterThanOrEqual(1_000)
  for (const error of [
    refused('server_error', 500),
    refused('server_error', 503, '1'),
    new ConnectionError('no_connection'),
    new ConnectionError('timeout'),
    new ConnectionError('unexpected_response', new Response('', { status: 502 })),
  ])
    expect(retryDelay(error, change)).toBeNull()
})

test("a mistake in the caller's own code is never tried again", () => {
  expect(retryDelay(new TypeError('Not an id: '), READ)).toBeNull()
})

test('a sleep that is aborted leaves no timer behind', async () => {
  vi.useFakeTimers()
  const controller = new AbortController()
  const paused = sleep(30_000, controller.signal)
  controller.abort(new Error('no longer wanted'))
  await expect(paused).rejects.toThrow('no longer wanted')
  expect(vi.getTimerCount()).toBe(0)
})
