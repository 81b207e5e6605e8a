import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toMoment, readDay, seasonDates, weekday, writeDay } from './calendar.ts'

const anyDay = fc.integer({ min: readDay('1950-01-01'), max: readDay('2150-12-31') })
const anySeasonStart = fc.record({ months: fc.integer({ min: -4, max: 0 }), date: fc.integer({ min: 1, max: 28 }) })

test('readDay reads what writeDay writes', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      expect(readDay(writeDay(day))).toBe(day)
    }),
  )
  expect(writeDay(readDay('2028-02-29'))).toBe('2028-02-29')
})

test.each(['2026-02-29', '2026-13-01', '2026-1-1', 'today', ''])('%j is not a calendar day', (text) => {
  expect(() => readDay(text)).toThrow(RangeError)
})

test('the week begins on Monday', () => {
  expect(weekday(readDay('2026-11-16'))).toBe(0)
  expect(weekday(readDay('2026-11-22'))).toBe(6)
  expect(weekday(readDay('1969-12-31'))).toBe(2)
})

test('a season begins on the first Monday on or after its start date', () => {
  fc.assert(
    fc.property(anyDay, anySeasonStart, fc.nat(30), (today, seasonStart, ago) => {
      const { firstMonday } = seasonDates(today, seasonStart, ago)
      expect(weekday(firstMonday)).toBe(0)
      const date = new Date(firstMonday * 86_400_000).getUTCDate()
      const late = (date - seasonStart.date + 31) % 31
      expect(late).toBeLessThan(10)
    }),
  )
})

test('consecutive seasons begin in consecutive years', () => {
  fc.assert(
    fc.property(anyDay, anySeasonStart, (today, seasonStart) => {
      const years = [0, 1, 2, 3].map((ago) => seasonDates(today, seasonStart, ago).startYear)
      expect(years).toEqual([0, 1, 2, 3].map((ago) => (years[0] ?? 0) - ago))
    }),
  )
})

test('seasons keep their dates within a quarter of the year', () => {
  const seasonStart = { months: -3, date: 1 }
  const inQuarter = ['2026-10-01', '2026-11-20', '2026-12-31'].map((day) => seasonDates(readDay(day), seasonStart, 0))
  expect(inQuarter[1]).toEqual(inQuarter[0])
  expect(inQuarter[2]).toEqual(inQuarter[0])
  expect(seasonDates(readDay('2027-01-01'), seasonStart, 0)).not.toEqual(inQuarter[0])
})

test.each([
  ['2026-01-15', '2025-26', 2025],
  ['2026-05-15', '2026', 2026],
  ['1999-12-15', '1999-00', 1999],
])('on %s the season in progress is %s', (day, name, startYear) => {
  expect(seasonDates(readDay(day), { months: -3, date: 1 }, 0)).toMatchObject({ name, startYear })
})

test.each([
  ['2026-01-15', '20:30', 'Europe/Paris'],
  ['2026-03-28', '20:30', 'Europe/Paris'],
  ['2026-03-29', '20:30', 'Europe/Paris'],
  ['2026-10-24', '20:30', 'Europe/Paris'],
  ['2026-10-25', '20:30', 'Europe/Paris'],
  ['2026-03-07', '19:00', 'America/New_York'],
  ['2026-03-08', '19:00', 'America/New_York'],
  ['2026-10-31', '19:00', 'America/New_York'],
  ['2026-11-01', '19:00', 'America/New_York'],
  ['2028-02-29', '21:30', 'America/New_York'],
])('on %s at %s in %s the local clock agrees with Intl', (day, time, timeZone) => {
  const moment = new Date(toMoment(readDay(day), time, timeZone))
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  expect(format.format(moment)).toBe(`${day} ${time}`)
})

test('without a time zone the time is UTC', () => {
  expect(new Date(toMoment(readDay('2026-07-01'), '18:00', null)).toISOString()).toBe('2026-07-01T18:00:00.000Z')
})
