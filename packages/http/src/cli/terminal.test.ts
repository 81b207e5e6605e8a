import { expect, test, vi } from 'vitest'
import { columns, painter, table } from './terminal.ts'

test('columns are as wide as their widest cell, numbers stand to the right', () => {
  expect(
    columns([
      ['games', 328, 'new'],
      ['events', 171_870],
    ]),
  ).toBe('games       328  new\nevents  171,870')
})

test('no line ends in blanks', () => {
  expect(
    columns([
      ['a', ''],
      ['long', 'x'],
    ]),
  ).toBe('a\nlong  x')
})

test('a table without rows says so', () => {
  expect(table(['id'], [], 'There are no accounts.')).toBe('There are no accounts.')
})

test('colours go to a terminal that can show them, and nowhere else', () => {
  vi.stubEnv('NO_COLOR', '')
  expect(painter({ isTTY: true, hasColors: () => true })('red', 'x')).toBe('\u001b[31mx\u001b[39m')
  expect(painter({ isTTY: true, hasColors: () => false })('red', 'x')).toBe('x')
  expect(painter({ isTTY: false, hasColors: () => true })('red', 'x')).toBe('x')
  vi.stubEnv('NO_COLOR', '1')
  expect(painter({ isTTY: true, hasColors: () => true })('red', 'x')).toBe('x')
  vi.unstubAllEnvs()
})
