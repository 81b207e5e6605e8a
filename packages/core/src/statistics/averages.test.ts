import { expect, test } from 'vitest'
import { Averages } from '../contract/index.ts'
import { averages, type Totals } from './averages.ts'

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

test('are totals over games played, percentages over attempts', () => {
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

test('are the record that the wire promises', () => {
  expect(Averages.parse(averages(FOUR_GAMES))).toEqual(averages(FOUR_GAMES))
})

test('a percentage of nothing attempted is null, of only misses 0', () => {
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
] as const)('where %s are not recorded only %s is null', (total, average) => {
  expect(averages({ ...FOUR_GAMES, [total]: null })).toEqual({ ...averages(FOUR_GAMES), [average]: null })
})

test('without a game everything is null', () => {
  const nothing = Object.fromEntries(Object.keys(FOUR_GAMES).map((total) => [total, 0]))
  expect(Object.values(averages({ ...FOUR_GAMES, ...nothing }))).toEqual(Array.from({ length: 10 }, () => null))
})
