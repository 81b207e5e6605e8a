import { describe, expect, test } from 'vitest'
import { toMoment } from './time-zones.ts'

const iso = (day: string, minutes: number, timeZone: string) => {
  const moment = toMoment(day, minutes, timeZone)
  return moment === null ? null : new Date(moment).toISOString()
}

describe('a local time is a moment by the clocks of its time zone', () => {
  test.each([
    ['2026-11-19', 20 * 60 + 30, 'Europe/Ljubljana', '2026-11-19T19:30:00.000Z'],
    ['2026-07-19', 20 * 60 + 30, 'Europe/Ljubljana', '2026-07-19T18:30:00.000Z'],
    ['2026-11-19', 19 * 60, 'America/New_York', '2026-11-20T00:00:00.000Z'],
    ['2026-11-19', 20 * 60, 'Asia/Kolkata', '2026-11-19T14:30:00.000Z'],
    ['2026-03-08', 3 * 60 + 30, 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-11-19', 0, 'UTC', '2026-11-19T00:00:00.000Z'],
  ])('%s, %d minutes from midnight in %s', (day, minutes, timeZone, moment) =>
    expect(iso(day, minutes, timeZone)).toBe(moment),
  )
})

test('a time that clocks skip on that day is none', () => {
  expect(iso('2026-03-29', 2 * 60 + 30, 'Europe/Ljubljana')).toBeNull()
})
