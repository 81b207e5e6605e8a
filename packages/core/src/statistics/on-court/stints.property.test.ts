import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventType } from '../../contract/play-by-play.ts'
import { clockText, FIBA_COURT, NBA_COURT, type CourtEvent, type CourtLine } from './court-rules.ts'
import { plusMinus, stints } from './stints.ts'

const ROSTER = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const AWAY = ['v', 'w', 'x', 'y', 'z']

/** What happens next: seconds until then, and who of the five is replaced by whom of the bench, or which side scores. */
type Step = { seconds: number; kind: 'substitution' | 'home' | 'away'; out: number; in: number }
const Step: fc.Arbitrary<Step> = fc.record({
  seconds: fc.integer({ min: 1, max: 200 }),
  kind: fc.constantFrom('substitution', 'home', 'away'),
  out: fc.nat(4),
  in: fc.nat(2),
})

/** Plays steps through four quarters, and counts everybody's minutes and plus/minus as they happen. */
const play = (quarters: readonly (readonly Step[])[]) => {
  const events: CourtEvent[] = []
  const score = { home: 0, away: 0 }
  const seconds = new Map(ROSTER.map((player) => [player, 0]))
  const plus = new Map(ROSTER.map((player) => [player, 0]))
  let on = ROSTER.slice(0, 5)
  for (const [index, steps] of quarters.entries()) {
    let clock = 600
    const add = (type: CourtEvent['type'], side: CourtEvent['side'], player: string | null) => {
      const running = { home_score: score.home, away_score: score.away }
      events.push({ period: index + 1, clock: clockText(clock), side, player, type, description: '', ...running })
    }
    const pass = (elapsed: number) => {
      for (const player of on) seconds.set(player, (seconds.get(player) ?? 0) + elapsed)
      clock -= elapsed
    }
    add('period_start', null, null)
    for (const step of steps) {
      if (step.seconds >= clock) break
      pass(step.seconds)
      if (step.kind === 'substitution') {
        const bench = ROSTER.filter((player) => !on.includes(player))
        const [out, came] = [on[step.out] ?? '', bench[step.in] ?? '']
        add('substitution_out', 'home', out)
        add('substitution_in', 'home', came)
        on = [...on.filter((player) => player !== out), came]
      } else {
        const points = step.kind === 'home' ? 2 : -2
        score[step.kind] += 2
        for (const player of on) plus.set(player, (plus.get(player) ?? 0) + points)
        add('two_made', step.kind, step.kind === 'home' ? (on[step.out] ?? '') : 'v')
      }
    }
    pass(clock)
    add('period_end', null, null)
  }
  const home = ROSTER.map((player, at): CourtLine => ({
    player,
    starter: at < 5,
    played: (seconds.get(player) ?? 0) > 0,
    seconds: seconds.get(player) ?? 0,
  }))
  const away = AWAY.map((player): CourtLine => ({ player, starter: true, played: true, seconds: 2400 }))
  return { events, home, away, plus, score }
}

const Quarters = fc.array(fc.array(Step, { maxLength: 12 }), { minLength: 4, maxLength: 4 })

test('stints, minutes and plus/minus are those that were played', () => {
  fc.assert(
    fc.property(Quarters, (quarters) => {
      const { events, home, away, plus, score } = play(quarters)
      const found = stints({ events, home, away, rules: FIBA_COURT })
      expect(found).toMatchObject({ exact: true, home: { notes: [] }, away: { notes: [] } })
      for (const [player, value] of plusMinus(found.home) ?? []) expect(value).toBe(plus.get(player))
      for (const { players, start, end } of found.home.stints) {
        expect(new Set(players).size).toBe(5)
        expect(end).toBeLessThanOrEqual(start)
      }
      const points = found.home.stints.reduce((sum, { own }) => sum + own.points, 0)
      expect(points).toBe(score.home)
      expect(found.away.stints.reduce((sum, { opponent }) => sum + opponent.points, 0)).toBe(score.home)
    }),
    { numRuns: 300 },
  )
})

const AnyEvent = fc.record({
  period: fc.integer({ min: 1, max: 6 }),
  clock: fc.option(fc.integer({ min: 0, max: 720 }).map(clockText), { nil: null }),
  side: fc.constantFrom('home' as const, 'away' as const, null),
  player: fc.option(fc.constantFrom(...ROSTER, ...AWAY), { nil: null }),
  type: fc.constantFrom(...EventType.options),
  description: fc.constant(''),
  home_score: fc.nat(100),
  away_score: fc.nat(100),
})
const AnyLine = fc.record({
  player: fc.constantFrom(...ROSTER),
  starter: fc.boolean(),
  played: fc.boolean(),
  seconds: fc.option(fc.nat(3000), { nil: null }),
})

test('whatever a feed says, fives are five, clocks never rise, and what is not certain is inexact', () => {
  fc.assert(
    fc.property(
      fc.array(AnyEvent, { maxLength: 60 }),
      fc.array(AnyLine, { maxLength: 8 }),
      fc.constantFrom(FIBA_COURT, NBA_COURT),
      (events, home, rules) => {
        const found = stints({ events, home, away: home, rules })
        for (const team of [found.home, found.away]) {
          for (const { players, start, end } of team.stints) {
            expect(players).toHaveLength(5)
            expect(team.reasons.length > 0 || end <= start).toBe(true)
          }
          expect(team.certain || plusMinus(team) === null).toBe(true)
        }
        expect(found.exact).toBe(found.home.reasons.length + found.away.reasons.length === 0)
      },
    ),
    { numRuns: 500 },
  )
})
