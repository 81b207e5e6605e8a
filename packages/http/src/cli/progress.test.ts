import fc from 'fast-check'
import { expect, test } from 'vitest'
import { duration, progressLine } from './progress.ts'

test.each([
  [0.4, '0 s'],
  [59.4, '59 s'],
  [59.6, '1 min 0 s'],
  [200, '3 min 20 s'],
  [3_900, '1 h 5 min'],
])('%d seconds are %s', (seconds, words) => {
  expect(duration(seconds)).toBe(words)
})

test('a third in ten seconds leaves twenty', () => {
  const line = progressLine('demo', { games: 500, part: 1 / 3, seconds: 10 }, { columns: 100 })
  expect(line).toBe(`demo  ${'━'.repeat(10)}${'─'.repeat(20)}   33 %  500 games  50/s  20 s left`)
})

test('where nobody knows how much there is, games and rate are shown alone', () => {
  expect(progressLine('bundles', { games: 1200, part: null, seconds: 10 }, {})).toBe('bundles  1,200 games  120/s')
})

test('a line never reaches the right edge, at which a terminal would wrap it', () => {
  const standing = fc.record({
    games: fc.nat(),
    part: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    seconds: fc.double({ min: 0, max: 1e6, noNaN: true }),
  })
  fc.assert(
    fc.property(standing, fc.integer({ min: 1, max: 200 }), (now, width) => {
      expect(progressLine('euroleague', now, { columns: width }).length).toBeLessThan(width)
    }),
  )
})
