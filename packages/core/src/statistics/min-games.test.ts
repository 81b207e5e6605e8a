import { describe, expect, test } from 'vitest'
import { defaultMinGames } from './min-games.ts'

describe('games a player must have played', () => {
  test.each([
    ['no team has played', [], 1],
    ['one game each', [1, 1], 1],
    ['34 each: 23.8 is 24', [34, 34, 34], 24],
    ['10 each: 7', [10, 10], 7],
    ['190 each: 133', [190], 133],
    ['82 each: 57.4 is 58', [82, 82], 58],
    ['7 and 8: 7 in 10 of 7.5 is 6', [8, 7], 6],
    ['teams that have not begun count', [0, 0, 30], 1],
  ])('%s', (_, team_games, expected) => {
    expect(defaultMinGames(team_games)).toBe(expected)
  })
})
