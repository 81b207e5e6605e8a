import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NewFixture } from './schedule.ts'
import type { KnockoutRound } from './format.ts'
import { playBracket } from './bracket.ts'
import { Random } from './random.ts'
import type { Club } from './world/clubs.ts'

const clubs: Club[] = Array.from({ length: 8 }, (_, i) => ({
  id: `T${i + 1}`,
  arena: null,
  capacity: 0,
  seasons: [],
}))

const ROUNDS: KnockoutRound[] = [
  { stage: 'playoffs', name: 'Quarter-finals', week: 0, weekday: 1, bestOf: 5, staggered: true },
  { stage: 'playoffs', name: 'Semi-finals', week: 3, weekday: 1, bestOf: 7, staggered: true },
  { stage: 'playoffs', name: 'Final', week: 6, weekday: 1, bestOf: 1, thirdPlace: true },
]

const playOut = (getWinner: (fixture: NewFixture) => Club | null): NewFixture[] => [
  ...playBracket(clubs, ROUNDS, 0, (fixture) => ({ result: fixture, winner: getWinner(fixture) })),
]

const byChance = (seed: string) => {
  const random = new Random(seed)
  return ({ home, away }: NewFixture) => (random.chance(0.5) ? home : away)
}

const inRound = (fixtures: readonly NewFixture[], name: string) =>
  fixtures.filter(({ round }) => round?.startsWith(name))

test('a series ends when a club has won more than half of its games', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const fixtures = playOut(byChance(seed))
      expect(inRound(fixtures, 'Quarter-finals').length).toBeGreaterThanOrEqual(12)
      expect(inRound(fixtures, 'Quarter-finals').length).toBeLessThanOrEqual(20)
      expect(inRound(fixtures, 'Semi-finals').length).toBeGreaterThanOrEqual(8)
      expect(inRound(fixtures, 'Semi-finals').length).toBeLessThanOrEqual(14)
      expect(inRound(fixtures, 'Third place')).toHaveLength(1)
      expect(inRound(fixtures, 'Final')).toHaveLength(1)
    }),
  )
})

test('games are ordered by day, and no club plays twice on a day', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const fixtures = playOut(byChance(seed))
      const days = fixtures.map(({ day }) => day)
      expect(days).toEqual(days.toSorted((a, b) => a - b))
      const appearances = fixtures.flatMap(({ day, home, away }) => [`${day} ${home.id}`, `${day} ${away.id}`])
      expect(new Set(appearances).size).toBe(appearances.length)
    }),
  )
})

test('if the higher seed always wins, the first seed hosts the second in the final', () => {
  const rank = (club: Club) => clubs.indexOf(club)
  const fixtures = playOut(({ home, away }) => (rank(home) < rank(away) ? home : away))
  const [final] = inRound(fixtures, 'Final')
  expect(final?.home).toBe(clubs[0])
  expect(final?.away).toBe(clubs[1])
  const [thirdPlaceGame] = inRound(fixtures, 'Third place')
  expect(thirdPlaceGame?.home).toBe(clubs[2])
  expect(thirdPlaceGame?.away).toBe(clubs[3])
})

test('a series waits for a scheduled game, and so do later rounds', () => {
  const fixtures = playOut(() => null)
  expect(fixtures.map(({ round }) => round)).toEqual(Array.from({ length: 4 }, () => 'Quarter-finals, game 1'))
})
