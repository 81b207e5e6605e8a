import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { euroleagueLive } from '../euroleague/live-feed.ts'
import { sampleResponses, schedule } from '../euroleague/test-support/sample-game.ts'
import { recordedEuroleague, recordedEuroleagueGame } from './euroleague.ts'
import { bundleAt, planReplay } from './replay.ts'
import { madeUpGame } from './test-support/made-up-game.ts'

const TIP_OFF = Date.parse('2022-11-10T19:00:00Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const KINDS = ['Header', 'Boxscore', 'PlaybyPlay', 'Points']

const responses = madeUpGame(7, TIP_OFF)
const recorded = recordedEuroleagueGame(responses)
/** As it was: at its own time, in real time. */
const asRecorded = (elapsed: number): number => TIP_OFF + elapsed

const replayed = (game = recorded, speed = 60) => {
  const replay = planReplay(recordedEuroleague, [game], { start: Date.parse('2026-11-20T20:00:20Z'), speed })
  const [first] = replay.games
  if (first === undefined) throw new Error('no game')
  return { game: first, at: (elapsed: number) => bundleAt(replay.feed, first, first.toMoment(elapsed)) }
}

describe('a recorded game', () => {
  test('has its recorded responses in the end, if it is played at its own time', () => {
    const { header, boxscore, playbyplay, points } = responses
    expect(KINDS.map((kind) => recorded.responseAt(kind, 9 * HOUR, asRecorded))).toEqual([
      header,
      boxscore,
      playbyplay,
      points,
    ])
  })

  test('has nothing but its entry in the schedule first, then a Header an hour before the tip-off', () => {
    const at = (elapsed: number) => KINDS.filter((kind) => recorded.responseAt(kind, elapsed, asRecorded) !== undefined)
    expect([at(-2 * HOUR), at(-HOUR), at(10 * MINUTE)]).toEqual([[], ['Header'], KINDS])
    expect(recorded.entryAt(-9 * HOUR, asRecorded)).toMatchObject({
      gameCode: 7,
      played: false,
      utcDate: '2022-11-10T19:00:00Z',
      localDate: '2022-11-10T20:00:00',
      local: { club: { code: 'HRB' }, score: 0 },
    })
  })

  test('serves a shot from the moment at which it was recorded', () => {
    const { Rows } = responses.points as { Rows: { UTC: string; NUM_ANOT: number }[] }
    const shownAt = (moment: number) => {
      const { Rows } = recorded.responseAt('Points', moment - TIP_OFF, asRecorded) as { Rows: object[] }
      return Rows.length
    }
    Rows.forEach(({ UTC }, at) => {
      const moment = Date.parse(UTC.replace(/(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6Z'))
      expect([shownAt(moment - 1), shownAt(moment)]).toEqual([at, at + 1])
    })
  })

  test('never shows a score that has not been made, nor the attendance before the end', () => {
    const scores = (elapsed: number) => {
      const play = recorded.responseAt('PlaybyPlay', elapsed, asRecorded) ?? {}
      const rows = ['FirstQuarter', 'SecondQuarter', 'ThirdQuarter', 'ForthQuarter'].flatMap(
        (list) => (play[list] ?? []) as { POINTS_A: number | null }[],
      )
      return Math.max(0, ...rows.map(({ POINTS_A }) => POINTS_A ?? 0))
    }
    fc.assert(
      fc.property(fc.integer({ min: -HOUR, max: recorded.end + 29 * SECOND }), (elapsed) => {
        const header = recorded.responseAt('Header', elapsed, asRecorded)
        const box = recorded.responseAt('Boxscore', elapsed, asRecorded) as
          | { Attendance: string; Stats: { totr: { Points: number } }[] }
          | undefined
        const score = scores(elapsed)
        expect(Number(header?.['ScoreA'])).toBeLessThanOrEqual(score)
        expect(header?.['Capacity']).toBe('0')
        expect(box?.Stats[0]?.totr.Points ?? 0).toBe(Number(header?.['ScoreA']))
        expect(box?.Attendance ?? '0').toBe('0')
      }),
      { numRuns: 50 },
    )
  })

  test('is moved in all its times alike', () => {
    const { at } = replayed()
    const final = at(9 * HOUR)
    expect(final.game).toMatchObject({ date: '2026-11-20', tip_off: '2026-11-20T20:00:00Z', status: 'final' })
    // The first shot of the record, 60 times as fast.
    const { Rows } = responses.points as { Rows: { UTC: string }[] }
    const [, minutes, seconds] = /(\d\d)(\d\d)$/.exec(Rows[0]?.UTC ?? '') ?? []
    const second = 20 + Math.floor((Number(minutes) * 60 + Number(seconds)) / 60)
    expect(final.shots?.[0]?.at).toBe(`2026-11-20T20:00:${second}Z`)
    expect(final.notes).toEqual([])
  })

  test('is read at any moment, and is final from its end on', () => {
    const { at } = replayed()
    fc.assert(
      fc.property(fc.integer({ min: -2 * HOUR, max: recorded.end + 2 * HOUR }), (elapsed) => {
        expect(at(elapsed).game.status).toBe(elapsed >= recorded.end ? 'final' : 'scheduled')
      }),
      { numRuns: 40 },
    )
  })

  test('its events at a moment are the first of those at any later one', () => {
    const { at } = replayed()
    const moment = fc.integer({ min: 0, max: recorded.end })
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        const [early, late] = [at(Math.min(a, b)).events ?? [], at(Math.max(a, b)).events ?? []]
        expect(late.slice(0, early.length)).toEqual(early)
      }),
      { numRuns: 30 },
    )
  })

  test('changes only at the moments that it names', () => {
    const all = (elapsed: number) => KINDS.map((kind) => recorded.responseAt(kind, elapsed, asRecorded))
    const entry = (elapsed: number) => recorded.entryAt(elapsed, asRecorded)
    fc.assert(
      fc.property(fc.nat({ max: recorded.changes.length - 2 }), (index) => {
        const [from = 0, until = 0] = recorded.changes.slice(index)
        // Header and Boxscore show what the play-by-play did a while before.
        const [, , ...plays] = all(until - 1)
        expect([...plays, entry(until - 1)]).toEqual([...all(from).slice(2), entry(from)])
      }),
      { numRuns: 40 },
    )
  })

  test('of a recorded schedule keeps its entry, with the score half an hour after the end', () => {
    const game = recordedEuroleagueGame({ ...responses, schedule: schedule({ gameCode: 7 }) })
    expect(game.entryAt(9 * HOUR, asRecorded)).toEqual(schedule({ gameCode: 7 }))
    expect(game.entryAt(game.end + 29 * MINUTE, asRecorded)).toMatchObject({
      played: false,
      local: { score: 0, partials: null },
    })
  })
})

test('without times of shots, a game is played by its clock, with breaks', () => {
  const { Rows } = responses.points as { Rows: object[] }
  const points = { Rows: Rows.map((row) => ({ ...row, UTC: null })) }
  const game = recordedEuroleagueGame({ ...responses, points })
  expect(Math.abs(game.end - recorded.end)).toBeLessThan(MINUTE)
  const periods = [
    ...new Set(game.changes.map((change) => replayed(game, 1).at(change).game.periods?.home.length ?? 0)),
  ]
  expect(periods).toEqual([0, 1, 2, 3, 4])
})

test.each([
  ['a play-by-play', { playbyplay: '' }, /E2022_61: without a play-by-play/],
  ['a tip-off', { header: null, schedule: null }, /E2022_61: without its tip-off/],
])('a game without %s is refused', (_name, missing, reason) => {
  expect(() => recordedEuroleagueGame(sampleResponses(missing))).toThrow(reason)
})

test('the schedule of the host is that of the feed', () => {
  const entry = recorded.entryAt(0, asRecorded)
  expect(euroleagueLive.readSchedule('E2022', recordedEuroleague.buildSchedule('E2022', [entry]))).toEqual([
    { game: 'E2022_7', tip_off: new Date(TIP_OFF), entry },
  ])
})
