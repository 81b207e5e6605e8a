import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SCHEDULE, verdict } from './schedule.ts'
import type { Try, TryError } from './send.ts'

const answered = (status: number, retry_after: number | null = null): Try => ({
  at: new Date(0),
  duration: 1,
  status,
  error: null,
  retry_after,
})
const unanswered = (error: TryError): Try => ({
  at: new Date(0),
  duration: 1,
  status: null,
  error,
  retry_after: null,
})
const passing = [answered(500), answered(503), answered(599), answered(408), answered(429), unanswered('timeout')]

test('8 tries with 71 h 35 min between the first and the last', () => {
  const waits = Array.from({ length: 7 }, (_, done) => verdict(answered(500), done + 1, SCHEDULE, () => 0).wait)
  expect(waits).toEqual([5, 300, 1800, 7200, 36_000, 86_400, 126_000])
  expect(waits.reduce((sum: number, wait) => sum + (wait ?? 0), 0)).toBe(71 * 3600 + 35 * 60 + 5)
  expect(verdict(answered(500), 8)).toEqual({ outcome: 'failed', wait: null })
})

test('a receiver that asks for it is tried over 143 hours, within the week that it remembers deliveries', () => {
  const waits = SCHEDULE.waits.map((_, done) => verdict(answered(503, Infinity), done + 1).wait ?? 0)
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3600
  expect(Math.floor(hours)).toBe(143)
  expect(hours).toBeLessThan(7 * 24)
})

test('any 2xx is delivered, whichever try it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 299 }), fc.integer({ min: 1, max: 8 }), (status, tries) => {
      expect(verdict(answered(status), tries)).toEqual({ outcome: 'delivered', wait: null })
    }),
  )
})

test('a redirect and any other 4xx than 408 and 429 end it at once', () => {
  const others = Array.from({ length: 200 }, (_, n) => 300 + n).filter((status) => status !== 408 && status !== 429)
  for (const status of others) expect(verdict(answered(status), 1).outcome).toBe('failed')
})

test('5xx, 408, 429 and whatever is no answer are tried again', () => {
  const kinds = (['timeout', 'dns', 'address', 'tls', 'connection', 'answer', 'secret'] as const).map(unanswered)
  for (const made of [...passing, ...kinds]) expect(verdict(made, 1)).toMatchObject({ outcome: null })
})

test('each wait is longer by up to 10 %', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), fc.double({ min: 0, max: 1, noNaN: true }), (tries, random) => {
      const wait = SCHEDULE.waits[tries - 1] ?? 0
      const { wait: given } = verdict(answered(500), tries, SCHEDULE, () => random)
      expect(given).toBeGreaterThanOrEqual(wait)
      expect(given).toBeLessThanOrEqual(1.1 * wait)
    }),
  )
})

test.each([
  [300, 0, 300],
  [300, 299, 300],
  [300, 450, 450],
  [300, 600, 600],
  [300, 100_000, 600],
])('of a wait of %i s, Retry-After: %i makes %i s', (wait, retry_after, expected) => {
  const schedule = { waits: [wait], jitter: 0, patience: 2 }
  expect(verdict(answered(429, retry_after), 1, schedule).wait).toBe(expected)
})
