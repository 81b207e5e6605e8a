import { expect, test } from 'vitest'
import { ratings } from './ratings.ts'

test.each([
  ['88–81 in 78.36 possessions', 88, 81, 78.36, 112.3022, 103.3691],
  ['a point per possession is 100', 80, 80, 80, 100, 100],
  ['no point scored', 0, 90, 75, 0, 120],
  ['several games together', 88 + 70, 81 + 95, 78.36 + 71.64, 105.3333, 117.3333],
])('%s', (_, points_for, points_against, possessions, offensive, defensive) => {
  const { offensive_rating, defensive_rating } = ratings(points_for, points_against, possessions)
  expect(offensive_rating).toBeCloseTo(offensive, 4)
  expect(defensive_rating).toBeCloseTo(defensive, 4)
})

test.each([null, 0])('are unknown where possessions are %s', (possessions) => {
  expect(ratings(88, 81, possessions)).toEqual({ offensive_rating: null, defensive_rating: null })
})
