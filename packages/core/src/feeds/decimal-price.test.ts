import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalPrice, fromAmerican, fromFractional, NoPrice } from './decimal-price.ts'

test.each([
  ['+150', 2.5],
  ['150', 2.5],
  [150, 2.5],
  ['-110', 1.909091],
  ['−110', 1.909091],
  [-275, 1.363636],
  ['100', 2],
  ['-100', 2],
  ['even', 2],
  ['+244', 3.44],
  ['-109.5', 1.913242],
  ['+100000', 1001],
  ['-10000', 1.01],
])('American %s is %d', (odds, decimal) => {
  expect(fromAmerican(odds)).toBe(decimal)
})

test.each([
  ['10/11', 1.909091],
  ['5/2', 3.5],
  ['5-2', 3.5],
  ['evens', 2],
  ['1/500', 1.002],
  ['2/3', 1.666667],
  ['1/3', 1.333333],
])('fractional %s is %d', (odds, decimal) => {
  expect(fromFractional(odds)).toBe(decimal)
})

test.each(['', 'abc', '99', '-99', '0', '1.5e3', '--110', '+-110', 'NaN', '1/2'])('%j are no American odds', (odds) => {
  expect(() => fromAmerican(odds)).toThrow(NoPrice)
})

test.each(['', '5', '0/1', '1/0', '-1/2', '1.5/2', 'a/b'])('%j are no fractional odds', (odds) => {
  expect(() => fromFractional(odds)).toThrow(NoPrice)
})

test.each([
  ['1.91', 'decimal', 1.91],
  [150, 'decimal', 150],
  [150, 'american', 2.5],
  ['+150', 'decimal', 2.5],
  [-110, 'decimal', 1.909091],
  ['10/11', 'decimal', 1.909091],
  ['5-2', 'american', 3.5],
  ['Evens', 'decimal', 2],
] as const)('%j where bare numbers are %s is %d', (written, numbers, decimal) => {
  expect(decimalPrice(written, numbers)).toBe(decimal)
})

test.each(['', 'abc', '1', '0.5', 0, Number.NaN, '-50', '0/1'])('%j is no price', (written) => {
  expect(() => decimalPrice(written)).toThrow(NoPrice)
})

describe('a conversion is exact: of all prices with six decimals it is the nearest', () => {
  /** Twice how far a price is off profit/stake, in millionths of 1/stake; the nearest is off by half of one at most. */
  const off = (price: number, profit: bigint, stake: bigint): bigint => {
    const units = BigInt(Math.round(price * 1e6)) - 1_000_000n
    const difference = 2n * (units * stake - profit * 1_000_000n)
    return difference < 0n ? -difference : difference
  }

  test('of American odds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 100_000 }), (odds) => {
        expect(off(fromAmerican(odds), BigInt(odds), 100n)).toBeLessThanOrEqual(100n)
        expect(off(fromAmerican(-odds), 100n, BigInt(odds))).toBeLessThanOrEqual(BigInt(odds))
      }),
    )
  })

  test('of fractional odds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 5000 }), (profit, stake) => {
        expect(off(fromFractional(`${profit}/${stake}`), BigInt(profit), BigInt(stake))).toBeLessThanOrEqual(
          BigInt(stake),
        )
      }),
    )
  })
})
