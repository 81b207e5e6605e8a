import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BundleEvent, BundleSide, BundleStats, GameBundle } from '../ingest/game-bundle.ts'
import { simulate } from './index.ts'

const DAY = '2026-11-20'
type Told = { bundle: GameBundle; events: readonly BundleEvent[] }
const told = (bundles: Iterable<GameBundle>): Told[] =>
  [...bundles].flatMap((bundle) => (bundle.events ? [{ bundle, events: bundle.events }] : []))
const world = told(simulate({ day: DAY, seasons: 1 }))

/** Holds a rule against every play-by-play of a world, and against those of any other. */
const everyGame = (rule: string, check: (game: Told) => void) =>
  test(rule, () => {
    world.forEach(check)
    const anyWorld = fc.string().map((seed) => told(simulate({ seed, day: DAY, seasons: 1, games: 30 })))
    fc.assert(
      fc.property(anyWorld, (games) => games.forEach(check)),
      { numRuns: 5 },
    )
  })

const SIDES = ['home', 'away'] as const
const opponentOf = (side: BundleEvent['side']) => (side === 'home' ? 'away' : 'home')
const pairs = (events: readonly BundleEvent[]) =>
  events.slice(1).flatMap((event, i) => {
    const before = events[i]
    return before === undefined ? [] : [[before, event] as const]
  })
const seconds = ({ clock }: BundleEvent): number => {
  const [minutes = Number.NaN, rest = Number.NaN] = (clock ?? '').split(':').map(Number)
  return 60 * minutes + rest
}
const periodSeconds = ({ bundle }: Told, period: number) =>
  period > 4 ? 300 : 15 * (bundle.competition.regulation_minutes ?? 40)

const POINTS = new Map([
  ['two_made', 2],
  ['three_made', 3],
  ['free_throw_made', 1],
])

test('the world tells of games of forty and of forty-eight minutes', () => {
  expect(new Set(world.map(({ bundle }) => bundle.competition.regulation_minutes))).toContain(48)
  expect(world.length).toBeGreaterThan(300)
})

everyGame('the running score moves by what is scored and ends at the final score', ({ bundle, events }) => {
  const score = { home: 0, away: 0 }
  for (const { type, side, home_score, away_score } of events) {
    if (side !== null) score[side] += POINTS.get(type) ?? 0
    expect({ home: home_score, away: away_score }).toEqual(score)
  }
  expect(score).toEqual({ home: bundle.game.home_score, away: bundle.game.away_score })
})

