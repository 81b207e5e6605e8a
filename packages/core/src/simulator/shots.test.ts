import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BundleEvent, BundleShot, GameBundle } from '../ingest/game-bundle.ts'
import { isThree } from './game/court.ts'
import { FORTY_EIGHT_MINUTES, FORTY_MINUTES } from './game/rules.ts'
import { simulate } from './index.ts'

const DAY = '2026-11-20'
type Told = { bundle: GameBundle; events: readonly BundleEvent[]; shots: readonly BundleShot[] }
const told = (bundles: Iterable<GameBundle>): Told[] =>
  [...bundles].flatMap((bundle) =>
    bundle.events && bundle.shots ? [{ bundle, events: bundle.events, shots: bundle.shots }] : [],
  )
const world = told(simulate({ day: DAY, seasons: 1 }))

/** Holds a rule against every game of a world with shots, and against those of any other. */
const everyGame = (rule: string, check: (game: Told) => void) =>
  test(rule, () => {
    world.forEach(check)
    const anyWorld = fc.string().map((seed) => told(simulate({ seed, day: DAY, seasons: 1, games: 30 })))
    fc.assert(
      fc.property(anyWorld, (games) => games.forEach(check)),
      { numRuns: 5 },
    )
  })

everyGame('every field-goal attempt of the play-by-play is a shot, and says the same', ({ events, shots }) => {
  const attempts = events.flatMap((event, i) => {
    const [, value, outcome] = /^(two|three)_(made|missed)$/.exec(event.type) ?? []
    if (value === undefined) return []
    const { period, side, player, distance_ft } = event
    return [{ seq: i + 1, period, side, player, value: value === 'two' ? 2 : 3, made: outcome === 'made', distance_ft }]
  })
  const taken = shots.map(({ seq, period, side, player, value, made, distance_ft }) => ({
    ...{ seq, period, side, player, value, made },
    distance_ft: Math.round(distance_ft ?? Number.NaN),
  }))
  expect(taken).toEqual(attempts)
})

everyGame('the shots and the free throws made are the final score', ({ bundle, shots }) => {
  for (const side of ['home', 'away'] as const) {
    const points = shots.filter((shot) => shot.side === side).reduce((sum, shot) => sum + shot.points, 0)
    expect(points + Number(bundle[side].totals?.free_throws_made)).toBe(bundle.game[`${side}_score`])
  }
  for (const { made, value, points } of shots) expect(points).toBe(made ? value : 0)
})

everyGame('a shot is taken from where it is worth what it is worth', ({ bundle, shots }) => {
  const { court } = bundle.competition.regulation_minutes === 48 ? FORTY_EIGHT_MINUTES : FORTY_MINUTES
  for (const { x_ft, y_ft, distance_ft, value } of shots) {
    const [x, y] = [x_ft ?? Number.NaN, y_ft ?? Number.NaN]
    expect(isThree(court, x, y)).toBe(value === 3)
    expect(distance_ft).toBeCloseTo(Math.hypot(x, y), 2)
  }
})

everyGame('shots are taken one after the other from tip-off on, within three hours', ({ bundle, shots }) => {
  const moments = shots.map(({ at }) => Date.parse(at ?? ''))
  expect(moments).toEqual(moments.toSorted((a, b) => a - b))
  const tip_off = Date.parse(bundle.game.tip_off ?? '')
  expect(moments.at(0)).toBeGreaterThan(tip_off)
  expect(moments.at(-1)).toBeLessThan(tip_off + 3 * 3_600_000)
})

/** Events that end a possession, told from the side whose possession it is now. */
const ended = ({ type, side, description }: BundleEvent, own: BundleEvent['side']): boolean => {
  switch (type) {
    case 'period_start':
    case 'defensive_rebound':
    case 'turnover':
    case 'two_made':
    case 'three_made':
      return true
    case 'two_missed':
    case 'three_missed':
      return side !== own
    case 'free_throw_made':
      return side !== own && !description.includes('1 of 1')
    default:
      return false
  }
}

/** The events of a shot's possession before it, and what the possession began with. */
const possessionOf = (events: readonly BundleEvent[], shot: BundleShot) => {
  const before = events.slice(0, shot.seq - 1)
  const start = before.findLastIndex((event) => ended(event, shot.side))
  return { opening: before[start], since: before.slice(start + 1) }
}

everyGame('a second chance comes after an offensive rebound in the same possession', ({ events, shots }) => {
  for (const shot of shots) {
    const { since } = possessionOf(events, shot)
    expect(shot.second_chance).toBe(since.some(({ type, side }) => type === 'offensive_rebound' && side === shot.side))
  }
})

everyGame(
  "a shot off a turnover comes in a possession that began with the opponent's turnover",
  ({ events, shots }) => {
    for (const shot of shots) {
      const { opening } = possessionOf(events, shot)
      expect(shot.off_turnover).toBe(opening?.type === 'turnover' && opening.side !== shot.side)
    }
  },
)

const seconds = ({ clock }: BundleEvent): number => {
  const [minutes = Number.NaN, rest = Number.NaN] = (clock ?? '').split(':').map(Number)
  return 60 * minutes + rest
}

everyGame('a fast break is the first thing that comes of a possession, within seven seconds', ({ events, shots }) => {
  for (const shot of shots.filter(({ fastbreak }) => fastbreak)) {
    const event = events[shot.seq - 1]
    const { opening, since } = possessionOf(events, shot)
    expect(event).toBeDefined()
    expect(opening?.type).not.toBe('period_start')
    if (event === undefined || opening === undefined) continue
    expect(seconds(opening) - seconds(event)).toBeLessThanOrEqual(7)
    expect(since.some(({ type }) => type === 'offensive_rebound')).toBe(false)
  }
})
