import { describe, expect, test } from 'vitest'
import { ballByRows } from './by-ball.ts'
import { buildEvents, type Row } from './testing/rows.ts'

/** Who had the ball, from rows of one period: `h a h`. */
const holders = (...rows: Row[]): string =>
  ballByRows(buildEvents(rows), { period: 4, from: 0, to: rows.length, length: 600, endClock: 0 })
    .map((side) => (side === 'home' ? 'h' : 'a'))
    .join(' ')

describe('a row shows who has the ball', () => {
  test.each([
    'two_made',
    'two_missed',
    'three_made',
    'three_missed',
    'turnover',
    'offensive_foul',
    'offensive_rebound',
    'defensive_rebound',
    'shot_blocked',
    'steal',
    'free_throw_made',
    'free_throw_missed',
    'jump_ball',
  ] as const)('%s: its team', (type) => {
    expect(holders(['8:00', 'h', type])).toBe('h')
  })

  test('a block: the other team', () => {
    expect(holders(['8:00', 'h', 'block'])).toBe('a')
  })

  test.each(['foul', 'assist', 'substitution_in', 'timeout', 'period_start'] as const)('%s: nothing', (type) => {
    expect(holders(['8:00', 'h', type], ['7:50', '-', 'jump_ball'], ['7:40', 'a', 'two_missed'])).toBe('a')
  })

  test('several rows of one team show that it has the ball once', () => {
    expect(holders(['8:00', 'h', 'two_missed'], ['7:58', 'h', 'offensive_rebound'], ['7:50', 'a', 'steal'])).toBe('h a')
  })

  test('rows of another period show nothing', () => {
    const events = buildEvents([
      ['8:00', 'a', 'turnover'],
      ['7:50', 'h', 'two_missed'],
      ['7:40', 'a', 'two_missed'],
    ])
    expect(ballByRows(events, { period: 4, from: 1, to: 2, length: 600, endClock: 0 })).toEqual(['home'])
  })
})

describe('a steal', () => {
  test('beside the turnover of the other team, before or after it, shows what that does', () => {
    expect(holders(['8:00', 'a', 'steal'], ['8:00', 'h', 'turnover'])).toBe('h')
    expect(holders(['8:00', 'h', 'turnover'], ['8:00', 'h', 'assist'], ['8:00', 'a', 'steal'])).toBe('h')
  })

  test('at another clock than the turnover, or beside a turnover of the same team, counts', () => {
    expect(holders(['8:00', 'h', 'turnover'], ['7:58', 'a', 'steal'])).toBe('h a')
    expect(holders(['8:00', 'h', 'two_missed'], ['7:50', 'a', 'steal'], ['7:50', 'a', 'turnover'])).toBe('h a')
  })

  test('beside another row of the other team counts', () => {
    expect(holders(['8:00', 'h', 'two_missed'], ['7:50', 'a', 'steal'], ['7:50', 'h', 'substitution_in'])).toBe('h a')
  })

  test('beside a turnover that another row at the same clock follows only after other clocks, counts', () => {
    expect(holders(['8:00', 'a', 'steal'], ['7:00', 'a', 'two_missed'], ['8:00', 'h', 'turnover'])).toBe('a h')
  })
})

describe('free throws for technical fouls alone do not show who has the ball', () => {
  const attack: Row = ['8:00', 'h', 'offensive_rebound']

  test.each(['free_throw_made', 'free_throw_missed'] as const)('%s', (type) => {
    expect(holders(attack, ['7:55', 'h', 'technical_foul'], ['7:55', 'a', type])).toBe('h')
    expect(holders(attack, ['7:55', 'a', type], ['7:55', 'h', 'technical_foul'])).toBe('h')
  })

  test('beside a foul of the same team they do; beside one of the shooters they do not', () => {
    const technical: Row = ['7:55', 'h', 'technical_foul']
    expect(holders(attack, technical, ['7:55', 'h', 'foul'], ['7:55', 'a', 'free_throw_made', 1])).toBe('h a')
    expect(holders(attack, technical, ['7:55', 'a', 'foul'], ['7:55', 'a', 'free_throw_made', 1])).toBe('h')
  })

  test('a technical foul of the shooters, or at another clock, changes nothing', () => {
    expect(holders(attack, ['7:55', 'a', 'technical_foul'], ['7:55', 'a', 'free_throw_made', 1])).toBe('h a')
    expect(holders(attack, ['7:56', 'h', 'technical_foul'], ['7:55', 'a', 'free_throw_made', 1])).toBe('h a')
  })

  test('a technical foul at the same clock of another period changes nothing', () => {
    const before = buildEvents([['8:00', 'h', 'technical_foul']], 3)
    const events = [...before, ...buildEvents([['8:00', 'a', 'free_throw_made', 1]])]
    expect(ballByRows(events, { period: 4, from: 1, to: 2, length: 600, endClock: 0 })).toEqual(['away'])
  })
})

describe('a jump ball', () => {
  test.each(['two_made', 'three_made', 'free_throw_made', 'turnover'] as const)(
    "won by the team that has given the ball away by %s was the other team's ball",
    (type) => {
      expect(holders(['8:00', 'h', type], ['8:00', 'h', 'assist'], ['7:50', 'h', 'jump_ball'])).toBe('h a h')
    },
  )

  test('won by the team that still had the ball changes nothing', () => {
    expect(holders(['8:00', 'h', 'two_missed'], ['7:50', 'h', 'jump_ball'])).toBe('h')
    expect(holders(['8:00', 'h', 'two_made', 2], ['7:55', 'h', 'two_missed'], ['7:50', 'h', 'jump_ball'])).toBe('h')
  })

  test('won by the other team gives it the ball; one that no team has won shows nothing', () => {
    expect(holders(['8:00', 'h', 'two_made', 2], ['7:50', 'a', 'jump_ball'])).toBe('h a')
    expect(holders(['8:00', 'h', 'two_missed'], ['7:50', '-', 'jump_ball'], ['7:40', 'h', 'two_missed'])).toBe('h')
  })
})
