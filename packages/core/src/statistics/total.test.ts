import { expect, test } from 'vitest'
import { total } from './total.ts'

test.each([
  [[], 0],
  [[0], 0],
  [[2, -3, 5], 4],
  [[2, null, 5], null],
  [[null], null],
])('the sum of %j is %s', (terms, sum) => {
  expect(total(terms)).toBe(sum)
})
