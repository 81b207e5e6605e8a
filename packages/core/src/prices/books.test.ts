import { expect, test } from 'vitest'
import { imbalance, overround } from './books.ts'

test.each([
  ['two sides at 1.91', [1.91, 1.91], 0.04712],
  ['a fair coin', [2, 2], 0],
  ['three sides', [2.1, 15, 2.0], 0.042857],
  ['a sure profit', [2.1, 2.1], -0.047619],
])('%s', (_, prices, expected) => {
  expect(overround(prices)).toBeCloseTo(expected, 6)
})

test('the overround is null without a price', () => {
  expect(overround([])).toBeNull()
})

test('imbalance is the difference of the implied probabilities without the overround', () => {
  expect(imbalance(1.8, 2)).toBeCloseTo(0.052632, 6)
  expect(imbalance(2, 1.8)).toBe(imbalance(1.8, 2))
  expect(imbalance(1.91, 1.91)).toBe(0)
})

test('the imbalance of a market with one side is infinite', () => {
  expect(imbalance(1.9, undefined)).toBe(Infinity)
  expect(imbalance(undefined, 1.9)).toBe(Infinity)
})
