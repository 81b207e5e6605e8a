import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EventType } from '../../../contract/play-by-play.ts'
import { clockText, FIBA_COURT, NBA_COURT, WNBA_COURT, type CourtEvent, type CourtRules } from '../court-rules.ts'
import { possessionsOf } from './possessions.ts'

/** A row: its clock, side (h or a, - for neither), type and points. */
type Row = [clock: string, side: 'h' | 'a' | '-', type: CourtEvent['type'], points?: number]

const SIDES = { h: 'home', a: 'away', '-': null } as const

const eventsOf = (rows: readonly Row[], period = 4): CourtEvent[] => {
  const score = { home: 0, away: 0 }
  return rows.map(([clock, short, type, points = 0]) => {
    const side = SIDES[short]
    if (side !== null) score[side] += points
    const running = { home_score: score.home, away_score: score.away }
    return { period, clock, side, player: side === null ? null : `${side} player`, type, description: '', ...running }
  })
}

const counted = (rows: readonly Row[], rules: CourtRules = FIBA_COURT, period = 4) =>
  possessionsOf({ events: eventsOf(rows, period), home: [], away: [], rules })

/** Possessions as `home 2 made_field_goal`: who had the ball, how many points, how it ended. */
const textOf = (rows: readonly Row[], rules?: CourtRules, period?: number) =>
  counted(rows, rules, period).possessions.map(({ side, points, points_against, end_by, retained }) =>
    [side, points, ...(points_against > 0 ? [`(${points_against})`] : []), end_by, ...(retained ? ['again'] : [])].join(
      ' ',
    ),
  )

/** The ball is away's at the end, so that every example has what follows. */
const then: Row[] = [
  ['1:00', 'a', 'two_missed'],
  ['0:58', 'h', 'defensive_rebound'],
  ['0:00', '-', 'period_end'],
]
const rest = ['away 0 defensive_rebound', 'home 0 period_end']

