import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TeamRatings } from './forecast.ts'
import { assumeResult, assumeScore, races, type GameLeft, type Race } from './race.ts'
import type { FinalGame, Result } from './records.ts'
import { standings, type TableTeam } from './standings.ts'
import { finalGame } from './testing/final-games.ts'
import type { TieBreak } from './tie-breaks.ts'

const RULES = ['euroleague', 'fiba', 'nba', 'wnba', 'simple'] as const
const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F']

/** Two conferences of three teams, or one table. */
const createTeams = (grouped: boolean): TableTeam[] =>
  LETTERS.map((id, index) => {
    const group = id < 'D' ? 'East' : 'West'
    return {
      id,
      sort_name: `${(index * 5) % 6}`,
      group: grouped ? group : null,
      division: grouped ? `${group} ${index % 2}` : null,
    }
  })

const pairs = fc
  .tuple(fc.constantFrom(...LETTERS), fc.constantFrom(...LETTERS))
  .filter(([home, away]) => home !== away)
  .map(([home, away]) => ({ home, away }))

/** Few games and close scores lead to ties of every depth. */
const played = fc.array(
  fc
    .tuple(pairs, fc.integer({ min: 60, max: 62 }), fc.integer({ min: 63, max: 64 }), fc.boolean())
    .map(([{ home, away }, low, high, homeWins]) =>
      finalGame(home, away, homeWins ? `${high}-${low}` : `${low}-${high}`),
    ),
  { maxLength: 14 },
)

type League = {
  games: FinalGame[]
  left: GameLeft[]
  teams: TableTeam[]
  rule: TieBreak
  points: { win: number; loss: number; forfeit: number } | null
}
const leagues = (maxLeft: number): fc.Arbitrary<League> =>
  fc.record({
    games: played,
    left: fc.array(pairs, { maxLength: maxLeft }),
    teams: fc.boolean().map(createTeams),
    rule: fc.constantFrom(...RULES),
    points: fc.constantFrom(null, { win: 2, loss: 1, forfeit: 0 }),
  })

const race = ({ games, left, teams, rule, points }: League): Race[] =>
  races(games, left, teams, { tie_break: rule, points })

/** The tables of all results of the games left, by the standings; `toResult` chooses the score. */
const listTables = (
  { games, left, teams, rule, points }: League,
  toResult: (game: GameLeft, winner: 'home' | 'away') => Result,
) =>
  Array.from({ length: 2 ** left.length }, (_, results) => {
    const added = left.map((game, bit) => ({
      ...toResult(game, (results >> bit) % 2 === 1 ? 'home' : 'away'),
      id: `left ${bit}`,
      date: '2026-12-01',
      tip_off: null,
    }))
    return standings([...games, ...added], teams, rule, points)
  })

const listTeams = (found: Race[]) => found.flatMap(({ teams }) => teams)

describe('while 16 games or fewer are left', () => {
  test('the shares of places are those of the standings of all results', () => {
    fc.assert(
      fc.property(leagues(6), (league) => {
        const score = assumeScore(league.games)
        const tables = listTables(league, (game, winner) => assumeResult(game, winner, score))
        for (const { team_id, places } of listTeams(race(league))) {
          const ranks = tables.map((table) => table.find((row) => row.team_id === team_id)?.rank)
          const shares = places.map((_, place) => ranks.filter((rank) => rank === place + 1).length / tables.length)
          expect(places, team_id).toEqual(shares)
        }
      }),
      { numRuns: 150 },
    )
  })

  test('no margin leads to a rank that is better than the best or worse than the worst', () => {
    const margins = fc.infiniteStream(fc.tuple(fc.constantFrom(0, 40, 70), fc.constantFrom(1, 2, 3, 30, 200)))
    fc.assert(
      fc.property(leagues(5), margins, (league, stream) => {
        const found = new Map(listTeams(race(league)).map((team) => [team.team_id, team]))
        const tables = listTables(league, (game, winner) => {
          const [loser, margin] = stream.next().value
          return assumeResult(game, winner, { winner: loser + margin, loser })
        })
        for (const { team_id, rank } of tables.flat()) {
          expect(found.get(team_id)?.best_rank).toBeLessThanOrEqual(rank)
          expect(found.get(team_id)?.worst_rank).toBeGreaterThanOrEqual(rank)
        }
      }),
      { numRuns: 150 },
    )
  })

  test('a game won in overtime brings no difference where overtime does not count', () => {
    // A leads B by 5 in their first game, and by all games; B wins the second in overtime.
    const games = [finalGame('A', 'B', '70-65'), finalGame('C', 'D', '70-60')]
    const teams = createTeams(false).slice(0, 4)
    const [found] = races(games, [{ home: 'B', away: 'A' }], teams, { tie_break: 'euroleague' })
    expect(found?.teams.find(({ team_id }) => team_id === 'A')).toMatchObject({ best_rank: 1, worst_rank: 3 })
  })

  test('a tie that the games so far decide has one order, and one that a margin decides has both', () => {
    const teams = createTeams(false).slice(0, 2)
    const find = (...scores: string[]) => {
      const games = scores.map((score) => finalGame('A', 'B', score))
      const [found] = races(games, [{ home: 'B', away: 'A' }], teams, { tie_break: 'euroleague' })
      return found?.teams.map(({ team_id, best_rank, worst_rank, places }) => [
        team_id,
        best_rank,
        worst_rank,
        ...places,
      ])
    }
    // B can win the second game by more than 20, but does not with the assumed margin, which is the mean.
    expect(find('90-70')).toEqual([
      ['A', 1, 2, 1, 0],
      ['B', 1, 2, 0, 1],
    ])
    expect(find('90-70', '80-70')).toEqual([
      ['A', 1, 1, 1, 0],
      ['B', 2, 2, 0, 1],
    ])
  })

  test('each group has a race of its own, and games between groups count in both', () => {
    const games = [finalGame('A', 'B', '80-70'), finalGame('D', 'E', '80-70')]
    const left = [
      { home: 'A', away: 'D' },
      { home: 'B', away: 'C' },
    ]
    const found = (rule: TieBreak) =>
      races(games, left, createTeams(true), { tie_break: rule }).map(({ group, games_left, scenarios, method }) => [
        group,
        games_left,
        scenarios,
        method,
      ])
    expect(found('fiba')).toEqual([
      ['East', 2, 4, 'exact'],
      ['West', 1, 2, 'exact'],
    ])
    expect(found('nba')).toEqual([
      ['East', 2, 4, 'exact'],
      ['West', 1, 4, 'exact'],
    ])
  })

  test('without a game left every team has its place', () => {
    const [found] = races([finalGame('A', 'B', '80-70')], [], createTeams(false).slice(0, 2), { tie_break: 'simple' })
    expect(found).toMatchObject({ games_left: 0, method: 'exact', scenarios: 1 })
    expect(found?.teams.map(({ places }) => places)).toEqual([
      [1, 0],
      [0, 1],
    ])
  })
})

