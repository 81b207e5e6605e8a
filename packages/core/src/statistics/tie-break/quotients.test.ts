import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contenders, finalGame } from '../testing/final-games.ts'
import { byFraction, sumOfQuotients } from './quotients.ts'

const sumOf = (...scores: string[]) => {
  const [team] = contenders(
    'A',
    scores.map((score) => finalGame('A', 'B', score)),
  )
  return sumOfQuotients(team?.games ?? [])
}
const value = ({ numerator, denominator }: ReturnType<typeof sumOf>) => Number(numerator) / Number(denominator)

test.each([
  [[], 0],
  [['88-80'], 1.1],
  [['80-60', '60-80'], 80 / 60 + 60 / 80],
  [['20-0'], 20],
  [['0-20'], 0],
  [['0-0'], 0],
])('the sum of quotients of %s is %d', (scores, expected) => {
  expect(value(sumOf(...scores))).toBeCloseTo(expected, 12)
})

test('equal sums are equal in whatever order the games come', () => {
  const score = fc.tuple(fc.integer({ min: 50, max: 120 }), fc.integer({ min: 50, max: 120 }))
  fc.assert(
    fc.property(fc.array(score, { maxLength: 40 }), (games) => {
      const scores = games.map(([points, allowed]) => `${points}-${allowed}`)
      expect(byFraction(sumOf(...scores), sumOf(...scores.toReversed()))).toBe(0)
    }),
  )
})

test('sums are exact where doubles would tell equal ones apart, or near ones not', () => {
  expect(byFraction(sumOf('1-10', '2-10'), sumOf('3-10', '0-10'))).toBe(0)
  const googol = 10n ** 100n
  const one = { numerator: 1n, denominator: 1n }
  expect(byFraction({ numerator: googol + 1n, denominator: googol }, one)).toBe(1)
  expect(byFraction({ numerator: googol - 1n, denominator: googol }, one)).toBe(-1)
})