describe('what ends a possession', () => {
  test('a field goal; an assist belongs to it', () => {
    const rows: Row[] = [['8:00', 'h', 'two_made', 2], ['8:00', 'h', 'assist'], ...then]
    expect(textOf(rows)).toEqual(['home 2 made_field_goal', ...rest])
    expect(counted(rows).possessions.map(({ first, last }) => [first, last])).toEqual([
      [0, 1],
      [2, 3],
      [4, 4],
    ])
  })

  test('not an offensive rebound', () => {
    const rows: Row[] = [
      ['8:00', 'h', 'two_missed'],
      ['7:59', 'h', 'offensive_rebound'],
      ['7:50', 'h', 'three_made', 3],
    ]
    expect(textOf([...rows, ...then])).toEqual(['home 3 made_field_goal', ...rest])
  })

  test('a turnover; with a steal the other team has the ball by it', () => {
    const rows: Row[] = [
      ['8:00', 'h', 'turnover'],
      ['7:58', 'a', 'steal'],
      ['7:50', 'a', 'turnover'],
      ['7:40', 'h', 'turnover'],
    ]
    expect(textOf([...rows, ...then])).toEqual(['home 0 steal', 'away 0 turnover', 'home 0 turnover', ...rest])
    expect(
      counted([...rows, ...then])
        .possessions.map(({ start_by }) => start_by)
        .slice(0, 3),
    ).toEqual(['period_start', 'steal', 'turnover'])
  })

  test('a steal without the row of its turnover', () => {
    const rows: Row[] = [
      ['8:00', 'h', 'offensive_rebound'],
      ['7:50', 'a', 'steal'],
    ]
    expect(textOf([...rows, ...then])).toEqual(['home 0 steal', ...rest])
  })

  test('the last free throw, made or rebounded by the other team', () => {
    const foul: Row[] = [
      ['8:00', 'a', 'foul'],
      ['8:00', 'h', 'foul_drawn'],
      ['8:00', 'h', 'free_throw_missed'],
    ]
    expect(textOf([...foul, ['8:00', 'h', 'free_throw_made', 1], ...then])).toEqual(['home 1 made_free_throw', ...rest])
    const missed: Row[] = [
      ['8:00', 'h', 'free_throw_missed'],
      ['7:59', 'a', 'defensive_rebound'],
    ]
    expect(textOf([...foul, ...missed, ...then])).toEqual(['home 0 defensive_rebound', ...rest])
  })

  test('a team rebound between free throws is none', () => {
    const rows: Row[] = [
      ['8:00', 'a', 'foul'],
      ['8:00', 'h', 'free_throw_missed'],
      ['8:00', 'h', 'offensive_rebound'],
      ['8:00', 'h', 'free_throw_made', 1],
    ]
    const events = eventsOf([...rows, ...then]).map((event, at) => (at === 2 ? { ...event, player: null } : event))
    const { possessions } = possessionsOf({ events, home: [], away: [], rules: FIBA_COURT })
    expect(possessions.map(({ points }) => points)).toEqual([1, 0, 0])
  })

  // pbpstats: a field goal with a foul ends with its free throw.
  test('an and-one ends with its free throw', () => {
    const basket: Row[] = [
      ['8:00', 'h', 'two_made', 2],
      ['8:00', 'a', 'foul'],
      ['8:00', 'h', 'foul_drawn'],
    ]
    expect(textOf([...basket, ['8:00', 'h', 'free_throw_made', 1], ...then])).toEqual([
      'home 3 made_free_throw',
      ...rest,
    ])
    const missed: Row[] = [
      ['8:00', 'h', 'free_throw_missed'],
      ['7:58', 'h', 'offensive_rebound'],
      ['7:50', 'h', 'turnover'],
    ]
    expect(textOf([...basket, ...missed, ...then])).toEqual(['home 2 turnover', ...rest])
  })

  test('two trips to the line without play between them are two', () => {
    const trip = (clock: string, fouled: 'h' | 'a', by: 'h' | 'a'): Row[] => [
      [clock, by, 'foul'],
      [clock, fouled, 'free_throw_made', 1],
      [clock, fouled, 'free_throw_made', 1],
    ]
    const rows = [...trip('8:00', 'h', 'a'), ...trip('7:50', 'a', 'h'), ...trip('7:45', 'h', 'a')]
    expect(textOf([...rows, ...then])).toEqual([
      'home 2 made_free_throw',
      'away 2 made_free_throw',
      'home 2 made_free_throw',
      ...rest,
    ])
  })
})

