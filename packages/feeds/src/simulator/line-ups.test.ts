import { getCourtRules, onCourt, plusMinus, type CourtRules, type Stint } from '@basketball-data/core/statistics'
import { CourtTotals, type CheckedBundle } from '@basketball-data/core/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCore, type Core } from '@basketball-data/core'
import { ingestOrThrow, newDatabase } from '../test-support/core.ts'
import { courtColumns, sumStints } from '../test-support/court-columns.ts'
import { simulateWithTruth, type GameTruth, type TrueStint } from './test-support/truth.ts'

/** Games of the world. More than 500 of them have a play-by-play. */
const GAMES = 700

/** Games of the season that is stored. */
const STORED = 60

const truths = new Map(simulateWithTruth({ day: '2026-11-20', games: GAMES, seed: 'one' }))
const bundles = [...truths.keys()]
const played = bundles.filter(({ events }) => (events ?? []).length > 0)

const buildRules = ({ competition, game }: CheckedBundle): CourtRules =>
  getCourtRules(
    { regulation_minutes: competition.regulation_minutes ?? 40, tie_break: competition.tie_break ?? 'simple' },
    game.date,
  )

const requireTruth = (bundle: CheckedBundle): GameTruth => {
  const truth = truths.get(bundle) ?? null
  if (truth === null) throw new TypeError('the game was not played')
  return truth
}

/** Seconds from which on a last possession counts although no row shows it: the clock was run out. */
const RUN_OUT = 2

/**
 * The possessions that a play-by-play can show: those with time, but for a last one too short for anything. By the rule of the
 * competition, last ones that begin too late and bring no points are none.
 */
const countablePossessions = (bundle: CheckedBundle) => {
  const { last_seconds } = buildRules(bundle)
  const withTime = requireTruth(bundle).possessions.filter(({ secondsLeft }) => secondsLeft > 0)
  return [...Map.groupBy(withTime, ({ period }) => period).values()].flatMap((ofPeriod) => {
    const isShort = ({ secondsLeft, start, points, shown }: (typeof ofPeriod)[number]) =>
      secondsLeft <= RUN_OUT && points === 0 && !shown && start !== 'steal' && !start.endsWith('rebound')
    const isShown = ofPeriod.slice(-1).some(isShort) ? ofPeriod.slice(0, -1) : ofPeriod
    const last = isShown.findLastIndex(({ secondsLeft, points }) => secondsLeft > last_seconds || points > 0)
    return isShown.slice(0, last + 1)
  })
}

const courts = new Map(
  played.map((bundle) => {
    const { events, home, away } = bundle
    const rules = buildRules(bundle)
    return [bundle, onCourt({ events: events ?? [], home: home.players ?? [], away: away.players ?? [], rules })]
  }),
)

/** The stints of a team that have time, those of the same five in a row as one. */
const withTime = (stints: readonly Stint[]): TrueStint[] => {
  const merged: TrueStint[] = []
  for (const { period, start, end, players } of stints) {
    if (start === end) continue
    const stint = { period, from: start, to: end, players: [...players].toSorted() }
    const before = merged.at(-1)
    if (before?.period === period && before.players.join() === stint.players.join()) before.to = end
    else merged.push(stint)
  }
  return merged
}

