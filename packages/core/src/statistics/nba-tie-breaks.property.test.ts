import fc from 'fast-check'
import { expect, test } from 'vitest'
import { standings } from './standings.ts'
import { finalGame } from './testing/final-games.ts'

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
type Team = (typeof TEAMS)[number]
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

/** A second implementation: each step finds the best of the tied teams by asking for every pair or set anew. */
const naiveOrder = (list: Game[]): string[] => {
  const won = (team: Team, game: Game) => (game.home === team.id) === game.home_score > game.away_score
  const against = (team: Team, opponents: Team[]) =>
    list.filter(({ home, away }) =>
      opponents.some(({ id }) => (home === team.id && away === id) || (away === team.id && home === id)),
    )
  const share = (team: Team, opponents: Team[]): number | null => {
    const counted = against(team, opponents)
    return counted.length === 0 ? null : counted.filter((game) => won(team, game)).length / counted.length
  }
  const record = (team: Team) => share(team, TEAMS) ?? 0
  const margin = (team: Team) =>
    against(team, TEAMS).reduce((sum, game) => {
      const margin = game.home_score - game.away_score
      return sum + (game.home === team.id ? margin : -margin)
    }, 0)
  const inGroup = (group: string) => TEAMS.filter((team) => team.group === group)
  const postseason = (group: string) => {
    const tenth = inGroup(group)
      .map(record)
      .toSorted((a, b) => b - a)
      .at(9)
    return inGroup(group).filter((team) => tenth === undefined || record(team) >= tenth)
  }
  const other = ({ group }: Team) => (group === 'East' ? 'West' : 'East')

  type Value = (team: Team, tied: Team[]) => number | null
  const leads: Value = (team) => Number(leaders().includes(team))
  const together: Value = (team, tied) => share(team, tied)
  const division: Value = (team, tied) =>
    tied.some((one) => one.division !== team.division)
      ? null
      : share(
          team,
          TEAMS.filter((one) => one.division === team.division),
        )
  const conference: Value = (team) => share(team, inGroup(team.group))
  const own: Value = (team) => share(team, postseason(team.group))
  const others: Value = (team) => share(team, postseason(other(team)))
  const two = [together, leads, division, conference, own, others, margin]
  const more = [leads, together, division, conference, own, margin]

  const settle = (tied: Team[], skipped?: Value): Team[][] => {
    if (tied.length === 1) return [tied]
    for (const value of (tied.length === 2 ? two : more).filter((one) => one !== skipped)) {
      const values = tied.map((team) => value(team, tied))
      const known = values.flatMap((one) => one ?? [])
      if (known.length < tied.length || new Set(known).size === 1) continue
      return [...new Set(known)]
        .toSorted((a, b) => b - a)
        .flatMap((one) =>
          settle(
            tied.filter((_, index) => values[index] === one),
            skipped,
          ),
        )
    }
    return [tied]
  }
  const leaders = () =>
    Object.keys(DIVISIONS).flatMap((name) => {
      const teams = TEAMS.filter((team) => team.division === name)
      const best = Math.max(...teams.map(record))
      const [first = []] = settle(
        teams.filter((team) => record(team) === best),
        leads,
      )
      return first.length === 1 ? first : []
    })
  return ['East', 'West'].flatMap((group) => {
    const records = [...new Set(inGroup(group).map(record))].toSorted((a, b) => b - a)
    return records.flatMap((one) =>
      settle(inGroup(group).filter((team) => record(team) === one))
        .flat()
        .map(({ id }) => id),
    )
  })
}

test('the order of any season with conferences and divisions equals that of a second implementation', () => {
  fc.assert(
    fc.property(games, (list) => {
      expect(standings(list, TEAMS, 'nba').map(({ team_id }) => team_id)).toEqual(naiveOrder(list))
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
