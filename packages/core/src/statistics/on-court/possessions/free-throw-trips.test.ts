import { describe, expect, test } from 'vitest'
import { FIBA_COURT, getCourtRules, NBA_COURT, type CourtRules } from '../court-rules.ts'
import { isDeadRebound, findTrips } from './free-throw-trips.ts'
import { buildEvents, type Row } from './testing/rows.ts'

/** The trips to the line: whose, who has the ball afterwards, and the row of the field goal that the foul came with. */
const trips = (rows: readonly Row[], rules: CourtRules = FIBA_COURT, period = 1): string[] =>
  findTrips(buildEvents(rows, period), rules).map(({ side, ball, basket }) =>
    [side, ball, ...(basket === null ? [] : [`of ${basket}`])].join(' '),
  )

const shot = (clock: string, side: 'h' | 'a' = 'h'): Row => [clock, side, 'free_throw_made', 1]
const basket: Row = ['8:00', 'h', 'two_made', 2]

describe('a trip to the line', () => {
  test.each([
    'two_made',
    'three_made',
    'two_missed',
    'three_missed',
    'turnover',
    'steal',
    'offensive_rebound',
    'defensive_rebound',
    'rebound',
  ] as const)('ends with the next row of play: %s', (type) => {
    const foul: Row = ['8:00', 'a', 'foul']
    expect(trips([foul, shot('8:00'), ['8:00', 'a', type], foul, shot('8:00')])).toHaveLength(2)
  })

  test('ends with a foul of a later clock, but not with one at the clock of its free throws or without a clock', () => {
    const second = (clock: string | null): Row[] => [
      ['8:00', 'a', 'foul'],
      shot('8:00'),
      [clock, 'a', 'foul'],
      shot('8:00'),
    ]
    expect(trips(second('7:59'))).toHaveLength(2)
    expect(trips(second('8:00'))).toHaveLength(1)
    expect(trips(second(null))).toHaveLength(1)
  })

  test('is for all fouls before it, whatever their clocks', () => {
    const rows: Row[] = [['8:00', 'a', 'foul'], ['7:59', 'a', 'technical_foul'], ...[1, 2, 3].map(() => shot('7:59'))]
    expect(trips(rows)).toEqual(['home last_shot'])
  })

  test('has the free throws of one team, for the fouls of the other', () => {
    const rows: Row[] = [
      ['8:00', 'a', 'foul'],
      ['8:00', 'h', 'unsportsmanlike_foul'],
      shot('8:00'),
      shot('8:00'),
      shot('8:00', 'a'),
      shot('8:00', 'a'),
    ]
    expect(findTrips(buildEvents(rows), FIBA_COURT)).toEqual([
      { side: 'home', first: 2, last: 3, ball: 'last_shot', basket: null },
      { side: 'away', first: 4, last: 5, ball: 'shooters', basket: null },
    ])
  })

  test('begins again in the next period', () => {
    const rows: Row[] = [['0:00', 'a', 'foul'], shot('0:00')]
    expect(findTrips([...buildEvents(rows, 1), ...buildEvents(rows, 2)], FIBA_COURT)).toHaveLength(2)
  })
})

