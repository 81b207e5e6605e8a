import { expect, test } from 'vitest'
import type { BundleEvent, BundleShot, CheckedBundle } from '@basketball-data/core/contract'
import { FIBA_COURT, isThree, NBA_COURT } from './game/court.ts'
import { violations, defaultSeason } from './test-support/violations.ts'

type Recorded = { bundle: CheckedBundle; events: readonly BundleEvent[]; shots: readonly BundleShot[] }
const recorded = (bundle: CheckedBundle): Recorded[] =>
  bundle.events && bundle.shots ? [{ bundle, events: bundle.events, shots: bundle.shots }] : []

test('more than 300 games have shots', () => {
  expect(defaultSeason().flatMap(recorded).length).toBeGreaterThan(300)
})

const describeShot = ({ seq, value, made, player }: BundleShot) =>
  `shot ${seq} for ${value} by ${player}, made: ${made}`

test('every field-goal attempt of the play-by-play is a shot with the same values', () => {
  const broken = violations(recorded, function* ({ events, shots }) {
    const bySeq = new Map(shots.map((shot) => [shot.seq, shot]))
    if (bySeq.size !== shots.length) yield 'two shots of one event'
    for (const [i, event] of events.entries()) {
      const shot = bySeq.get(i + 1)
      const attempt = /^(two|three)_(made|missed)$/.test(event.type)
      if (attempt !== (shot !== undefined)) yield `event ${i + 1} is ${event.type}`
      if (shot === undefined) continue
      const type = `${shot.value === 2 ? 'two' : 'three'}_${shot.made ? 'made' : 'missed'}`
      if (type !== event.type || shot.player !== event.player || shot.side !== event.side) yield describeShot(shot)
      if (shot.period !== event.period || Math.round(shot.distance_ft ?? -1) !== event.distance_ft)
        yield describeShot(shot)
    }
  })
  expect(broken).toEqual([])
})

test('the points of shots and free throws add up to the final score', () => {
  const broken = violations(recorded, function* ({ bundle, shots }) {
    for (const side of ['home', 'away'] as const) {
      const points = shots.filter((shot) => shot.side === side).reduce((sum, shot) => sum + shot.points, 0)
      const score = points + Number(bundle[side].totals?.free_throws_made)
      if (score !== bundle.game[`${side}_score`]) yield `${score} points of ${side}`
    }
    for (const shot of shots) if (shot.points !== (shot.made ? shot.value : 0)) yield describeShot(shot)
  })
  expect(broken).toEqual([])
})

test('the location of a shot fits its value and its distance', () => {
  const broken = violations(recorded, function* ({ bundle, shots }) {
    const court = bundle.competition.regulation_minutes === 48 ? NBA_COURT : FIBA_COURT
    for (const shot of shots) {
      const [x, y] = [shot.x_ft ?? Number.NaN, shot.y_ft ?? Number.NaN]
      if (isThree(court, x, y) !== (shot.value === 3)) yield describeShot(shot)
      if (Math.abs(Math.hypot(x, y) - (shot.distance_ft ?? -1)) > 0.005_001) yield describeShot(shot)
    }
  })
  expect(broken).toEqual([])
})

test('the times of shots ascend from tip-off and span less than three hours', () => {
  const broken = violations(recorded, function* ({ bundle, shots }) {
    const tipOff = Date.parse(bundle.game.tip_off ?? '')
    let last = tipOff
    for (const shot of shots) {
      const moment = Date.parse(shot.at ?? '')
      if (!(moment >= last) || moment === tipOff) yield describeShot(shot)
      last = moment
    }
    if (last > tipOff + 3 * 3_600_000) yield `the last shot at ${last}`
  })
  expect(broken).toEqual([])
})

/** Whether an event ends a possession, or shows that the other side was in possession. */
const ends = ({ type, side, description }: BundleEvent, shot: BundleShot): boolean => {
  switch (type) {
    case 'period_start':
    case 'defensive_rebound':
    case 'turnover':
      return true
    case 'jump_ball':
      return description.includes('wins the ball')
    // A made shot of the same side does not: a free throw and an offensive rebound may follow.
    case 'two_made':
    case 'three_made':
    case 'two_missed':
    case 'three_missed':
      return side !== shot.side
    case 'free_throw_made':
      // The free throw after a technical foul does not change possession.
      return side !== shot.side && !description.includes('1 of 1')
    default:
      return false
  }
}

/** The event that began the possession of a shot, and the events between it and the shot. */
const findPossession = (events: readonly BundleEvent[], shot: BundleShot) => {
  let start = shot.seq - 2
  while (start > 0) {
    const event = events[start]
    if (event === undefined || ends(event, shot)) break
    start--
  }
  return { opening: events[start], since: events.slice(start + 1, shot.seq - 1) }
}

test('a second-chance shot follows an offensive rebound in the same possession', () => {
  const broken = violations(recorded, function* ({ events, shots }) {
    for (const shot of shots) {
      const rebounds = findPossession(events, shot).since.filter(
        ({ type, description }) => type === 'offensive_rebound' && !description.includes('dead ball'),
      )
      if (shot.second_chance !== rebounds.some(({ side }) => side === shot.side)) yield describeShot(shot)
    }
  })
  expect(broken).toEqual([])
})

test("a shot off a turnover is in a possession that began with the opponent's turnover", () => {
  const broken = violations(recorded, function* (game) {
    for (const shot of game.shots) {
      const { opening } = findPossession(game.events, shot)
      const off_turnover = opening?.type === 'turnover' && opening.side !== shot.side
      if (shot.off_turnover !== off_turnover) yield describeShot(shot)
    }
  })
  expect(broken).toEqual([])
})

const seconds = ({ clock }: BundleEvent): number => {
  const [minutes = Number.NaN, rest = Number.NaN] = (clock ?? '').split(':').map(Number)
  return 60 * minutes + rest
}

test('a fast-break shot is the first shot of a possession, within seven seconds', () => {
  const broken = violations(recorded, function* (game) {
    for (const shot of game.shots.filter(({ fastbreak }) => fastbreak)) {
      const event = game.events[shot.seq - 1]
      const { opening, since } = findPossession(game.events, shot)
      if (event === undefined || opening === undefined || opening.type === 'period_start') yield describeShot(shot)
      else if (seconds(opening) - seconds(event) > 7) yield describeShot(shot)
      if (since.some(({ type }) => /^(two|three)_|^offensive_rebound$/.test(type))) yield describeShot(shot)
    }
  })
  expect(broken).toEqual([])
})
