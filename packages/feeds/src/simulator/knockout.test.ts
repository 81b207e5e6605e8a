import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createScheduler, type Fixture } from './fixtures.ts'
import type { KnockoutRound } from './formats/format.ts'
import { knockout } from './knockout.ts'
import { Random } from './random.ts'
import type { Club } from './world/league.ts'

const clubs: Club[] = Array.from({ length: 8 }, (_, i) => ({
  external_id: `T${i + 1}`,
  arena: null,
  capacity: 0,
  seasons: [],
}))

const ROUNDS: KnockoutRound[] = [
  { stage: 'playoffs', name: 'Quarter-finals', week: 0, weekday: 1, best_of: 5, staggered: true },
  { stage: 'playoffs', name: 'Semi-finals', week: 3, weekday: 1, best_of: 7, staggered: true },
  { stage: 'playoffs', name: 'Final', week: 6, weekday: 1, best_of: 1, third_place: true },
]

const playOut = (winnerOf: (fixture: Fixture) => Club | null): Fixture[] => [
  ...knockout(clubs, ROUNDS, 0, createScheduler(), (fixture) => ({ told: fixture, winner: winnerOf(fixture) })),
]

const byChance = (seed: string) => {
  const random = new Random(seed)
  return ({ home, away }: Fixture) => (random.chance(0.5) ? home : away)
}

const inRound = (fixtures: readonly Fixture[], name: string) => fixtures.filter(({ round }) => round?.startsWith(name))

test('a series ends as soon as one club cannot be caught', () => {
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

test('games come in the order of their days, and nobody plays twice on one', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const fixtures = playOut(byChance(seed))
      const days = fixtures.map(({ day }) => day)
      expect(days).toEqual(days.toSorted((a, b) => a - b))
      const appearances = fixtures.flatMap(({ day, home, away }) => [
        `${day} ${home.external_id}`,
        `${day} ${away.external_id}`,
      ])
      expect(new Set(appearances).size).toBe(appearances.length)
    }),
  )
})

test('where the better-placed club always wins, the first meets the second at home in the final', () => {
  const rank = (club: Club) => clubs.indexOf(club)
  const fixtures = playOut(({ home, away }) => (rank(home) < rank(away) ? home : away))
  const [final] = inRound(fixtures, 'Final')
  expect(final?.home).toBe(clubs[0])
  expect(final?.away).toBe(clubs[1])
  const [small_final] = inRound(fixtures, 'Third place')
  expect(small_final?.home).toBe(clubs[2])
  expect(small_final?.away).toBe(clubs[3])
})

test('a series with a game still to come waits, and so do later rounds', () => {
  const fixtures = playOut(() => null)
  expect(fixtures.map(({ round }) => round)).toEqual(Array.from({ length: 4 }, () => 'Quarter-finals, game 1'))
})