describe('free throws that do not end a possession', () => {
  // FIBA rules, article 36.3; NBA rules, 12 A V: play goes on where it was.
  test("after a technical foul the ball is whose it was; its point is the opponent's", () => {
    const rows: Row[] = [
      ['8:00', 'h', 'offensive_rebound'],
      ['7:55', 'h', 'technical_foul'],
      ['7:55', 'a', 'free_throw_made', 1],
      ['7:40', 'h', 'two_made', 2],
    ]
    expect(textOf([...rows, ...then])).toEqual(['home 2 (1) made_field_goal', ...rest])
  })

  test('a technical foul beside a foul: the last free throw decides', () => {
    const rows: Row[] = [
      ['8:00', 'a', 'foul'],
      ['8:00', 'a', 'technical_foul'],
      ['8:00', 'h', 'free_throw_made', 1],
      ['8:00', 'h', 'free_throw_made', 1],
      ['8:00', 'h', 'free_throw_made', 1],
    ]
    expect(textOf([...rows, ...then])).toEqual(['home 3 made_free_throw', ...rest])
  })

  // FIBA rules, article 37.2.2; NBA rules, 12 B IV: free throws and the ball.
  test('after an unsportsmanlike foul the shooters have the ball', () => {
    const foul: Row[] = [
      ['8:00', 'a', 'unsportsmanlike_foul'],
      ['8:00', 'h', 'free_throw_made', 1],
      ['8:00', 'h', 'free_throw_made', 1],
    ]
    expect(textOf([...foul, ['7:50', 'h', 'two_made', 2], ...then])).toEqual(['home 4 made_field_goal', ...rest])
  })

  test("after an unsportsmanlike foul on one's own basket the same team has another possession, by rule", () => {
    const rows: Row[] = [
      ['8:00', 'h', 'two_made', 2],
      ['7:50', 'a', 'unsportsmanlike_foul'],
      ['7:50', 'h', 'free_throw_made', 1],
      ['7:50', 'h', 'free_throw_missed'],
      ['7:40', 'h', 'two_made', 2],
      ...then,
    ]
    expect(textOf(rows)).toEqual(['home 2 made_field_goal', 'home 3 made_field_goal again', ...rest])
    expect(counted(rows).alternating).toBe(true)
  })

  // NBA rules, 12 B I: a clear path foul is two free throws and the ball; its type is that of any foul.
  test.each([
    ['a foul', 1, 'Griffin C.P.FOUL (P1.T4) (J.Orr)'],
    ['a free throw', 2, 'Lopez Free Throw Clear Path 1 of 2 (3 PTS)'],
  ])('NBA: after a clear path foul the shooters have the ball, by the words of %s', (_, index, description) => {
    const rows: Row[] = [
      ['8:00', 'h', 'offensive_rebound'],
      ['7:50', 'a', 'foul'],
      ['7:50', 'h', 'free_throw_made', 1],
      ['7:50', 'h', 'free_throw_made', 1],
      ['7:40', 'h', 'two_made', 2],
    ]
    const events = eventsOf([...rows, ...then]).map((event, at) => (at === index ? { ...event, description } : event))
    const { possessions } = possessionsOf({ events, home: [], away: [], rules: NBA_COURT })
    expect(possessions.map(({ side, points }) => `${side} ${points}`)).toEqual(['home 4', 'away 0', 'home 0'])
  })

  // FIBA rules of 2022: a throw-in foul in the last two minutes is one free throw and the ball.
  test('a single free throw leaves the ball with the shooters in the last two minutes, in the NBA always', () => {
    const single = (clock: string): Row[] => [
      [clock, 'a', 'foul'],
      [clock, 'h', 'free_throw_made', 1],
      ['1:10', 'h', 'two_made', 2],
      ...then,
    ]
    expect(textOf(single('1:30'))).toEqual(['home 3 made_field_goal', ...rest])
    expect(textOf(single('8:00'), NBA_COURT)).toEqual(['home 3 made_field_goal', ...rest])
    expect(counted(single('8:00')).alternating).toBe(false)
  })

  test('a single free throw worth two points ends one, as in the G League', () => {
    const rows: Row[] = [
      ['8:00', 'a', 'foul'],
      ['8:00', 'h', 'free_throw_made', 2],
    ]
    expect(textOf([...rows, ...then], NBA_COURT)).toEqual(['home 2 made_free_throw', ...rest])
  })

  test('a foul at the moment of a field goal, without free throws, gives the scorers the ball again, by rule', () => {
    const rows: Row[] = [
      ['8:00', 'h', 'two_made', 2],
      ['8:00', 'a', 'foul'],
      ['8:00', 'h', 'foul_drawn'],
      ['7:50', 'h', 'turnover'],
    ]
    expect(textOf([...rows, ...then])).toEqual(['home 2 made_field_goal', 'home 0 turnover again', ...rest])
  })
})

