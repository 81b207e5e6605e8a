import { expect, test } from 'vitest'
import type { BundleSide, BundleStats, CheckedBundle } from '@basketball-data/core/contract'
import { simulate } from './index.ts'
import { violations, defaultSeason } from './test-support/violations.ts'

type Box = { totals: BundleStats; players: NonNullable<BundleSide['players']>; margin: number }
type Sheet = { bundle: CheckedBundle; sides: readonly [Box, Box] }

/** The box score of a bundle that has one. */
const sheets = (bundle: CheckedBundle): Sheet[] => {
  const { game, home, away } = bundle
  if (!home.totals || !home.players || !away.totals || !away.players) return []
  const margin = Number(game.home_score) - Number(game.away_score)
  const sides: Sheet['sides'] = [
    { totals: home.totals, players: home.players, margin },
    { totals: away.totals, players: away.players, margin: -margin },
  ]
  return [{ bundle, sides }]
}

test('more than 400 games have a box score', () => {
  expect(defaultSeason().flatMap(sheets).length).toBeGreaterThan(400)
})

const toColumns = (stats: BundleStats) => Object.entries(stats).map(([name, value]) => [name, Number(value)] as const)
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)
const getLines = ({ totals, players }: Box): BundleStats[] => [totals, ...players.map(({ stats }) => stats)]

/** Totals minus players: rebounds and turnovers credited to the team. */
const teamRow = ({ totals, players }: Box): Map<string, number> => {
  const row = new Map(toColumns(totals))
  for (const { stats } of players)
    for (const [name, value] of toColumns(stats)) row.set(name, (row.get(name) ?? Number.NaN) - value)
  return row
}

const OF_THE_TEAM = new Set(['rebounds', 'offensive_rebounds', 'defensive_rebounds', 'turnovers'])

test('totals exceed the sum of the players only in rebounds and turnovers', () => {
  const broken = violations(sheets, function* ({ sides }) {
    for (const side of sides)
      for (const [name, value] of teamRow(side)) {
        const isValid = OF_THE_TEAM.has(name) ? value >= 0 : name === 'performance_index' || value === 0
        if (!isValid) yield `team row has ${value} ${name}`
      }
  })
  expect(broken).toEqual([])
})

test('points are 2 × twos + 3 × threes + free throws, and the totals equal the final score', () => {
  const broken = violations(sheets, function* (sheet) {
    for (const side of sheet.sides)
      for (const { points, two_made, three_made, free_throws_made } of getLines(side))
        if (points !== 2 * Number(two_made) + 3 * Number(three_made) + Number(free_throws_made))
          yield `${points} points`
    const [home, away] = sheet.sides.map(({ totals }) => totals.points)
    const { home_score, away_score } = sheet.bundle.game
    if (home !== home_score || away !== away_score) yield `${home}-${away} is not ${home_score}-${away_score}`
  })
  expect(broken).toEqual([])
})

const getIndex = (stats: BundleStats): number => {
  const missed = [
    Number(stats.two_attempted) - Number(stats.two_made),
    Number(stats.three_attempted) - Number(stats.three_made),
    Number(stats.free_throws_attempted) - Number(stats.free_throws_made),
  ]
  const good = [stats.points, stats.rebounds, stats.assists, stats.steals, stats.blocks, stats.fouls_drawn]
  const bad = [...missed, stats.turnovers, stats.blocks_received, stats.fouls]
  return sum(good.map(Number)) - sum(bad.map(Number))
}

test("the performance index follows the EuroLeague's formula, and rebounds are offensive plus defensive", () => {
  const broken = violations(sheets, function* ({ sides }) {
    for (const stats of sides.flatMap(getLines)) {
      const { rebounds, offensive_rebounds, defensive_rebounds, performance_index } = stats
      if (rebounds !== Number(offensive_rebounds) + Number(defensive_rebounds)) yield `${rebounds} rebounds`
      if (performance_index !== getIndex(stats)) yield `an index of ${performance_index}`
    }
  })
  expect(broken).toEqual([])
})

test('makes do not exceed attempts, and assists do not exceed field goals', () => {
  const broken = violations(sheets, function* ({ sides }) {
    for (const { two_made, two_attempted, three_made, three_attempted, ...free } of sides.flatMap(getLines)) {
      if (Number(two_made) > Number(two_attempted)) yield `${two_made} twos of ${two_attempted}`
      if (Number(three_made) > Number(three_attempted)) yield `${three_made} threes of ${three_attempted}`
      if (Number(free.free_throws_made) > Number(free.free_throws_attempted)) yield 'too many free throws'
    }
    for (const { totals } of sides)
      if (Number(totals.assists) > Number(totals.two_made) + Number(totals.three_made))
        yield `${totals.assists} assists`
  })
  expect(broken).toEqual([])
})

