import { expect, test } from 'vitest'
import type { BundleEvent, BundleSide, BundleStats, CheckedBundle } from '@basketball-data/core/contract'
import { violations, defaultSeason } from './test-support/violations.ts'

type Recorded = { bundle: CheckedBundle; events: readonly BundleEvent[] }
const recorded = (bundle: CheckedBundle): Recorded[] => (bundle.events ? [{ bundle, events: bundle.events }] : [])

test('more than 300 games have a play-by-play, some of them of 48 minutes', () => {
  const games = defaultSeason().flatMap(recorded)
  expect(games.length).toBeGreaterThan(300)
  expect(games.some(({ bundle }) => bundle.competition.regulation_minutes === 48)).toBe(true)
})

const SIDES = ['home', 'away'] as const
const areOpponents = (one: BundleEvent, other: BundleEvent) =>
  one.side !== null && other.side !== null && one.side !== other.side
const CLOCK = new Map(
  Array.from({ length: 721 }, (_, left) => [new Date(left * 1000).toISOString().slice(14, 19), left] as const),
)
const seconds = ({ clock }: BundleEvent): number => CLOCK.get(clock ?? '') ?? Number.NaN
const periodSeconds = ({ bundle }: Recorded, period: number) =>
  period > 4 ? 300 : 15 * (bundle.competition.regulation_minutes ?? 40)
const describeEvent = ({ type, side, player, period, clock }: BundleEvent) =>
  `${type} ${side} ${player} at ${period} ${clock}`

/** Pairs each event with the previous one. */
function* steps(events: readonly BundleEvent[]): Generator<readonly [BundleEvent, BundleEvent]> {
  let before = events[0]
  for (const event of events.slice(1)) {
    if (before !== undefined) yield [before, event]
    before = event
  }
}

const POINTS = new Map([
  ['two_made', 2],
  ['three_made', 3],
  ['free_throw_made', 1],
])
const getPoints = ({ type }: BundleEvent) => POINTS.get(type) ?? 0

test('the running score follows the scoring events and ends at the final score', () => {
  const broken = violations(recorded, function* ({ bundle, events }) {
    const score = { home: 0, away: 0 }
    for (const event of events) {
      if (event.side !== null) score[event.side] += getPoints(event)
      if (event.home_score !== score.home || event.away_score !== score.away) yield describeEvent(event)
    }
    if (score.home !== bundle.game.home_score || score.away !== bundle.game.away_score) yield 'a different final score'
  })
  expect(broken).toEqual([])
})

test('periods begin and end in order, and the clock counts down', () => {
  const broken = violations(recorded, function* (game) {
    const { events } = game
    const frame = [events[0], events[1], events.at(-2), events.at(-1)].map((event) => event?.type)
    if (frame.join(' ') !== 'period_start jump_ball period_end game_end') yield `not framed: ${JSON.stringify(frame)}`
    for (const [before, event] of steps(events)) {
      const opens = event.type === 'period_start'
      if (opens && (before.type !== 'period_end' || event.period !== before.period + 1)) yield describeEvent(event)
      if (opens && seconds(event) !== periodSeconds(game, event.period)) yield describeEvent(event)
      if (!opens && (event.period !== before.period || seconds(event) > seconds(before))) yield describeEvent(event)
      if (event.type === 'period_end' && event.clock !== '00:00') yield describeEvent(event)
    }
  })
  expect(broken).toEqual([])
})

const COUNTED: Readonly<Record<string, readonly (keyof BundleStats)[]>> = {
  two_made: ['two_made', 'two_attempted'],
  two_missed: ['two_attempted'],
  three_made: ['three_made', 'three_attempted'],
  three_missed: ['three_attempted'],
  free_throw_made: ['free_throws_made', 'free_throws_attempted'],
  free_throw_missed: ['free_throws_attempted'],
  offensive_rebound: ['offensive_rebounds'],
  defensive_rebound: ['defensive_rebounds'],
  assist: ['assists'],
  steal: ['steals'],
  turnover: ['turnovers'],
  block: ['blocks'],
  shot_blocked: ['blocks_received'],
  foul: ['fouls'],
  offensive_foul: ['fouls'],
  unsportsmanlike_foul: ['fouls'],
  technical_foul: ['fouls'],
  disqualifying_foul: ['fouls'],
  foul_drawn: ['fouls_drawn'],
}

