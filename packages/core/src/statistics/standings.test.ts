import { describe, expect, test } from 'vitest'
import { explainInOrder, standings } from './standings.ts'
import { finalGame as game } from './testing/final-games.ts'
import type { TieBreak } from './tie-breaks.ts'

const teams = (letters: string) => [...letters].map((id) => ({ id, sort_name: `team ${id}` }))
const order = (games: ReturnType<typeof game>[], letters: string, tieBreak: TieBreak) =>
  standings(games, teams(letters), tieBreak)
    .map(({ team_id }) => team_id)
    .join('')

test('a row counts points with overtime', () => {
  const games = [
    { ...game('A', 'B', '97-90', '74-74'), date: '2026-10-01' },
    { ...game('B', 'A', '60-85'), date: '2026-10-08' },
    { ...game('A', 'C', '70-71'), date: '2026-10-15' },
  ]
  expect(standings(games, teams('ABC'), 'euroleague')[1]).toEqual({
    group: null,
    rank: 2,
    team_id: 'A',
    played: 3,
    won: 2,
    lost: 1,
    win_share: 2 / 3,
    league_points: null,
    points_for: 252,
    points_against: 221,
    points_difference: 31,
    home: '1-1',
    away: '1-0',
    last_ten: '2-1',
    streak: 'L1',
  })
})

test('before the first game every team has a row of zeros, ordered by name', () => {
  const nothing = { played: 0, won: 0, lost: 0, win_share: 0, points_for: 0, points_against: 0, points_difference: 0 }
  const none = { ...nothing, league_points: null, home: '0-0', away: '0-0', last_ten: '0-0', streak: '' }
  expect(standings([], teams('BA'), 'euroleague')).toEqual([
    { group: null, rank: 1, team_id: 'A', ...none },
    { group: null, rank: 2, team_id: 'B', ...none },
  ])
})

test('teams are ordered by the share of games won, not by the number', () => {
  const games = [game('A', 'B', '80-70'), game('A', 'B', '80-70'), game('B', 'A', '80-70'), game('C', 'D', '71-70')]
  expect(order(games, 'ABCD', 'euroleague')).toBe('CABD')
})

test('a team without a game is tied with teams that have won no game', () => {
  expect(order([game('A', 'B', '80-70')], 'ABC', 'euroleague')).toBe('ACB')
})

test('teams that no criterion separates are ordered by name, then id', () => {
  const same = { sort_name: 'same' }
  const tied = [
    { id: 'z', ...same },
    { id: 'y', ...same },
    { id: 'x', sort_name: 'zz' },
  ]
  for (const given of [tied, tied.toReversed()]) {
    const table = standings([], given, 'nba')
    expect(table.map(({ team_id }) => team_id)).toEqual(['y', 'z', 'x'])
    expect(table.map(({ rank }) => rank)).toEqual([1, 2, 3])
  }
})

test('each tie-break has its own order', () => {
  const aAndB = [game('A', 'B', '81-80'), game('B', 'A', '87-80')]
  const againstC = [game('A', 'C', '90-70'), game('C', 'A', '70-80'), game('B', 'C', '72-70'), game('C', 'B', '70-73')]
  const againstD = [game('D', 'A', '71-70'), game('D', 'B', '71-70'), game('C', 'D', '80-50')]
  const games = [...aAndB, ...againstC, ...againstD, ...againstD, ...againstD]
  // All but D have won 3 of 7. Differences: C +55, A +21, B +8; between A and B alone, B has +6.
  expect(order(games, 'ABCD', 'euroleague')).toBe('DBAC')
  expect(order(games, 'ABCD', 'simple')).toBe('DCAB')
  expect(order(games, 'ABCD', 'nba')).toBe('DABC')
})

test('a tied game counts as played, and as neither won nor lost', () => {
  const [first, second] = standings([game('B', 'A', '80-80')], teams('AB'), 'euroleague')
  expect(first).toMatchObject({ team_id: 'A', played: 1, won: 0, lost: 0, win_share: 0, away: '0-0', streak: '' })
  expect(second).toMatchObject({ team_id: 'B', played: 1, won: 0, lost: 0, win_share: 0, home: '0-0', streak: '' })
})

