import { expect, test } from 'vitest'
import { trueShooting } from './true-shooting.ts'

const line = (points: number | null, field_goals_attempted: number | null, free_throws_attempted: number | null) => ({
  points,
  field_goals_attempted,
  free_throws_attempted,
})

test.each([
  ['27 points on 18 shots and 8 free throws', line(27, 18, 8), 0.62732],
  ['a made two is 1', line(2, 1, 0), 1],
  ['a made three exceeds 1', line(3, 1, 0), 1.5],
  ['only free throws', line(2, 0, 2), 1.13636],
  ['only misses', line(0, 5, 2), 0],
])('%s', (_, terms, expected) => {
  expect(trueShooting(terms)).toBeCloseTo(expected, 5)
})

test('is null when nothing was attempted', () => {
  expect(trueShooting(line(0, 0, 0))).toBeNull()
})

test('is null where a term is unknown', () => {
  expect(trueShooting(line(null, 18, 8))).toBeNull()
  expect(trueShooting(line(27, null, 8))).toBeNull()
  expect(trueShooting(line(27, 18, null))).toBeNull()
})
