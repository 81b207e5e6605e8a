import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseClockText, parseMinutesPlayed, parseIsoDuration } from './clock.ts'

test.each([
  ['PT20M46.00S', 1246],
  ['PT240M', 14_400],
  ['PT00M03.40S', 3.4],
  ['PT01M03.47S', 63.4],
  ['PT', null],
  ['', null],
  ['20:46', null],
])('the duration %j is %j seconds', (duration, seconds) => {
  expect(parseIsoDuration(duration)).toBe(seconds)
})

test.each([
  ['36:42', 2202],
  ['22.000000:07', 1327],
  ['35', 2100],
  ['265:00', 15_900],
  ['0:09', 9],
  ['', null],
  ['12:75', null],
  ['DNP', null],
])('the minutes %j are %j seconds', (minutes, seconds) => {
  expect(parseMinutesPlayed(minutes)).toBe(seconds)
})

test('a clock of either layout becomes minutes and seconds, with tenths if there are any', () => {
  expect(['PT11M22.00S', 'PT00M59.90S', '0:33', '12:00', 'nonsense'].map(parseClockText)).toEqual([
    '11:22',
    '00:59.9',
    '00:33',
    '12:00',
    null,
  ])
})

test('both layouts give the same clock', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 59 }), (minutes, seconds) => {
      const two = (part: number) => String(part).padStart(2, '0')
      expect(parseClockText(`PT${two(minutes)}M${two(seconds)}.00S`)).toBe(parseClockText(`${minutes}:${two(seconds)}`))
    }),
  )
})