describe('after free throws', () => {
  test.each([
    ['2018-05-20', 'shooters'],
    ['2018-10-11', 'as_before'],
  ] as const)('of a technical foul by the FIBA rules of %s: %s', (date, ball) => {
    const rules = getCourtRules({ regulation_minutes: 40, tie_break: 'euroleague' }, date)
    const technical: Row[] = [['8:00', 'a', 'technical_foul'], shot('8:00')]
    expect(trips(technical, rules)).toEqual([`home ${ball}`])
    expect(trips([basket, ...technical], rules)).toEqual([
      ball === 'shooters' ? 'home shooters of 0' : 'home as_before',
    ])
    expect(trips([['8:00', 'a', 'foul'], ...technical, shot('8:00'), shot('8:00')], rules)).toEqual([
      `home ${ball === 'shooters' ? ball : 'last_shot'}`,
    ])
    const nba = getCourtRules({ regulation_minutes: 48, tie_break: 'nba' }, date)
    expect(trips(technical, nba)).toEqual(['home as_before'])
  })

  test('without a foul in the play-by-play the last one decides', () => {
    expect(trips([shot('8:00'), shot('8:00')])).toEqual(['home last_shot'])
  })

  test.each(['unsportsmanlike_foul', 'disqualifying_foul'] as const)(
    'the shooters have the ball after one %s, also beside a foul',
    (type) => {
      const rows: Row[] = [['8:00', 'a', type], shot('8:00'), shot('8:00')]
      expect(trips(rows)).toEqual(['home shooters'])
      expect(trips([['8:00', 'a', 'foul'], ...rows])).toEqual(['home shooters'])
    },
  )

  test('the shooters have the ball if the words of a foul say so', () => {
    const events = buildEvents([['8:00', 'a', 'foul'], shot('8:00'), shot('8:00')])
    const [foul, ...shots] = events
    if (foul === undefined) throw new TypeError('there is no foul')
    const clearPath = [{ ...foul, description: 'Clear path foul' }, ...shots]
    expect(findTrips(clearPath, NBA_COURT)).toMatchObject([{ ball: 'shooters' }])
    expect(findTrips(clearPath, FIBA_COURT)).toMatchObject([{ ball: 'last_shot' }])
  })

  test('for technical fouls alone the ball is whose it was, however many free throws one brings', () => {
    const technical: Row = ['8:00', 'a', 'technical_foul']
    expect(trips([technical, shot('8:00')])).toEqual(['home as_before'])
    expect(trips([technical, shot('8:00'), shot('8:00')])).toEqual(['home as_before'])
    expect(trips([technical, technical, shot('8:00'), shot('8:00')])).toEqual(['home as_before'])
  })

  test('beside a foul, as many free throws as technical fouls are for those; more are for the foul too', () => {
    const fouls: Row[] = [
      ['8:00', 'a', 'foul'],
      ['8:00', 'a', 'technical_foul'],
    ]
    expect(trips([...fouls, shot('8:00')])).toEqual(['home as_before'])
    expect(trips([...fouls, shot('8:00'), shot('8:00')])).toEqual(['home last_shot'])
  })

  test('an offensive foul brings none, so beside a technical foul the ball is whose it was', () => {
    const technical: Row[] = [['8:00', 'a', 'technical_foul'], shot('8:00'), shot('8:00')]
    expect(trips([['8:00', 'a', 'offensive_foul'], ...technical])).toEqual(['home as_before'])
    expect(trips([['8:00', 'a', 'substitution_in'], ...technical])).toEqual(['home as_before'])
  })

  test.each([
    [4, '2:00', 'shooters'],
    [4, '2:01', 'last_shot'],
    [3, '2:00', 'last_shot'],
    [5, '0:30', 'shooters'],
    [5, '2:01', 'last_shot'],
  ])('a single one in period %i at %s leaves the ball by: %s', (period, clock, ball) => {
    expect(trips([[clock, 'a', 'foul'], shot(clock)], FIBA_COURT, period)).toEqual([`home ${ball}`])
  })

  test('a single one without a clock is not of the last two minutes', () => {
    expect(
      trips(
        [
          [null, 'a', 'foul'],
          [null, 'h', 'free_throw_made', 1],
        ],
        FIBA_COURT,
        4,
      ),
    ).toEqual(['home last_shot'])
  })

  test('NBA: a single one leaves the ball with the shooters, unless free throws of the game count two points', () => {
    const scores: Row[] = [
      ['9:00', 'a', 'three_made', 3],
      ['8:50', 'h', 'three_made', 3],
      ['8:45', 'a', 'foul'],
      shot('8:45'),
      shot('8:45'),
      ['8:40', 'a', 'turnover'],
    ]
    const single = (points: number): Row[] => [
      ['8:00', 'h', 'foul'],
      ['8:00', 'a', 'free_throw_made', points],
    ]
    expect(trips([...scores, ...single(1)], NBA_COURT)).toEqual(['home last_shot', 'away shooters'])
    expect(trips([...scores, ...single(2)], NBA_COURT)).toEqual(['home last_shot', 'away last_shot'])
    expect(trips([['8:00', 'h', 'free_throw_made', 2]], NBA_COURT)).toEqual(['home last_shot'])
  })
})

