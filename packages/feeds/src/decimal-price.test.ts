import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalPrice, formOf, fromAmerican, fromFractional, NoPrice, type PriceForm } from './decimal-price.ts'

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

test.each(['', 'abc', '99', '-99', '0', '1.5e3', '--110', '+-110', 'NaN', '1/2'])(
  '%j are no American odds, like +150 or -110',
  (odds) => {
    expect(() => fromAmerican(odds)).toThrow(NoPrice)
  },
)

test.each(['', '5', '0/1', '1/0', '-1/2', '1.5/2', 'a/b'])('%j are no fractional odds, like 10/11 or 5/1', (odds) => {
  expect(() => fromFractional(odds)).toThrow(NoPrice)
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
] as const)('%j among %s prices is %d', (written, form, decimal) => {
  expect(decimalPrice(written, form)).toBe(decimal)
})

test.each(['', ' ', '0', '1', '0.5', '1.0', '-1', '-99', '100000.5', '1e21'])('%j is no price', (written) => {
  expect(decimalPrice(written, 'decimal')).toBeNull()
  expect(decimalPrice('+10000000', 'american')).toBeNull()
  expect(decimalPrice('0', 'american')).toBeNull()
})

test.each([
  ['two', 'decimal', '"two" is no price: expected a price like 1.91, 10/11 or -110'],
  ['1,91', 'decimal', '"1,91" is no price: expected a price like 1.91, 10/11 or -110'],
  ['NaN', 'decimal', '"NaN" is no price: expected a price like 1.91, 10/11 or -110'],
  ['0/1', 'decimal', '"0/1" are no fractional odds, like 10/11 or 5/1'],
  ['12', 'american', '"12" are no American odds, like +150 or -110'],
  ['5', 'fractional', '"5" are no fractional odds, like 10/11 or 5/1'],
  [
    '150',
    null,
    '"150" may be decimal, fractional or American odds, of which there are several here: keep each in a file of its own',
  ],
] as const)('%j among %s prices cannot be read', (written, form, problem) => {
  expect(() => decimalPrice(written, form)).toThrow(new NoPrice(problem))
})

test.each<[PriceForm | null, string[]]>([
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
])('prices that do not say what they are, are %s among %j', (form, written) => {
  expect(formOf(written)).toBe(form)
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