describe('rows in another order than the game', () => {
  test('a rebound that is entered after the field goal it led to', () => {
    const rows: Row[] = [
      ['8:00', 'h', 'two_missed'],
      ['7:58', 'h', 'two_made', 2],
      ['7:58', 'h', 'offensive_rebound'],
    ]
    expect(textOf([...rows, ...then])).toEqual(['home 2 made_field_goal', ...rest])
  })

  test('the second free throw with a later clock is the same trip', () => {
    const rows: Row[] = [
      ['8:00', 'a', 'foul'],
      ['8:00', 'h', 'free_throw_made', 1],
      ['7:58', 'h', 'free_throw_missed'],
      ['7:57', 'a', 'defensive_rebound'],
    ]
    expect(textOf([...rows, ...then])).toEqual(['home 1 defensive_rebound', ...rest])
  })

  test('two possessions of one team in a row that no rule explains are two, and do not alternate', () => {
    const rows: Row[] = [
      ['8:00', 'h', 'two_made', 2],
      ['7:40', 'h', 'two_made', 2],
    ]
    const { alternating, possessions, doubtful } = counted([...rows, ...then])
    expect(possessions.slice(0, 2).map(({ side, retained }) => [side, retained])).toEqual([
      ['home', false],
      ['home', false],
    ])
    expect(alternating).toBe(false)
    expect(doubtful).toEqual([])
  })

  test('a foul shows that the other team had the ball', () => {
    const rows: Row[] = [
      ['8:00', 'h', 'two_made', 2],
      ['7:50', 'h', 'foul'],
      ['7:50', 'a', 'foul_drawn'],
      ['7:30', 'h', 'two_made', 2],
    ]
    expect(textOf([...rows, ...then])).toEqual([
      'home 2 made_field_goal',
      'away 0 other',
      'home 2 made_field_goal',
      ...rest,
    ])
  })

  test('a jump ball explains a change of the ball', () => {
    const rows: Row[] = [
      ['8:00', 'h', 'offensive_rebound'],
      ['7:50', '-', 'jump_ball'],
    ]
    expect(textOf([...rows, ...then])).toEqual(['home 0 jump_ball', ...rest])
  })
})

describe('the end of a period', () => {
  test('a clock that runs out is a possession of the team that has the ball', () => {
    expect(
      textOf([
        ['0:20', 'h', 'two_made', 2],
        ['0:00', '-', 'period_end'],
      ]),
    ).toEqual(['home 2 made_field_goal', 'away 0 period_end'])
  })

  // pbpstats, count_as_possession: one that begins in the last two seconds and brings no points is none.
  test('NBA: a possession of the last two seconds counts only if it brings points', () => {
    const last = (type: CourtEvent['type'], points: number): Row[] => [
      ['0:02', 'h', 'two_made', 2],
      ['0:00', 'a', type, points],
      ['0:00', '-', 'period_end'],
    ]
    expect(textOf(last('three_missed', 0), NBA_COURT)).toEqual(['home 2 made_field_goal'])
    expect(textOf(last('three_made', 3), NBA_COURT)).toEqual(['home 2 made_field_goal', 'away 3 made_field_goal'])
    expect(textOf(last('three_missed', 0))).toEqual(['home 2 made_field_goal', 'away 0 period_end'])
  })
})

const AnyEvent = fc.record({
  clock: fc.integer({ min: 0, max: 600 }),
  side: fc.constantFrom('home' as const, 'away' as const, null),
  type: fc.constantFrom(...EventType.options),
})

test('whatever a feed says, each point lies in one possession, and possessions touch', () => {
  fc.assert(
    fc.property(fc.array(AnyEvent, { maxLength: 60 }), fc.constantFrom(FIBA_COURT, WNBA_COURT), (rows, rules) => {
      const score = { home: 0, away: 0 }
      const events = rows
        .toSorted((a, b) => b.clock - a.clock)
        .map(({ clock, side, type }): CourtEvent => {
          if (side !== null && type.endsWith('_made')) score[side] += type === 'free_throw_made' ? 1 : 2
          const running = { home_score: score.home, away_score: score.away }
          return { period: 1, clock: clockText(clock), side, player: null, type, description: '', ...running }
        })
      const { possessions } = possessionsOf({ events, home: [], away: [], rules })
      const points = { home: 0, away: 0 }
      for (const { side, points: own, points_against } of possessions) {
        points[side] += own
        points[side === 'home' ? 'away' : 'home'] += points_against
      }
      expect(points).toEqual(score)
      for (const [at, { start, first, last }] of possessions.entries()) {
        expect(last).toBeGreaterThanOrEqual(first)
        expect(start).toBe(possessions[at - 1]?.end ?? 600)
      }
    }),
    { numRuns: 500 },
  )
})
