import { expect, test } from 'vitest'
import { median } from './median.ts'

test.each([
  ['none', [], null],
  ['one', [7], 7],
  ['an odd number', [9, 1, 5], 5],
  ['an even number: the mean of the two in the middle', [10, 1, 4, 7], 5.5],
  ['ordered as numbers, not as words', [10, 9, 100], 10],
])('of %s', (_, values, expected) => {
  expect(median(values)).toBe(expected)
})

test('leaves its input as it is', () => {
  const values = [3, 1, 2]
  median(values)
  expect(values).toEqual([3, 1, 2])
})
