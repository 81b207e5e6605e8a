import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BundleSide, BundleStats, GameBundle } from '../ingest/game-bundle.ts'
import { simulate } from './index.ts'

const DAY = '2026-11-20'
const finals = (bundles: Iterable<GameBundle>) => [...bundles].filter(({ game }) => game.status === 'final')
const world = finals(simulate({ day: DAY, detail: 'boxscore' }))

/** Holds a rule against every game of a world, and against games of any other. */
const everyGame = (rule: string, check: (bundle: GameBundle) => void) =>
  test(rule, () => {
    world.forEach(check)
    const options = { day: DAY, seasons: 1, games: 30, detail: 'boxscore' } as const
    const anyWorld = fc.string().map((seed) => finals(simulate({ ...options, seed })))
    fc.assert(
      fc.property(anyWorld, (games) => games.forEach(check)),
      { numRuns: 10 },
    )
  })

const columns = (stats: BundleStats) => new Map(Object.entries(stats).map(([name, value]) => [name, Number(value)]))
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

/** Both sides of a game that has a box score. */
const sidesOf = ({ home, away }: GameBundle) =>
  [home, away].flatMap(({ totals, players }) => (totals && players ? [{ totals, players }] : []))

/** What the team did that no player did: totals less players. */
const teamRow = ({ totals, players }: { totals: BundleStats; players: NonNullable<BundleSide['players']> }) => {
  const row = columns(totals)
  for (const { stats } of players)
    for (const [name, value] of columns(stats)) row.set(name, (row.get(name) ?? Number.NaN) - value)
  return row
}

const index = (stats: BundleStats): number => {
  const { two_attempted: a2, two_made: m2, three_attempted: a3, three_made: m3 } = stats
  const missed = Number(a2) - Number(m2) + Number(a3) - Number(m3)
  const missed_free = Number(stats.free_throws_attempted) - Number(stats.free_throws_made)
  const good = [stats.points, stats.rebounds, stats.assists, stats.steals, stats.blocks, stats.fouls_drawn]
  const bad = [missed, missed_free, stats.turnovers, stats.blocks_received, stats.fouls]
  return sum(good.map(Number)) - sum(bad.map(Number))
}

everyGame('the players and the team row add up to the totals; the row has rebounds and turnovers alone', (bundle) => {
  const own = new Set(['rebounds', 'offensive_rebounds', 'defensive_rebounds', 'turnovers', 'performance_index'])
  for (const side of sidesOf(bundle))
    for (const [name, value] of teamRow(side)) {
      if (!own.has(name)) expect(value, name).toBe(0)
      else if (name !== 'performance_index') expect(value, name).toBeGreaterThanOrEqual(0)
    }
})

everyGame('points are 2 × twos + 3 × threes + free throws, and the totals have the final score', (bundle) => {
  const sides = sidesOf(bundle)
  for (const { totals, players } of sides)
    for (const { points, two_made, three_made, free_throws_made } of [totals, ...players.map(({ stats }) => stats)])
      expect(points).toBe(2 * Number(two_made) + 3 * Number(three_made) + Number(free_throws_made))
  if (sides.length > 0)
    expect(sides.map(({ totals }) => totals.points)).toEqual([bundle.game.home_score, bundle.game.away_score])
})

everyGame("rebounds are offensive and defensive ones, the index follows the EuroLeague's formula", (bundle) => {
  for (const { totals, players } of sidesOf(bundle))
    for (const stats of [totals, ...players.map((line) => line.stats)]) {
      expect(stats.rebounds).toBe(Number(stats.offensive_rebounds) + Number(stats.defensive_rebounds))
      expect(stats.performance_index).toBe(index(stats))
    }
})

everyGame('nobody makes more than was attempted, assists are not more than field goals', (bundle) => {
  for (const { totals, players } of sidesOf(bundle)) {
    for (const stats of [totals, ...players.map((line) => line.stats)]) {
      expect(Number(stats.two_made)).toBeLessThanOrEqual(Number(stats.two_attempted))
      expect(Number(stats.three_made)).toBeLessThanOrEqual(Number(stats.three_attempted))
      expect(Number(stats.free_throws_made)).toBeLessThanOrEqual(Number(stats.free_throws_attempted))
    }
    expect(Number(totals.assists)).toBeLessThanOrEqual(Number(totals.two_made) + Number(totals.three_made))
  }
})

