import { beforeEach, describe, expect, test } from 'vitest'
import type { BundleShot } from '../contract/index.ts'
import {
  anyDatabase,
  sampleId,
  ingestOrThrow,
  lineUpGame,
  openCore,
  catchServiceError,
  sharedCore,
  testDatabase,
} from '../testing/index.ts'

const shot = (seq: number, side: 'home' | 'away', player: string, made: boolean, at: [number, number]): BundleShot => ({
  seq,
  period: 1,
  side,
  player,
  value: 2,
  made,
  points: made ? 2 : 0,
  x_ft: at[0],
  y_ft: at[1],
  distance_ft: null,
  fastbreak: false,
  second_chance: false,
  off_turnover: false,
  at: null,
})

/** A game in which the home players a and b have shot, and an away player. */
const game = (id: string, date: string) => {
  const bundle = lineUpGame(id, date)
  const away = bundle.away.players?.[0]?.player ?? ''
  const shots = [
    shot(2, 'home', 'a', true, [-5, 6]),
    shot(7, 'home', 'b', false, [7, 8]),
    shot(5, 'away', away, true, [0, 9]),
  ]
  return { ...bundle, shots }
}

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const api = () => core().caller()
  const [g1, a] = [sampleId('game', 'g1'), sampleId('player', 'a')]

  beforeEach(async () => {
    await ingestOrThrow(core(), game('g1', '2026-11-18'))
    await ingestOrThrow(core(), game('g2', '2026-11-19'))
  })

  test('the chart of a game has a half court for each team, or for a side or a player', async () => {
    const both = await api().games.shotChart({ id: g1 })
    expect(both).toMatch(
      /<desc>[^<]*: 1 of 2 \(50\.0 %\), threes 0 of 0\. [^<]*: 1 of 1 \(100\.0 %\), threes 0 of 0\.<\/desc>/,
    )
    expect(both.match(/<g transform=/g)).toHaveLength(2)
    const home = await api().games.shotChart({ id: g1, side: 'home' })
    expect(home.match(/<g transform=/g)).toHaveLength(1)
    expect(home).toContain('M-5 6h0')
    expect(home).not.toContain('M0 9')
    const player = await api().games.shotChart({ id: g1, player: a })
    expect(player).toContain('<desc>Player a: 1 of 1 (100.0 %), threes 0 of 0.</desc>')
    expect(await api().games.shotChart({ id: g1, side: 'away', player: a })).toContain('No shots recorded')
  })

  test('the chart of a player or a team has the shots of the season, those of opponents not', async () => {
    expect(await api().players.shotChart({ id: a })).toContain('2 of 2 (100.0 %)')
    const { home, season } = (await api().games.get({ id: g1 })).data
    const chart = await api().teams.shotChart({ id: home.id, season: season.id })
    expect(chart).toContain('2 of 4 (50.0 %)')
    expect(chart).toContain(`${season.name}</text>`)
    expect(chart).not.toContain('M0 9')
  })

  test('the chart of a season is the same, whatever order its games were written in', async () => {
    const other = await openCore(await testDatabase(kind))
    const another = { ...game('g3', '2026-11-20'), shots: [shot(1, 'home', 'a', true, [9, 9])] }
    await ingestOrThrow(core(), another)
    for (const each of [another, game('g2', '2026-11-19'), game('g1', '2026-11-18')]) await ingestOrThrow(other, each)
    expect(await other.caller().players.shotChart({ id: a })).toBe(await api().players.shotChart({ id: a }))
  })

  test('a correction of the shots is seen at once, and a game that does not count is left out of a season', async () => {
    const { shots, ...bundle } = game('g2', '2026-11-19')
    await ingestOrThrow(core(), { ...bundle, shots: shots.slice(1), game: { ...bundle.game, stage: 'preseason' } })
    expect(await api().players.shotChart({ id: a })).toContain('1 of 1 (100.0 %)')
  })

  test('the flow of a game has its margin, and is empty without a play-by-play', async () => {
    const flow = await api().games.flow({ id: g1 })
    expect(flow).toContain('largest lead 3, longest run 3–0')
    const { events: _events, shots: _shots, ...bundle } = game('g3', '2026-11-20')
    await ingestOrThrow(core(), bundle)
    expect(await api().games.flow({ id: sampleId('game', 'g3') })).toContain('No play-by-play recorded')
    expect(await api().games.shotChart({ id: sampleId('game', 'g3') })).toContain('No shots recorded')
  })

  test('the flow of a game shows the win probability to plan complete, and to no lower one', async () => {
    const request = { id: g1, probability: true }
    expect(await core().caller('complete').games.flow(request)).toMatch(/class="bd-chance"[^]*Line: how likely/)
    const refused = core().caller('live').games.flow(request)
    expect(await catchServiceError(refused)).toMatchObject({ code: 'upgrade_required', plan: 'complete' })
    expect(await core().caller('live').games.flow({ id: g1 })).not.toContain('bd-chance')
  })

  test('a record that does not exist is not_found in a path, and bad_request as a parameter', async () => {
    const unknown = ['gm_00000000', 'pl_00000000', 'tm_00000000', 'ss_00000000'] as const
    const [noGame, noPlayer, noTeam, noSeason] = unknown
    const codes = [
      api().games.shotChart({ id: noGame }),
      api().games.flow({ id: noGame }),
      api().players.shotChart({ id: noPlayer }),
      api().teams.shotChart({ id: noTeam }),
      api().games.shotChart({ id: g1, player: noPlayer }),
      api().players.shotChart({ id: a, season: noSeason }),
    ].map(async (call) => (await catchServiceError(call))?.code)
    expect(await Promise.all(codes)).toEqual([
      'not_found',
      'not_found',
      'not_found',
      'not_found',
      'bad_request',
      'bad_request',
    ])
  })

  test('a day outside the window of the plan is upgrade_required', async () => {
    const limited = await openCore(await testDatabase(kind), { plans: { live: { days_back: 30 } } })
    const { game: old } = await ingestOrThrow(limited, game('old', '2020-01-05'))
    const caller = limited.caller('live')
    const calls = [
      caller.games.shotChart({ id: old }),
      caller.games.flow({ id: old }),
      caller.players.shotChart({ id: sampleId('player', 'a') }),
    ].map(async (call) => (await catchServiceError(call))?.code)
    expect(await Promise.all(calls)).toEqual(Array(3).fill('upgrade_required'))
  })
})
