import { describe, expect, test } from 'vitest'
import {
  pace,
  possessions,
  ratings,
  teamPossessions,
  usage,
  type PossessionTerms,
  type UsageTerms,
} from './possessions.ts'

const totals = (
  field_goals_attempted: number,
  free_throws_attempted: number,
  offensive_rebounds: number,
  turnovers: number,
): PossessionTerms => ({ field_goals_attempted, free_throws_attempted, offensive_rebounds, turnovers })

const A = totals(68, 20, 10, 12)
const B = totals(64, 18, 8, 14)

describe('possessions of a team', () => {
  test.each([
    ['68 shots, 20 free throws, 10 offensive rebounds, 12 turnovers', A, 78.8],
    ['64 shots, 18 free throws, 8 offensive rebounds, 14 turnovers', B, 77.92],
    ['no statistics', totals(0, 0, 0, 0), 0],
    ['a shot is 1', totals(1, 0, 0, 0), 1],
    ['a free throw is 0.44', totals(0, 1, 0, 0), 0.44],
    ['an offensive rebound is -1', totals(2, 0, 1, 0), 1],
    ['a turnover is 1', totals(0, 0, 0, 1), 1],
    ['sums of hundredths are exact', totals(70, 7, 9, 11), 75.08],
  ])('%s', (_, terms, expected) => {
    expect(teamPossessions(terms)).toBe(expected)
  })

  test.each(['field_goals_attempted', 'free_throws_attempted', 'offensive_rebounds', 'turnovers'])(
    'are null if %s are unknown',
    (term) => {
      expect(teamPossessions({ ...A, [term]: null })).toBeNull()
    },
  )
})

describe('possessions of a game', () => {
  test('are the mean of both teams', () => {
    expect(possessions(A, B)).toBe(78.36)
    expect(possessions(B, A)).toBe(78.36)
  })

  test('are null without the totals, or a term, of either team', () => {
    expect(possessions(A, null)).toBeNull()
    expect(possessions(null, B)).toBeNull()
    expect(possessions(A, { ...B, turnovers: null })).toBeNull()
    expect(possessions({ ...A, turnovers: null }, B)).toBeNull()
  })
})

describe('pace', () => {
  test.each([
    ['a game of 40 minutes has the pace of its possessions', 78.36, 2400, 40, 78.36],
    ['one overtime (45 minutes) scales it down', 78.36, 2700, 40, 69.6533],
    ['two overtimes (50 minutes) scale it further', 78.36, 3000, 40, 62.688],
    ['a regulation length of 48 minutes', 101.5, 2880, 48, 101.5],
    ['48 minutes and one overtime', 101.5, 3180, 48, 91.9245],
    ['several games together', 78.36 + 80.1, 2400 + 2700, 40, 74.5694],
    ['a shortened game is scaled up', 39.18, 1200, 40, 78.36],
    ['the first second of a game in progress', 0.5, 1, 40, 1200],
  ])('%s', (_, possessions, seconds, regulation_minutes, expected) => {
    expect(pace(possessions, seconds, regulation_minutes)).toBeCloseTo(expected, 4)
  })

  test('is null if possessions or length are unknown, or no time was played', () => {
    expect(pace(null, 2400, 40)).toBeNull()
    expect(pace(78.36, null, 40)).toBeNull()
    expect(pace(78.36, 0, 40)).toBeNull()
  })
})

describe('ratings', () => {
  test.each([
    ['88–81 in 78.36 possessions', 88, 81, 78.36, 112.3022, 103.3691],
    ['a point per possession is 100', 80, 80, 80, 100, 100],
    ['no point scored', 0, 90, 75, 0, 120],
    ['several games together', 88 + 70, 81 + 95, 78.36 + 71.64, 105.3333, 117.3333],
    ['the first free throw of a game in progress', 1, 0, 0.22, 454.5455, 0],
  ])('%s', (_, points_for, points_against, possessions, offensive, defensive) => {
    const { offensive_rating, defensive_rating } = ratings(points_for, points_against, possessions)
    expect(offensive_rating).toBeCloseTo(offensive, 4)
    expect(defensive_rating).toBeCloseTo(defensive, 4)
  })

  test.each([null, 0])('are null if possessions are %s', (possessions) => {
    expect(ratings(88, 81, possessions)).toEqual({ offensive_rating: null, defensive_rating: null })
  })
})

describe('usage', () => {
  const terms = (
    field_goals_attempted: number | null,
    free_throws_attempted: number | null,
    turnovers: number | null,
    seconds: number | null,
  ): UsageTerms => ({ field_goals_attempted, free_throws_attempted, turnovers, seconds })

  const TEAM = terms(68, 20, 12, 2400)
  const PLAYER = terms(18, 8, 3, 1950)

  test.each([
    ['18 shots, 8 free throws, 3 turnovers in 32.5 minutes', PLAYER, TEAM, 0.33985],
    ['a fifth of the plays in all 40 minutes is 0.2', terms(12, 0, 3, 2400), terms(60, 0, 15, 2400), 0.2],
    ['the same plays in half the time are twice the share', terms(12, 0, 3, 1200), terms(60, 0, 15, 2400), 0.4],
    ['a game with overtime', terms(20, 0, 0, 2700), terms(80, 0, 0, 2700), 0.25],
    ['two games together', terms(22, 5, 4, 3000), terms(130, 40, 25, 4800), 0.26141],
    ['a player without a play', terms(0, 0, 0, 600), TEAM, 0],
  ])('%s', (_, player, team, expected) => {
    expect(usage(player, team)).toBeCloseTo(expected, 5)
  })

  test('is null without playing time, or without a play of the team', () => {
    expect(usage(terms(0, 0, 0, 0), TEAM)).toBeNull()
    expect(usage(PLAYER, terms(0, 0, 0, 2400))).toBeNull()
  })

  test.each(['field_goals_attempted', 'free_throws_attempted', 'turnovers', 'seconds'])(
    'is null if %s are unknown',
    (term) => {
      expect(usage({ ...PLAYER, [term]: null }, TEAM)).toBeNull()
      expect(usage(PLAYER, { ...TEAM, [term]: null })).toBeNull()
    },
  )
})
