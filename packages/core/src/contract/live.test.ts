import { expect, test } from 'vitest'
import { hasStarted } from './live.ts'

const upcoming: Parameters<typeof hasStarted>[0] = { status: 'scheduled', has_playbyplay: false, periods: null }
const cases: [name: string, signs: Partial<typeof upcoming>, started: boolean][] = [
  ['a scheduled game without data has not started', {}, false],
  ['a game whose feed shows periods of 0–0 has not started', { periods: { home: [0, 0], away: [0, 0] } }, false],
  ['a game that was called off has not started', { status: 'no_result' }, false],
  ['a game with a play has started', { has_playbyplay: true }, true],
  ['a game with a point in a period has started', { periods: { home: [0], away: [2] } }, true],
  ['a final game without parts has started', { status: 'final' }, true],
]

test.each(cases)('%s', (_name, signs, started) => {
  expect(hasStarted({ ...upcoming, ...signs })).toBe(started)
})