describe('the field goal that a foul came with', () => {
  const foul = (clock: string, type: 'foul' | 'unsportsmanlike_foul' | 'technical_foul' = 'foul'): Row => [
    clock,
    'a',
    type,
  ]

  test('is the one before a single free throw, whatever the clocks say', () => {
    expect(trips([basket, foul('7:59'), shot('7:59')])).toEqual(['home last_shot of 0'])
  })

  test('is none before two free throws, unless the foul was at its clock or is not listed', () => {
    expect(trips([basket, foul('7:59'), shot('7:59'), shot('7:59')])).toEqual(['home last_shot'])
    expect(trips([basket, foul('8:00'), shot('7:59'), shot('7:59')])).toEqual(['home last_shot of 0'])
    expect(trips([basket, shot('7:59'), shot('7:59')])).toEqual(['home last_shot of 0'])
  })

  test('is one at the clock of any foul', () => {
    const rows = [basket, foul('8:00'), foul('7:58', 'technical_foul'), shot('7:58'), shot('7:58')]
    expect(trips(rows)).toEqual(['home last_shot of 0'])
  })

  test('is none if a single free throw is for an unsportsmanlike foul of a later clock, also beside a foul', () => {
    const rows = [foul('7:50', 'unsportsmanlike_foul'), shot('7:50')]
    expect(trips([basket, ...rows])).toEqual(['home shooters'])
    expect(trips([basket, foul('7:50'), ...rows])).toEqual(['home shooters'])
  })

  test('is none of the other team, and no other row of play', () => {
    expect(trips([['8:00', 'a', 'two_made', 2], foul('8:00'), shot('8:00')])).toEqual(['home last_shot'])
    expect(trips([['8:00', 'h', 'offensive_rebound'], foul('8:00'), shot('8:00')])).toEqual(['home last_shot'])
  })

  test('is none if the free throw is for a technical foul', () => {
    expect(trips([basket, foul('8:00', 'technical_foul'), shot('8:00')])).toEqual(['home as_before'])
  })

  test('may stand after its foul, at the same clock', () => {
    const unsportsmanlike = foul('8:00', 'unsportsmanlike_foul')
    expect(trips([unsportsmanlike, basket, shot('8:00')])).toEqual(['home shooters of 1'])
    expect(trips([unsportsmanlike, ['8:00', 'h', 'foul_drawn'], basket, shot('8:00')])).toEqual(['home shooters of 2'])
  })

  test('is not for a foul before it at another clock, of its own team, or if another foul follows', () => {
    expect(trips([foul('8:30', 'unsportsmanlike_foul'), basket, shot('8:00')])).toEqual(['home last_shot of 1'])
    expect(trips([['8:00', 'h', 'unsportsmanlike_foul'], basket, shot('8:00')])).toEqual(['home last_shot of 1'])
    const followed = [foul('8:00', 'unsportsmanlike_foul'), basket, foul('8:00'), shot('8:00')]
    expect(trips(followed)).toEqual(['home last_shot of 1'])
  })
})

describe('a rebound of the team', () => {
  /** Whether the rebound at `index` is dead, with no player. */
  const isDead = (rows: readonly Row[], index: number): boolean =>
    isDeadRebound(
      buildEvents(rows).map((event, at) => (at === index ? { ...event, player: null } : event)),
      index,
    )
  const missed: Row = ['8:00', 'h', 'free_throw_missed']

  test.each(['offensive_rebound', 'defensive_rebound', 'rebound'] as const)(
    'is dead if a free throw follows at the same clock: %s',
    (type) => {
      expect(isDead([missed, ['8:00', 'h', type], shot('8:00')], 1)).toBe(true)
      expect(isDead([missed, ['8:00', 'h', type], ['8:00', 'h', 'substitution_in'], shot('8:00')], 1)).toBe(true)
    },
  )

  test('is alive after the last free throw, and before play, another clock or the end of the play-by-play', () => {
    const rebound: Row = ['8:00', 'h', 'offensive_rebound']
    expect(isDead([shot('8:00'), rebound], 1)).toBe(false)
    expect(isDead([missed, rebound, shot('7:50')], 1)).toBe(false)
    expect(isDead([missed, rebound, basket, shot('8:00')], 1)).toBe(false)
    expect(isDead([missed, rebound, ['8:00', 'h', 'substitution_in']], 1)).toBe(false)
    const nextPeriod = [...buildEvents([rebound], 1), ...buildEvents([shot('8:00')], 2)]
    expect(
      isDeadRebound(
        nextPeriod.map((event) => ({ ...event, player: null })),
        0,
      ),
    ).toBe(false)
  })

  test('is alive with a player, and no other row is a rebound', () => {
    const events = buildEvents([missed, ['8:00', 'h', 'offensive_rebound'], shot('8:00')])
    expect(isDeadRebound(events, 1)).toBe(false)
    expect(isDead([missed, ['8:00', 'h', 'substitution_in'], shot('8:00')], 1)).toBe(false)
    expect(isDeadRebound(events, 3)).toBe(false)
  })
})
