import { courtRulesOf, onCourt } from '@basketball-data/core/statistics'
import type { CourtTotals, GameBundle } from '@basketball-data/core/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCore, type Core } from '@basketball-data/core'
import { ingestOrThrow, newDatabase } from '../test-support/core.ts'
import { simulate } from './index.ts'

const GAMES = 60
const bundles = [...simulate({ day: '2026-11-20', games: GAMES })]
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
  test('line-ups are exact, and possessions alternate and are not more than two apart', () => {
    expect(played.length).toBeGreaterThan(GAMES / 2)
    for (const bundle of played) {
      const { exact, home, away, possessions, alternating, doubtful } = courtOf(bundle)
      expect({ exact, reasons: [...home.reasons, ...away.reasons], alternating, doubtful }).toEqual({
        exact: true,
        reasons: [],
        alternating: true,
        doubtful: [],
      })
      const ofHome = possessions.filter(({ side }) => side === 'home').length
      expect(Math.abs(2 * ofHome - possessions.length)).toBeLessThanOrEqual(4)
    }
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
    for (const bundle of bundles) await ingestOrThrow(core, bundle)
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
