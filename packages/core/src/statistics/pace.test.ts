import { expect, test } from 'vitest'
import { pace } from './pace.ts'

test.each([
  ['a game of 200 team minutes has the pace of its possessions', 78.36, 12_000, 40, 78.36],
  ['one overtime (225 minutes) scales it down', 78.36, 13_500, 40, 69.6533],
  ['two overtimes (250 minutes) scale it further', 78.36, 15_000, 40, 62.688],
  ['a regulation length of 48 minutes (240)', 101.5, 14_400, 48, 101.5],
  ['48 minutes and one overtime (265)', 101.5, 15_900, 48, 91.9245],
  ['several games together', 78.36 + 80.1, 12_000 + 13_500, 40, 74.5694],
  ['a game that was cut short is scaled up', 39.18, 6_000, 40, 78.36],
])('%s', (_, possessions, team_seconds, regulation_minutes, expected) => {
  expect(pace(possessions, team_seconds, regulation_minutes)).toBeCloseTo(expected, 4)
})

test('is unknown where possessions or time are, and where no time was played', () => {
  expect(pace(null, 12_000, 40)).toBeNull()
  expect(pace(78.36, null, 40)).toBeNull()
  expect(pace(78.36, 0, 40)).toBeNull()
})
