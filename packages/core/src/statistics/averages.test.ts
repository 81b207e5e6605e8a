import { describe, expect, test } from 'vitest'
import { Averages } from '../contract/index.ts'
import { averages, defaultMinGames, mean, median, total, trueShooting, type Totals } from './averages.ts'

const FOUR_GAMES: Totals = {
  games: 4,
  seconds: 6630,
  points: 70,
  rebounds: 26,
  assists: 13,
  steals: 5,
  blocks: 0,
  turnovers: 9,
  field_goals_made: 25,
  field_goals_attempted: 50,
  three_made: 4,
  three_attempted: 16,
  free_throws_made: 16,
  free_throws_attempted: 20,
}

test('averages are per game played, and percentages per attempt', () => {
  expect(averages(FOUR_GAMES)).toEqual({
    minutes: 27.625,
    points: 17.5,
    rebounds: 6.5,
    assists: 3.25,
    steals: 1.25,
    blocks: 0,
    turnovers: 2.25,
    field_goal_pct: 0.5,
    three_pct: 0.25,
    free_throw_pct: 0.8,
  })
})

test('averages match the contract', () => {
  expect(Averages.parse(averages(FOUR_GAMES))).toEqual(averages(FOUR_GAMES))
})

test('a percentage is null without attempts, and 0 if all attempts were missed', () => {
  const line = averages({ ...FOUR_GAMES, three_made: 0, three_attempted: 0, free_throws_made: 0 })
  expect(line).toMatchObject({ three_pct: null, free_throw_pct: 0 })
})

test.each([
  ['seconds', 'minutes'],
  ['points', 'points'],
  ['rebounds', 'rebounds'],
  ['assists', 'assists'],
  ['steals', 'steals'],
  ['blocks', 'blocks'],
  ['turnovers', 'turnovers'],
  ['field_goals_made', 'field_goal_pct'],
  ['field_goals_attempted', 'field_goal_pct'],
  ['three_made', 'three_pct'],
  ['three_attempted', 'three_pct'],
  ['free_throws_made', 'free_throw_pct'],
  ['free_throws_attempted', 'free_throw_pct'],
] as const)('if %s are not recorded, only %s is null', (total, average) => {
  expect(averages({ ...FOUR_GAMES, [total]: null })).toEqual({ ...averages(FOUR_GAMES), [average]: null })
})

test('without a game every average is null', () => {
  const zeros = Object.fromEntries(Object.keys(FOUR_GAMES).map((total) => [total, 0]))
  expect(Object.values(averages({ ...FOUR_GAMES, ...zeros }))).toEqual(Array.from({ length: 10 }, () => null))
})

describe('true shooting', () => {
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

  test('is null without an attempt', () => {
    expect(trueShooting(line(0, 0, 0))).toBeNull()
  })

  test('is null if a term is unknown', () => {
    expect(trueShooting(line(null, 18, 8))).toBeNull()
    expect(trueShooting(line(27, null, 8))).toBeNull()
    expect(trueShooting(line(27, 18, null))).toBeNull()
  })
})

test.each([
  [[], 0],
  [[0], 0],
  [[2, -3, 5], 4],
  [[2, null, 5], null],
  [[null], null],
])('the sum of %j is %s', (terms, sum) => {
  expect(total(terms)).toBe(sum)
})

test.each([
  [[], null],
  [[1, 2, 6], 3],
])('the mean of %j is %s', (values, expected) => {
  expect(mean(values)).toBe(expected)
})

describe('the median', () => {
  test.each([
    ['none', [], null],
    ['one', [7], 7],
    ['an odd number', [9, 1, 5], 5],
    ['an even number: the mean of the two middle values', [10, 1, 4, 7], 5.5],
    ['sorted as numbers, not as strings', [10, 9, 100], 10],
  ])('of %s', (_, values, expected) => {
    expect(median(values)).toBe(expected)
  })

  test('does not change its input', () => {
    const values = [3, 1, 2]
    median(values)
    expect(values).toEqual([3, 1, 2])
  })
})

describe('the default minimum of games is 70 per cent of the median, rounded up', () => {
  test.each([
    ['no team has played', [], 1],
    ['one game each', [1, 1], 1],
    ['34 each: 23.8 rounds up to 24', [34, 34, 34], 24],
    ['10 each: 7', [10, 10], 7],
    ['190 each: 133', [190], 133],
    ['82 each: 57.4 rounds up to 58', [82, 82], 58],
    ['7 and 8: 5.25 rounds up to 6', [8, 7], 6],
    ['teams that have not played are part of the median', [0, 0, 30], 1],
  ])('%s', (_, teamGames, expected) => {
    expect(defaultMinGames(teamGames)).toBe(expected)
  })
})
