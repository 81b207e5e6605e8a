import { expect, test } from 'vitest'
import { listReadings } from './refused-readings.ts'

const [noon, one] = ['2026-11-19T12:00:00Z', '2026-11-19T13:00:00Z']

test('the readings of an event are the distinct times of its prices and its tip-off', () => {
  expect(listReadings({ announced_at: one, quotes: [{ read_at: noon }, { read_at: one }] })).toEqual([one, noon])
  expect(listReadings({ announced_at: null, quotes: [{ read_at: noon }, { read_at: null }] })).toEqual([
    noon,
    'infinity',
  ])
})

test.each([null, 'event', {}, { announced_at: 'soon', quotes: null }])('%j has no readings', (event) => {
  expect(listReadings(event)).toEqual([])
})

test('an invalid time, or one before year 1, is unknown', () => {
  const quotes = [{ read_at: '0000-01-01T00:00:00Z' }, { read_at: 'noon' }, 7, { read_at: noon }]
  expect(listReadings({ quotes })).toEqual(['infinity', noon])
})
