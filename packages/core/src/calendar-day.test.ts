import { expect, test } from 'vitest'
import { dayIn } from './calendar-day.ts'

test.each([
  ['2026-11-20T23:30:00Z', null, '2026-11-20'],
  ['2026-11-20T23:30:00Z', 'Europe/Madrid', '2026-11-21'],
  ['2026-11-20T02:30:00Z', 'America/Los_Angeles', '2026-11-19'],
  ['2026-07-01T22:30:00Z', 'Europe/Madrid', '2026-07-02'],
])('%s is in the zone %s the day %s', (moment, time_zone, day) => {
  expect(dayIn(new Date(moment), time_zone)).toBe(day)
})
