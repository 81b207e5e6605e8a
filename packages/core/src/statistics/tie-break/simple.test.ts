import { expect, test } from 'vitest'
import { contenders, finalGame as game } from '../testing/final-games.ts'
import { breakTies } from './criterion.ts'
import { SIMPLE } from './simple.ts'

test.each([
  ['the better difference, whoever won between them', 'AB', 'BA', [game('A', 'B', '80-79'), game('B', 'X', '90-70')]],
  ['points of overtimes included', 'AB', 'BA', [game('A', 'X', '70-65'), game('B', 'X', '90-80', '75-75')]],
  ['more points where the differences are equal', 'AB', 'BA', [game('A', 'X', '70-60'), game('B', 'X', '71-61')]],
  ['nothing: they stay as they came', 'BA', 'BA', [game('A', 'X', '70-60'), game('B', 'Y', '70-60')]],
])('tied teams are separated by %s', (_, came, expected, games) => {
  const order = breakTies(contenders(came, games), SIMPLE)
  expect(order.map(({ id }) => id).join('')).toBe(expected)
})
