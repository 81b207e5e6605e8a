import { expect, test } from 'vitest'
import type { BundleEvent } from '@basketball-data/core/contract'
import { endedPeriods, periodsThatAddUp, runningPeriods, steps } from './periods.ts'

const event = (period: number, home_score: number, away_score: number, type: BundleEvent['type'] = 'other') => ({
  period,
  clock: null,
  side: null,
  player: null,
  type,
  description: '',
  distance_ft: null,
  home_score,
  away_score,
})

test('running totals give the points of each period', () => {
  expect(steps([20, 41, 60, 83])).toEqual([20, 21, 19, 23])
})

test('the running score is complete at the last event of each period', () => {
  expect(runningPeriods([event(1, 2, 0), event(1, 2, 3), event(2, 7, 3)])).toEqual({ home: [2, 5], away: [3, 0] })
})

test('if a period has no event, there are no periods', () => {
  const events = [event(1, 20, 18), event(3, 60, 55, 'period_end')]
  expect(runningPeriods(events)).toEqual({ home: [], away: [] })
  expect(endedPeriods(events)).toBeNull()
})

test('a live game has the periods that have ended; null before the first has', () => {
  const first = [event(1, 2, 0), event(1, 2, 3, 'period_end')]
  expect(endedPeriods([...first, event(2, 7, 3)])).toEqual({ home: [2], away: [3] })
  expect(endedPeriods(first.slice(0, 1))).toBeNull()
})

const right = { home: [2, 5], away: [3, 0] }

test.each([
  ['that do not add up', { home: [2, 4], away: [3, 0] }],
  ['of unequal number', { home: [7], away: [3, 0] }],
  ['with points below zero', { home: [8, -1], away: [3, 0] }],
  ['that are empty', { home: [], away: [] }],
])('periods %s are skipped for the next that add up', (_, wrong) => {
  expect(periodsThatAddUp([null, wrong, right], 7, 3)).toEqual({ periods: right, notes: [] })
})

test('null with a note if none adds up; undefined without candidates', () => {
  expect(periodsThatAddUp([right], 8, 3)).toMatchObject({ periods: null, notes: [{ code: 'periods_differ' }] })
  expect(periodsThatAddUp([null, undefined, { home: [], away: [] }], 8, 3)).toEqual({ periods: undefined, notes: [] })
})
