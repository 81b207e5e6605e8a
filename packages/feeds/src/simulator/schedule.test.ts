import { expect, test } from 'vitest'
import { roundRobin } from './schedule.ts'
import type { Club } from './world/clubs.ts'

const buildClubs = (count: number): Club[] =>
  Array.from({ length: count }, (_, i) => ({ id: `T${i}`, arena: null, capacity: 0, seasons: [] }))

test.each([2, 4, 12, 16, 18])('%i clubs: every club plays once per round and meets every other club once', (count) => {
  const clubs = buildClubs(count)
  const rounds = roundRobin(clubs)
  expect(rounds).toHaveLength(count - 1)
  for (const pairs of rounds) expect(new Set(pairs.flat()).size).toBe(count)
  const meetings = rounds.flat().map((pair) =>
    pair
      .map((club) => club.id)
      .toSorted()
      .join(' '),
  )
  expect(new Set(meetings).size).toBe((count * (count - 1)) / 2)
})

test.each([4, 12, 16, 18])('%i clubs: every club plays about half of its games at home', (count) => {
  const clubs = buildClubs(count)
  const homes = roundRobin(clubs).flatMap((pairs) => pairs.map(([home]) => home))
  for (const club of clubs) {
    const homeGames = homes.filter((home) => home === club).length
    expect(Math.abs(homeGames - (count - 1) / 2)).toBeLessThanOrEqual(1.5)
  }
})