everyGame('periods open and close in order, the clock counts down between', (game) => {
  const { events } = game
  expect(events.at(0)?.type).toBe('period_start')
  expect(events.at(1)?.type).toBe('jump_ball')
  expect(events.at(-1)?.type).toBe('game_end')
  for (const [before, event] of pairs(events)) {
    if (event.type === 'period_start') {
      expect(before.type).toBe('period_end')
      expect(event.period).toBe(before.period + 1)
      expect(seconds(event)).toBe(periodSeconds(game, event.period))
    } else {
      expect(event.period).toBe(before.period)
      expect(seconds(event)).toBeLessThanOrEqual(seconds(before))
    }
    if (event.type === 'period_end') expect(event.clock).toBe('00:00')
  }
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

/** Counts as `side player column`, where the team itself is the player null. */
const countEvents = (events: readonly BundleEvent[]) => {
  const counts = new Map<string, number>()
  for (const { type, side, player } of events)
    for (const column of COUNTED[type] ?? []) {
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

everyGame('every column of the box score is the number of its events, player by player', ({ bundle, events }) => {
  const box = new Map([...countBox('home', bundle.home), ...countBox('away', bundle.away)])
  expect(countEvents(events)).toEqual(box)
})

everyGame('five are on court at all times, and the box score has their minutes and their plus and minus', (game) => {
  const { bundle, events } = game
  for (const side of SIDES) {
    const lines = bundle[side].players ?? []
    const played = new Map(lines.filter((line) => line.played).map(({ player }) => [player, { time: 0, margin: 0 }]))
    const court = new Set(lines.filter(({ starter }) => starter).map(({ player }) => player))
    let since = 0
    for (const event of events) {
      const { type, player, period } = event
      if (type === 'period_start') since = periodSeconds(game, period)
      if (since > seconds(event)) expect(court.size).toBe(5)
      const points = POINTS.get(type) ?? 0
      for (const on_court of court) {
        const line = played.get(on_court)
        expect(line, on_court).toBeDefined()
        if (line === undefined) continue
        line.time += since - seconds(event)
        line.margin += event.side === side ? points : -points
      }
      since = seconds(event)
      if (event.side !== side || player === null) continue
      if (type === 'substitution_out') expect(court.delete(player)).toBe(true)
      else if (type === 'substitution_in') expect(court.has(player) || !court.add(player)).toBe(false)
      else expect(court.has(player), `${type} by ${player}`).toBe(true)
    }
    for (const { player, seconds: time, plus_minus } of lines.filter((line) => line.played))
      expect(played.get(player)).toEqual({ time, margin: plus_minus })
  }
})

everyGame('whoever goes out is followed by whoever comes in, of the same team', ({ events }) => {
  for (const [before, event] of pairs(events)) {
    expect(event.type === 'substitution_in').toBe(before.type === 'substitution_out')
    if (event.type === 'substitution_in') expect(event.side).toBe(before.side)
  }
})

everyGame('an assist follows a field goal of a team-mate', ({ events }) => {
  for (const [before, event] of pairs(events)) {
    if (event.type !== 'assist') continue
    expect(['two_made', 'three_made']).toContain(before.type)
    expect(event.side).toBe(before.side)
    expect(event.player).not.toBe(before.player)
  }
})

everyGame('a block follows a miss of the opponent, who is told to have been blocked', ({ events }) => {
  for (const [i, { type, side }] of events.entries()) {
    if (type === 'block') {
      const missed = events[i - 1]
      const blocked = events[i + 1]
      expect(['two_missed', 'three_missed']).toContain(missed?.type)
      expect(missed?.side).toBe(opponentOf(side))
      expect(blocked).toMatchObject({ type: 'shot_blocked', side: opponentOf(side), player: missed?.player })
    }
    if (type === 'shot_blocked') expect(events[i - 1]?.type).toBe('block')
  }
})

everyGame('a steal follows a turnover of the opponent', ({ events }) => {
  for (const [before, event] of pairs(events)) {
    if (event.type !== 'steal') continue
    expect(before).toMatchObject({ type: 'turnover', side: opponentOf(event.side) })
    expect(before.player).not.toBeNull()
  }
})

everyGame('every foul but a technical one is followed by the opponent who drew it', ({ events }) => {
  const personal = ['foul', 'offensive_foul', 'unsportsmanlike_foul', 'disqualifying_foul']
  for (const [before, event] of pairs(events)) {
    expect(event.type === 'foul_drawn').toBe(personal.includes(before.type))
    if (event.type === 'foul_drawn') expect(event.side).toBe(opponentOf(before.side))
  }
})

everyGame('a miss is rebounded unless time is up or more free throws follow', ({ events }) => {
  const aside = new Set(['block', 'shot_blocked', 'substitution_out', 'substitution_in'])
  for (const [i, event] of events.entries()) {
    if (event.type !== 'two_missed' && event.type !== 'three_missed') continue
    const next = events.slice(i + 1).find(({ type }) => !aside.has(type))
    expect(['offensive_rebound', 'defensive_rebound', 'period_end']).toContain(next?.type)
    if (next?.type === 'offensive_rebound') expect(next.side).toBe(event.side)
    if (next?.type === 'defensive_rebound') expect(next.side).toBe(opponentOf(event.side))
    if (next?.type === 'period_end') expect(event.clock).toBe('00:00')
  }
})

everyGame('whoever has fouled out or was disqualified does nothing any more', ({ bundle, events }) => {
  const limit = bundle.competition.regulation_minutes === 48 ? 6 : 5
  const fouls = new Map<string, number>()
  const gone = new Set<string>()
  for (const { type, player, clock } of events) {
    if (player === null) continue
    if (gone.has(player) && clock !== '00:00') expect(['substitution_out', 'turnover']).toContain(type)
    if (type.endsWith('foul')) fouls.set(player, (fouls.get(player) ?? 0) + 1)
    if (fouls.get(player) === limit || type === 'disqualifying_foul') gone.add(player)
  }
})
