import { describe, expect, test } from 'vitest'
import {
  FIBA_COURT,
  NBA_COURT,
  type CourtEvent,
  type CourtGame,
  type CourtLine,
  type CourtRules,
} from './court-rules.ts'
import { onCourt } from './on-court.ts'

const HOME = ['a', 'b', 'c', 'd', 'e']
const AWAY = ['v', 'w', 'x', 'y', 'z']

type Row = [clock: string, side: 'home' | 'away' | null, type: CourtEvent['type'], player?: string, points?: number]

const buildEvents = (rows: readonly Row[]): CourtEvent[] => {
  const score = { home: 0, away: 0 }
  return rows.map(([clock, side, type, player = null, points = 0]) => {
    if (side !== null) score[side] += points
    return { period: 1, clock, side, player, type, description: '', home_score: score.home, away_score: score.away }
  })
}

const line = (player: string, seconds: number, starter = true): CourtLine => ({
  player,
  starter,
  played: true,
  seconds,
})

/** A period of ten minutes, with f for a of the home team when `left` seconds are left. */
const period = (rows: readonly Row[], left: number, rules: CourtRules): CourtGame => ({
  events: buildEvents([['10:00', null, 'period_start'], ...rows, ['0:00', null, 'period_end']]),
  home: [line('a', 600 - left), ...HOME.slice(1).map((player) => line(player, 600)), line('f', left, false)],
  away: AWAY.map((player) => line(player, 600)),
  rules: { ...rules, regulation_minutes: 40, period_starters: 'listed' },
})

const SUBSTITUTION = (clock: string): Row[] => [
  [clock, 'home', 'substitution_out', 'a'],
  [clock, 'home', 'substitution_in', 'f'],
]

/** Possessions of the home team's fives, with a and with f, and those of the opponent in brackets. */
const counted = (game: CourtGame) => {
  const { home, away, possessions } = onCourt(game)
  const sum = (player: string, of: 'own' | 'opponent') =>
    home.stints.filter(({ players }) => players.includes(player)).reduce((all, stint) => all + stint[of].possessions, 0)
  const ofAway = away.stints.reduce((all, { own }) => all + own.possessions, 0)
  expect(sum('a', 'own') + sum('f', 'own')).toBe(possessions.filter(({ side }) => side === 'home').length)
  expect(sum('a', 'opponent') + sum('f', 'opponent')).toBe(ofAway)
  return { a: `${sum('a', 'own')} (${sum('a', 'opponent')})`, f: `${sum('f', 'own')} (${sum('f', 'opponent')})` }
}

describe('a possession counts for the ten who were on court when it ended', () => {
  const freeThrows: Row[] = [
    ['5:00', 'away', 'foul', 'v'],
    ['5:00', 'home', 'free_throw_made', 'b', 1],
    ...SUBSTITUTION('5:00'),
    ['5:00', 'home', 'free_throw_made', 'b', 1],
    ['4:40', 'away', 'two_made', 'v', 2],
    ['4:20', 'home', 'turnover', 'b'],
    ['4:00', 'away', 'turnover', 'v'],
  ]

  // pbpstats, event_for_efficiency_stats: the players at the foul, not those at the free throw.
  test.each([
    ['FIBA: with a free throw, at the free throw', FIBA_COURT, { a: '0 (0)', f: '3 (2)' }],
    ['NBA: with a free throw, at the foul, as its points do', NBA_COURT, { a: '1 (0)', f: '2 (2)' }],
  ])('%s', (_, rules, expected) => {
    expect(counted(period(freeThrows, 300, rules))).toEqual(expected)
  })

  test('a missed last free throw: at the rebound', () => {
    const rows = freeThrows.map((row, at): Row =>
      at === freeThrows.length - 4 ? ['5:00', 'home', 'free_throw_missed', 'b'] : row,
    )
    rows.splice(-3, 0, ['4:59', 'away', 'defensive_rebound', 'v'])
    expect(counted(period(rows, 300, NBA_COURT))).toEqual({ a: '0 (0)', f: '3 (2)' })
  })

  test('a clock that ran out: not for who came when it had', () => {
    const rows: Row[] = [['0:20', 'away', 'two_made', 'v', 2], ...SUBSTITUTION('0:00')]
    expect(counted(period(rows, 0, FIBA_COURT))).toEqual({ a: '1 (1)', f: '0 (0)' })
  })

  test('a last one that is not counted: not for who came after its end', () => {
    const rows: Row[] = [
      ['0:20', 'away', 'two_made', 'v', 2],
      ['0:02', 'home', 'two_made', 'b', 2],
      ...SUBSTITUTION('0:02'),
    ]
    expect(counted(period(rows, 2, NBA_COURT))).toEqual({ a: '1 (1)', f: '0 (0)' })
  })
})
