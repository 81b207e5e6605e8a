import { describe, expect, test } from 'vitest'
import {
  anyDatabase,
  catchServiceError,
  sampleId,
  sampleRef,
  sharedCore,
  writeGames,
  type SampleGame,
} from '../testing/index.ts'

const totals = { two_attempted: 60, free_throws_attempted: 25, offensive_rebounds: 10, turnovers: 14 }
const sheet: NonNullable<SampleGame['sheet']> = { home: { totals }, away: { totals } }

const PERIODS = { home: [20, 20, 20, 20], away: [20, 20, 20, 10] }

const GAMES: SampleGame[] = [
  { id: 'before', year: 2025, date: '2025-12-01', home: 'B', away: 'A', score: [60, 50] },
  { id: 'g1', date: '2026-10-01', home: 'A', away: 'B', score: [80, 70], periods: PERIODS, sheet },
  { id: 'g2', date: '2026-10-08', home: 'C', away: 'A', score: [90, 60], sheet },
  { id: 'off', date: '2026-10-09', home: 'B', away: 'A', status: 'no_result' },
  { id: 'same day', date: '2026-10-11', home: 'C', away: 'B', score: [70, 50] },
  { id: 'it', date: '2026-10-11', home: 'B', away: 'A', score: [99, 98] },
  { id: 'later', date: '2026-10-20', home: 'A', away: 'C', score: [99, 40] },
]

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const getPreview = async (id: string) =>
    (
      await core()
        .caller()
        .games.preview({ id: sampleId('game', id) })
    ).data

  test('a preview has both teams as they stood before the day, and their earlier meetings', async () => {
    await writeGames(core(), ...GAMES)
    const preview = await getPreview('it')
    // 60 + 0.44 × 25 − 10 + 14 = 75 possessions a game.
    expect(preview).toMatchObject({
      game: { id: sampleId('game', 'it') },
      home: {
        team: sampleRef('team', 'B'),
        rank: 3,
        won: 0,
        lost: 1,
        streak: 'L1',
        last_ten: '0-1',
        rest_days: 10,
        points_for: 70,
        points_against: 80,
        pace: 75,
        offensive_rating: (100 * 70) / 75,
        defensive_rating: (100 * 80) / 75,
      },
      away: {
        team: sampleRef('team', 'A'),
        rank: 2,
        won: 1,
        lost: 1,
        streak: 'L1',
        rest_days: 3,
        points_for: 70,
        points_against: 80,
      },
      head_to_head: {
        team: sampleRef('team', 'B'),
        opponent: sampleRef('team', 'A'),
        summary: { games: 2, won: 1, lost: 1, last_date: '2026-10-01' },
        games: [{ id: sampleId('game', 'g1') }, { id: sampleId('game', 'before') }],
      },
    })
  })

  test('drawn games count with their points, in ratings and in the last ten, also of a team that is not in the standings', async () => {
    const draw: SampleGame = { id: 'draw', date: '2026-10-05', home: 'B', away: 'A', score: [60, 60], sheet }
    for (const stage of ['regular', 'playoffs']) {
      await writeGames(core(), ...[...GAMES.slice(1), draw].map((game) => ({ ...game, stage })))
      expect((await getPreview('it')).away, stage).toMatchObject({
        rank: stage === 'regular' ? 2 : null,
        won: 1,
        lost: 1,
        streak: 'L1',
        last_ten: '1-1',
        points_for: (80 + 60 + 60) / 3,
        points_against: (70 + 90 + 60) / 3,
        offensive_rating: (100 * (80 + 60 + 60)) / 225,
        defensive_rating: (100 * (70 + 90 + 60)) / 225,
      })
    }
  })

  test('rest days are those since any game of a stage that counts, also one that is in no statistics', async () => {
    const final = { id: 'cup final', date: '2026-10-10', home: 'A', away: 'C' }
    await writeGames(core(), ...GAMES, { ...final, stage: 'preseason' })
    expect((await getPreview('it')).away).toMatchObject({ rest_days: 3 })
    await writeGames(core(), { ...final, stage: 'play-in', counts_in_statistics: false })
    expect((await getPreview('it')).away).toMatchObject({ rest_days: 1, points_for: 70 })
  })

  test('a preview is the same before the game and after it', async () => {
    await writeGames(
      core(),
      ...GAMES.slice(0, 4),
      ...GAMES.slice(4).map((game) => ({ ...game, status: 'scheduled' as const })),
    )
    const { game: _scheduled, ...before } = await getPreview('it')
    await writeGames(core(), ...GAMES.slice(4))
    const { game: _final, ...after } = await getPreview('it')
    expect(after).toEqual(before)
  })

  test('before the first game of a season everything is zero or null', async () => {
    await writeGames(core(), ...GAMES.slice(1))
    expect((await getPreview('g1')).home).toEqual({
      team: sampleRef('team', 'A'),
      rank: 1,
      won: 0,
      lost: 0,
      streak: '',
      last_ten: '0-0',
      rest_days: null,
      points_for: null,
      points_against: null,
      offensive_rating: null,
      defensive_rating: null,
      pace: null,
    })
  })

  test('a team that is not in the standings has no rank, and the record of its games that count', async () => {
    const playoffs = GAMES.slice(1).map((game) => ({ ...game, stage: 'playoffs' }))
    await writeGames(core(), ...playoffs, { id: 'r', date: '2026-09-01', home: 'X', away: 'Y' })
    expect((await getPreview('it')).away).toMatchObject({ rank: null, won: 1, lost: 1, last_ten: '1-1' })
  })

  test('an unknown game returns not_found, and a lower plan upgrade_required', async () => {
    await writeGames(core(), ...GAMES)
    const unknown = core().caller().games.preview({ id: 'gm_00000000' })
    expect(await catchServiceError(unknown)).toMatchObject({ code: 'not_found' })
    const live = core()
      .caller('live')
      .games.preview({ id: sampleId('game', 'it') })
    expect(await catchServiceError(live)).toMatchObject({ code: 'upgrade_required' })
  })
})
