import { expect, test } from 'vitest'
import { formatClock, parseClock } from './calendar.ts'

test('a time is minutes and seconds with one or two digits each; other text is null', () => {
  expect(['26:10', '36:9', '200:00', '00:00', 'DNP', '', '26:60'].map(parseClock)).toEqual([
    1570,
    2169,
    12000,
    0,
    null,
    null,
    null,
  ])
})

test('seconds are written with at least two digits per part, and parse back to the same number', () => {
  expect([0, 9, 600, 2169, 12_000].map(formatClock)).toEqual(['00:00', '00:09', '10:00', '36:09', '200:00'])
  expect([0, 9, 600, 2169, 12_000].map((seconds) => parseClock(formatClock(seconds)))).toEqual([
    0, 9, 600, 2169, 12_000,
  ])
})
