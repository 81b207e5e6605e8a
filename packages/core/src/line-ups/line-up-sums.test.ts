import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineUpSums, type GameFive } from './line-up-sums.ts'

const PLAYERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

const anyFive: fc.Arbitrary<GameFive> = fc.record({
  game: fc.constantFrom('g1', 'g2', 'g3'),
  players: fc.shuffledSubarray(PLAYERS, { minLength: 5, maxLength: 5 }).map((five) => five.toSorted()),
  values: fc.tuple(fc.nat(600), fc.nat(30), fc.nat(30)),
})
const anyFives = fc
  .array(anyFive, { maxLength: 60 })
  .map((fives) => fives.toSorted((a, b) => (a.game < b.game ? -1 : 1)))

test('the sums of a line-up are those of the fives with all of its players', () => {
  fc.assert(
    fc.property(anyFives, fc.integer({ min: 2, max: 5 }), (fives, size) => {
      const found = lineUpSums(fives, { size, minSeconds: 0, top: 1000 })
      for (const { players, games, values } of found) {
        const own = fives.filter((five) => players.every((player) => five.players.includes(player)))
        expect(players).toHaveLength(size)
        expect(games).toBe(new Set(own.map(({ game }) => game)).size)
        expect(values).toEqual([0, 1, 2].map((at) => own.reduce((sum, five) => sum + (five.values[at] ?? 0), 0)))
      }
      const ways = { 2: 10, 3: 10, 4: 5, 5: 1 }[size] ?? 0
      const chosen = fives.length * ways
      const counted = found.reduce((sum, { players }) => {
        return sum + fives.filter((five) => players.every((player) => five.players.includes(player))).length
      }, 0)
      expect(counted).toBe(chosen)
    }),
  )
})

test('those with the most time come first, as many as asked for, with at least so much time', () => {
  const five = (game: string, players: string, seconds: number): GameFive => ({
    game,
    players: players.split(''),
    values: [seconds],
  })
  const fives = [five('g1', 'abcde', 100), five('g1', 'abcdf', 50), five('g2', 'abcde', 30)]
  const pairs = lineUpSums(fives, { size: 2, minSeconds: 130, top: 3 })
  expect(pairs).toEqual([
    { players: ['a', 'b'], games: 2, values: [180] },
    { players: ['a', 'c'], games: 2, values: [180] },
    { players: ['a', 'd'], games: 2, values: [180] },
  ])
  expect(lineUpSums(fives, { size: 5, minSeconds: 60, top: 9 })).toEqual([
    { players: ['a', 'b', 'c', 'd', 'e'], games: 2, values: [130] },
  ])
})
