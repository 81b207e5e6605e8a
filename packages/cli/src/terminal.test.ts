import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { columns, duration, painter, progressLine, table } from './terminal.ts'

test('columns are as wide as their widest cell, and numbers are aligned right', () => {
  expect(
    columns([
      ['games', 328, 'new'],
      ['events', 171_870],
    ]),
  ).toBe('games       328  new\nevents  171,870')
})

test('no line has trailing blanks', () => {
  expect(
    columns([
      ['a', ''],
      ['long', 'x'],
    ]),
  ).toBe('a\nlong  x')
})

test('a table without rows is replaced by its text', () => {
  expect(table(['id'], [], 'There are no accounts.')).toBe('There are no accounts.')
})

test('colours are written only to a terminal that supports them, unless NO_COLOR is set', () => {
  vi.stubEnv('NO_COLOR', '')
  expect(painter({ isTTY: true, hasColors: () => true })('red', 'x')).toBe('\u001b[31mx\u001b[39m')
  expect(painter({ isTTY: true, hasColors: () => false })('red', 'x')).toBe('x')
  expect(painter({ isTTY: false, hasColors: () => true })('red', 'x')).toBe('x')
  vi.stubEnv('NO_COLOR', '1')
  expect(painter({ isTTY: true, hasColors: () => true })('red', 'x')).toBe('x')
  vi.unstubAllEnvs()
})

test.each([
  [0.4, '0 s'],
  [59.4, '59 s'],
  [59.6, '1 min 0 s'],
  [200, '3 min 20 s'],
  [3_900, '1 h 5 min'],
])('%d seconds are %s', (seconds, words) => {
  expect(duration(seconds)).toBe(words)
})

test('a third done in 10 s leaves 20 s', () => {
  const line = progressLine('demo', { games: 500, part: 1 / 3, seconds: 10 }, { columns: 100 })
  expect(line).toBe(`demo  ${'━'.repeat(10)}${'─'.repeat(20)}   33 %  500 games  50/s  20 s left`)
})

test('without a total, only games and rate are shown', () => {
  expect(progressLine('bundles', { games: 1200, part: null, seconds: 10 }, {})).toBe('bundles  1,200 games  120/s')
})

test('a line is shorter than the terminal is wide, so that it does not wrap', () => {
  const progress = fc.record({
    games: fc.nat(),
    part: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    seconds: fc.double({ min: 0, max: 1e6, noNaN: true }),
  })
  fc.assert(
    fc.property(progress, fc.integer({ min: 1, max: 200 }), (now, width) => {
      expect(progressLine('euroleague', now, { columns: width }).length).toBeLessThan(width)
    }),
  )
})