describe('of simulated games', () => {
  test('line-ups are exact, with the minutes and the plus/minus that the simulator counted', () => {
    expect(played.length).toBeGreaterThan(500)
    let compared = 0
    const different: string[] = []
    for (const [bundle, court] of courts) {
      const { exact, home, away } = court
      expect({ exact, reasons: [...home.reasons, ...away.reasons], notes: [...home.notes, ...away.notes] }).toEqual({
        exact: true,
        reasons: [],
        notes: [],
      })
      for (const side of ['home', 'away'] as const) {
        const counted = plusMinus(court[side])
        for (const { player, plus_minus } of (bundle[side].players ?? []).filter((line) => line.played)) {
          if (counted?.get(player) !== plus_minus) different.push(`${player} in ${bundle.game.external_id}`)
          compared += 1
        }
      }
    }
    expect(different).toEqual([])
    expect(compared).toBeGreaterThan(20 * played.length)
  })

  test('stints are those that were played', () => {
    let compared = 0
    for (const [bundle, court] of courts) {
      const truth = requireTruth(bundle)
      for (const side of ['home', 'away'] as const) {
        expect(withTime(court[side].stints)).toEqual(truth.stints[side])
        compared += truth.stints[side].length
      }
    }
    expect(compared).toBeGreaterThan(40 * played.length)
  })

  test('possessions are those that were played, with their points', () => {
    let compared = 0
    for (const [bundle, { possessions, alternating, doubtful }] of courts) {
      expect({ alternating, doubtful }).toEqual({ alternating: true, doubtful: [] })
      const truth = countablePossessions(bundle)
      expect(possessions.map(({ period, side, points }) => ({ period, side, points }))).toEqual(
        truth.map(({ period, side, points }) => ({ period, side, points })),
      )
      compared += truth.length
    }
    expect(compared).toBeGreaterThan(100 * played.length)
  })

  test('games contain what real ones do', () => {
    const types = new Map<string, number>()
    const count = (name: string) => types.set(name, (types.get(name) ?? 0) + 1)
    for (const { events } of played)
      for (const [index, { type, clock, description, player, side }] of (events ?? []).entries()) {
        const [before, next] = [events?.[index - 1], events?.[index + 1]]
        if (description.startsWith('Free throw') && description.includes('(1 of 1)')) count('single free throw')
        if (type === 'substitution_in' && next?.type.startsWith('free_throw') && !next.description.includes('(1 of'))
          count('substitution between free throws')
        if (
          type === 'offensive_rebound' &&
          player === null &&
          before?.type === 'free_throw_missed' &&
          next?.type !== 'substitution_out'
        )
          count('rebound of the team after a free throw')
        if (description.startsWith('Jump ball won (held ball'))
          count(clock === '00:01' ? 'late held ball' : 'held ball')
        if (type === 'technical_foul' && player === null && side !== null) count('technical foul of the bench')
        if (description === 'Foul (double)') count('double foul')
      }
    for (const [name, min] of [
      ['single free throw', 500],
      ['substitution between free throws', 100],
      ['rebound of the team after a free throw', 100],
      ['held ball', 100],
      ['late held ball', 5],
      ['technical foul of the bench', 50],
      ['double foul', 50],
    ] as const)
      expect([name, types.get(name) ?? 0]).toEqual([name, expect.toSatisfy((found: number) => found >= min)])
  })

  test('two players foul out at once', () => {
    const outAtOnce = played.filter(({ events, competition }) => {
      const limit = competition.tie_break === 'nba' ? 6 : 5
      const fouls = new Map<string, number>()
      return (events ?? []).some((event, index) => {
        if (event.type !== 'foul' || event.player === null) return false
        fouls.set(event.player, (fouls.get(event.player) ?? 0) + 1)
        const before = events?.[index - 1]
        return (
          event.description === 'Foul (double)' &&
          before?.description === 'Foul (double)' &&
          fouls.get(event.player) === limit &&
          fouls.get(before.player ?? '') === limit
        )
      })
    })
    expect(outAtOnce.length).toBeGreaterThan(0)
  })

  test('the stints of a team add up to its box score in every column', () => {
    for (const [bundle, court] of courts) {
      for (const side of ['home', 'away'] as const) {
        const { totals } = bundle[side]
        expect(sumStints(court[side])).toEqual(totals && courtColumns(totals))
      }
    }
  })
})

type Counted = Exclude<keyof CourtTotals, 'offensive_rating' | 'defensive_rating' | 'net_rating'>

const isCounted = (name: string): name is Counted => !name.endsWith('_rating')

/** Every column that is a sum. */
const COLUMNS = Object.keys(CourtTotals.shape).filter(isCounted)

describe('of a season', () => {
  let core: Core
  beforeAll(async () => {
    const { address, drop } = await newDatabase('Postgres')
    core = await createCore({ database: address })
    for (const bundle of bundles.slice(0, STORED)) await ingestOrThrow(core, bundle)
    return async () => {
      await core.close()
      await drop()
    }
  })

  test('on and off are the totals of the team for every player, in every column', async () => {
    const api = core.caller()
    let compared = 0
    const { data: teams } = await api.teams.list({ per_page: 100 })
    for (const { id } of teams) {
      const { data: roster } = await api.teams.roster({ id })
      const { data: all } = await api.teams.lineUps({ id, top: 100 })
      const season = roster.season?.id
      if (season === undefined || all.lineups.length === 100) continue
      for (const { player } of roster.players) {
        const { data } = await api.players.onOff({ id: player.id, season })
        if (data.team?.id !== id) continue
        for (const name of COLUMNS) {
          const total = all.lineups.reduce((sum, lineUp) => sum + lineUp[name], 0)
          expect([name, data.on[name] + data.off[name]]).toEqual([name, total])
          expect(data.net[name]).toBe(data.on[name] - data.off[name])
        }
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(50)
  })
})
