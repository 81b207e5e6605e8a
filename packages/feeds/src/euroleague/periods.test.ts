import { describe, expect, test } from 'vitest'
import { readPeriods } from './periods.ts'
import { BoxscoreResponse, HeaderResponse, ScheduleResponse } from './schemas.ts'
import { boxscore, header, schedule } from './test-support/sample-game.ts'

const none = { box: null, schedule: null, header: null, events: [] }
const quarters = (totals: number[]) => Object.fromEntries(totals.map((total, at) => [`Quarter${at + 1}`, total]))
const box = (fields: Record<string, unknown>) => BoxscoreResponse.parse(boxscore(undefined, fields))

test('running totals give the points of each period', () => {
  expect(readPeriods({ ...none, box: box({}) }, 7, 5).periods).toEqual({ home: [2, 0, 3, 2], away: [0, 3, 0, 2] })
})

test('an overtime that only the running totals have is read', () => {
  const overtimes = box({
    EndOfQuarter: [
      { Team: 'A', ...quarters([20, 40, 60, 80]), Extra1: 90, Extra2: 101 },
      { Team: 'B', ...quarters([20, 40, 60, 80]), Extra1: 90, Extra2: 99 },
    ],
    ByQuarter: [
      { Team: 'A', ...quarters([20, 20, 20, 20]), Extra1: 10 },
      { Team: 'B', ...quarters([20, 20, 20, 20]), Extra1: 10 },
    ],
  })
  expect(readPeriods({ ...none, box: overtimes }, 101, 99).periods).toEqual({
    home: [20, 20, 20, 20, 10, 11],
    away: [20, 20, 20, 20, 10, 9],
  })
})

describe('the first response that adds up to the score is used', () => {
  const wrong = [
    { Team: 'A', ...quarters([2, 2, 5, 6]) },
    { Team: 'B', ...quarters([0, 3, 3, 5]) },
  ]
  test('the points by quarter come before the schedule', () => {
    expect(readPeriods({ ...none, box: box({ EndOfQuarter: wrong }) }, 7, 5).periods?.home).toEqual([2, 0, 3, 2])
  })

  test('null with a note if none adds up', () => {
    const { periods, notes } = readPeriods({ ...none, box: box({ EndOfQuarter: wrong, ByQuarter: [] }) }, 7, 5)
    expect(periods).toBeNull()
    expect(notes.map(({ code }) => code)).toEqual(['periods_differ'])
  })
})

test('the schedule has the points in each overtime', () => {
  const played = ScheduleResponse.parse(schedule())
  const side = (points: number) => ({
    ...played.local,
    partials: { partials1: 1, partials2: 2, partials3: 3, partials4: 4, extraPeriods: { '2': points, '1': 5 } },
  })
  const overtimes = { ...played, local: side(6), road: side(7) }
  expect(readPeriods({ ...none, schedule: overtimes }, 21, 22).periods).toEqual({
    home: [1, 2, 3, 4, 5, 6],
    away: [1, 2, 3, 4, 5, 7],
  })
})

test('the Header has the final score as overtime, and 0 without overtime', () => {
  const overtime = HeaderResponse.parse(header({ ScoreExtraTimeA: 12, ScoreExtraTimeB: 11 }))
  expect(readPeriods({ ...none, header: HeaderResponse.parse(header()) }, 7, 5).periods?.home).toEqual([2, 0, 3, 2])
  expect(readPeriods({ ...none, header: overtime }, 12, 11).periods?.home).toEqual([2, 0, 3, 2, 5])
})

test('undefined without a note if no response has periods', () => {
  expect(readPeriods(none, 7, 5)).toEqual({ periods: undefined, notes: [] })
})