/**
 * Counts by `side player column`; the player is null for the team. A technical foul of the coach does not count, nor do
 * rebounds of the team in leagues with the NBA's rules.
 */
const countEvents = ({ bundle, events }: Recorded) => {
  const countsTeamRebounds = bundle.competition.tie_break !== 'nba'
  const counts = new Map<string, number>()
  for (const { type, side, player } of events)
    for (const column of COUNTED[type] ?? []) {
      if (type.endsWith('rebound') && player === null && !countsTeamRebounds) continue
      if (type === 'technical_foul' && player === null) continue
      const key = `${side} ${player} ${column}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  return counts
}

const countBox = (side: string, { totals, players }: Pick<BundleSide, 'totals' | 'players'>) => {
  const counts = new Map<string, number>()
  for (const column of new Set(Object.values(COUNTED).flat())) {
    const lines = (players ?? []).map(({ player, stats }) => [player, Number(stats[column])] as const)
    const team = Number(totals?.[column]) - lines.reduce((sum, [, value]) => sum + value, 0)
    for (const [player, value] of [...lines, ['null', team] as const])
      if (value !== 0) counts.set(`${side} ${player} ${column}`, value)
  }
  return counts
}

test('every counted column of the box score is the number of its events per player', () => {
  const broken = violations(recorded, function* (game) {
    const box = new Map([...countBox('home', game.bundle.home), ...countBox('away', game.bundle.away)])
    const counts = countEvents(game)
    for (const key of new Set([...box.keys(), ...counts.keys()]))
      if (box.get(key) !== counts.get(key)) yield `${key}: box ${box.get(key)}, events ${counts.get(key)}`
  })
  expect(broken).toEqual([])
})

test('five players are on court at all times, and their minutes and plus-minus are those of the box score', () => {
  const broken = violations(recorded, function* (game) {
    for (const side of SIDES) {
      const lines = (game.bundle[side].players ?? []).filter(({ played }) => played)
      const replayed = new Map(lines.map(({ player }) => [player, { time: 0, margin: 0 }]))
      const court = new Set(lines.filter(({ starter }) => starter).map(({ player }) => player))
      const isAtFoul = game.bundle.competition.tie_break === 'nba'
      let atFoul = new Set(court)
      let since = 0
      for (const event of game.events) {
        if (event.type === 'period_start') since = periodSeconds(game, event.period)
        const now = seconds(event)
        if (since > now && court.size !== 5) yield `${court.size} on court before ${describeEvent(event)}`
        for (const player of court) {
          const line = replayed.get(player)
          if (line === undefined) continue
          line.time += since - now
        }
        if (event.type.endsWith('foul')) atFoul = new Set(court)
        for (const player of isAtFoul && event.type === 'free_throw_made' ? atFoul : court) {
          const line = replayed.get(player)
          if (line !== undefined) line.margin += event.side === side ? getPoints(event) : -getPoints(event)
        }
        since = now
        if (event.side !== side || event.player === null) continue
        if (court.has(event.player) === (event.type === 'substitution_in')) yield describeEvent(event)
        if (event.type === 'substitution_in') court.add(event.player)
        if (event.type === 'substitution_out') court.delete(event.player)
      }
      for (const { player, seconds: time, plus_minus } of lines) {
        const line = replayed.get(player)
        if (line?.time !== time || line?.margin !== plus_minus) yield `${player}: ${JSON.stringify(line)} by the events`
      }
    }
  })
  expect(broken).toEqual([])
})

test('a substitution out is followed by a substitution in of the same team', () => {
  const broken = violations(recorded, function* ({ events }) {
    for (const [before, event] of steps(events)) {
      if ((event.type === 'substitution_in') !== (before.type === 'substitution_out')) yield describeEvent(event)
      if (event.type === 'substitution_in' && event.side !== before.side) yield describeEvent(event)
    }
  })
  expect(broken).toEqual([])
})

test('an assist follows a field goal of a teammate', () => {
  const broken = violations(recorded, function* ({ events }) {
    for (const [before, event] of steps(events)) {
      if (event.type !== 'assist') continue
      const goal = before.type === 'two_made' || before.type === 'three_made'
      if (!goal || event.side !== before.side || event.player === before.player) yield describeEvent(event)
    }
  })
  expect(broken).toEqual([])
})

test("a block follows an opponent's miss and is followed by shot_blocked of the shooter", () => {
  const broken = violations(recorded, function* ({ events }) {
    for (const [i, event] of events.entries()) {
      const [missed, after] = [events[i - 1], events[i + 1]]
      if (event.type === 'shot_blocked' && missed?.type !== 'block') yield describeEvent(event)
      if (event.type !== 'block') continue
      if (missed === undefined || !/^(two|three)_missed$/.test(missed.type) || !areOpponents(event, missed))
        yield describeEvent(event)
      if (after?.type !== 'shot_blocked' || after.player !== missed?.player) yield describeEvent(event)
    }
  })
  expect(broken).toEqual([])
})

test('a steal follows a turnover of an opposing player', () => {
  const broken = violations(recorded, function* ({ events }) {
    for (const [before, event] of steps(events)) {
      if (event.type !== 'steal') continue
      if (before.type !== 'turnover' || before.player === null || !areOpponents(before, event))
        yield describeEvent(event)
    }
  })
  expect(broken).toEqual([])
})

test('every foul except a technical or a double one is followed by foul_drawn of an opponent', () => {
  const broken = violations(recorded, function* ({ events }) {
    const personal = new Set(['foul', 'offensive_foul', 'unsportsmanlike_foul', 'disqualifying_foul'])
    for (const [before, event] of steps(events)) {
      const isDrawn = personal.has(before.type) && before.description !== 'Foul (double)'
      if ((event.type === 'foul_drawn') !== isDrawn) yield describeEvent(event)
      if (event.type === 'foul_drawn' && !areOpponents(before, event)) yield describeEvent(event)
    }
  })
  expect(broken).toEqual([])
})

test('a missed field goal is rebounded unless the period is over', () => {
  const broken = violations(recorded, function* ({ events }) {
    const aside = new Set(['block', 'shot_blocked', 'substitution_out', 'substitution_in'])
    for (const [i, event] of events.entries()) {
      if (event.type !== 'two_missed' && event.type !== 'three_missed') continue
      const next = events.slice(i + 1, i + 8).find(({ type }) => !aside.has(type))
      const own = next?.type === 'offensive_rebound' && next.side === event.side
      const lost = next?.type === 'defensive_rebound' && areOpponents(next, event)
      if (!own && !lost && !(next?.type === 'period_end' && event.clock === '00:00')) yield describeEvent(event)
    }
  })
  expect(broken).toEqual([])
})

test('a disqualified player has no further events', () => {
  const broken = violations(recorded, function* ({ bundle, events }) {
    const limit = bundle.competition.regulation_minutes === 48 ? 6 : 5
    const fouls = new Map<string, number>()
    const gone = new Set<string>()
    for (const event of events) {
      const { type, player } = event
      if (player === null) continue
      // The turnover of an offensive foul follows the foul.
      if (gone.has(player) && type !== 'substitution_out' && type !== 'turnover') yield describeEvent(event)
      if (type.endsWith('foul')) fouls.set(player, (fouls.get(player) ?? 0) + 1)
      if (fouls.get(player) === limit || type === 'disqualifying_foul') gone.add(player)
    }
  })
  expect(broken).toEqual([])
})
