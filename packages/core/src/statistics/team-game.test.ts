import { expect, test } from 'vitest'
import { bothSides } from './team-game.ts'
import { finalGame } from './testing/final-games.ts'

test('a game is seen from both sides, with and without overtime', () => {
  expect(bothSides(finalGame('A', 'B', '97-90', '74-74'))).toEqual({
    home: {
      venue: 'home',
      opponent: 'B',
      points_for: 97,
      points_against: 90,
      regulation_for: 74,
      regulation_against: 74,
    },
    away: {
      venue: 'away',
      opponent: 'A',
      points_for: 90,
      points_against: 97,
      regulation_for: 74,
      regulation_against: 74,
    },
  })
})

test('where the periods of either side are unknown the final score stands in for both', () => {
  const full = { regulation_for: 97, regulation_against: 90 }
  const known = finalGame('A', 'B', '97-90', '74-74')
  expect(bothSides(finalGame('A', 'B', '97-90')).home).toMatchObject(full)
  expect(bothSides({ ...known, home_regulation_score: null }).home).toMatchObject(full)
  expect(bothSides({ ...known, away_regulation_score: null }).home).toMatchObject(full)
})