test('each group has its own table, in the order of the group names, and teams without a group come last', () => {
  const games = [game('A', 'B', '80-70'), game('B', 'C', '80-70'), game('D', 'A', '80-70'), game('D', 'E', '80-70')]
  const group = { A: 'Group 10', B: 'Group 2', C: 'Group 2', D: 'Group 10' }
  const placed = teams('EDCBA').map((team) => ({ ...team, group: new Map(Object.entries(group)).get(team.id) ?? null }))
  expect(standings(games, placed, 'euroleague')).toMatchObject([
    { group: 'Group 2', rank: 1, team_id: 'B', played: 2, won: 1 },
    { group: 'Group 2', rank: 2, team_id: 'C', played: 1, won: 0 },
    { group: 'Group 10', rank: 1, team_id: 'D', played: 2, won: 2 },
    { group: 'Group 10', rank: 2, team_id: 'A', played: 2, won: 1 },
    { group: null, rank: 1, team_id: 'E', played: 1, won: 0 },
  ])
})

test('a game of a team outside the season throws a RangeError', () => {
  expect(() => standings([game('A', 'X', '80-70')], teams('AB'), 'simple')).toThrow(RangeError)
})

describe('the rule that placed a team', () => {
  /** Teams A to F are of the East, in divisions by name; the others of the West. */
  const DIVISIONS: Record<string, string> = { A: '1', D: '1', B: '2', E: '2', C: '3' }
  /** The decisions on A, B and C after games like A-B 80-70. */
  const decide = (tie_break: TieBreak, list: string): string => {
    const games = list.split(', ').map((each) => game(each.slice(0, 1), each.slice(2, 3), each.slice(4)))
    const ids = [...new Set(games.flatMap(({ home, away }) => [home, away]))]
    const entrants = ids.map((id) => ({
      id,
      sort_name: id,
      group: tie_break === 'nba' ? (id < 'G' ? 'East' : 'West') : null,
      division: DIVISIONS[id] ?? null,
    }))
    return explainInOrder(games, entrants, { tie_break })
      .filter(({ team_id }) => 'ABC'.includes(team_id))
      .map(({ team_id, decided_by }) => `${team_id} ${decided_by}`)
      .join(', ')
  }

  test.each<[TieBreak, string, string]>([
    ['simple', 'A-B 80-70', 'A win_share, B win_share'],
    ['simple', 'A-X 80-70, B-Y 80-70', 'A name, B name'],
    ['simple', 'A-X 80-70, B-Y 90-70', 'B difference, A difference'],
    ['simple', 'A-X 80-70, B-Y 90-80', 'B points_scored, A points_scored'],
    ['fiba', 'A-X 80-70, B-Y 90-70, B-Y 90-70', 'B win_share, A win_share'],
    ['fiba', 'A-B 80-70, B-C 90-80, C-A 70-60', 'B head_to_head_points, C head_to_head_points, A head_to_head_points'],
    ['euroleague', 'B-A 80-70, X-B 80-70, A-Y 80-70', 'B head_to_head_wins, A head_to_head_wins'],
    ['euroleague', 'A-B 80-70, B-A 85-70', 'B head_to_head_difference, A head_to_head_difference'],
    ['euroleague', 'A-X 80-70, A-X 80-70, B-Y 100-90, B-Y 60-50', 'B sum_of_quotients, A sum_of_quotients'],
    ['nba', 'B-X 80-70, X-B 80-70, E-X 80-70, A-X 80-70, X-A 80-70', 'A division_leader, B division_leader'],
    [
      'wnba',
      'B-W 80-70, L-B 80-70, W-A 80-70, A-L 80-70, W-X 80-70, Y-L 80-70',
      'B playoff_teams_record, A playoff_teams_record',
    ],
  ])('by %s after %s: %s', (rule, games, decisions) => {
    expect(decide(rule, games)).toBe(decisions)
  })

  test('is, with more than two teams, the one that separated it from the last team it was tied with', () => {
    // A has won all games against B and C. These have won one each against each other, C by more.
    const games =
      'A-B 80-70, A-B 80-70, A-C 80-70, A-C 80-70, B-C 80-70, C-B 90-70, Y-A 80-70, Y-A 80-70, Y-A 80-70, Y-A 80-70, B-X 80-70, B-X 80-70, C-X 80-70, C-X 80-70'
    expect(decide('euroleague', games)).toBe(
      'A head_to_head_wins, C head_to_head_difference, B head_to_head_difference',
    )
  })
})
