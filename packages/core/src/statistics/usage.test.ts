import { expect, test } from 'vitest'
import { usage, type UsageTerms } from './usage.ts'

const terms = (
  field_goals_attempted: number | null,
  free_throws_attempted: number | null,
  turnovers: number | null,
  seconds: number | null,
): UsageTerms => ({ field_goals_attempted, free_throws_attempted, turnovers, seconds })

const TEAM = terms(68, 20, 12, 12_000)
const PLAYER = terms(18, 8, 3, 1950)

test.each([
  ['18 shots, 8 free throws, 3 turnovers in 32.5 minutes', PLAYER, TEAM, 0.33985],
  ['a fifth of the plays in all 40 minutes is 0.2', terms(12, 0, 3, 2400), terms(60, 0, 15, 12_000), 0.2],
  ['the same plays in half the time are twice the share', terms(12, 0, 3, 1200), terms(60, 0, 15, 12_000), 0.4],
  ['a game with overtime', terms(20, 0, 0, 2700), terms(80, 0, 0, 13_500), 0.25],
  ['two games together', terms(22, 5, 4, 3000), terms(130, 40, 25, 24_000), 0.26141],
  ['no play of the own', terms(0, 0, 0, 600), TEAM, 0],
])('%s', (_, player, team, expected) => {
  expect(usage(player, team)).toBeCloseTo(expected, 5)
})

test('is null without playing time, and without a play of the team', () => {
  expect(usage(terms(0, 0, 0, 0), TEAM)).toBeNull()
  expect(usage(PLAYER, terms(0, 0, 0, 12_000))).toBeNull()
})

test.each(['field_goals_attempted', 'free_throws_attempted', 'turnovers', 'seconds'])(
  'is null where %s are unknown',
  (term) => {
    expect(usage({ ...PLAYER, [term]: null }, TEAM)).toBeNull()
    expect(usage(PLAYER, { ...TEAM, [term]: null })).toBeNull()
  },
)
