import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bothSides, newestFirst, record, winShare, type Dated, type Outcome } from './records.ts'
import { finalGame } from './testing/final-games.ts'

const SCORE = { W: [80, 70], L: [70, 80], T: [75, 75] } as const

/** Games of consecutive days, oldest first: W, L or T at home, w, l or t away. */
const played = (results: string): (Dated & Outcome)[] =>
  [...results].map((letter, day) => {
    const result = letter.toUpperCase()
    const [points_for, points_against] = SCORE[result === 'W' || result === 'L' ? result : 'T']
    return {
      id: `gm_${day}`,
      date: new Date(Date.UTC(2026, 8, 1 + day)).toISOString().slice(0, 10),
      tip_off: null,
      venue: letter === result ? 'home' : 'away',
      points_for,
      points_against,
    }
  })

describe('a record', () => {
  test.each([
    ['', { played: 0, won: 0, lost: 0, home: '0-0', away: '0-0', last_ten: '0-0', streak: '' }],
    ['W', { played: 1, won: 1, lost: 0, home: '1-0', away: '0-0', last_ten: '1-0', streak: 'W1' }],
    ['l', { played: 1, won: 0, lost: 1, home: '0-0', away: '0-1', last_ten: '0-1', streak: 'L1' }],
    ['WwLlw', { played: 5, won: 3, lost: 2, home: '1-1', away: '2-1', last_ten: '3-2', streak: 'W1' }],
    ['WWWWlLwLwLwL', { played: 12, won: 7, lost: 5, home: '4-4', away: '3-1', last_ten: '5-5', streak: 'L1' }],
    ['LwwWWWWWWWWWW', { played: 13, won: 12, lost: 1, home: '10-1', away: '2-0', last_ten: '10-0', streak: 'W12' }],
    ['WTwt', { played: 4, won: 2, lost: 0, home: '1-0', away: '1-0', last_ten: '2-0', streak: 'W2' }],
    ['T', { played: 1, won: 0, lost: 0, home: '0-0', away: '0-0', last_ten: '0-0', streak: '' }],
    ['LWWWWWWWWWT', { played: 11, won: 9, lost: 1, home: '9-1', away: '0-0', last_ten: '9-0', streak: 'W9' }],
  ])('of the games "%s" (lower case = away)', (results, expected) => {
    expect(record(played(results))).toEqual(expected)
  })

  test('does not depend on the order of the games', () => {
    const letters = fc.string({ unit: fc.constantFrom('W', 'w', 'L', 'l', 'T', 't'), maxLength: 14 })
    fc.assert(
      fc.property(letters, fc.nat(), (results, seed) => {
        const games = played(results)
        const cut = games.length === 0 ? 0 : seed % games.length
        const reordered = [...games.slice(cut).toReversed(), ...games.slice(0, cut)]
        expect(record(reordered)).toEqual(record(games))
      }),
    )
  })

  test('ends with the current streak', () => {
    const letters = fc.string({ unit: fc.constantFrom('W', 'L'), minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(letters, (results) => {
        const run = /(W+|L+)$/.exec(results)?.[0] ?? ''
        expect(record(played(results)).streak).toBe(`${run[0]}${run.length}`)
      }),
    )
  })
})

test.each([
  ['', 0],
  ['WWL', 2 / 3],
  ['WT', 0.5],
])('the win share of %s', (results, expected) => {
  expect(winShare(played(results))).toBe(expected)
})

test('in a newest-first list, games without a tip-off come after the other games of their day, then by id', () => {
  const at = (id: string, date: string, time: string | null): Dated => ({
    id,
    date,
    tip_off: time === null ? null : new Date(`${date}T${time}Z`),
  })
  const sorted = [
    at('f', '2026-11-21', null),
    at('c', '2026-11-20', '20:00'),
    at('a', '2026-11-20', '18:00'),
    at('b', '2026-11-20', '18:00'),
    at('d', '2026-11-20', null),
    at('e', '2026-11-20', null),
    at('g', '2026-11-19', '23:00'),
  ]
  expect(sorted.toReversed().toSorted(newestFirst)).toEqual(sorted)
  expect(newestFirst(at('a', '2026-11-20', null), at('a', '2026-11-20', null))).toBe(0)
})

test('bothSides gives the points, the opponent and the regulation score of each team', () => {
  expect(bothSides(finalGame('A', 'B', '97-90', '74-74'))).toEqual({
    home: {
      venue: 'home',
      neutral: false,
      opponent: 'B',
      points_for: 97,
      points_against: 90,
      regulation_for: 74,
      regulation_against: 74,
    },
    away: {
      venue: 'away',
      neutral: false,
      opponent: 'A',
      points_for: 90,
      points_against: 97,
      regulation_for: 74,
      regulation_against: 74,
    },
  })
})

test('if the periods of either side are unknown, the final score is used for both', () => {
  const full = { regulation_for: 97, regulation_against: 90 }
  const known = finalGame('A', 'B', '97-90', '74-74')
  expect(bothSides(finalGame('A', 'B', '97-90')).home).toMatchObject(full)
  expect(bothSides({ ...known, home_regulation_score: null }).home).toMatchObject(full)
  expect(bothSides({ ...known, away_regulation_score: null }).home).toMatchObject(full)
})
