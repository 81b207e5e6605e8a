import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toTimes, type ClockedRow } from './game-clock.ts'

const MINUTE = 60_000
const getPeriodLength = (period: number): number => (period <= 4 ? 600 : 300)
const row = (period: number, left: number | null, minutes: number | null = null): ClockedRow => ({
  period,
  left,
  recorded: minutes === null ? null : minutes * MINUTE,
})
const toMinutes = (rows: ClockedRow[]): number[] => toTimes(rows, getPeriodLength).map((time) => time / MINUTE)

test('without recorded times, a quarter takes 22 minutes, the breaks 2 and 15', () => {
  expect(toMinutes([row(1, 600), row(1, 300), row(1, 0), row(2, 600), row(2, 0), row(3, 600), row(5, 0)])).toEqual([
    0, 11, 22, 24, 46, 61, 120,
  ])
})

test('a row without a clock is served with the one before it', () => {
  expect(toMinutes([row(1, 600), row(1, 300), row(1, null), row(2, null)])).toEqual([0, 11, 11, 24])
})

test('a row between two with recorded times is served between them, as the clock of the game says', () => {
  expect(toMinutes([row(1, 600, 5), row(1, 450), row(1, 300, 25), row(1, 200)])).toEqual([
    5,
    15,
    25,
    expect.closeTo(28.67, 1),
  ])
})

test('a row that was entered late is served late, and does not delay those behind it', () => {
  expect(toMinutes([row(1, 600, 0), row(1, 500, 30), row(1, 450, 5), row(1, 400, 7), row(1, 300, 11)])).toEqual([
    0, 30, 5, 7, 11,
  ])
})

test('a time that is hours away from all others is a mistake', () => {
  expect(toMinutes([row(1, 600, 0), row(1, 500, 200), row(1, 400, 7.3)])).toEqual([0, expect.closeTo(3.65, 1), 7.3])
})

test('rows without recorded times are never served before those in front of them', () => {
  const clocks = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.option(fc.integer({ min: 0, max: 600 }))), {
    minLength: 1,
  })
  fc.assert(
    fc.property(clocks, (rows) => {
      const ordered = rows.toSorted(([a], [b]) => a - b).map(([period, left]) => row(period, left))
      const times = toTimes(ordered, getPeriodLength)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }),
  )
})
