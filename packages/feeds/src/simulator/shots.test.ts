import { expect, test } from 'vitest'
import type { BundleEvent, BundleShot, GameBundle } from '@basketball-data/core/contract'
import { isThree } from './game/court.ts'
import { FORTY_EIGHT_MINUTES, FORTY_MINUTES } from './game/rules.ts'
import { breaches, wholeWorld } from './testing/breaches.ts'

type Told = { bundle: GameBundle; events: readonly BundleEvent[]; shots: readonly BundleShot[] }
const told = (bundle: GameBundle): Told[] =>
  bundle.events && bundle.shots ? [{ bundle, events: bundle.events, shots: bundle.shots }] : []

test('hundreds of games have shots', () => {
  expect(wholeWorld().flatMap(told).length).toBeGreaterThan(300)
})

const say = ({ seq, value, made, player }: BundleShot) => `shot ${seq} for ${value} by ${player}, made: ${made}`

test('every field-goal attempt of the play-by-play is a shot, and says the same', () => {
  const found = breaches(told, function* ({ events, shots }) {
    const by_seq = new Map(shots.map((shot) => [shot.seq, shot]))
    if (by_seq.size !== shots.length) yield 'two shots of one event'
    for (const [i, event] of events.entries()) {
      const shot = by_seq.get(i + 1)
      const attempt = /^(two|three)_(made|missed)$/.test(event.type)
      if (attempt !== (shot !== undefined)) yield `event ${i + 1} is ${event.type}`
      if (shot === undefined) continue
      const type = `${shot.value === 2 ? 'two' : 'three'}_${shot.made ? 'made' : 'missed'}`
      if (type !== event.type || shot.player !== event.player || shot.side !== event.side) yield say(shot)
      if (shot.period !== event.period || Math.round(shot.distance_ft ?? -1) !== event.distance_ft) yield say(shot)
    }
  })
  expect(found).toEqual([])
})

test('the shots and the free throws made are the final score', () => {
  const found = breaches(told, function* ({ bundle, shots }) {
    for (const side of ['home', 'away'] as const) {
      const points = shots.filter((shot) => shot.side === side).reduce((sum, shot) => sum + shot.points, 0)
      const score = points + Number(bundle[side].totals?.free_throws_made)
      if (score !== bundle.game[`${side}_score`]) yield `${score} points of ${side}`
    }
    for (const shot of shots) if (shot.points !== (shot.made ? shot.value : 0)) yield say(shot)
  })
  expect(found).toEqual([])
})

test('a shot is taken from where it is worth what it is worth', () => {
  const found = breaches(told, function* ({ bundle, shots }) {
    const { court } = bundle.competition.regulation_minutes === 48 ? FORTY_EIGHT_MINUTES : FORTY_MINUTES
    for (const shot of shots) {
      const [x, y] = [shot.x_ft ?? Number.NaN, shot.y_ft ?? Number.NaN]
      if (isThree(court, x, y) !== (shot.value === 3)) yield say(shot)
      if (Math.abs(Math.hypot(x, y) - (shot.distance_ft ?? -1)) > 0.005_001) yield say(shot)
    }
  })
  expect(found).toEqual([])
})

test('shots are taken one after the other from tip-off on, within three hours', () => {
  const found = breaches(told, function* ({ bundle, shots }) {
    const tip_off = Date.parse(bundle.game.tip_off ?? '')
    let last = tip_off
    for (const shot of shots) {
      const moment = Date.parse(shot.at ?? '')
      if (!(moment >= last) || moment === tip_off) yield say(shot)
      last = moment
    }
    if (last > tip_off + 3 * 3_600_000) yield `the last shot at ${last}`
  })
  expect(found).toEqual([])
})

/** Whether an event ends a possession, or gives one side a possession that the shot's side does not have. */
const ends = ({ type, side, description }: BundleEvent, shot: BundleShot): boolean => {
  switch (type) {
    case 'period_start':
    case 'defensive_rebound':
    case 'turnover':
      return true
    // One's own basket alone does not: there may be a free throw to come, and a rebound.
    case 'two_made':
    case 'three_made':
    case 'two_missed':
    case 'three_missed':
      return side !== shot.side
    case 'free_throw_made':
      // The free throw of a technical foul leaves the ball where it is.
      return side !== shot.side && !description.includes('1 of 1')
    default:
      return false
  }
}

/** The events of a shot's possession before it, and what the possession began with. */
const possessionOf = (events: readonly BundleEvent[], shot: BundleShot) => {
  let start = shot.seq - 2
  while (start > 0) {
    const event = events[start]
    if (event === undefined || ends(event, shot)) break
    start--
  }
  return { opening: events[start], since: events.slice(start + 1, shot.seq - 1) }
}

test('a second chance comes after an offensive rebound in the same possession', () => {
  const found = breaches(told, function* ({ events, shots }) {
    for (const shot of shots) {
      const rebounds = possessionOf(events, shot).since.filter(({ type }) => type === 'offensive_rebound')
      if (shot.second_chance !== rebounds.some(({ side }) => side === shot.side)) yield say(shot)
    }
  })
  expect(found).toEqual([])
})

test("a shot off a turnover comes in a possession that began with the opponent's turnover", () => {
  const found = breaches(told, function* (game) {
    for (const shot of game.shots) {
      const { opening } = possessionOf(game.events, shot)
      const off_turnover = opening?.type === 'turnover' && opening.side !== shot.side
      if (shot.off_turnover !== off_turnover) yield say(shot)
    }
  })
  expect(found).toEqual([])
})

const seconds = ({ clock }: BundleEvent): number => {
  const [minutes = Number.NaN, rest = Number.NaN] = (clock ?? '').split(':').map(Number)
  return 60 * minutes + rest
}

test('a fast break is the first thing that comes of a possession, in a few seconds', () => {
  const found = breaches(told, function* (game) {
    for (const shot of game.shots.filter(({ fastbreak }) => fastbreak)) {
      const event = game.events[shot.seq - 1]
      const { opening, since } = possessionOf(game.events, shot)
      if (event === undefined || opening === undefined || opening.type === 'period_start') yield say(shot)
      else if (seconds(opening) - seconds(event) > 7) yield say(shot)
      if (since.some(({ type }) => /^(two|three)_|^offensive_rebound$/.test(type))) yield say(shot)
    }
  })
  expect(found).toEqual([])
})
