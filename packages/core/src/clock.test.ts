import { expect, test } from 'vitest'
import { secondsOf, timeOf } from './clock.ts'

test('a time is minutes and seconds, also with one digit, and nothing else', () => {
  expect(['26:10', '36:9', '200:00', '00:00', 'DNP', '', '26:60'].map(secondsOf)).toEqual([
    1570,
    2169,
    12000,
    0,
    null,
    null,
    null,
  ])
})

test('seconds are written with two digits for each part, and read back as they were', () => {
  expect([0, 9, 600, 2169, 12_000].map(timeOf)).toEqual(['00:00', '00:09', '10:00', '36:09', '200:00'])
  expect([0, 9, 600, 2169, 12_000].map((seconds) => secondsOf(timeOf(seconds)))).toEqual([0, 9, 600, 2169, 12_000])
})
