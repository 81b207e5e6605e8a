import { describe, expect, test } from 'vitest'
import { getPeriodOfMinute, readClock } from './clock.ts'

describe('a possible clock is kept, with two-digit minutes', () => {
  test.each([
    ['09:41', 1, 1, '09:41'],
    ['9:41', 1, 1, '09:41'],
    ['10:00', 11, 2, '10:00'],
    ['10:00', 10, 2, '10:00'],
    ['05:00', 41, 5, '05:00'],
    ['02:00', 8, 1, '02:00'],
    ['02:00', 9, 1, '02:00'],
  ])('%s in minute %i', (marker, minute, period, clock) =>
    expect(readClock(marker, minute, period)).toEqual({ clock, state: 'as written' }),
  )
})

describe('if more time is left than the period has, the minutes come from MINUTE', () => {
  test.each([
    ['10:35', 20, 2, '00:35'],
    ['10:00', 35, 4, '05:00'],
    ['10:59', 31, 4, '09:59'],
    ['05:12', 43, 5, '02:12'],
    ['06:12', 47, 6, '03:12'],
  ])('%s in minute %i', (marker, minute, period, clock) =>
    expect(readClock(marker, minute, period)).toEqual({ clock, state: 'corrected' }),
  )
})

describe('a full minute that is one too low for its MINUTE is corrected', () => {
  test.each([
    ['01:00', 8, 1, '02:00'],
    ['08:00', 11, 2, '09:00'],
    ['00:00', 39, 4, '01:00'],
    ['03:00', 41, 5, '04:00'],
  ])('%s in minute %i', (marker, minute, period, clock) =>
    expect(readClock(marker, minute, period)).toEqual({ clock, state: 'corrected' }),
  )

  test.each([
    ['01:30', 8],
    ['00:00', 8],
    ['09:00', 10],
    ['09:00', 0],
    ['09:00', null],
  ])('but %s in minute %j is unchanged', (clock, minute) =>
    expect(readClock(clock, minute, 1)).toEqual({ clock, state: 'as written' }),
  )
})

test.each(['ND', '00:-1', '-1:00', '10:75', '1'])('%s is unreadable', (marker) => {
  expect(readClock(marker, 20, 2)).toEqual({ clock: null, state: 'unreadable' })
})

test('an impossible clock in a minute of another period is unreadable', () => {
  expect(readClock('10:35', 5, 2)).toEqual({ clock: null, state: 'unreadable' })
})

test('an empty clock is null', () => {
  expect(readClock('', 20, 2)).toEqual({ clock: null, state: 'none' })
})

test('minutes belong to quarters of ten minutes and overtimes of five', () => {
  expect([1, 10, 11, 40, 41, 45, 46, 0, null].map(getPeriodOfMinute)).toEqual([1, 1, 2, 4, 5, 5, 6, null, null])
})
