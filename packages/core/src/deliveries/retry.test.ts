import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ATTEMPT_ERRORS, type AttemptError, type Attempt } from './send.ts'
import { nextStep, NO_RETRY, RETRY_SCHEDULE } from './retry.ts'

const responded = (status: number, retry_after: number | null = null): Attempt => ({
  at: new Date(0),
  duration: 1,
  status,
  error: null,
  retry_after,
})
const failed = (error: AttemptError): Attempt => ({
  at: new Date(0),
  duration: 1,
  status: null,
  error,
  retry_after: null,
})

test('there are 8 attempts with 71 h 35 min between the first and the last', () => {
  const delays = Array.from({ length: 7 }, (_, n) => nextStep(responded(500), n + 1, RETRY_SCHEDULE, () => 0).delay)
  expect(delays).toEqual([5, 300, 1800, 7200, 36_000, 86_400, 126_000])
  expect(delays.reduce((sum: number, delay) => sum + (delay ?? 0), 0)).toBe(71 * 3600 + 35 * 60 + 5)
  expect(nextStep(responded(500), 8)).toEqual({ outcome: 'failed', delay: null })
})

test('with the longest Retry-After the attempts span 143 hours, less than the week that receivers remember ids', () => {
  const delays = RETRY_SCHEDULE.delays.map((_, n) => nextStep(responded(503, Infinity), n + 1).delay ?? 0)
  const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3600
  expect(Math.floor(hours)).toBe(143)
  expect(hours).toBeLessThan(7 * 24)
})

test('any 2xx is delivered, at any attempt', () => {
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 299 }), fc.integer({ min: 1, max: 8 }), (status, number) => {
      expect(nextStep(responded(status), number)).toEqual({ outcome: 'delivered', delay: null })
    }),
  )
})

test('a redirect and any 4xx but 408 and 429 are not retried', () => {
  const permanent = Array.from({ length: 200 }, (_, n) => 300 + n).filter((status) => status !== 408 && status !== 429)
  for (const status of permanent) expect(nextStep(responded(status), 1).outcome).toBe('failed')
})

test('a 1xx, as of a receiver that switches protocols, is not delivered', () => {
  for (const status of [101, 199]) expect(nextStep(responded(status), 1).outcome).toBe('failed')
})

test('a test delivery, and one that is sent again, is attempted once', () => {
  expect(nextStep(responded(503, 60), 1, NO_RETRY)).toEqual({ outcome: 'failed', delay: null })
})

test('5xx, 408, 429 and every error are retried', () => {
  const statuses = [500, 503, 599, 408, 429].map((status) => responded(status))
  for (const attempt of [...statuses, ...ATTEMPT_ERRORS.map(failed)])
    expect(nextStep(attempt, 1)).toMatchObject({ outcome: null })
})

test('each delay is extended by up to 10 %', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), fc.double({ min: 0, max: 1, noNaN: true }), (number, random) => {
      const base = RETRY_SCHEDULE.delays[number - 1] ?? 0
      const { delay } = nextStep(responded(500), number, RETRY_SCHEDULE, () => random)
      expect(delay).toBeGreaterThanOrEqual(base)
      expect(delay).toBeLessThanOrEqual(1.1 * base)
    }),
  )
})

test.each([
  [300, 0, 300],
  [300, 299, 300],
  [300, 450, 450],
  [300, 600, 600],
  [300, 100_000, 600],
])('with a delay of %i s, Retry-After: %i leads to %i s', (delay, retry_after, expected) => {
  const schedule = { delays: [delay], jitter: 0, maxRetryAfterFactor: 2 }
  expect(nextStep(responded(429, retry_after), 1, schedule).delay).toBe(expected)
})
