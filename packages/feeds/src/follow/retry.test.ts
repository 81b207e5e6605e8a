import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostDelay, resourceDelay } from './retry.ts'

test.each([
  [1, 5],
  [2, 10],
  [7, 320],
  [20, 600],
])('after %i failures a resource is requested again after %i seconds', (failures, seconds) => {
  expect(resourceDelay(failures, 0)).toBe(seconds)
  expect(resourceDelay(failures, 1)).toBe(1.5 * seconds)
})

test('a host is left alone for as long as it asks, up to an hour', () => {
  expect(hostDelay(1, { status: 429, retryAfter: 300 })).toBe(300)
  expect(hostDelay(9, { status: 503, retryAfter: 0 })).toBe(0)
  expect(hostDelay(1, { status: 503, retryAfter: 100_000 })).toBe(3600)
})

test('a host that does not ask is left alone for longer after each failure, up to five minutes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const delay = hostDelay(failures, { status: 500, retryAfter: null }, random)
      expect(delay).toBeGreaterThanOrEqual(Math.min(300, 5 * 2 ** (failures - 1)))
      expect(delay).toBeLessThanOrEqual(450)
    }),
  )
  expect(hostDelay(1, { status: 429, retryAfter: null }, 0)).toBe(60)
})
