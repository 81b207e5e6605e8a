import { describe, expect, test } from 'vitest'
import { parseFieldGoal, parsePlay } from './codes.ts'

describe('codes of every season have an event type', () => {
  test.each([
    ['2FGM', 'two_made'],
    ['LAYUPMD', 'two_made'],
    ['DUNK', 'two_made'],
    ['2FGA', 'two_missed'],
    ['LAYUPATT', 'two_missed'],
    ['2FGAB', 'two_missed'],
    ['3FGM', 'three_made'],
    ['3FGAB', 'three_missed'],
    ['FTM', 'free_throw_made'],
    ['FTA', 'free_throw_missed'],
    ['D', 'defensive_rebound'],
    ['O', 'offensive_rebound'],
    ['FV', 'block'],
    ['AG', 'shot_blocked'],
    ['CM', 'foul'],
    ['CMTI', 'foul'],
    ['OF', 'offensive_foul'],
    ['CMU', 'unsportsmanlike_foul'],
    ['CMU_DI', 'unsportsmanlike_foul'],
    ['CMU_FL', 'unsportsmanlike_foul'],
    ['CMT', 'technical_foul'],
    ['CMT1', 'technical_foul'],
    ['CMT1_X', 'technical_foul'],
    ['C', 'technical_foul'],
    ['B', 'technical_foul'],
    ['CMD', 'disqualifying_foul'],
    ['F', 'disqualifying_foul'],
    ['BF', 'disqualifying_foul'],
    ['RV', 'foul_drawn'],
    ['TOUT_TV', 'timeout'],
    ['CCH', 'review'],
    ['JB', 'jump_ball'],
    ['TPOFF', 'jump_ball'],
    ['EG', 'game_end'],
  ])('%s is %s', (code, type) => expect(parsePlay(code)?.type).toBe(type))
})

test('an unknown code is null, even if it is the name of an object member', () => {
  expect(['XYZ', '', 'constructor', 'toString'].map(parsePlay)).toEqual([null, null, null, null])
})

test('free throws are not field goals', () => {
  expect(['FTM', 'DUNK', '3FGAB'].map(parseFieldGoal)).toEqual([
    null,
    { value: 2, made: true },
    { value: 3, made: false },
  ])
})
