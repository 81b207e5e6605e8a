import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultMinGames, leaders, type Candidate } from './leaders.ts'

const candidate = (player_id: string, games: number, total: number): Candidate => ({ player_id, games, total })
const places = (candidates: Candidate[], min_games = 1, top = 10) =>
  leaders(candidates, min_games, top).map(({ rank, player_id }) => `${rank} ${player_id}`)

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

describe('leaders', () => {
  test('stand by their value per game, best first', () => {
    const list = leaders([candidate('a', 10, 150), candidate('b', 5, 100), candidate('c', 10, 160)], 1, 10)
    expect(list).toEqual([
      { player_id: 'b', games: 5, total: 100, rank: 1, per_game: 20 },
      { player_id: 'c', games: 10, total: 160, rank: 2, per_game: 16 },
      { player_id: 'a', games: 10, total: 150, rank: 3, per_game: 15 },
    ])
  })

  test('an equal value shares the rank, the next place counts them all; higher total first, then id', () => {
    const list = [candidate('z', 4, 40), candidate('d', 3, 60), candidate('b', 3, 60), candidate('c', 6, 120)]
    expect(places(list)).toEqual(['1 c', '1 b', '1 d', '4 z'])
  })

  test('values are compared unrounded', () => {
    expect(places([candidate('a', 300, 6001), candidate('b', 301, 6022)])).toEqual(['1 b', '2 a'])
  })

  test('who has played too few games, or none, is left out', () => {
    expect(places([candidate('a', 6, 600), candidate('b', 7, 7)], 7)).toEqual(['1 b'])
    expect(places([candidate('a', 0, 0)], 0)).toEqual([])
  })

  test('the list ends at its top, also within a shared rank', () => {
    expect(places([candidate('a', 1, 9), candidate('b', 1, 8), candidate('c', 1, 8)], 1, 2)).toEqual(['1 a', '2 b'])
  })

  test('a value below zero has its place', () => {
    expect(places([candidate('a', 2, -3), candidate('b', 2, 0), candidate('c', 2, -1)])).toEqual(['1 b', '2 c', '3 a'])
  })

  test('the order of the candidates does not matter, and a rank is one more than the players that are better', () => {
    const candidates = fc.uniqueArray(
      fc.record({
        player_id: fc.string({ minLength: 1, maxLength: 2 }),
        games: fc.integer({ min: 1, max: 4 }),
        total: fc.integer({ min: -4, max: 12 }),
      }),
      { selector: ({ player_id }) => player_id, maxLength: 12 },
    )
    fc.assert(
      fc.property(candidates, (some) => {
        const list = leaders(some, 1, some.length)
        expect(leaders(some.toReversed(), 1, some.length)).toEqual(list)
        expect(list).toHaveLength(some.length)
        for (const { rank, games, total } of list) {
          expect(rank).toBe(1 + some.filter((other) => other.total * games > total * other.games).length)
        }
      }),
    )
  })
})
