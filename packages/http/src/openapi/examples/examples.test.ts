import { StatLine, type TeamBox } from '@basketball-data/core/contract'
import { describe, expect, test } from 'vitest'
import { boxScore } from './box-score.ts'
import { played, playedInDetail } from './games.ts'
import { falcons, holm } from './league.ts'
import { holmAtHome, holmAway, holmThisSeason, player, playerSeasons, playerSummaries } from './players.ts'
import { leaders, standings } from './season.ts'
import { falconsThisSeason, form, headToHead, roster } from './team-records.ts'
import { pointsOf, type Totals } from './totals.ts'

const sum = (numbers: (number | null)[]): number => numbers.reduce<number>((total, each) => total + (each ?? 0), 0)

const OF_THE_TEAM: string[] = [
  'offensive_rebounds',
  'defensive_rebounds',
  'rebounds',
  'turnovers',
  'performance_index',
] satisfies (keyof StatLine)[]

describe.each<[string, TeamBox, TeamBox, number | null]>([
  ['home', boxScore.home, boxScore.away, boxScore.game.home_score],
  ['away', boxScore.away, boxScore.home, boxScore.game.away_score],
])('the %s half of the example box score adds up', (_, team, opponent, score) => {
  test.each(StatLine.keyof().options.filter((stat) => !OF_THE_TEAM.includes(stat)))('%s', (stat) => {
    expect(sum(team.players.map((line) => line[stat]))).toBe(team.totals?.[stat])
  })

  test('points are the score', () => expect(team.totals?.points).toBe(score))

  test('five players on court for forty minutes', () => {
    expect(sum(team.players.map(({ seconds }) => seconds))).toBe(5 * 40 * 60)
    expect(team.players.filter(({ starter }) => starter)).toHaveLength(5)
  })

  test('what one team does, the other suffers', () => {
    expect(team.totals?.fouls).toBe(opponent.totals?.fouls_drawn)
    expect(team.totals?.blocks).toBe(opponent.totals?.blocks_received)
    expect(sum(team.players.map((line) => line.plus_minus))).toBe(-sum(opponent.players.map((line) => line.plus_minus)))
  })
})

test('the periods of the example game add up to its score', () => {
  expect(sum(playedInDetail.periods?.home ?? [])).toBe(playedInDetail.home_score)
  expect(sum(playedInDetail.periods?.away ?? [])).toBe(playedInDetail.away_score)
})

const numbers = ({ games, seconds, shooting, counts }: Totals): number[] => [games, seconds, ...shooting, ...counts]

describe('the statistics agree', () => {
  const [falconsRow] = standings.table

  test('a season is its games at home and away', () => {
    const away = numbers(holmAway)
    expect(numbers(holmAtHome).map((part, i) => part + (away[i] ?? 0))).toEqual(numbers(holmThisSeason))
  })

  test('the points of the players are those of the team in the table', () => {
    expect(falconsRow?.team).toBe(falcons)
    expect(sum(falconsThisSeason.map(([, , , totals]) => pointsOf(totals)))).toBe(falconsRow?.points_for)
  })

  test('five players start each game, and five are on court for forty minutes', () => {
    expect(sum(roster.players.map(({ starts }) => starts))).toBe(5 * (falconsRow?.played ?? 0))
    expect(sum(falconsThisSeason.map(([, , , { seconds }]) => seconds))).toBe(5 * 40 * 60 * (falconsRow?.played ?? 0))
  })

  test('a player is the same in the roster, season by season, among the leaders and in a list', () => {
    const [inRoster] = roster.players
    const [thisSeason] = playerSeasons.seasons
    expect(inRoster?.player).toBe(holm)
    expect(thisSeason).toMatchObject({ games: inRoster?.games, points: inRoster?.points, minutes: inRoster?.minutes })
    const among = leaders.leaders.find((leader) => leader.player === holm)
    expect(among).toMatchObject({
      games: thisSeason?.games,
      per_game: thisSeason?.points,
      total: pointsOf(holmThisSeason),
    })
    expect(sum(playerSeasons.seasons.map(({ games }) => games))).toBe(player.games)
    expect(playerSummaries[0]).toMatchObject({ id: player.id, games: player.games, last_date: player.last_date })
  })

  test('wins and losses at home and away are those in all', () => {
    for (const { played, won, lost, home, away } of standings.table) {
      const parts = [home, away].map((part) => part.split('-').map(Number))
      expect([sum(parts.map(([of = 0]) => of)), sum(parts.map(([, of = 0]) => of))]).toEqual([won, lost])
      expect(won + lost).toBe(played)
    }
  })

  test('possessions are those of the box score, and ratings those of its score', () => {
    const [first] = form.games
    const used = [boxScore.home, boxScore.away].map(({ totals }) => {
      const of = (stat: keyof StatLine) => totals?.[stat] ?? 0
      return (
        of('field_goals_attempted') + 0.44 * of('free_throws_attempted') - of('offensive_rebounds') + of('turnovers')
      )
    })
    expect(first?.game.id).toBe(played.id)
    expect(first?.possessions).toBeCloseTo(sum(used) / 2, 10)
    expect(first?.offensive_rating).toBeCloseTo((100 * 84) / 73.38, 2)
  })

  test('form is summed up over its games', () => {
    const { games, won, lost, average_margin, pace } = form.summary
    expect(games).toBe(form.games.length)
    expect([won, lost]).toEqual(['W', 'L'].map((ended) => form.games.filter(({ result }) => result === ended).length))
    expect(average_margin).toBeCloseTo(sum(form.games.map(({ margin }) => margin)) / games, 2)
    expect(pace).toBeCloseTo(sum(form.games.map((game) => game.pace)) / games, 2)
  })

  test('head-to-head is summed up over its games', () => {
    const { games, won, average_points_for, average_points_against, first_date, last_date } = headToHead.summary
    const atHome = headToHead.games.filter(({ home }) => home === falcons)
    const away = headToHead.games.filter(({ home }) => home !== falcons)
    const own = [...atHome.map(({ home_score }) => home_score), ...away.map(({ away_score }) => away_score)]
    const other = [...atHome.map(({ away_score }) => away_score), ...away.map(({ home_score }) => home_score)]
    expect(own).toHaveLength(games)
    expect(own.filter((points, i) => (points ?? 0) > (other[i] ?? 0))).toHaveLength(won)
    expect(average_points_for).toBeCloseTo(sum(own) / games, 2)
    expect(average_points_against).toBeCloseTo(sum(other) / games, 2)
    expect(headToHead.games.map(({ date }) => date)).toEqual([last_date, '2026-03-06', first_date])
  })
})
