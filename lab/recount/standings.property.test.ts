import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { StandingsRow } from '../../packages/core/src/contract/index.ts'
import type { FinalGame } from '../../packages/core/src/statistics/records.ts'
import { standings } from '../../packages/core/src/statistics/standings.ts'
import type { TieBreak } from '../../packages/core/src/statistics/tie-breaks.ts'
import { createOrder } from './order.ts'

const RULES = ['euroleague', 'nba', 'wnba', 'simple'] as const
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
      })
      .map(({ day, home, away, points: [homePoints, awayPoints], overtime: [homeOvertime, awayOvertime], known }) => {
        const [homeExtra, awayExtra] = homePoints === awayPoints ? [homeOvertime, awayOvertime] : [0, 0]
        return {
          id: '',
          date: `2026-10-${String(day).padStart(2, '0')}`,
          tip_off: null,
          home: LETTERS[home] ?? '',
          away: LETTERS[away < home ? away : away + 1] ?? '',
          home_score: homePoints + homeExtra,
          away_score: awayPoints + awayExtra,
          home_regulation_score: known ? homePoints : null,
          away_regulation_score: known ? awayPoints : null,
        }
      }),
    { maxLength: 14 },
  )
  .map((list) => list.map((game, number) => ({ ...game, id: `gm_${number}` })))

const checkProperty = (property: (list: FinalGame[], rule: TieBreak) => void) => {
  fc.assert(fc.property(games, fc.constantFrom(...RULES), property), { numRuns: 300 })
}
const rankTeams = (list: FinalGame[], rule: TieBreak) => standings(list, TEAMS, rule).map(({ team_id }) => team_id)

/** The order by the second implementation of the rules. */
const recountedOrder = (list: FinalGame[], rule: TieBreak): string[] => {
  const entrants = TEAMS.map((team) => ({ ...team, group: null, division: null }))
  const played = list.map((game) => ({
    ...game,
    home_regulation: game.home_regulation_score ?? game.home_score,
    away_regulation: game.away_regulation_score ?? game.away_score,
  }))
  return createOrder(rule, entrants, played)(null)
}

describe('for any games and any rule', () => {
  test('the standings have every team once, ranked from 1, as the contract defines', () => {
    checkProperty((list, rule) => {
      const table = standings(list, TEAMS, rule)
      expect(table.map(({ team_id }) => team_id).toSorted()).toEqual(LETTERS)
      expect(table.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5])
      for (const { team_id: _, ...row } of table) expect(StandingsRow.omit({ team: true }).parse(row)).toEqual(row)
    })
  })

  test('the order of the games and of the teams does not matter', () => {
    checkProperty((list, rule) => {
      expect(standings(list.toReversed(), TEAMS.toReversed(), rule)).toEqual(standings(list, TEAMS, rule))
    })
  })

  test('the order equals that of a second implementation', () => {
    checkProperty((list, rule) => {
      expect(rankTeams(list, rule)).toEqual(recountedOrder(list, rule))
    })
  })

  test('a higher win share ranks higher', () => {
    checkProperty((list, rule) => {
      const shares = standings(list, TEAMS, rule).map(({ win_share }) => win_share)
      expect(shares).toEqual(shares.toSorted((a, b) => b - a))
    })
  })

  test('games won equal games lost, and points for equal points against', () => {
    checkProperty((list, rule) => {
      const table = standings(list, TEAMS, rule)
      const total = (of: 'won' | 'lost' | 'played' | 'points_for' | 'points_against' | 'points_difference') =>
        table.reduce((sum, row) => sum + row[of], 0)
      expect(total('won')).toBe(total('lost'))
      expect(total('played')).toBe(2 * list.length)
      expect(total('points_for')).toBe(total('points_against'))
      expect(total('points_difference')).toBe(0)
    })
  })

  test('points that a winner scores in overtime do not change the EuroLeague order', () => {
    checkProperty((list) => {
      const longer = list.map((game) => {
        const { home_score, away_score } = game
        if (game.home_regulation_score === null || home_score === away_score) return game
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
