import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EventType } from '../../../contract/play-by-play.ts'
import { clockText, FIBA_COURT, NBA_COURT, type CourtEvent, type CourtRules } from '../court-rules.ts'
import { countPossessions } from './possessions.ts'
import { buildEvents, type Row } from './testing/rows.ts'

const counted = (rows: readonly Row[], rules: CourtRules = FIBA_COURT, period = 4) =>
  countPossessions({ events: buildEvents(rows, period), home: [], away: [], rules })

/** Possessions as `home 2 made_field_goal`: who had the ball, how many points, how it ended. */
const toText = (rows: readonly Row[], rules?: CourtRules, period?: number) =>
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

test.each([
  ['the two who jump', ['h', 'a'], false],
  ['the two who jump and the team that got the ball', ['h', 'a', 'a'], false],
  ['another team than the one that has the ball then', ['h', 'a', 'h'], true],
] as const)('a jump ball listed as %s is one change of the ball', (_, sides, isDoubtful) => {
  const jump = sides.map((side): Row => ['10:00', side, 'jump_ball'])
  const rows: Row[] = [['10:00', '-', 'period_start'], ...jump, ['9:40', 'a', 'two_made', 2], ...then]
  const { possessions, doubtful } = counted(rows, FIBA_COURT, 1)
  expect(possessions[0]).toMatchObject({ side: 'away', points: 2, start_by: 'period_start' })
  expect(doubtful).toEqual(isDoubtful ? [1] : [])
})

