import { expect, test } from 'vitest'
import { performanceIndex, type PerformanceTerms } from './performance-index.ts'

const NOTHING = {
  points: 0,
  two_made: 0,
  two_attempted: 0,
  three_made: 0,
  three_attempted: 0,
  free_throws_made: 0,
  free_throws_attempted: 0,
  rebounds: 0,
  assists: 0,
  steals: 0,
  turnovers: 0,
  blocks: 0,
  blocks_received: 0,
  fouls: 0,
  fouls_drawn: 0,
} satisfies PerformanceTerms

const WHOLE_LINE = {
  points: 21,
  two_made: 5,
  two_attempted: 9,
  three_made: 3,
  three_attempted: 7,
  free_throws_made: 2,
  free_throws_attempted: 2,
  rebounds: 6,
  assists: 4,
  steals: 1,
  turnovers: 3,
  blocks: 1,
  fouls: 2,
  fouls_drawn: 5,
}

test.each([
  ['no statistics', {}, 0],
  [
    'points, rebounds, assists, steals, blocks and fouls drawn are added',
    { points: 1, rebounds: 2, assists: 4, steals: 8, blocks: 16, fouls_drawn: 32 },
    63,
  ],
  ['turnovers, blocks received and fouls are deducted', { turnovers: 1, blocks_received: 2, fouls: 4 }, -7],
  ['a missed two is deducted', { two_made: 1, two_attempted: 3 }, -2],
  ['a missed three is deducted', { three_made: 2, three_attempted: 6 }, -4],
  ['a missed free throw is deducted', { free_throws_made: 4, free_throws_attempted: 12 }, -8],
  ['a whole line', WHOLE_LINE, 25],
])('%s', (_, line, expected) => {
  expect(performanceIndex({ ...NOTHING, ...line })).toBe(expected)
})

test.each(Object.keys(NOTHING))('is null if %s are unknown', (term) => {
  expect(performanceIndex({ ...NOTHING, [term]: null })).toBeNull()
})
