import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromAmerican, fromFractional, inferFormat, InvalidPrice, type OddsFormat, readPrice } from './odds-format.ts'

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

test.each(['', 'abc', '99', '-99', '0', '1.5e3', '--110', '+-110', 'NaN', '1/2'])('%j is not American odds', (odds) => {
  expect(() => fromAmerican(odds)).toThrow(InvalidPrice)
})

test.each(['', '5', '0/1', '1/0', '-1/2', '1.5/2', 'a/b'])('%j is not fractional odds', (odds) => {
  expect(() => fromFractional(odds)).toThrow(InvalidPrice)
})

test.each([
  ['1.91', 'decimal', 1.91],
  ['150', 'decimal', 150],
  ['150', 'american', 2.5],
  ['+150', 'decimal', 2.5],
  ['-110', 'decimal', 1.909091],
  ['10/11', 'decimal', 1.909091],
  ['5-2', 'american', 3.5],
  ['Evens', 'decimal', 2],
  ['EVS', null, 2],
  ['1.91', null, 1.91],
  ['-110', null, 1.909091],
] as const)('%j in a file of %s prices is %d', (price, format, decimal) => {
  expect(readPrice(price, format)).toBe(decimal)
})

test.each(['', ' ', '0', '1', '0.5', '1.0', '-1', '-99', '100000.5', '1e21'])('%j is not a price', (price) => {
  expect(readPrice(price, 'decimal')).toBeNull()
  expect(readPrice('+10000000', 'american')).toBeNull()
  expect(readPrice('0', 'american')).toBeNull()
})

test.each([
  ['two', 'decimal', '"two" is not a price: expected 1.91, 10/11 or -110'],
  ['1,91', 'decimal', '"1,91" is not a price: expected 1.91, 10/11 or -110'],
  ['NaN', 'decimal', '"NaN" is not a price: expected 1.91, 10/11 or -110'],
  ['0/1', 'decimal', '"0/1" is not fractional odds, like 10/11 or 5/1'],
  ['12', 'american', '"12" is not American odds, like +150 or -110'],
  ['5', 'fractional', '"5" is not fractional odds, like 10/11 or 5/1'],
  [
    '150',
    null,
    '"150" may be decimal, fractional or American odds, because the file has several formats: use one file per format',
  ],
] as const)('%j in a file of %s prices throws', (price, format, reason) => {
  expect(() => readPrice(price, format)).toThrow(new InvalidPrice(reason))
})

test.each<[OddsFormat | null, string[]]>([
  ['decimal', []],
  ['decimal', ['', '2', '0']],
  ['decimal', ['1.91', '150', '2']],
  ['decimal', ['150', '101.5']],
  ['decimal', ['-1', '2']],
  ['american', ['+150', '200']],
  ['american', ['150', '-110']],
  ['american', ['150', '200', '', '0', 'x']],
  ['fractional', ['10/11', 'evens', '5']],
  [null, ['1.91', '-110', '150']],
  [null, ['10/11', '1.91']],
])('the inferred format is %s for %j', (format, prices) => {
  expect(inferFormat(prices)).toBe(format)
})

describe('a conversion is the nearest number with six decimals', () => {
  /** Twice the error of a price in millionths of 1/stake; at most `stake` for the nearest number. */
  const doubledError = (price: number, profit: bigint, stake: bigint): bigint => {
    const units = BigInt(Math.round(price * 1e6)) - 1_000_000n
    const difference = 2n * (units * stake - profit * 1_000_000n)
    return difference < 0n ? -difference : difference
  }

  test('from American odds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 100_000 }), (odds) => {
        expect(doubledError(fromAmerican(odds), BigInt(odds), 100n)).toBeLessThanOrEqual(100n)
        expect(doubledError(fromAmerican(-odds), 100n, BigInt(odds))).toBeLessThanOrEqual(BigInt(odds))
      }),
    )
  })

  test('from fractional odds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 5000 }), (profit, stake) => {
        expect(doubledError(fromFractional(`${profit}/${stake}`), BigInt(profit), BigInt(stake))).toBeLessThanOrEqual(
          BigInt(stake),
        )
      }),
    )
  })
})
