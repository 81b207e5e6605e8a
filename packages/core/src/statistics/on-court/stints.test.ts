import { describe, expect, test } from 'vitest'
import { FIBA_COURT, NBA_COURT, type CourtEvent, type CourtGame, type CourtLine } from './court-rules.ts'
import { plusMinus, stints } from './stints.ts'

const HOME = ['a', 'b', 'c', 'd', 'e']
const AWAY = ['v', 'w', 'x', 'y', 'z']

type Row = [clock: string, side: 'home' | 'away', type: CourtEvent['type'], player: string | null, points?: number]

/** A play-by-play of one period after another, with its running score. */
const buildEvents = (periods: readonly (readonly Row[])[]): CourtEvent[] => {
  const score = { home: 0, away: 0 }
  return periods.flatMap((rows, index) => {
    const period = index + 1
    const mark = (type: CourtEvent['type'], clock: string): CourtEvent => ({
      period,
      clock,
      side: null,
      player: null,
      type,
      description: '',
      home_score: score.home,
      away_score: score.away,
    })
    const isBreak = (row: Row | undefined) => row?.[0] === 'break'
    const inBreak = rows.filter(isBreak)
    const rest = rows.filter((row) => !isBreak(row))
    const length = period > 4 ? '5:00' : '10:00'
    const row = ([clock, side, type, player, points = 0]: Row): CourtEvent => {
      score[side] += points
      return { ...mark(type, clock === 'break' ? length : clock), side, player }
    }
    return [...inBreak.map(row), mark('period_start', length), ...rest.map(row), mark('period_end', '0:00')]
  })
}

const line = (player: string, seconds: number, starter = true): CourtLine => ({
  player,
  starter,
  played: seconds > 0,
  seconds,
})

const quarter: Row[] = []

/** A game of four quarters, the first of which has the rows; everybody who is not named plays all of it. */
const game = (rows: Row[], changes: Partial<CourtGame> = {}, more: Row[][] = []): CourtGame => {
  const overtimes = more.length
  const all = 2400 + 300 * overtimes
  return {
    events: buildEvents([rows, quarter, quarter, quarter, ...more]),
    home: HOME.map((player) => line(player, all)),
    away: AWAY.map((player) => line(player, all)),
    rules: FIBA_COURT,
    ...changes,
  }
}

const substitute = (clock: string, out: string, on: string, side: 'home' | 'away' = 'home'): Row[] => [
  [clock, side, 'substitution_out', out],
  [clock, side, 'substitution_in', on],
]

/** The box score of the home team if `out` left and `on` came with `seconds` left to play. */
const changed = (out: string, on: string, seconds: number, all = 2400): CourtLine[] => [
  ...HOME.map((player) => line(player, player === out ? all - seconds : all)),
  line(on, seconds, false),
]

const toText = (of: ReturnType<typeof stints>['home']) =>
  of.stints.map(({ period, start, end, players, own, opponent }) =>
    [period, `${start}-${end}`, players.toSorted().join(''), `${own.points}:${opponent.points}`].join(' '),
  )

