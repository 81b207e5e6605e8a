import { courtRulesOf, onCourt, plusMinus } from '@basketball-data/core/statistics'
import type { CourtTotals, GameBundle } from '@basketball-data/core/contract'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createCore, type Core } from '@basketball-data/core'
import { ingestOrThrow, newDatabase } from '../test-support/core.ts'
import { PlayByPlayRecorder } from './game/recorder.ts'
import { Game } from './game/state.ts'
import { simulate } from './index.ts'

/** Games of each world. More than 1,000 of both together have a play-by-play. */
const GAMES = 700
const SEEDS = ['one', 'two']

/** Games of the season that is stored. */
const STORED = 60

/** A last possession that begins with so little time left may bring nothing that a play-by-play shows. */
const LAST_SECONDS = 2

/** A possession as the simulator began it. */
type Began = { period: number; secondsLeft: number; side: 'home' | 'away' }

/** The possessions of each game, as the simulator began them, by its events. */
const began = new Map<unknown, Began[]>()

/** Simulates games, and notes whenever one of them gives the ball to a team. */
const simulateWithPossessions = (): GameBundle[] => {
  const ofGame = new WeakMap<Game, Began[]>()
  const listOf = (game: Game): Began[] => {
    const list = ofGame.get(game) ?? []
    ofGame.set(game, list)
    return list
  }
  // oxlint-disable-next-line typescript/unbound-method -- called with the same `this`
  const [{ startPossession }, { event }] = [Game.prototype, PlayByPlayRecorder.prototype]
  vi.spyOn(Game.prototype, 'startPossession').mockImplementation(function (this: Game, side, start) {
    listOf(this).push({ period: this.period, secondsLeft: this.secondsLeft, side: side === 0 ? 'home' : 'away' })
    startPossession.call(this, side, start)
  })
  vi.spyOn(PlayByPlayRecorder.prototype, 'event').mockImplementation(function (
    this: PlayByPlayRecorder,
    game,
    ...rest
  ) {
    began.set(this.events, listOf(game))
    event.call(this, game, ...rest)
  })
  const simulated = SEEDS.flatMap((seed) => [...simulate({ day: '2026-11-20', games: GAMES, seed })])
  vi.restoreAllMocks()
  return simulated
}

/** The possessions of a game that had time. */
const truthOf = ({ events }: GameBundle): Began[] =>
  (began.get(events) ?? []).filter(({ secondsLeft }) => secondsLeft > 0)

const bundles = simulateWithPossessions()
const played = bundles.filter(({ events }) => (events ?? []).length > 0)

const courtOf = ({ events, home, away, competition }: GameBundle) =>
  onCourt({
    events: events ?? [],
    home: home.players ?? [],
    away: away.players ?? [],
    rules: courtRulesOf({
      regulation_minutes: competition.regulation_minutes ?? 40,
      tie_break: competition.tie_break ?? 'simple',
    }),
  })

describe('of simulated games', () => {
  test('line-ups are exact, with the minutes and the plus/minus that the simulator counted', () => {
    expect(played.length).toBeGreaterThan(1000)
    let compared = 0
    for (const bundle of played) {
      const court = courtOf(bundle)
      const { exact, home, away } = court
      expect({ exact, reasons: [...home.reasons, ...away.reasons], notes: [...home.notes, ...away.notes] }).toEqual({
        exact: true,
        reasons: [],
        notes: [],
      })
      for (const side of ['home', 'away'] as const)
        for (const { player, plus_minus } of (bundle[side].players ?? []).filter((line) => line.played)) {
          expect([player, plusMinus(court[side])?.get(player)]).toEqual([player, plus_minus])
          compared += 1
        }
    }
    expect(compared).toBeGreaterThan(20 * played.length)
  })

  test('possessions are those that were played, but for last ones without time', () => {
    let compared = 0
    for (const bundle of played) {
      const { possessions, alternating, doubtful } = courtOf(bundle)
      expect({ alternating, doubtful }).toEqual({ alternating: true, doubtful: [] })
      for (const [period, truth] of Map.groupBy(truthOf(bundle), (possession) => possession.period)) {
        const counted = possessions.filter((possession) => possession.period === period).map(({ side }) => side)
        const isLate = (truth.at(-1)?.secondsLeft ?? 0) <= LAST_SECONDS
        const sides = truth.map(({ side }) => side)
        expect(counted).toEqual(isLate && counted.length < sides.length ? sides.slice(0, -1) : sides)
        compared += counted.length
      }
    }
    expect(compared).toBeGreaterThan(100 * played.length)
  })

  test('the stints of a team add up to its box score in every column', () => {
    for (const bundle of played) {
      const court = courtOf(bundle)
      for (const side of ['home', 'away'] as const) {
        const totals = bundle[side].totals
        const sum = (name: 'points' | 'three_made' | 'free_throws_attempted' | 'assists' | 'offensive_rebounds') =>
          court[side].stints.reduce((all, { own }) => all + own[name], 0)
        for (const name of ['points', 'three_made', 'free_throws_attempted', 'assists', 'offensive_rebounds'] as const)
          expect(sum(name)).toBe(totals?.[name])
      }
    }
  })
})

describe('of a season', () => {
  let core: Core
  beforeAll(async () => {
    const { address, drop } = await newDatabase('embedded')
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
        for (const name of [
          'seconds',
          'points_for',
          'points_against',
          'possessions_for',
          'rebounds_against',
          'turnovers_for',
        ] as const satisfies readonly (keyof CourtTotals)[]) {
          const total = all.lineups.reduce((sum, lineUp) => sum + lineUp[name], 0)
          expect(data.on[name] + data.off[name]).toBe(total)
          expect(data.net[name]).toBe(data.on[name] - data.off[name])
        }
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(50)
  })
})
