import { describe, expect, test } from 'vitest'
import { PointsResponse } from './schemas.ts'
import { shotRow } from './test-support/sample-game.ts'
import { centralEuropean, checkTipOff, tipOffNotes } from './tip-off.ts'

const iso = (moment: number | null) => moment && new Date(moment).toISOString()

describe('central European time is an hour ahead of UTC in winter and two in summer', () => {
  test.each([
    ['2022-11-10', '20:00', '2022-11-10T19:00:00.000Z'],
    ['2022-10-06', '21:00', '2022-10-06T19:00:00.000Z'],
    ['2022-10-30', '19:30', '2022-10-30T18:30:00.000Z'],
    ['2023-03-26', '19:30', '2023-03-26T17:30:00.000Z'],
    ['2023-03-26', '01:30', '2023-03-26T00:30:00.000Z'],
    ['2023-03-26', '03:30', '2023-03-26T01:30:00.000Z'],
  ])('%s %s', (day, hour, moment) => expect(iso(centralEuropean(day, hour))).toBe(moment))
})

test.each(['', '00:00', 'TBC'])('"%s" is an unknown hour', (hour) =>
  expect(centralEuropean('2022-11-10', hour)).toBeNull(),
)

const stated = Date.parse('2022-11-10T19:00:00Z')
const checkedAgainst = (UTC: string) =>
  checkTipOff(
    stated,
    PointsResponse.parse({ Rows: [shotRow(9, 1, '2FGM', { UTC }), shotRow(3, 1, '2FGM', { UTC: null })] }).Rows,
  )

describe('a first shot up to 15 minutes after the stated hour confirms it', () => {
  test.each(['20221110185800', '20221110190015', '20221110190954', '20221110191500'])('%s', (stamp) => {
    expect(checkedAgainst(stamp)).toMatchObject({ tipOff: stated, finding: 'none' })
  })
})

describe('a first shot later in the hour makes the stated hour doubtful', () => {
  test.each([
    ['20221110191501', 15],
    ['20221110192822', 28],
    ['20221110200000', 60],
  ])('%s', (stamp, minutes) => {
    const tipOff = checkedAgainst(stamp)
    expect(tipOff).toMatchObject({ tipOff: stated, finding: 'hour doubtful' })
    expect(tipOffNotes(tipOff)).toEqual([
      {
        code: 'tip_off_doubtful',
        message: `The first shot fell ${minutes} minutes after the stated hour, which is used: the game began late, or the hour is wrong.`,
      },
    ])
  })
})

describe('a first shot at another hour moves the tip-off to the quarter-hour before it', () => {
  test.each([
    ['20221110180125', '2022-11-10T18:00:00.000Z'],
    ['20221110185730', '2022-11-10T18:45:00.000Z'],
    ['20221110204655', '2022-11-10T20:45:00.000Z'],
  ])('%s', (stamp, moment) => {
    const { tipOff, finding } = checkedAgainst(stamp)
    expect([iso(tipOff), finding]).toEqual([moment, 'hour wrong'])
  })
})

test('times more than six hours away are not of the game', () => {
  expect(checkedAgainst('20221111091733')).toMatchObject({ tipOff: stated, finding: 'stamps wrong' })
})

test('without times, the stated hour is the tip-off', () => {
  expect(checkTipOff(stated, [])).toMatchObject({ tipOff: stated, finding: 'none' })
  expect(checkTipOff(null, []).tipOff).toBeNull()
})
