import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ForfeitWinner, StandingsRow } from '../../packages/core/src/contract/index.ts'
import type { FinalGame } from '../../packages/core/src/statistics/records.ts'
import { standings } from '../../packages/core/src/statistics/standings.ts'
import type { TieBreak } from '../../packages/core/src/statistics/tie-breaks.ts'
import { createOrder } from './order.ts'

const RULES = ['euroleague', 'fiba', 'nba', 'wnba', 'simple'] as const
const LETTERS = ['A', 'B', 'C', 'D', 'E']
const TEAMS = LETTERS.map((id, index) => ({ id, sort_name: `${(index * 3) % 5}` }))

/** Few teams, few games and close scores lead to ties of every depth. */
const games: fc.Arbitrary<FinalGame[]> = fc
  .array(
    fc
      .record({
        day: fc.integer({ min: 1, max: 28 }),
        home: fc.nat(4),
        away: fc.nat(3),
        points: fc.tuple(fc.integer({ min: 60, max: 63 }), fc.integer({ min: 60, max: 63 })),
        overtime: fc.tuple(fc.nat(3), fc.nat(3)),
        known: fc.boolean(),
        /** To whom the game was awarded; null if it was played. */
        awarded: fc.option(fc.constantFrom(...ForfeitWinner.options), { freq: 4 }),
      })
      .map(({ day, home, away, points, overtime: [homeOvertime, awayOvertime], known, awarded }) => {
        const [homePoints, awayPoints] = points
        const [homeExtra, awayExtra] = homePoints === awayPoints ? [homeOvertime, awayOvertime] : [0, 0]
        return {
          id: '',
          date: `2026-10-${String(day).padStart(2, '0')}`,
          tip_off: null,
          home: LETTERS[home] ?? '',
          away: LETTERS[away < home ? away : away + 1] ?? '',
          home_score: awarded === null ? homePoints + homeExtra : null,
          away_score: awarded === null ? awayPoints + awayExtra : null,
          forfeit_winner: awarded,
          home_regulation_score: known ? homePoints : null,
          away_regulation_score: known ? awayPoints : null,
        }
      }),
    { maxLength: 14 },
  )
  .map((list) => list.map((game, number) => ({ ...game, id: `gm_${number}` })))

/** The points of a league; null: none. */
const leagues = fc.constantFrom(null, { win: 2, loss: 1, forfeit: 0 }, { win: 3, loss: 0, forfeit: -1 })
type Points = typeof leagues extends fc.Arbitrary<infer Value> ? Value : never

const checkProperty = (property: (list: FinalGame[], rule: TieBreak, points: Points) => void) => {
  fc.assert(fc.property(games, fc.constantFrom(...RULES), leagues, property), { numRuns: 300 })
}
const rankTeams = (list: FinalGame[], rule: TieBreak, points: Points = null) =>
  standings(list, TEAMS, rule, points).map(({ team_id }) => team_id)

/** The order by the second implementation of the rules. */
const recountedOrder = (list: FinalGame[], rule: TieBreak, points: Points): string[] => {
  const entrants = TEAMS.map((team) => ({ ...team, group: null, division: null }))
  const played = list.map(({ home, away, forfeit_winner = null, ...game }) => {
    const [home_score, away_score] = [game.home_score ?? 0, game.away_score ?? 0]
    const isPlayed = forfeit_winner === null
    return {
      home,
      away,
      awarded: forfeit_winner,
      home_score,
      away_score,
      home_regulation: (isPlayed ? game.home_regulation_score : null) ?? home_score,
      away_regulation: (isPlayed ? game.away_regulation_score : null) ?? away_score,
    }
  })
  return createOrder(rule, entrants, played, points)(null)
}