describe('what ends a possession', () => {
  test('a field goal; an assist belongs to it', () => {
    const rows: Row[] = [['8:00', 'h', 'two_made', 2], ['8:00', 'h', 'assist'], ...then]
    expect(toText(rows)).toEqual(['home 2 made_field_goal', ...rest])
    expect(counted(rows).possessions.map(({ first, last }) => [first, last])).toEqual([
      [0, 1],
      [2, 3],
      [4, 4],
    ])
  })

  test('the points of a field goal are its own, at whatever row the running score has them', () => {
    const events = buildEvents([['8:00', 'h', 'two_made', 2], ['7:40', 'a', 'three_made', 3], ...then])
    const early = events.map((event, at) => (at === 0 ? { ...event, away_score: 3 } : event))
    const { possessions } = countPossessions({ events: early, home: [], away: [], rules: FIBA_COURT })
    expect(possessions.slice(0, 2)).toMatchObject([
      { side: 'home', points: 2, points_against: 0 },
      { side: 'away', points: 3, points_against: 0 },
    ])
  })

  test('the points of an event without a basket are those of the running score, if these end with more', () => {
    const rows: Row[] = [['8:00', 'h', 'foul_drawn', 1], ['7:50', 'h', 'two_made', 2], ...then]
    expect(toText(rows)).toEqual(['home 3 made_field_goal', ...rest])
  })

  test('not an offensive rebound', () => {
    const rows: Row[] = [
      ['8:00', 'h', 'two_missed'],
      ['7:59', 'h', 'offensive_rebound'],
      ['7:50', 'h', 'three_made', 3],
    ]
    expect(toText([...rows, ...then])).toEqual(['home 3 made_field_goal', ...rest])
  })

  test('a turnover; with a steal the other team has the ball by it', () => {
    const rows: Row[] = [
      ['8:00', 'h', 'turnover'],
      ['7:58', 'a', 'steal'],
      ['7:50', 'a', 'turnover'],
      ['7:40', 'h', 'turnover'],
    ]
    expect(toText([...rows, ...then])).toEqual(['home 0 steal', 'away 0 turnover', 'home 0 turnover', ...rest])
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
    expect(toText([...rows, ...then])).toEqual(['home 0 steal', ...rest])
  })

  test('the last free throw, made or rebounded by the other team', () => {
    const foul: Row[] = [
      ['8:00', 'a', 'foul'],
      ['8:00', 'h', 'foul_drawn'],
      ['8:00', 'h', 'free_throw_missed'],
    ]
    expect(toText([...foul, ['8:00', 'h', 'free_throw_made', 1], ...then])).toEqual(['home 1 made_free_throw', ...rest])
    const missed: Row[] = [
      ['8:00', 'h', 'free_throw_missed'],
      ['7:59', 'a', 'defensive_rebound'],
    ]
    expect(toText([...foul, ...missed, ...then])).toEqual(['home 0 defensive_rebound', ...rest])
  })

  test('a team rebound between free throws is none', () => {
    const rows: Row[] = [
      ['8:00', 'a', 'foul'],
      ['8:00', 'h', 'free_throw_missed'],
      ['8:00', 'h', 'offensive_rebound'],
      ['8:00', 'h', 'free_throw_made', 1],
    ]
    const events = buildEvents([...rows, ...then]).map((event, at) => (at === 2 ? { ...event, player: null } : event))
    const { possessions } = countPossessions({ events, home: [], away: [], rules: FIBA_COURT })
    expect(possessions.map(({ points }) => points)).toEqual([1, 0, 0])
  })

  // pbpstats: a field goal with a foul ends with its free throw.
  test('an and-one ends with its free throw', () => {
    const basket: Row[] = [
      ['8:00', 'h', 'two_made', 2],
      ['8:00', 'a', 'foul'],
      ['8:00', 'h', 'foul_drawn'],
    ]
    expect(toText([...basket, ['8:00', 'h', 'free_throw_made', 1], ...then])).toEqual([
      'home 3 made_free_throw',
      ...rest,
    ])
    const missed: Row[] = [
      ['8:00', 'h', 'free_throw_missed'],
      ['7:58', 'h', 'offensive_rebound'],
      ['7:50', 'h', 'turnover'],
    ]
    expect(toText([...basket, ...missed, ...then])).toEqual(['home 2 turnover', ...rest])
  })

  test('two trips to the line without play between them are two', () => {
    const trip = (clock: string, fouled: 'h' | 'a', by: 'h' | 'a'): Row[] => [
      [clock, by, 'foul'],
      [clock, fouled, 'free_throw_made', 1],
      [clock, fouled, 'free_throw_made', 1],
    ]
    const rows = [...trip('8:00', 'h', 'a'), ...trip('7:50', 'a', 'h'), ...trip('7:45', 'h', 'a')]
    expect(toText([...rows, ...then])).toEqual([
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
    expect(toText([...rows, ...then])).toEqual(['home 2 (1) made_field_goal', ...rest])
  })

  test('a technical foul beside a foul: the last free throw decides', () => {
    const rows: Row[] = [
      ['8:00', 'a', 'foul'],
      ['8:00', 'a', 'technical_foul'],
      ['8:00', 'h', 'free_throw_made', 1],
      ['8:00', 'h', 'free_throw_made', 1],
      ['8:00', 'h', 'free_throw_made', 1],
    ]
    expect(toText([...rows, ...then])).toEqual(['home 3 made_free_throw', ...rest])
  })

  // FIBA rules, article 37.2.2; NBA rules, 12 B IV: free throws and the ball.
  test('after an unsportsmanlike foul the shooters have the ball', () => {
    const foul: Row[] = [
      ['8:00', 'a', 'unsportsmanlike_foul'],
      ['8:00', 'h', 'free_throw_made', 1],
      ['8:00', 'h', 'free_throw_made', 1],
    ]
    expect(toText([...foul, ['7:50', 'h', 'two_made', 2], ...then])).toEqual(['home 4 made_field_goal', ...rest])
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
    expect(toText(rows)).toEqual(['home 2 made_field_goal', 'home 3 made_field_goal again', ...rest])
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
    const events = buildEvents([...rows, ...then]).map((event, at) =>
      at === index ? { ...event, description } : event,
    )
    const { possessions } = countPossessions({ events, home: [], away: [], rules: NBA_COURT })
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
    expect(toText(single('1:30'))).toEqual(['home 3 made_field_goal', ...rest])
    expect(toText(single('8:00'), NBA_COURT)).toEqual(['home 3 made_field_goal', ...rest])
    expect(counted(single('8:00')).alternating).toBe(false)
  })

  test('a single free throw worth two points ends one, as in the G League', () => {
    const rows: Row[] = [
      ['8:00', 'a', 'foul'],
      ['8:00', 'h', 'free_throw_made', 2],
    ]
    expect(toText([...rows, ...then], NBA_COURT)).toEqual(['home 2 made_free_throw', ...rest])
  })

  test.each([
    ['8:00', 'home 0 turnover again'],
    ['7:58', 'home 0 turnover again'],
    ['7:57', 'home 0 turnover'],
  ])('a foul within 2 seconds of a field goal gives the scorers the ball again, by rule: %s', (clock, after) => {
    const rows: Row[] = [
      ['8:00', 'h', 'two_made', 2],
      [clock, 'a', 'foul'],
      [clock, 'h', 'foul_drawn'],
      ['7:50', 'h', 'turnover'],
    ]
    expect(toText([...rows, ...then])).toEqual(['home 2 made_field_goal', after, ...rest])
  })
})

describe('rows in another order than the game', () => {
  test('a rebound that is entered after the field goal it led to', () => {
    const rows: Row[] = [
      ['8:00', 'h', 'two_missed'],
      ['7:58', 'h', 'two_made', 2],
      ['7:58', 'h', 'offensive_rebound'],
    ]
    expect(toText([...rows, ...then])).toEqual(['home 2 made_field_goal', ...rest])
  })

  test('the second free throw with a later clock is the same trip', () => {
    const rows: Row[] = [
      ['8:00', 'a', 'foul'],
      ['8:00', 'h', 'free_throw_made', 1],
      ['7:58', 'h', 'free_throw_missed'],
      ['7:57', 'a', 'defensive_rebound'],
    ]
    expect(toText([...rows, ...then])).toEqual(['home 1 defensive_rebound', ...rest])
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
    expect(toText([...rows, ...then])).toEqual([
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
    expect(toText([...rows, ...then])).toEqual(['home 0 jump_ball', ...rest])
  })
})

describe('the end of a period', () => {
  test('a clock that runs out is a possession of the team that has the ball', () => {
    expect(
      toText([
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
    expect(toText(last('three_missed', 0), NBA_COURT)).toEqual(['home 2 made_field_goal'])
    expect(toText(last('three_made', 3), NBA_COURT)).toEqual(['home 2 made_field_goal', 'away 3 made_field_goal'])
    expect(toText(last('three_missed', 0))).toEqual(['home 2 made_field_goal', 'away 0 period_end'])
  })

  test('NBA: 2.4 seconds are more than two', () => {
    const last = (clock: string): Row[] => [
      [clock, 'h', 'two_made', 2],
      ['0:00', 'a', 'three_missed', 0],
      ['0:00', '-', 'period_end'],
    ]
    expect([toText(last('0:02.4'), NBA_COURT), toText(last('0:02.0'), NBA_COURT)]).toEqual([
      ['home 2 made_field_goal', 'away 0 period_end'],
      ['home 2 made_field_goal'],
    ])
  })
})

describe('a period is doubtful', () => {
  const doubtful = (rows: readonly Row[], rules?: CourtRules) => counted(rows, rules).doubtful
  const end: Row = ['0:00', '-', 'period_end']

  test('if rows show the ball with a team more often than it had a possession', () => {
    const rows: Row[] = [
      ['8:00', 'h', 'two_missed'],
      ['7:50', 'h', 'block'],
      ['7:45', 'h', 'two_made', 2],
    ]
    expect(doubtful([...rows, ...then])).toEqual([4])
  })

  test('if rows show the first ball with the other team', () => {
    expect(doubtful([['8:00', 'h', 'block'], ['7:50', 'h', 'two_made', 2], ...then])).toEqual([4])
  })

  test('if two possessions have no row that shows the ball', () => {
    const rows: Row[] = [
      ['8:00', 'h', 'two_made', 2],
      ['7:50', 'h', 'foul'],
      ['7:30', 'h', 'two_made', 2],
    ]
    expect(doubtful([...rows, ...then])).toEqual([4])
  })

  test('not if only the last possession has none, because the clock ran out', () => {
    expect(doubtful([['0:20', 'h', 'two_made', 2], end])).toEqual([])
  })

  test('not if rows show only a last ball that came too late to count', () => {
    const late: Row[] = [['0:00', 'h', 'two_made', 2], ['0:00', 'a', 'two_missed'], end]
    expect(doubtful(late)).toEqual([])
    expect(doubtful([['0:02', 'h', 'two_made', 2], ['0:00', 'a', 'three_missed'], end], NBA_COURT)).toEqual([])
  })

  test('not if nothing happened in it', () => {
    expect(doubtful([['10:00', '-', 'period_start'], end])).toEqual([])
  })
})

test('the points of a period are those after the period before it', () => {
  const rows: Row[] = [
    ['5:00', 'a', 'three_made', 3],
    ['0:00', 'h', 'two_made', 2],
    ['9:00', 'h', 'two_made', 2],
    ['8:00', 'a', 'two_made', 2],
  ]
  const events = buildEvents(rows).map((event, at) => ({ ...event, period: at < 2 ? 1 : 2 }))
  const { possessions } = countPossessions({ events, home: [], away: [], rules: FIBA_COURT })
  expect(possessions.map(({ period, side, points, points_against }) => [period, side, points, points_against])).toEqual(
    [
      [1, 'away', 3, 0],
      [1, 'home', 2, 0],
      [2, 'home', 2, 0],
      [2, 'away', 2, 0],
    ],
  )
})

test('a team that ends a period with the ball and begins the next with it has them in turn', () => {
  const period = (number: number): CourtEvent[] =>
    buildEvents(
      [
        ['5:00', 'h', 'offensive_rebound'],
        ['0:00', '-', 'period_end'],
      ],
      number,
    )
  const events = [...period(1), ...period(2)]
  const { alternating, possessions } = countPossessions({ events, home: [], away: [], rules: FIBA_COURT })
  expect(possessions.map((possession) => [possession.period, possession.side])).toEqual([
    [1, 'home'],
    [2, 'home'],
  ])
  expect(alternating).toBe(true)
})

describe('a possession says', () => {
  /** Possessions as `home period_start 10:00, made_field_goal 9:40, rows 0-2, ended 1`. */
  const inFull = (rows: readonly Row[], rules?: CourtRules) =>
    counted(rows, rules).possessions.map(
      ({ side, start_by, start, end_by, end, first, last, ended }) =>
        `${side} ${start_by} ${clockText(start)}, ${end_by} ${clockText(end)}, rows ${first}-${last}, ended ${ended}`,
    )

  test('how and when it began and ended, and with which rows', () => {
    const rows: Row[] = [
      ['10:00', '-', 'period_start'],
      ['9:40', 'h', 'two_made', 2],
      ['9:40', 'h', 'assist'],
      ['9:20', 'a', 'two_missed'],
      ['9:20', 'h', 'block'],
      ['9:20', 'a', 'shot_blocked'],
      ['9:18', 'h', 'defensive_rebound'],
      ['9:05', 'h', 'turnover'],
      ['9:05', 'a', 'steal'],
      ['8:50', 'h', 'foul'],
      ['8:50', 'a', 'free_throw_made', 1],
      ['8:50', 'a', 'free_throw_made', 1],
      ['8:30', 'h', 'turnover'],
      ['8:10', 'a', 'offensive_rebound'],
      ['8:00', 'h', 'jump_ball'],
      ['7:50', 'h', 'two_missed'],
      ['7:30', 'a', 'two_missed'],
      ['7:20', 'h', 'steal'],
      ['0:00', '-', 'period_end'],
    ]
    expect(inFull(rows)).toEqual([
      'home period_start 10:00, made_field_goal 9:40, rows 0-2, ended 1',
      'away made_field_goal 9:40, defensive_rebound 9:18, rows 3-6, ended 6',
      'home defensive_rebound 9:18, steal 9:05, rows 7-8, ended 7',
      'away steal 9:05, made_free_throw 8:50, rows 9-11, ended 11',
      'home made_free_throw 8:50, turnover 8:30, rows 12-12, ended 12',
      'away turnover 8:30, jump_ball 8:00, rows 13-14, ended 14',
      'home jump_ball 8:00, other 7:30, rows 15-15, ended 15',
      'away other 7:30, steal 7:20, rows 16-17, ended 17',
      'home steal 7:20, period_end 0:00, rows 18-18, ended 17',
    ])
  })

  test.each([
    ['h', 'assist'],
    ['h', 'shot_blocked'],
    ['h', 'foul_drawn'],
    ['a', 'block'],
  ] as const)('a row directly after it that says more of it as its own: %s %s', (side, type) => {
    const rows: Row[] = [
      ['8:00', 'h', 'turnover'],
      ['8:00', side, type],
      ['8:00', side, type],
      ['8:00', '-', 'timeout'],
    ]
    expect(inFull([...rows, ...then])[0]).toBe('home period_start 10:00, turnover 8:00, rows 0-2, ended 0')
  })

  test('no row of the next period as its own', () => {
    const events = [...buildEvents([['0:00', 'h', 'turnover']], 1), ...buildEvents([['10:00', 'a', 'steal']], 2)]
    expect(countPossessions({ events, home: [], away: [], rules: FIBA_COURT }).possessions).toMatchObject([
      { end_by: 'turnover', first: 0, last: 0 },
    ])
  })

  test('the row of its start if only that shows it, which the one before then has no longer', () => {
    const stolen = (type: CourtEvent['type']): Row[] => [
      ['8:00', 'h', type],
      ['7:58', 'a', 'steal'],
      ['7:50', 'h', 'two_missed'],
    ]
    expect(inFull([...stolen('turnover'), ...then]).slice(0, 2)).toEqual([
      'home period_start 10:00, steal 8:00, rows 0-0, ended 0',
      'away steal 8:00, other 7:50, rows 1-1, ended 1',
    ])
    const twice: Row[] = [
      ['8:00', 'h', 'offensive_rebound'],
      ['7:58', 'a', 'steal'],
      ['7:57', 'h', 'steal'],
      ['7:50', 'a', 'two_missed'],
    ]
    expect(inFull([...twice, ...then]).slice(0, 3)).toEqual([
      'home period_start 10:00, steal 7:58, rows 0-1, ended 1',
      'away steal 7:58, steal 7:57, rows 2-2, ended 2',
      'home steal 7:57, other 7:50, rows 2-2, ended 2',
    ])
  })

  test('a row that was entered late as its own', () => {
    const rows: Row[] = [
      ['8:20', 'a', 'turnover'],
      ['7:58', 'h', 'two_made', 2],
      ['7:58', 'a', 'substitution_in'],
      ['7:58', 'h', 'offensive_rebound'],
    ]
    expect(inFull([...rows, ...then]).slice(1, 3)).toEqual([
      'home turnover 8:20, made_field_goal 7:58, rows 1-3, ended 1',
      'away made_field_goal 7:58, defensive_rebound 0:58, rows 4-5, ended 5',
    ])
  })

  const getLast = (...rows: Row[]) =>
    inFull([['0:20', 'h', 'two_made', 2], ...rows, ['0:00', '-', 'period_end'], ['0:00', 'h', 'substitution_in']]).at(
      -1,
    )

  test.each([
    'two_missed',
    'three_missed',
    'offensive_rebound',
    'defensive_rebound',
    'rebound',
    'steal',
    'block',
    'free_throw_missed',
  ] as const)('that it ended with the last row of play at the end of the period: %s', (type) => {
    expect(getLast(['0:10', 'a', 'two_missed'], ['0:00', 'a', type])).toBe(
      'away made_field_goal 0:20, period_end 0:00, rows 1-4, ended 2',
    )
  })

  test('that it ended with any row before the end of the period, or with none', () => {
    expect(getLast(['0:10', 'a', 'substitution_in'])).toBe(
      'away made_field_goal 0:20, period_end 0:00, rows 1-3, ended 1',
    )
    expect(getLast([null, 'a', 'substitution_in'])).toBe(
      'away made_field_goal 0:20, period_end 0:00, rows 1-3, ended 0',
    )
    expect(getLast()).toBe('away made_field_goal 0:20, period_end 0:00, rows 1-2, ended 0')
    expect(
      inFull([
        ['0:20', 'h', 'two_made', 2],
        ['0:10', 'a', 'two_missed'],
      ]).at(-1),
    ).toBe('away made_field_goal 0:20, period_end 0:00, rows 1-1, ended 1')
  })

  test('that it lasted until the end of the period if what follows does not count', () => {
    const rows: Row[] = [
      ['0:20', 'h', 'two_made', 2],
      ['0:00', 'a', 'two_missed'],
      ['0:00', '-', 'period_end'],
    ]
    expect(
      inFull([['0:30', 'a', 'offensive_rebound'], ['0:02', 'h', 'two_made', 2], ...rows.slice(1)], NBA_COURT),
    ).toEqual([
      'away period_start 12:00, other 0:02, rows 0-0, ended 0',
      'home other 0:02, made_field_goal 0:00, rows 1-3, ended 1',
    ])
  })
})

describe('who has the ball', () => {
  test('a change that no row explains is other, and with a jump ball a jump ball', () => {
    const rows: Row[] = [
      ['8:00', 'h', 'offensive_rebound'],
      ['7:50', 'a', 'two_missed'],
      ['7:40', '-', 'jump_ball'],
      ['7:30', 'h', 'two_missed'],
    ]
    expect(toText([...rows, ...then])).toEqual(['home 0 other', 'away 0 jump_ball', 'home 0 other', ...rest])
    const rebounded: Row[] = [
      ['8:00', 'h', 'defensive_rebound'],
      ['7:50', 'a', 'turnover'],
      ['7:40', 'h', 'turnover'],
    ]
    expect(toText([...rebounded, ...then])).toEqual(['home 0 other', 'away 0 turnover', 'home 0 turnover', ...rest])
  })

  test('a jump ball that no team wins takes the ball from nobody by itself', () => {
    const rows: Row[] = [
      ['8:00', 'h', 'offensive_rebound'],
      ['7:50', '-', 'jump_ball'],
      ['7:40', 'h', 'turnover'],
    ]
    expect(toText([...rows, ...then])).toEqual(['home 0 turnover', ...rest])
  })

  test('a jump ball takes the ball from a team that has done nothing with it yet, but not at once', () => {
    const rows = (clock: string): Row[] => [
      ['8:00', 'a', 'two_made', 2],
      [clock, 'a', 'jump_ball'],
    ]
    expect(toText([...rows('7:50'), ['7:40', 'a', 'two_made', 2], ['7:20', 'h', 'turnover'], ...then])).toEqual([
      'away 2 made_field_goal',
      'home 0 jump_ball',
      'away 2 made_field_goal',
      'home 0 turnover',
      ...rest,
    ])
    expect(toText([...rows('8:00'), ['7:40', 'h', 'turnover'], ...then])).toEqual([
      'away 2 made_field_goal',
      'home 0 turnover',
      ...rest,
    ])
  })

  test('a steal that is entered after the field goal it led to shows no other possession', () => {
    const rows: Row[] = [
      ['8:10', 'a', 'turnover'],
      ['8:05', 'h', 'two_made', 2],
      ['8:05', 'h', 'steal'],
    ]
    // The steal is directly after the field goal but no row of the scorers' play.
    expect(toText([...rows, ...then])).toEqual(['away 0 turnover', 'home 2 made_field_goal', ...rest])
  })

  test('a row at the clock of a field goal is late only if the scorers have it, and nothing of the other team is before it', () => {
    const basket: Row = ['8:00', 'h', 'two_made', 2]
    expect(toText([basket, ['8:00', 'a', 'turnover'], ['7:50', 'h', 'turnover'], ...then])).toEqual([
      'home 2 made_field_goal',
      'away 0 turnover',
      'home 0 turnover',
      ...rest,
    ])
    const between: Row[][] = [
      [['8:00', 'a', 'two_missed']],
      [
        ['8:00', 'a', 'two_missed'],
        ['8:00', 'a', 'substitution_in'],
      ],
      [
        ['8:00', 'h', 'foul'],
        ['8:00', 'a', 'free_throw_missed'],
        ['8:00', 'a', 'free_throw_missed'],
      ],
    ]
    for (const own of between)
      expect(toText([basket, ...own, ['8:00', 'h', 'turnover'], ...then])).toEqual([
        'home 2 made_field_goal',
        'away 0 other',
        'home 0 turnover',
        ...rest,
      ])
    const technical: Row[] = [
      ['8:00', 'a', 'technical_foul'],
      ['8:00', 'h', 'free_throw_made', 1],
    ]
    expect(toText([basket, ...technical, ['8:00', 'h', 'offensive_rebound'], ...then])).toEqual([
      'home 2 made_field_goal',
      'away 0 (1) defensive_rebound',
      'home 0 period_end',
    ])
  })

  test('a turnover at the clock of the free throws that left the ball with the shooters is a possession', () => {
    const rows: Row[] = [
      ['8:00', 'h', 'two_made', 2],
      [null, 'a', 'unsportsmanlike_foul'],
      ['8:00', 'h', 'free_throw_made', 1],
      ['8:00', 'h', 'free_throw_made', 1],
      ['8:00', 'h', 'turnover'],
    ]
    expect(toText([...rows, ...then])[1]).toBe('home 2 turnover again')
  })
})

describe('the ball again by rule', () => {
  const again = (...rows: Row[]) => counted([...rows, ...then]).possessions[1]?.retained
  const basket: Row = ['8:00', 'h', 'two_made', 2]
  const next: Row = ['7:50', 'h', 'two_made', 2]

  test('is for a foul of the opponent at the clock of the field goal, between any other rows', () => {
    expect(again(basket, ['8:00', 'a', 'foul'], next)).toBe(true)
    expect(again(basket, ['8:00', 'h', 'assist'], [null, '-', 'timeout'], ['8:00', 'a', 'foul'], next)).toBe(true)
    expect(again(basket, ['8:00', 'a', 'foul'], ['8:00', 'h', 'offensive_rebound'], next)).toBe(true)
    const later = [['9:00', 'a', 'turnover'], basket, ['8:00', 'a', 'foul'], next] satisfies Row[]
    expect(counted([...later, ...then]).possessions[2]?.retained).toBe(true)
  })

  test('is not for another row, another clock, or a foul after a turnover', () => {
    expect(again(basket, ['8:00', 'h', 'assist'], next)).toBe(false)
    expect(again(basket, ['8:00', 'a', 'substitution_in'], next)).toBe(false)
    expect(again(basket, ['7:55', 'a', 'foul'], next)).toBe(false)
    expect(again(['8:00', 'h', 'turnover'], ['8:00', 'a', 'foul'], next)).toBe(false)
  })

  test('is not for a second field goal at the clock of the first, with which the play-by-play ends', () => {
    expect(counted([basket, basket]).possessions.map(({ retained }) => retained)).toEqual([false, false])
  })
})

describe('the points of free throws', () => {
  test('of two teams at one stoppage are of the team that shot them, in any order', () => {
    const fouls: Row[] = [
      ['8:00', 'a', 'foul'],
      ['8:00', 'h', 'technical_foul'],
    ]
    const [own, other]: [Row, Row] = [
      ['8:00', 'h', 'free_throw_made', 1],
      ['8:00', 'a', 'free_throw_made', 1],
    ]
    for (const shots of [
      [other, own, own],
      [own, other, own],
    ])
      expect(toText([['8:10', 'h', 'offensive_rebound'], ...fouls, ...shots, ...then])).toEqual([
        'home 2 (1) made_free_throw',
        ...rest,
      ])
  })

  test('after an unsportsmanlike foul show that the shooters have the ball, whoever had it before', () => {
    const foul: Row[] = [
      ['8:00', 'a', 'unsportsmanlike_foul'],
      ['8:00', 'h', 'free_throw_made', 1],
      ['8:00', 'h', 'free_throw_made', 1],
    ]
    const steal: Row[] = [
      ['7:50', 'a', 'steal'],
      ['7:40', 'a', 'turnover'],
      ['7:30', 'h', 'turnover'],
    ]
    const stolen = ['home 2 steal', 'away 0 turnover', 'home 0 turnover', ...rest]
    expect(toText([['8:10', 'a', 'two_made', 2], ...foul, ...steal, ...then])).toEqual([
      'away 2 made_field_goal',
      ...stolen,
    ])
    const attack: Row[] = [['8:10', 'a', 'offensive_rebound'], ...foul, ['7:50', 'h', 'two_made', 2]]
    expect(toText([...attack, ...then])).toEqual(['away 0 (2) other', 'home 2 made_field_goal', ...rest])
    expect(counted([...attack, ...then]).possessions[1]?.start_by).toBe('other')
  })

  test('after a technical foul do not show that the shooters have the ball', () => {
    const rows: Row[] = [
      ['8:10', 'a', 'two_made', 2],
      ['8:00', 'a', 'technical_foul'],
      ['8:00', 'h', 'free_throw_made', 1],
      ['7:50', 'a', 'steal'],
      ['7:40', 'a', 'turnover'],
      ['7:30', 'h', 'turnover'],
    ]
    expect(toText([...rows, ...then])).toEqual([
      'away 2 made_field_goal',
      'away 0 (1) turnover',
      'home 0 turnover',
      ...rest,
    ])
  })

  test('are not rebounded between them', () => {
    const rows: Row[] = [
      ['8:00', 'a', 'foul'],
      ['8:00', 'h', 'free_throw_missed'],
      ['8:00', 'a', 'defensive_rebound'],
      ['8:00', 'h', 'free_throw_made', 1],
    ]
    const events = buildEvents([...rows, ...then]).map((event, at) => (at === 2 ? { ...event, player: null } : event))
    const { possessions } = countPossessions({ events, home: [], away: [], rules: FIBA_COURT })
    expect(possessions.map(({ side, points }) => `${side} ${points}`)).toEqual(['home 1', 'away 0', 'home 0'])
  })

  test.each(['h', 'a'] as const)(
    'before anybody had the ball are a possession of the team that shot them: %s',
    (side) => {
      const rows: Row[] = [
        ['10:00', side === 'h' ? 'a' : 'h', 'technical_foul'],
        ['10:00', side, 'free_throw_made', 1],
        ['0:00', '-', 'period_end'],
      ]
      expect(toText(rows)).toEqual([`${side === 'h' ? 'home' : 'away'} 1 period_end`])
    },
  )
})

describe('the last possession of a period', () => {
  const end: Row = ['0:00', '-', 'period_end']

  test('is none if nothing happened in the period', () => {
    expect(toText([['10:00', '-', 'period_start'], end])).toEqual([])
  })

  test('is none without any row after the field goal', () => {
    expect(toText([['0:20', 'h', 'two_made', 2]])).toEqual(['home 2 made_field_goal'])
  })

  test('is none if the game was broken off within two seconds', () => {
    const brokenOff = (clock: string): Row[] => [
      ['5:00', 'h', 'two_made', 2],
      [clock, '-', 'timeout'],
      [null, '-', 'game_end'],
    ]
    expect(toText(brokenOff('4:58'))).toEqual(['home 2 made_field_goal'])
    expect(toText(brokenOff('4:57'))).toEqual(['home 2 made_field_goal', 'away 0 period_end'])
  })

  test('NBA: those that begin in the last two seconds and bring no points are part of the one before', () => {
    const first: Row[] = [
      ['0:10', 'h', 'two_made', 2],
      ['0:02', 'a', 'turnover'],
    ]
    const turnover: Row[] = [...first, ['0:01', 'h', 'turnover']]
    const kept = ['home 2 made_field_goal', 'away 0 turnover']
    expect(toText([['0:02', 'h', 'two_made', 2], ['0:01', 'a', 'turnover'], end], NBA_COURT)).toEqual(kept.slice(0, 1))
    expect(toText([...turnover, end], NBA_COURT)).toEqual(kept)
    expect(toText([...turnover, ['0:01', 'a', 'two_missed'], end], NBA_COURT)).toEqual(kept)
    expect(counted([...turnover, ['0:01', 'a', 'two_missed'], end], NBA_COURT).doubtful).toEqual([])
    expect(toText([...first, ['0:01', 'h', 'two_made', 2], end], NBA_COURT)).toEqual([
      ...kept,
      'home 2 made_field_goal',
    ])
    // Under FIBA rules the turnover counts; the second after it is too short for a clock that was run out.
    expect(toText([...turnover, end])).toEqual([...kept, 'home 0 turnover'])
  })

  test('NBA: points of either team count', () => {
    const technical = (by: 'h' | 'a', shooter: 'h' | 'a'): Row[] => [
      ['0:01', by, 'technical_foul'],
      ['0:01', shooter, 'free_throw_made', 1],
    ]
    const basket: Row = ['0:02', 'h', 'two_made', 2]
    expect(toText([basket, ...technical('h', 'a'), end], NBA_COURT)).toEqual([
      'home 2 made_field_goal',
      'away 1 period_end',
    ])
    const both = [...technical('h', 'a'), ...technical('a', 'h')]
    expect(toText([basket, ...both, ['0:01', 'a', 'turnover'], end], NBA_COURT)).toEqual([
      'home 2 made_field_goal',
      'away 1 (1) turnover',
    ])
  })
})

const AnyEvent = fc.record({
  clock: fc.integer({ min: 0, max: 600 }),
  side: fc.constantFrom('home' as const, 'away' as const, null),
  type: fc.constantFrom(...EventType.options),
})

const WNBA: CourtRules = { ...NBA_COURT, regulation_minutes: 40 }

test('whatever a feed says, each point lies in one possession, and possessions touch', () => {
  fc.assert(
    fc.property(fc.array(AnyEvent, { maxLength: 60 }), fc.constantFrom(FIBA_COURT, WNBA), (rows, rules) => {
      const score = { home: 0, away: 0 }
      const events = rows
        .toSorted((a, b) => b.clock - a.clock)
        .map(({ clock, side, type }): CourtEvent => {
          if (side !== null && type.endsWith('_made')) score[side] += type === 'free_throw_made' ? 1 : 2
          const running = { home_score: score.home, away_score: score.away }
          return { period: 1, clock: clockText(clock), side, player: null, type, description: '', ...running }
        })
      const { possessions } = countPossessions({ events, home: [], away: [], rules })
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
