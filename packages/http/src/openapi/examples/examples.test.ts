import { StatLine, type TeamBox } from '@basketball-data/core/contract'
import { describe, expect, test } from 'vitest'
import { boxScore } from './box-score.ts'
import { playedInDetail } from './games.ts'

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
