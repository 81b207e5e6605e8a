import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DECIMALS, round } from './rounding.ts'

test.each([
  [1.005, 2, 1.01],
  [-1.005, 2, -1.01],
  [2.675, 2, 2.68],
  [1.45, 1, 1.5],
  [8.345, 2, 8.35],
  [78.36499999999999, 2, 78.37],
  [0.1 + 0.2, 4, 0.3],
  [2 / 3, 4, 0.6667],
  [112.30219499744, 2, 112.3],
  [0.00005, 4, 0.0001],
  [0.00004999, 4, 0],
  [1e-9, 4, 0],
  [-0.001, 2, 0],
  [0, 2, 0],
  [17.5, 0, 18],
  [-17.5, 0, -18],
  [123_456_789.125, 2, 123_456_789.13],
  [5, DECIMALS.ratio, 5],
])('%d to %d decimals is %d', (value, decimals, expected) => {
  expect(round(value, decimals)).toBe(expected)
})

test('null stays null', () => {
  expect(round(null, 2)).toBeNull()
})

/** Thousandths as integers, with which the rule can be checked exactly. */
const thousandths = fc.integer({ min: -10_000_000, max: 10_000_000 })

test('every value of three decimals rounds half away from zero', () => {
  fc.assert(
    fc.property(thousandths, (n) => {
      const hundredths = Math.floor((Math.abs(n) + 5) / 10)
      expect(round(n / 1000, 2)).toBe(hundredths === 0 ? 0 : (Math.sign(n) * hundredths) / 100)
    }),
  )
})

test('rounding twice changes nothing, the error is at most half a unit, and the result is never -0', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.integer({ min: 0, max: 4 }), (value, decimals) => {
      const rounded = round(value, decimals)
      expect(round(rounded, decimals)).toBe(rounded)
      expect(Math.abs(rounded - value)).toBeLessThanOrEqual(0.5 / 10 ** decimals + 1e-8)
      expect(Object.is(rounded, -0)).toBe(false)
    }),
  )
})