test("blocks equal the opponent's blocks received; steals and fouls drawn do not exceed its turnovers and fouls", () => {
  const broken = violations(sheets, function* (sheet) {
    const [home, away] = sheet.sides
    for (const [{ totals: own }, { totals: other }] of [
      [home, away],
      [away, home],
    ] as const) {
      if (own.blocks !== other.blocks_received) yield `${own.blocks} blocks of ${other.blocks_received}`
      if (Number(own.steals) > Number(other.turnovers)) yield `${own.steals} steals of ${other.turnovers}`
      if (Number(own.fouls_drawn) > Number(other.fouls)) yield `${own.fouls_drawn} fouls of ${other.fouls}`
    }
  })
  expect(broken).toEqual([])
})

const getLength = ({ competition, game }: CheckedBundle): number =>
  (competition.regulation_minutes ?? 40) * 60 + ((game.periods?.home.length ?? 4) - 4) * 300

test('seconds add up to five times the length of the game, plus-minus to five times the margin', () => {
  const broken = violations(sheets, function* (sheet) {
    for (const { players, margin } of sheet.sides) {
      const played = players.filter((line) => line.played)
      const time = sum(played.map(({ seconds }) => seconds ?? Number.NaN))
      if (time !== 5 * getLength(sheet.bundle)) yield `${time} seconds`
      const recorded = played.flatMap(({ plus_minus }) => plus_minus ?? [])
      if (recorded.length === 0 && sheet.bundle.competition.external_id > 'L2') continue
      if (recorded.length !== played.length || sum(recorded) !== 5 * margin) yield `plus-minus ${recorded.join()}`
    }
  })
  expect(broken).toEqual([])
})

test('periods add up to the final score, and overtime follows only a tie', () => {
  const broken = violations(sheets, function* ({ bundle }) {
    const { periods, home_score, away_score } = bundle.game
    const { home, away } = periods ?? { home: [], away: [] }
    if (sum(home) !== home_score || sum(away) !== away_score) yield `${home.join()} to ${away.join()}`
    if (home_score === away_score) yield 'a tie'
    if (home.length < 4 || away.length !== home.length) yield `${home.length} and ${away.length} periods`
    for (let overtime = 5; overtime <= home.length; overtime++)
      if (sum(home.slice(0, overtime - 1)) !== sum(away.slice(0, overtime - 1)))
        yield `period ${overtime} without a tie`
  })
  expect(broken).toEqual([])
})

test('each side has five starters, unique shirt numbers and a profile for every player', () => {
  const broken = violations(sheets, function* (sheet) {
    const named = new Set(sheet.bundle.players?.map(({ external_id }) => external_id))
    if (named.size !== sheet.bundle.players?.length) yield 'two profiles of one player'
    for (const { players } of sheet.sides) {
      if (players.filter(({ starter }) => starter).length !== 5) yield 'not five starters'
      if (new Set(players.map(({ number }) => number)).size !== players.length) yield 'a shirt number twice'
      for (const { player } of players) if (!named.has(player)) yield `${player} has no profile`
    }
  })
  expect(broken).toEqual([])
})

test('a player who did not play has no seconds, no plus-minus and only zeros', () => {
  const broken = violations(sheets, function* ({ sides }) {
    for (const { played, starter, seconds, plus_minus, stats, player } of sides.flatMap(({ players }) => players)) {
      if (starter && !played) yield `${player} started without playing`
      if ((seconds === null) === played) yield `${player} has ${seconds} seconds`
      if (!played && (plus_minus !== null || toColumns(stats).some(([, value]) => value !== 0)))
        yield `${player} did play`
    }
  })
  expect(broken).toEqual([])
})

test('no player has more fouls than the limit', () => {
  const broken = violations(sheets, function* ({ bundle, sides }) {
    const limit = bundle.competition.regulation_minutes === 48 ? 6 : 5
    for (const { stats, player } of sides.flatMap(({ players }) => players))
      if (Number(stats.fouls) > limit) yield `${stats.fouls} fouls of ${player}`
  })
  expect(broken).toEqual([])
})

test('the games are the same in every detail', () => {
  const options = { day: '2026-11-20', seasons: 1, games: 60 } as const
  const results = [...simulate({ ...options, detail: 'result' })]
  const boxes = [...simulate({ ...options, detail: 'boxscore' })]
  const full = [...simulate(options)]
  expect(results.map(({ game }) => game)).toEqual(full.map(({ game }) => game))
  expect(boxes.map(({ home, away }) => [home, away])).toEqual(full.map(({ home, away }) => [home, away]))
  expect(results.some((bundle) => bundle.home.totals !== undefined || bundle.events !== undefined)).toBe(false)
  expect(boxes.some(({ events, shots }) => events !== undefined || shots !== undefined)).toBe(false)
})
