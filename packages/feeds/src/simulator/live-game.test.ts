import { isDeepStrictEqual } from 'node:util'
import { GameBundle } from '@basketball-data/core/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  friendlyNumber,
  gameAt,
  simulate,
  simulateFriendly,
  simulateNewestFirst,
  simulateToday,
  type LiveGame,
  type WorldOptions,
} from './index.ts'

const DAY = '2026-11-21'
const TIP_OFF = new Date('2026-11-21T10:00:00.000Z')
const games = simulateToday({ day: DAY })
const at = (game: LiveGame, seconds: number, speed = 1) =>
  gameAt(game, new Date(TIP_OFF.getTime() + (seconds * 1000) / speed), { tipOff: TIP_OFF, speed })
const anyMoment = fc.record({
  game: fc.constantFrom(...games),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  speed: fc.constantFrom(1, 5, 60),
})

/** The games of DAY, from the seasons in progress alone. */
const listGamesOfDay = (options: WorldOptions): GameBundle[] => {
  const bundles: GameBundle[] = []
  for (const bundle of simulateNewestFirst(options)) {
    if (bundle.season.start_year < 2026) break
    if (bundle.game.date === DAY) bundles.push(bundle)
  }
  return bundles
}

test('the games of today are those that are scheduled for it, before and after', () => {
  const scheduled = listGamesOfDay({ day: DAY })
  expect(games.length).toBeGreaterThan(3)
  expect(games.map((game) => game.scheduled)).toEqual(scheduled)
  const played = listGamesOfDay({ day: '2026-11-22', since: DAY })
  const withoutTimes = ({ shots, ...bundle }: GameBundle) => ({
    ...bundle,
    shots: shots?.map((shot) => ({ ...shot, at: null })),
  })
  expect(games.map(({ final }) => withoutTimes(final))).toEqual(played.map(withoutTimes))
})

test('at every moment a game is a valid bundle, in which everything agrees', () => {
  fc.assert(
    fc.property(anyMoment, ({ game, share, speed }) => {
      fc.pre(share < 0.999)
      const bundle = GameBundle.parse(at(game, game.seconds * share, speed))
      const { events, shots, home, away } = bundle
      expect(bundle.game).toMatchObject({ status: 'scheduled', home_score: null, away_score: null })
      const points = [home.totals?.points, away.totals?.points]
      const last = events?.at(-1)
      expect(points).toEqual(last ? [last.home_score, last.away_score] : points)
      const madeOrMissed = shots?.map(
        ({ value, made }) => `${value === 3 ? 'three' : 'two'}_${made ? 'made' : 'missed'}`,
      )
      expect(shots?.map(({ seq }) => events?.[seq - 1]?.type)).toEqual(madeOrMissed)
      const periods = bundle.game.periods?.home.length ?? 0
      expect(events?.filter(({ type }) => type === 'period_end').length ?? periods).toBe(periods)
    }),
  )
})

test('what was played stays as it was', () => {
  fc.assert(
    fc.property(anyMoment, fc.double({ min: 0, max: 1, noNaN: true }), ({ game, share, speed }, laterShare) => {
      const [early, late] = [share, laterShare].toSorted((a, b) => a - b)
      const before = at(game, game.seconds * (early ?? 0), speed)
      const after = at(game, game.seconds * (late ?? 0), speed)
      expect(after.events?.slice(0, before.events?.length)).toEqual(before.events ?? undefined)
      expect(after.shots?.slice(0, before.shots?.length)).toEqual(before.shots ?? undefined)
    }),
  )
})

describe.each(games.map((game) => [game.scheduled.game.external_id, game] as const))('%s', (_id, game) => {
  test('is scheduled until its tip-off, and has its final score from its end on', () => {
    expect(at(game, -1)).toMatchObject({
      ...game.scheduled,
      game: { tip_off: TIP_OFF.toISOString().replace('.000', '') },
    })
    expect(at(game, game.seconds - 0.5).game.status).toBe('scheduled')
    expect(at(game, game.seconds + 0.5).game).toMatchObject({ status: 'final', home_score: game.final.game.home_score })
  })

  test('is over in half the time at twice the speed, and its shots are taken while it lasts', () => {
    const over = new Date(TIP_OFF.getTime() + (game.seconds * 1000) / 2 + 500)
    const bundle = gameAt(game, over, { tipOff: TIP_OFF, speed: 2 })
    expect(bundle.game.status).toBe('final')
    for (const shot of bundle.shots ?? []) {
      expect(Date.parse(shot.at ?? '')).toBeGreaterThanOrEqual(TIP_OFF.getTime())
      expect(Date.parse(shot.at ?? '')).toBeLessThanOrEqual(over.getTime())
    }
  })
})

/** The games that are other ones in another list; a diff of two worlds would take minutes. */
const findDifferent = (bundles: readonly GameBundle[], others: readonly GameBundle[]): string[] => {
  const byId = new Map(others.map((bundle) => [bundle.game.external_id, bundle]))
  return bundles.flatMap((bundle) => {
    const { external_id } = bundle.game
    return isDeepStrictEqual(byId.get(external_id), bundle) ? [] : external_id
  })
}

test('the newest seasons come first, with the same games', () => {
  const usual = [...simulate({ day: DAY, detail: 'boxscore' })]
  const newestFirst = [...simulateNewestFirst({ day: DAY, detail: 'boxscore' })]
  expect(newestFirst.map(({ season }) => season.start_year)).toEqual(
    newestFirst.map(({ season }) => season.start_year).toSorted((a, b) => b - a),
  )
  expect(newestFirst).toHaveLength(usual.length)
  expect(findDifferent(usual, newestFirst)).toEqual([])
})

test('in a later quarter, a world that began before goes on', () => {
  const [before, after] = ['2026-12-31', '2027-01-02'].map((day) => [
    ...simulate({ day, since: '2026-12-31', detail: 'result' }),
  ])
  const final = before?.filter(({ game }) => game.status === 'final') ?? []
  expect(final.length).toBeGreaterThan(500)
  expect(findDifferent(final, after ?? [])).toEqual([])
})

test('friendly games are in a competition of their own, and the same number is the same game', () => {
  const friendlies = [1, 2, 3].map((number) => simulateFriendly({ day: DAY }, number))
  expect(friendlies.map(({ final }) => friendlyNumber(final.game.external_id))).toEqual([1, 2, 3])
  for (const { final, frames } of friendlies) {
    expect(GameBundle.parse(final)).toMatchObject({
      competition: { kind: 'friendly' },
      game: { date: DAY, status: 'final' },
    })
    expect(frames.length).toBe(final.events?.length)
    expect(final.home.team.external_id).not.toBe(final.away.team.external_id)
  }
  expect(simulateFriendly({ day: DAY }, 2)).toEqual(friendlies[1])
  expect(new Set(friendlies.map(({ final }) => JSON.stringify(final.events))).size).toBe(3)
  const nextDay = simulateFriendly({ day: '2026-11-22' }, 1)
  expect(nextDay.final.game.external_id).not.toBe(friendlies[0]?.final.game.external_id)
  expect(games.map(({ final }) => friendlyNumber(final.game.external_id))).toEqual(games.map(() => null))
  expect(() => simulateFriendly({ day: DAY }, 0)).toThrow(RangeError)
})