everyGame("blocks, steals and fouls drawn are the opponent's blocks received, turnovers and fouls", (bundle) => {
  const [home, away] = sidesOf(bundle).map(({ totals }) => totals)
  if (home === undefined || away === undefined) return
  for (const [side, opponent] of [
    [home, away],
    [away, home],
  ] as const) {
    expect(side.blocks).toBe(opponent.blocks_received)
    expect(Number(side.steals)).toBeLessThanOrEqual(Number(opponent.turnovers))
    expect(Number(side.fouls_drawn)).toBeLessThanOrEqual(Number(opponent.fouls))
  }
})

const lengthOf = ({ competition, game }: GameBundle) => {
  const regulation = (competition.regulation_minutes ?? 40) * 60
  return regulation + ((game.periods?.home.length ?? 4) - 4) * 300
}

everyGame('minutes add up to five times the length of the game, plus and minus to five times the margin', (bundle) => {
  const margin = Number(bundle.game.home_score) - Number(bundle.game.away_score)
  for (const [i, { players }] of sidesOf(bundle).entries()) {
    expect(sum(players.map(({ seconds }) => seconds ?? 0))).toBe(5 * lengthOf(bundle))
    const recorded = players.filter(({ plus_minus }) => plus_minus !== null)
    expect(recorded.length === 0 || recorded.length === players.filter(({ played }) => played).length).toBe(true)
    if (recorded.length > 0)
      expect(sum(recorded.map(({ plus_minus }) => plus_minus ?? 0))).toBe(5 * (i === 0 ? margin : -margin))
  }
})

everyGame('the periods add up to the final score, and an overtime follows a tie alone', ({ game }) => {
  const { home, away } = game.periods ?? { home: [], away: [] }
  expect([sum(home), sum(away)]).toEqual([game.home_score, game.away_score])
  expect(game.home_score).not.toBe(game.away_score)
  expect(home.length).toBeGreaterThanOrEqual(4)
  for (let overtime = 5; overtime <= home.length; overtime++)
    expect(sum(home.slice(0, overtime - 1))).toBe(sum(away.slice(0, overtime - 1)))
})

everyGame('each side has five starters, shirts of different numbers, and players that the bundle names', (bundle) => {
  const named = new Set((bundle.players ?? []).map(({ external_id }) => external_id))
  expect(named.size).toBe(bundle.players?.length)
  for (const { players } of sidesOf(bundle)) {
    expect(players.filter(({ starter }) => starter)).toHaveLength(5)
    expect(new Set(players.map(({ number }) => number)).size).toBe(players.length)
    for (const { player } of players) expect(named.has(player), player).toBe(true)
  }
})

everyGame('who did not play has no time, no plus and minus, and nothing but zeros', (bundle) => {
  for (const { players } of sidesOf(bundle))
    for (const { played, starter, seconds, plus_minus, stats } of players) {
      if (starter) expect(played).toBe(true)
      expect(seconds === null).toBe(!played)
      if (played) continue
      expect(plus_minus).toBeNull()
      expect(new Set(Object.values(stats))).toEqual(new Set([0]))
    }
})

everyGame('nobody has more fouls than send a player off', (bundle) => {
  const limit = bundle.competition.regulation_minutes === 48 ? 6 : 5
  for (const { players } of sidesOf(bundle))
    for (const { stats } of players) expect(Number(stats.fouls)).toBeLessThanOrEqual(limit)
})

test('the game played is the same whatever is told of it', () => {
  const options = { day: DAY, seasons: 1, games: 60 } as const
  const results = [...simulate({ ...options, detail: 'result' })]
  const boxes = [...simulate({ ...options, detail: 'boxscore' })]
  const full = [...simulate(options)]
  expect(results.map(({ game }) => game)).toEqual(full.map(({ game }) => game))
  expect(boxes.map(({ home, away }) => [home, away])).toEqual(full.map(({ home, away }) => [home, away]))
  expect(results.some((bundle) => bundle.home.totals !== undefined || bundle.events !== undefined)).toBe(false)
  expect(boxes.some(({ events, shots }) => events !== undefined || shots !== undefined)).toBe(false)
})
