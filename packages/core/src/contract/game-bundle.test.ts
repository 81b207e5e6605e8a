import { expect, test } from 'vitest'
import { BundleGame, BundleLine, BundleStats } from './game-bundle.ts'

const parseLine = (line: object) => BundleLine.parse({ player: 'p', ...line })

test('what a line leaves out is not recorded, except that the player did not start', () => {
  const stats = Object.fromEntries(Object.keys(BundleStats.parse({})).map((stat) => [stat, null]))
  expect(Object.keys(stats)).toHaveLength(17)
  expect(parseLine({ stats: { points: 12 } })).toEqual({
    player: 'p',
    number: null,
    starter: false,
    played: true,
    seconds: null,
    plus_minus: null,
    stats: { ...stats, points: 12 },
  })
})

test.each<[played: boolean, line: object]>([
  [false, {}],
  [false, { number: '7', stats: { points: null } }],
  [false, { seconds: 0 }],
  [false, { seconds: 0, plus_minus: 0, stats: { points: 0, fouls: 0 } }],
  [true, { starter: true }],
  [true, { seconds: 1 }],
  [true, { stats: { points: 0 } }],
  [true, { plus_minus: 0 }],
  [true, { seconds: 0, stats: { fouls: 1 } }],
  [true, { seconds: 0, plus_minus: -2 }],
  [false, { played: false, seconds: 60, stats: { points: 2 } }],
  [true, { played: true }],
])('played is %s for a line with %j', (played, line) => {
  expect(parseLine(line).played).toBe(played)
})

test.each<[at: string, fields: object]>([
  ['periods', { periods: { home: [71], away: [68], overtimes: 1 } }],
  ['officials', { officials: [{ name: 'Ana Example', role: 'referee', country: 'Spain' }] }],
])('an unknown field in the %s of a game is refused', (at, fields) => {
  const { error } = BundleGame.safeParse({ external_id: 'g1', date: '2026-11-19', status: 'scheduled', ...fields })
  expect(error?.issues).toMatchObject([{ code: 'unrecognized_keys', path: expect.arrayContaining([at]) }])
})
