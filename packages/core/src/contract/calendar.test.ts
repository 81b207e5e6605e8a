import { expect, test } from 'vitest'
import { addDays, dayIn, getMonthStart, getNextDay, getNextMonth, utcDay } from './calendar.ts'

test.each([
  ['2026-11-20T23:30:00Z', null, '2026-11-20'],
  ['2026-11-20T23:30:00Z', 'Europe/Madrid', '2026-11-21'],
  ['2026-11-20T02:30:00Z', 'America/Los_Angeles', '2026-11-19'],
  ['2026-07-01T22:30:00Z', 'Europe/Madrid', '2026-07-02'],
])('%s in the time zone %s is the day %s', (moment, time_zone, day) => {
  expect(dayIn(new Date(moment), time_zone)).toBe(day)
})

test.each([
  ['2026-11-20', '2026-11-21', '2026-11-01', '2026-12-01'],
  ['2026-12-31', '2027-01-01', '2026-12-01', '2027-01-01'],
  ['2028-02-28', '2028-02-29', '2028-02-01', '2028-03-01'],
  ['2027-01-31', '2027-02-01', '2027-01-01', '2027-02-01'],
])('after %s come the day %s and, of the month from %s, the month from %s', (day, nextDay, month, nextMonth) => {
  expect([getNextDay(day), getMonthStart(day), getNextMonth(day)].map(utcDay)).toEqual([nextDay, month, nextMonth])
  expect(getNextDay(day).toISOString()).toMatch(/T00:00:00\.000Z$/)
})

test('days are added as 24 hours each', () => {
  expect(addDays(new Date('2026-03-01T10:00:00Z'), -1).toISOString()).toBe('2026-02-28T10:00:00.000Z')
})