describe('for any games and any rule', () => {
  test('the standings have every team once, ranked from 1, as the contract defines', () => {
    checkProperty((list, rule, points) => {
      const table = standings(list, TEAMS, rule, points)
      expect(table.map(({ team_id }) => team_id).toSorted()).toEqual(LETTERS)
      expect(table.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5])
      for (const { team_id: _, ...row } of table) expect(StandingsRow.omit({ team: true }).parse(row)).toEqual(row)
    })
  })

  test('the order of the games and of the teams does not matter', () => {
    checkProperty((list, rule, points) => {
      const reversed = standings(list.toReversed(), TEAMS.toReversed(), rule, points)
      expect(reversed).toEqual(standings(list, TEAMS, rule, points))
    })
  })

  test('the order equals that of a second implementation', () => {
    checkProperty((list, rule, points) => {
      expect(rankTeams(list, rule, points)).toEqual(recountedOrder(list, rule, points))
    })
  })

  test('more league points rank higher, and they are those of the games won, lost and forfeited', () => {
    const points = { win: 3, loss: 1, forfeit: -1 }
    checkProperty((list, rule) => {
      const table = standings(list, TEAMS, rule, points)
      const given = table.map(({ league_points }) => league_points ?? NaN)
      expect(given).toEqual(given.toSorted((a, b) => b - a))
      const forfeits = list.reduce(
        (sum, { forfeit_winner = null }) => sum + (forfeit_winner === null ? 0 : forfeit_winner === 'neither' ? 2 : 1),
        0,
      )
      const won = table.reduce((sum, row) => sum + row.won, 0)
      const others = 2 * list.length - won - forfeits
      expect(given.reduce((sum, each) => sum + each, 0)).toBe(
        won * points.win + others * points.loss + forfeits * points.forfeit,
      )
    })
  })

  test('a higher win share ranks higher', () => {
    checkProperty((list, rule) => {
      const shares = standings(list, TEAMS, rule).map(({ win_share }) => win_share)
      expect(shares).toEqual(shares.toSorted((a, b) => b - a))
    })
  })

  test('a forfeit changes no points, whoever wins it', () => {
    checkProperty((list, rule) => {
      const sumPoints = (games: FinalGame[]) =>
        new Map(standings(games, TEAMS, rule).map((row) => [row.team_id, [row.points_for, row.points_against]]))
      expect(sumPoints(list)).toEqual(sumPoints(list.filter(({ forfeit_winner }) => forfeit_winner === null)))
    })
  })

  test('games won equal games lost, but for forfeits of both teams, and points for equal points against', () => {
    checkProperty((list, rule) => {
      const table = standings(list, TEAMS, rule)
      const total = (of: 'won' | 'lost' | 'played' | 'points_for' | 'points_against' | 'points_difference') =>
        table.reduce((sum, row) => sum + row[of], 0)
      const lostByBoth = list.filter(({ forfeit_winner }) => forfeit_winner === 'neither').length
      expect(total('won') + 2 * lostByBoth).toBe(total('lost'))
      expect(total('played')).toBe(2 * list.length)
      expect(total('points_for')).toBe(total('points_against'))
      expect(total('points_difference')).toBe(0)
    })
  })

  test('points that a winner scores in overtime do not change the EuroLeague order', () => {
    checkProperty((list) => {
      const longer = list.map((game) => {
        const { home_score, away_score } = game
        if (game.home_regulation_score === null || home_score === null || away_score === null) return game
        if (home_score === away_score) return game
        return home_score > away_score
          ? { ...game, home_score: home_score + 9 }
          : { ...game, away_score: away_score + 9 }
      })
      expect(rankTeams(longer, 'euroleague')).toEqual(rankTeams(list, 'euroleague'))
    })
  })
})

test('of two otherwise equal teams the winner of the game between them ranks higher', () => {
  const pair = fc.constantFrom(['A', 'B'] as const, ['B', 'A'] as const)
  const margins = fc.integer({ min: 1, max: 60 })
  fc.assert(
    fc.property(margins, pair, fc.constantFrom('euroleague', 'nba'), (margin, [winner, loser], rule) => {
      const won = (home: string, away: string): FinalGame => ({
        id: `${home}${away}`,
        date: '2026-10-01',
        tip_off: null,
        home,
        away,
        home_score: 60 + margin,
        away_score: 60,
        home_regulation_score: null,
        away_regulation_score: null,
      })
      const order = rankTeams([won(winner, loser), won('D', winner), won(loser, 'C')], rule)
      expect(order.filter((team) => team === 'A' || team === 'B')).toEqual([winner, loser])
    }),
  )
})
