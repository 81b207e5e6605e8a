import { describe, expect, test } from 'vitest'
import { possessions, teamPossessions, type PossessionTerms } from './possessions.ts'

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
    ['68 shots, 20 free throws, 10 kept, 12 lost', A, 78.8],
    ['64 shots, 18 free throws, 8 kept, 14 lost', B, 77.92],
    ['nothing done', totals(0, 0, 0, 0), 0],
    ['a shot is one', totals(1, 0, 0, 0), 1],
    ['a free throw is 0.44', totals(0, 1, 0, 0), 0.44],
    ['an offensive rebound takes one back', totals(2, 0, 1, 0), 1],
    ['a turnover is one', totals(0, 0, 0, 1), 1],
    ['hundredths add up without a trace of binary arithmetic', totals(70, 7, 9, 11), 75.08],
  ])('%s', (_, terms, expected) => {
    expect(teamPossessions(terms)).toBe(expected)
  })

  test.each(['field_goals_attempted', 'free_throws_attempted', 'offensive_rebounds', 'turnovers'])(
    'are unknown without %s',
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

  test('are unknown without the totals, or a term, of either team', () => {
    expect(possessions(A, null)).toBeNull()
    expect(possessions(null, B)).toBeNull()
    expect(possessions(A, { ...B, turnovers: null })).toBeNull()
    expect(possessions({ ...A, turnovers: null }, B)).toBeNull()
  })
})
