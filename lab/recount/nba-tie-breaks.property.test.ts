import fc from 'fast-check'
import { expect, test } from 'vitest'
import { standings } from '../../packages/core/src/statistics/standings.ts'
import { finalGame } from '../../packages/core/src/statistics/testing/final-games.ts'
import { createOrder } from './order.ts'

/** A conference of 12 teams, so that some are out of the postseason, and one of 4. */
const DIVISIONS: Record<string, string> = {
  Atlantic: 'ABCD',
  Central: 'EFGH',
  Southeast: 'IJKL',
  Pacific: 'MN',
  Southwest: 'OP',
}
const TEAMS = Object.entries(DIVISIONS).flatMap(([division, letters]) =>
  [...letters].map((id) => ({ id, sort_name: id, division, group: id < 'M' ? 'East' : 'West' })),
)
type Game = ReturnType<typeof finalGame>

/** Few games and close scores lead to ties of every depth. */
const games = fc.array(
  fc
    .record({
      home: fc.constantFrom(...TEAMS),
      away: fc.constantFrom(...TEAMS),
      points: fc.tuple(fc.integer({ min: 60, max: 62 }), fc.integer({ min: 63, max: 64 })),
      homeWins: fc.boolean(),
    })
    .filter(({ home, away }) => home !== away)
    .map(({ home, away, points: [low, high], homeWins }) =>
      finalGame(home.id, away.id, homeWins ? `${high}-${low}` : `${low}-${high}`),
    ),
  { minLength: 20, maxLength: 60 },
)

/** The order by the second implementation of the rules. */
const recountedOrder = (list: Game[]): string[] => {
  const played = list.map((game) => ({
    ...game,
    awarded: null,
    home_regulation: game.home_score,
    away_regulation: game.away_score,
  }))
  return ['East', 'West'].flatMap(createOrder('nba', TEAMS, played))
}

test('the order of any season with conferences and divisions equals that of a second implementation', () => {
  fc.assert(
    fc.property(games, (list) => {
      expect(standings(list, TEAMS, 'nba').map(({ team_id }) => team_id)).toEqual(recountedOrder(list))
    }),
    { numRuns: 150 },
  )
})

test('the order of the games and of the teams does not matter', () => {
  fc.assert(
    fc.property(games, (list) => {
      expect(standings(list.toReversed(), TEAMS.toReversed(), 'nba')).toEqual(standings(list, TEAMS, 'nba'))
    }),
    { numRuns: 50 },
  )
})
