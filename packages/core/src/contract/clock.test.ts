import { expect, test } from 'vitest'
import { formatClock, parseClock } from './calendar.ts'

test('a time is minutes and seconds with one or two digits each, and maybe tenths; other text is null', () => {
  const times = ['26:10', '36:9', '200:00', '00:00', '00:02.4', 'DNP', '', '26:60', '26:60.0', '26:10.25', '26:10.']
  expect(times.map(parseClock)).toEqual([1570, 2169, 12_000, 0, 2.4, null, null, null, null, null, null])
})

test('seconds are written with at least two digits per part, and parse back to the same number', () => {
  const seconds = [0, 9, 600, 2169, 12_000, 2.4, 461.3, 59.9]
  const times = ['00:00', '00:09', '10:00', '36:09', '200:00', '00:02.4', '07:41.3', '00:59.9']
  expect(seconds.map(formatClock)).toEqual(times)
  expect(times.map(parseClock)).toEqual(seconds)
})
