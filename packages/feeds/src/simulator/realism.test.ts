import { expect, test } from 'vitest'
import type { BundleStats, CheckedBundle } from '@basketball-data/core/contract'
import { simulate } from './index.ts'

const finals = [...simulate({ day: '2026-11-20', detail: 'boxscore' })].filter(({ game }) => game.status === 'final')
const ofLeague = (id: string) => finals.filter(({ competition }) => competition.external_id === id)

/** The mean of a column over both teams of all games. */
const computeMean = (games: readonly CheckedBundle[], column: keyof BundleStats): number => {
  const values = games.flatMap(({ home, away }) => [home, away]).flatMap(({ totals }) => totals?.[column] ?? [])
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

const possessions = (games: readonly CheckedBundle[]): number => {
  const mean = (column: keyof BundleStats) => computeMean(games, column)
  const attempts = mean('two_attempted') + mean('three_attempted') + 0.44 * mean('free_throws_attempted')
  return attempts - mean('offensive_rebounds') + mean('turnovers')
}

const between = (low: number, high: number) => (value: number) => value > low && value < high

test.each([
  ['L1', 70, 76],
  ['L2', 92, 103],
  ['L3', 69, 77],
])('%s: the pace is realistic, %i to %i possessions', (league, low, high) => {
  expect(possessions(ofLeague(league))).toSatisfy(between(low, high))
})

test.each([
  ['two_made', 'two_attempted', 0.52, 0.56],
  ['three_made', 'three_attempted', 0.33, 0.375],
  ['free_throws_made', 'free_throws_attempted', 0.73, 0.79],
] as const)('L1: %s of %s is between %f and %f', (made, attempted, low, high) => {
  expect(computeMean(ofLeague('L1'), made) / computeMean(ofLeague('L1'), attempted)).toSatisfy(between(low, high))
})

test('L1: rebounds, turnovers, assists and fouls are realistic', () => {
  const games = ofLeague('L1')
  const rebounds = computeMean(games, 'offensive_rebounds') / computeMean(games, 'rebounds')
  expect(rebounds).toSatisfy(between(0.25, 0.31))
  expect(computeMean(games, 'turnovers') / possessions(games)).toSatisfy(between(0.12, 0.17))
  expect(computeMean(games, 'assists')).toSatisfy(between(16, 21))
  expect(computeMean(games, 'fouls')).toSatisfy(between(17.5, 22.5))
  expect(computeMean(games, 'points')).toSatisfy(between(79, 90))
})

test('the home team wins 55 to 68 %, and 2 to 7 % of the games have overtime', () => {
  const home = finals.filter(({ game }) => Number(game.home_score) > Number(game.away_score)).length
  expect(home / finals.length).toSatisfy(between(0.55, 0.68))
  const overtimes = finals.filter(({ game }) => (game.periods?.home.length ?? 4) > 4).length
  expect(overtimes / finals.length).toSatisfy(between(0.02, 0.07))
})

test('clubs differ in strength, and a strong first half predicts a strong second half', () => {
  const games = ofLeague('L1').filter(({ season, game }) => season.start_year === 2025 && game.stage === 'regular')
  const won = new Map<string, [number, number]>()
  for (const { game, home, away } of games) {
    const winner = Number(game.home_score) > Number(game.away_score) ? home : away
    const half = Number(String(game.round).replace('Round ', '')) <= 17 ? 0 : 1
    for (const { team } of [home, away]) if (!won.has(team.external_id)) won.set(team.external_id, [0, 0])
    const halves = won.get(winner.team.external_id)
    if (halves !== undefined) halves[half] += 1
  }
  const table = [...won.values()].toSorted((a, b) => b[0] + b[1] - a[0] - a[1])
  const total = (index: number) => (table.at(index)?.[0] ?? 0) + (table.at(index)?.[1] ?? 0)
  expect(total(0)).toSatisfy(between(21, 33))
  expect(total(-1)).toSatisfy(between(1, 13))
  const bestFirstHalf = table.toSorted((a, b) => b[0] - a[0]).slice(0, 6)
  expect(bestFirstHalf.reduce((sum, [, second]) => sum + second, 0) / 6).toBeGreaterThan(8.5)
})

test('the leading scorer averages 15 to 27 points, the leading rebounder 7 to 13 rebounds', () => {
  const sums = new Map<string, { games: number; points: number; rebounds: number }>()
  for (const { home, away } of ofLeague('L1').filter(({ season }) => season.start_year === 2025))
    for (const { player, played, stats } of [...(home.players ?? []), ...(away.players ?? [])]) {
      const { games, points, rebounds } = sums.get(player) ?? { games: 0, points: 0, rebounds: 0 }
      sums.set(player, {
        games: games + (played ? 1 : 0),
        points: points + Number(stats.points),
        rebounds: rebounds + Number(stats.rebounds),
      })
    }
  const regulars = [...sums.values()].filter(({ games }) => games >= 20)
  expect(Math.max(...regulars.map(({ points, games }) => points / games))).toSatisfy(between(15, 27))
  expect(Math.max(...regulars.map(({ rebounds, games }) => rebounds / games))).toSatisfy(between(7, 13))
})
