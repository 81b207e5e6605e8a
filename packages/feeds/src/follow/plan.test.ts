import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advance, isFollowed, planRequest, planSchedule, URGENCY, type FollowedGame } from './plan.ts'

const TIP_OFF = new Date('2026-11-19T19:00:00Z')
const at = (minutes: number) => new Date(TIP_OFF.getTime() + minutes * 60_000)
const LIVE = { live: true }
const DETAIL = { live: false }

const game = (changes: Partial<FollowedGame> = {}): FollowedGame => ({
  tip_off: TIP_OFF,
  progress: 'to come',
  progress_at: at(-1440),
  periods: 0,
  period_at: null,
  ...changes,
})

const running = game({ progress: 'live', progress_at: at(3) })
const ended = game({ progress: 'over', progress_at: at(110), periods: 4, period_at: at(110) })

describe('a game to come', () => {
  test('its details are due half an hour before the tip-off, once, and its score from the tip-off on', () => {
    const now = at(-600)
    expect(planRequest(game(), { ...DETAIL, received: null }, now, 10)).toEqual({
      due_at: at(-30),
      urgency: URGENCY.soon,
    })
    expect(planRequest(game(), { ...DETAIL, received: at(-29) }, at(-29), 10).due_at).toBeNull()
    expect(planRequest(game(), { ...LIVE, received: null }, now, 10)).toEqual({
      due_at: TIP_OFF,
      urgency: URGENCY.live,
    })
  })

  test.each([
    [5, 0.25],
    [60, 2],
    [300, 30],
  ])('%i minutes after a tip-off that does not come, its score is requested after %d minutes', (minutes, interval) => {
    const received = at(minutes)
    expect(planRequest(game(), { ...LIVE, received }, received, 10).due_at).toEqual(at(minutes + interval))
  })

  test('a day after a tip-off that did not come, and without a tip-off, nothing is due', () => {
    for (const resource of [LIVE, DETAIL]) {
      expect(planRequest(game(), { ...resource, received: at(-60) }, at(1440), 10).due_at).toBeNull()
      expect(planRequest(game({ tip_off: null }), { ...resource, received: null }, at(0), 10).due_at).toBeNull()
    }
  })
})

describe('a running game', () => {
  test.each([
    [10, 15],
    [60, 2.5],
    [600, 1],
    [1, 15],
  ])('with %i requests a minute its score is due every %d seconds', (perMinute, seconds) => {
    const plan = planRequest(running, { ...LIVE, received: at(10) }, at(10), perMinute)
    expect(plan).toEqual({ due_at: at(10 + seconds / 60), urgency: URGENCY.live })
  })

  test('its details are due when it begins and when a period ends, and in between a minute later, if nothing else is due', () => {
    expect(planRequest(running, { ...DETAIL, received: at(-20) }, at(3), 10)).toEqual({
      due_at: at(3),
      urgency: URGENCY.detail,
    })
    expect(planRequest(running, { ...DETAIL, received: at(4) }, at(4), 10)).toEqual({
      due_at: at(5),
      urgency: URGENCY.spare,
    })
    const later = { ...running, periods: 1, period_at: at(30) }
    expect(planRequest(later, { ...DETAIL, received: at(29) }, at(30), 10)).toEqual({
      due_at: at(30),
      urgency: URGENCY.detail,
    })
  })
})

describe('a game that is over', () => {
  test('is due at once, after 3 minutes, 1 hour, 1 day and 7 days, and not again', () => {
    let received = at(100)
    const moments: number[] = []
    for (;;) {
      const { due_at } = planRequest(ended, { ...DETAIL, received }, moments.length === 0 ? at(111) : received, 10)
      if (due_at === null) break
      moments.push((due_at.getTime() - ended.progress_at.getTime()) / 60_000)
      received = due_at
    }
    expect(moments).toEqual([0, 3, 60, 1440, 10_080])
  })

  test('that was missed for a while is due once, and then at the next moment', () => {
    const now = at(110 + 2000)
    expect(planRequest(ended, { ...LIVE, received: at(111) }, now, 10).due_at).toEqual(at(113))
    expect(planRequest(ended, { ...LIVE, received: now }, now, 10).due_at).toEqual(at(110 + 10_080))
  })

  test('whose end nobody has seen has ended two and a quarter hours after its tip-off', () => {
    const found = advance(game(), { progress: 'over', periods: 4 }, at(3000))
    expect(found).toMatchObject({ progress: 'over', progress_at: at(135), periods: 4 })
    expect(advance(running, { progress: 'over', periods: 4 }, at(107)).progress_at).toEqual(at(107))
  })
})

test('a schedule is due at once and then every hour', () => {
  expect(planSchedule(null, at(0)).due_at).toEqual(at(0))
  expect(planSchedule(at(-10), at(0)).due_at).toEqual(at(50))
})

test('games are followed until nine days after their tip-off', () => {
  expect(isFollowed(TIP_OFF, at(9 * 1440 - 1))).toBe(true)
  expect(isFollowed(TIP_OFF, at(9 * 1440))).toBe(false)
  expect(isFollowed(null, at(0))).toBe(true)
})

const moment = fc.integer({ min: -20_000, max: 20_000 }).map(at)
const anyGame = fc.record({
  tip_off: fc.option(moment),
  progress: fc.constantFrom('to come' as const, 'live' as const, 'over' as const),
  progress_at: moment,
  periods: fc.nat(6),
  period_at: fc.option(moment),
})

test('no request is due before the one before it was received, unless something has changed since, whatever the clock says', () => {
  fc.assert(
    fc.property(
      anyGame,
      fc.boolean(),
      moment,
      moment,
      fc.integer({ min: 1, max: 6000 }),
      (any, live, received, now, perMinute) => {
        const { due_at } = planRequest(any, { live, received }, now, perMinute)
        fc.pre(due_at !== null)
        const latest = Math.min(received.getTime(), now.getTime())
        const changed = [any.progress_at, any.period_at ?? any.progress_at].some(
          (change) => Math.min(change.getTime(), now.getTime()) >= latest,
        )
        expect(due_at.getTime() > latest || changed).toBe(true)
      },
    ),
  )
})

test('a clock that was set back delays no score of a running game', () => {
  fc.assert(
    fc.property(moment, moment, moment, (received, progress_at, now) => {
      const { due_at } = planRequest({ ...running, progress_at }, { live: true, received }, now, 10)
      fc.pre(now.getTime() - Math.min(progress_at.getTime(), now.getTime()) < 6 * 3_600_000)
      expect(due_at?.getTime()).toBeLessThanOrEqual(now.getTime() + 15_000)
    }),
  )
})
