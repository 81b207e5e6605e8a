import { describe, expect, test } from 'vitest'
import type { EventPosition } from '../shots.ts'
import { createFindPerson } from './people.ts'
import { PointsResponse } from './schemas.ts'
import { readShots } from './shots.ts'
import { shotRow } from './test-support/sample-game.ts'

const positions = new Map<number, EventPosition>([
  [7, { seq: 3, period: 1 }],
  [8, { seq: 4, period: 1 }],
  [30, { seq: 2, period: 1 }],
])
const read = (rows: Record<string, unknown>[], at = positions, stampsWrong = false) =>
  readShots(
    PointsResponse.parse({ Rows: rows }).Rows,
    at,
    stampsWrong,
    { home: 'HRB', away: 'HIL' },
    createFindPerson('E2022'),
  )

test('centimetres become feet, with x across and y away from the basket', () => {
  expect(read([shotRow(7, 1, '3FGM', { COORD_X: -305, COORD_Y: 610 })]).shots[0]).toMatchObject({
    x_ft: -10.01,
    y_ft: 20.01,
    distance_ft: 22.38,
  })
})

test('(-1, -1) means no location; (0, 0) is a location', () => {
  const { shots } = read([
    shotRow(7, 1, '2FGM', { COORD_X: -1, COORD_Y: -1 }),
    shotRow(8, 1, '2FGM', { COORD_X: 0, COORD_Y: 0 }),
  ])
  expect(shots).toMatchObject([
    { x_ft: null, y_ft: null, distance_ft: null },
    { x_ft: 0, y_ft: 0, distance_ft: 0 },
  ])
})

test('free throws are not shots', () => {
  expect(read([shotRow(7, 1, 'FTM'), shotRow(8, 1, '2FGM')]).shots).toHaveLength(1)
})

describe('value, outcome and points come from the code', () => {
  test.each([
    ['2FGM', { value: 2, made: true, points: 2 }],
    ['DUNK', { value: 2, made: true, points: 2 }],
    ['2FGAB', { value: 2, made: false, points: 0 }],
    ['3FGM', { value: 3, made: true, points: 3 }],
    ['3FGA', { value: 3, made: false, points: 0 }],
  ])('%s', (code, shot) => expect(read([shotRow(7, 1, code)]).shots[0]).toMatchObject(shot))
})

test('flags are true for "1" and false for "0"', () => {
  const { shots, notes } = read([shotRow(7, 1, '2FGM', { FASTBREAK: '1', SECOND_CHANCE: '0' })])
  expect(shots[0]).toMatchObject({ fastbreak: true, second_chance: false, off_turnover: false })
  expect(notes).toEqual([])
})

test('flags that are not recorded, as before 2015-16, are read as false with a note', () => {
  const unknown = { FASTBREAK: null, SECOND_CHANCE: null, POINTS_OFF_TURNOVER: null }
  const { shots, notes } = read([shotRow(7, 1, '2FGM', unknown), shotRow(8, 1, 'FTM', unknown)])
  expect(shots[0]).toMatchObject({ fastbreak: false, second_chance: false, off_turnover: false })
  expect(notes).toEqual([
    {
      code: 'shot_flags_missing',
      message: '1 shot without data on fast break, second chance or turnover, read as none of them.',
    },
  ])
})

test('seq and period are those of the event, and shots are sorted by seq', () => {
  const { shots, notes } = read([shotRow(7, 1, '2FGM'), shotRow(30, 11, '2FGA', { MINUTE: 25 })])
  expect(shots.map(({ seq, period, side }) => [seq, period, side])).toEqual([
    [2, 1, 'away'],
    [3, 1, 'home'],
  ])
  expect(notes).toEqual([])
})

test('a shot without an event is numbered after the last event, with a note', () => {
  const { shots, notes } = read([shotRow(99, 1, '2FGM', { MINUTE: 45 }), shotRow(7, 1, '2FGM')])
  expect(shots.map(({ seq, period }) => [seq, period])).toEqual([
    [3, 1],
    [5, 5],
  ])
  expect(notes.map(({ code }) => code)).toEqual(['shot_without_event'])
})

test('of a repeated shot, only one has the seq of the event', () => {
  expect(read([shotRow(7, 1, '2FGM'), shotRow(7, 1, '2FGM')]).shots.map(({ seq }) => seq)).toEqual([3, 5])
})

test('without a play-by-play, shots keep their order and have the period of their minute', () => {
  const { shots, notes } = read(
    [shotRow(40, 1, '2FGM', { MINUTE: 12 }), shotRow(31, 1, 'FTM'), shotRow(33, 11, '2FGA', { MINUTE: 47 })],
    new Map(),
  )
  expect(shots.map(({ seq, period }) => [seq, period])).toEqual([
    [1, 2],
    [2, 6],
  ])
  expect(notes).toEqual([])
})

test('the time of a shot is UTC; null if not recorded or wrong', () => {
  const rows = [shotRow(7, 1, '2FGM', { UTC: '20221110190105' }), shotRow(8, 1, '2FGM', { UTC: null })]
  expect(read(rows).shots.map(({ at }) => at)).toEqual(['2022-11-10T19:01:05Z', null])
  expect(read(rows, positions, true).shots.map(({ at }) => at)).toEqual([null, null])
})