describe('stints', () => {
  test('a substitution ends a stint; points count for the five on court', () => {
    const rows: Row[] = [
      ['9:00', 'home', 'two_made', 'a', 2],
      ['8:30', 'away', 'three_made', 'v', 3],
      ...substitute('7:00', 'e', 'f'),
      ['6:00', 'home', 'three_made', 'f', 3],
    ]
    const found = stints(game(rows, { home: changed('e', 'f', 2220) }))
    expect(found).toMatchObject({ exact: true, home: { reasons: [], notes: [], certain: true } })
    expect(toText(found.home).slice(0, 3)).toEqual(['1 600-420 abcde 2:3', '1 420-0 abcdf 3:0', '2 600-0 abcdf 0:0'])
    expect(plusMinus(found.home)).toEqual(new Map(Object.entries({ a: 2, b: 2, c: 2, d: 2, e: -1, f: 3 })))
    expect(found.home.stints[1]?.own).toMatchObject({ three_made: 1, field_goals_made: 1, field_goals_attempted: 1 })
    expect(found.away.stints[0]?.opponent).toMatchObject({ points: 5, three_made: 1, field_goals_made: 2 })
  })

  const freeThrows: Row[] = [
    ['7:00', 'away', 'foul', 'v'],
    ['7:00', 'home', 'free_throw_made', 'a', 1],
    ...substitute('7:00', 'e', 'f'),
    ['7:00', 'home', 'free_throw_made', 'a', 1],
  ]

  test.each([
    ['FIBA: the five at the free throw', FIBA_COURT, ['1:0', '1:0']],
    ['NBA: the five at the foul', { ...NBA_COURT, regulation_minutes: 40, period_starters: 'listed' }, ['2:0', '0:0']],
  ] as const)('%s have its points', (_, rules, points) => {
    const found = stints(game(freeThrows, { home: changed('e', 'f', 2220), rules }))
    expect(found.exact).toBe(true)
    expect(found.home.stints.slice(0, 2).map(({ own, opponent }) => `${own.points}:${opponent.points}`)).toEqual(points)
  })

  test.each([
    ['OUT', 'substitution_out', 'e', 'substitution_in', 'f'],
    ['IN', 'substitution_in', 'f', 'substitution_out', 'e'],
  ] as const)(
    'an %s before the free throws has its other row after them: the five at them are the new ones',
    (...names) => {
      const [, first, early, second, late] = names
      const rows: Row[] = [
        ['7:00', 'home', first, early],
        ['7:00', 'away', 'free_throw_made', 'v', 1],
        ['7:00', 'home', second, late],
      ]
      const found = stints(game(rows, { home: changed('e', 'f', 2220) }))
      expect(found).toMatchObject({ exact: true, home: { notes: [] } })
      expect(toText(found.home).slice(0, 2)).toEqual(['1 600-420 abcde 0:0', '1 420-0 abcdf 0:1'])
    },
  )

  test('who shoots the free throws is on court at them, whoever else has left', () => {
    const rows: Row[] = [
      ['7:00', 'home', 'substitution_in', 'f'],
      ['7:00', 'home', 'free_throw_made', 'd', 1],
      ['7:00', 'home', 'substitution_in', 'g'],
      ['7:00', 'home', 'substitution_out', 'd'],
      ['7:00', 'home', 'substitution_out', 'e'],
    ]
    const left = HOME.map((player) => line(player, player === 'd' || player === 'e' ? 180 : 2400))
    const found = stints(game(rows, { home: [...left, line('f', 2220, false), line('g', 2220, false)] }))
    expect(toText(found.home).slice(0, 3)).toEqual(['1 600-420 abcde 0:0', '1 420-420 abcdf 1:0', '1 420-0 abcfg 0:0'])
    const alone = rows.filter((_, at) => at !== 2 && at !== 4)
    const after = stints(game(alone, { home: changed('d', 'f', 2220) }))
    expect(toText(after.home).slice(0, 2)).toEqual(['1 600-420 abcde 1:0', '1 420-0 abcef 0:0'])
  })

  test('a row that is missing is added if only one fits the minutes, and noted', () => {
    const rows: Row[] = [['7:00', 'home', 'substitution_out', 'e']]
    const found = stints(game(rows, { home: changed('e', 'f', 2220) }))
    expect(found).toMatchObject({ exact: true, home: { notes: [{ code: 'substitution_missing' }] } })
    expect(toText(found.home)[1]).toBe('1 420-0 abcdf 0:0')
  })

  test('a row that is missing is not guessed if two would fit', () => {
    const rows: Row[] = [['7:00', 'home', 'substitution_out', 'e']]
    const home = [...HOME.map((player) => line(player, player === 'e' ? 180 : 2400)), line('f', 1110, false)]
    const found = stints(game(rows, { home: [...home, line('g', 1110, false)] }))
    expect(found).toMatchObject({ exact: false, home: { stints: [], reasons: [{ code: 'not_five' }], certain: false } })
    expect(found.away.reasons).toEqual([])
    expect(plusMinus(found.home)).toBeNull()
  })

  test('a substitution with another clock than the box score has is moved, if it is the only one', () => {
    const found = stints(game(substitute('7:00', 'e', 'f'), { home: changed('e', 'f', 2160) }))
    expect(found).toMatchObject({ exact: true, home: { notes: [{ code: 'substitution_time' }] } })
    expect(toText(found.home).slice(0, 2)).toEqual(['1 600-360 abcde 0:0', '1 360-0 abcdf 0:0'])
  })

  test('less than a second between clocks with tenths and the minutes of the box score is no difference', () => {
    const found = stints(game(substitute('0:40.3', 'e', 'f'), { home: changed('e', 'f', 1840) }))
    expect(found).toMatchObject({ exact: true, home: { notes: [] } })
    expect(toText(found.home).slice(0, 2)).toEqual(['1 600-40.3 abcde 0:0', '1 40.3-0 abcdf 0:0'])
  })

  test('a substitution is moved among clocks with tenths too; a second that stays is a difference', () => {
    const moved = stints(game(substitute('0:40.3', 'e', 'f'), { home: changed('e', 'f', 1830) }))
    expect(moved).toMatchObject({ exact: true, home: { notes: [{ code: 'substitution_time' }] } })
    expect(moved.home.notes[0]?.message).toContain('period 1, 0:40 at 0:30')
    const other = changed('a', 'f', 1838)
    expect(stints(game(substitute('0:40.3', 'e', 'f'), { home: other })).home.reasons).toEqual([
      { code: 'minutes_differ', message: expect.stringContaining('f by +2.3 s') },
    ])
  })

  test('minutes that nothing explains make a game inexact, and say whose', () => {
    const found = stints(game(substitute('7:00', 'e', 'f'), { home: changed('a', 'f', 2160) }))
    expect(found.exact).toBe(false)
    expect(found.home.reasons).toEqual([{ code: 'minutes_differ', message: expect.stringContaining('a by +2160 s') }])
    expect(found.home.stints).not.toEqual([])
  })

  // In E2022 the box scores of all 16 teams that substituted before an overtime count it from 4:00.
  test('minutes of a substitution before an overtime begin when the box score says, its points at once', () => {
    const overtime: Row[] = [...substitute('break', 'e', 'f'), ['4:30', 'home', 'two_made', 'f', 2]]
    const found = stints(
      game([], { home: changed('e', 'f', 240, 2700), away: AWAY.map((p) => line(p, 2700)) }, [overtime]),
    )
    expect(found).toMatchObject({ exact: true, home: { notes: [{ code: 'overtime_break' }] } })
    expect(toText(found.home).slice(4)).toEqual(['5 300-240 abcde 0:0', '5 240-0 abcdf 2:0'])
  })

  test('clocks that contradict the order: time by the clock, points by the order', () => {
    const rows: Row[] = [
      ...substitute('5:00', 'e', 'f'),
      ['5:30', 'home', 'two_made', 'f', 2],
      ...substitute('5:20', 'd', 'g'),
    ]
    const home = [line('a', 2400), line('b', 2400), line('c', 2400), line('d', 280), line('e', 300)]
    const found = stints(game(rows, { home: [...home, line('f', 2100, false), line('g', 2120, false)] }))
    expect(found).toMatchObject({ exact: true, home: { notes: [{ code: 'clock_order' }], certain: true } })
    expect(toText(found.home).slice(0, 4)).toEqual([
      '1 600-320 abcde 0:0',
      '1 320-320 abcdf 2:0',
      '1 320-300 abceg 0:0',
      '1 300-0 abcfg 0:0',
    ])
    expect(plusMinus(found.home)?.get('e')).toBe(0)
  })

  test('clocks that rise are the reason where the order of the substitutions gives the minutes of the box score', () => {
    const rows: Row[] = [...substitute('0:01', 'e', 'f'), ...substitute('0:02', 'f', 'e')]
    const found = stints(game(rows, { home: HOME.map((player) => line(player, player === 'e' ? 2401 : 2400)) }))
    expect(found).toMatchObject({ exact: false, home: { certain: true } })
    const message = expect.stringContaining('rise in period 1 at 0:01')
    expect(found.home.reasons).toEqual([{ code: 'clock_rises', message }])
    expect(found.home.stints.every(({ start, end }) => end <= start)).toBe(true)
  })

  test.each([
    ['no_events', { events: [] }],
    ['no_box_score', { home: [] }],
    ['starters_unknown', { home: HOME.map((player) => line(player, 2400, player !== 'a')) }],
  ] as const)('%s', (code, changes) => {
    const found = stints(game([], changes))
    expect(found).toMatchObject({ exact: false, home: { stints: [], reasons: [{ code }] } })
  })

  test('a game that was broken off ends where the minutes of both teams say', () => {
    const whole = game([])
    const events = whole.events.filter(({ period }) => period < 4)
    const last: CourtEvent = {
      period: 4,
      clock: '1:40',
      side: null,
      player: null,
      type: 'other',
      description: '',
      home_score: 0,
      away_score: 0,
    }
    const found = stints({
      ...whole,
      events: [
        ...events,
        { ...last, clock: '10:00', type: 'period_start' },
        last,
        { ...last, clock: null, type: 'game_end' },
      ],
      home: HOME.map((player) => line(player, 2280)),
      away: AWAY.map((player) => line(player, 2280)),
    })
    expect(found.exact).toBe(true)
    expect(found.home.stints.at(-1)).toMatchObject({ period: 4, start: 600, end: 120 })
  })

  test('a game without minutes that was broken off ends at its last clock', () => {
    const whole = game([])
    const [first] = whole.events
    if (first === undefined) throw new Error('the game has events')
    const withoutMinutes = (lines: readonly CourtLine[]) => lines.map((each) => ({ ...each, seconds: null }))
    const found = stints({
      ...whole,
      events: [first, { ...first, clock: '9:30', type: 'other' }, { ...first, clock: null, type: 'game_end' }],
      home: withoutMinutes(whole.home),
      away: withoutMinutes(whole.away),
    })
    expect(found.exact).toBe(false)
    expect(found.home.stints).toMatchObject([{ period: 1, start: 600, end: 570 }])
  })

  test('points count for the five on court at the basket, at whatever row the running score has them', () => {
    const rows: Row[] = [
      ['9:00', 'away', 'two_missed', 'v'],
      ...substitute('8:00', 'e', 'f'),
      ['7:00', 'home', 'two_made', 'f', 2],
    ]
    const whole = game(rows, { home: changed('e', 'f', 2280) })
    const early = whole.events.map((event, at) => ({ ...event, home_score: at === 0 ? 0 : 2 }))
    expect(stints({ ...whole, events: early }).home.stints.map(({ own }) => own.points)).toEqual([0, 2, 0, 0, 0])
  })

  test('rebounds of a team count as in the box scores of the competition', () => {
    const rows: Row[] = [
      ['9:00', 'away', 'foul', 'v'],
      ['9:00', 'home', 'free_throw_missed', 'a'],
      ['9:00', 'home', 'offensive_rebound', null],
      ['9:00', 'home', 'free_throw_missed', 'a'],
      ['9:00', 'away', 'defensive_rebound', null],
      ['8:00', 'away', 'two_missed', 'v'],
      ['7:58', 'home', 'defensive_rebound', 'a'],
    ]
    const rebounds = (rules: CourtGame['rules']) => {
      const { home, away } = stints(
        game(rows, { rules: { ...rules, regulation_minutes: 40, period_starters: 'listed' } }),
      )
      return [home, away].map(({ stints: [first] }) => [first?.own.offensive_rebounds, first?.own.defensive_rebounds])
    }
    expect(rebounds(FIBA_COURT)).toEqual([
      [1, 1],
      [0, 1],
    ])
    expect(rebounds(NBA_COURT)).toEqual([
      [0, 1],
      [0, 0],
    ])
  })

  test('NBA: who begins a period is told by who plays in it, and the silent one by the minutes', () => {
    const second: Row[] = [
      ['9:00', 'home', 'two_made', 'a', 2],
      ['8:00', 'home', 'two_made', 'b', 2],
      ['7:00', 'home', 'two_made', 'c', 2],
      ['6:00', 'home', 'two_made', 'f', 2],
    ]
    const whole = game([])
    const found = stints({
      events: buildEvents([quarter, second, quarter, quarter]),
      home: [...HOME.map((player) => line(player, player === 'e' ? 1800 : 2400)), line('f', 600, false)],
      away: whole.away,
      rules: { ...NBA_COURT, regulation_minutes: 40 },
    })
    expect(found.exact).toBe(true)
    expect(toText(found.home)[1]).toBe('2 600-0 abcdf 8:0')
  })

  test('NBA: minutes that differ by rounding leave a game inexact, but its five and its plus/minus certain', () => {
    const whole = game([['9:00', 'home', 'two_made', 'a', 2]])
    const home = whole.home.map((each) => ({ ...each, seconds: each.player === 'b' ? 2399 : each.seconds }))
    const found = stints({ ...whole, home, rules: { ...NBA_COURT, regulation_minutes: 40 } })
    expect(found.exact).toBe(false)
    expect(found.home).toMatchObject({ certain: true, reasons: [{ code: 'minutes_differ' }] })
    expect(plusMinus(found.home)?.get('b')).toBe(2)
  })
})