describe('while more games are left', () => {
  const rounds = LETTERS.flatMap((home) => LETTERS.filter((away) => away !== home).map((away) => ({ home, away })))

  test('the same games have the same probabilities, which add up to 1', () => {
    const games = [finalGame('A', 'B', '80-70')]
    const [first, again] = [0, 1].map(() => races(games, rounds, createTeams(false), { tie_break: 'nba' }))
    expect(first).toEqual(again)
    expect(first).toMatchObject([{ method: 'simulated', scenarios: 2000, games_left: 30 }])
    for (const { places } of listTeams(first ?? [])) expect(places.reduce((sum, share) => sum + share)).toBeCloseTo(1)
  })

  test('a team that wins more often is first more often, at home too', () => {
    const games = LETTERS.slice(1).flatMap((other) => [finalGame('A', other, '80-70'), finalGame(other, 'F', '90-80')])
    const list = games.filter(({ home, away }) => home !== away)
    const ratings = new TeamRatings(40)
    for (const game of list) ratings.add({ ...game, neutral: false })
    const [found] = races(list, rounds, createTeams(false), { tie_break: 'euroleague' }, ratings)
    const first = (id: string) => found?.teams.find(({ team_id }) => team_id === id)?.places[0] ?? 0
    expect(first('A')).toBeGreaterThan(first('B'))
    expect(first('B')).toBeGreaterThan(first('F'))
  })

  test('no completion of the season leads beyond the best or the worst rank', () => {
    const completions = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 60 })), {
      minLength: 40,
      maxLength: 40,
    })
    const many = leagues(40).map((league) => ({ ...league, left: [...league.left, ...rounds].slice(0, 40) }))
    fc.assert(
      fc.property(many, completions, (league, completion) => {
        const found = new Map(listTeams(race(league)).map((team) => [team.team_id, team]))
        const added = league.left.map((game, index) => {
          const [homeWins = true, margin = 1] = completion[index] ?? []
          const result = assumeResult(game, homeWins ? 'home' : 'away', { winner: 70 + margin, loser: 70 })
          return { ...result, id: `left ${index}`, date: '2026-12-01', tip_off: null }
        })
        for (const { team_id, rank } of standings(
          [...league.games, ...added],
          league.teams,
          league.rule,
          league.points,
        )) {
          expect(found.get(team_id)?.best_rank).toBeLessThanOrEqual(rank)
          expect(found.get(team_id)?.worst_rank).toBeGreaterThanOrEqual(rank)
        }
      }),
      { numRuns: 20 },
    )
  })

  test('a team that others can no longer reach is first', () => {
    const games = Array.from({ length: 20 }, (_, index) => finalGame('A', LETTERS[1 + (index % 5)] ?? '', '80-70'))
    const left = Array.from({ length: 17 }, () => ({ home: 'E', away: 'F' }))
    const [found] = races(games, left, createTeams(false), {
      tie_break: 'fiba',
      points: { win: 2, loss: 0, forfeit: 0 },
    })
    expect(found?.teams[0]).toMatchObject({
      team_id: 'A',
      rank: 1,
      best_rank: 1,
      worst_rank: 1,
      places: [1, 0, 0, 0, 0, 0],
    })
  })
})

test('the assumed score is the mean of the season, with a winner', () => {
  expect(assumeScore([])).toEqual({ winner: 80, loser: 70 })
  expect(assumeScore([finalGame('A', 'B', '90-70'), finalGame('A', 'B', '77-80')])).toEqual({ winner: 85, loser: 74 })
  expect(assumeScore([finalGame('A', 'B', '80-80')])).toEqual({ winner: 81, loser: 80 })
})
