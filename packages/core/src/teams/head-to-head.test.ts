import { describe, expect, test } from 'vitest'
import {
  anyDatabase,
  sampleId,
  sampleRef,
  catchServiceError,
  sharedCore,
  writeGames,
  type SampleGame,
} from '../testing/index.ts'

/** A and B, oldest first: A won 80-70 at home, lost 60-90 away, won 75-70 away. */
const THREE: SampleGame[] = [
  { id: 'g1', date: '2025-10-01', year: 2025, home: 'A', away: 'B', score: [80, 70] },
  { id: 'g2', date: '2026-02-01', year: 2025, home: 'B', away: 'A', score: [90, 60] },
  { id: 'g3', date: '2026-10-01', league: 'CUP', home: 'B', away: 'A', score: [70, 75] },
]

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  type Input = Omit<
    Parameters<ReturnType<ReturnType<typeof core>['caller']>['teams']['headToHead']>[0],
    'id' | 'opponent'
  >
  const between = async (team: string, opponent: string, input: Input = {}) =>
    (
      await core()
        .caller('live')
        .teams.headToHead({ id: sampleId('team', team), opponent: sampleId('team', opponent), ...input })
    ).data

  test('the record is that of the team in the path, and the games are complete Game records, newest first', async () => {
    await writeGames(core(), ...THREE, { id: 'g4', home: 'A', away: 'C' })
    const { games, ...about } = await between('A', 'B')
    expect(about).toEqual({
      team: sampleRef('team', 'A'),
      opponent: sampleRef('team', 'B'),
      summary: {
        games: 3,
        won: 2,
        lost: 1,
        home: '1-0',
        away: '1-1',
        average_points_for: 215 / 3,
        average_points_against: 230 / 3,
        first_date: '2025-10-01',
        last_date: '2026-10-01',
      },
    })
    const full = await Promise.all(
      ['g3', 'g2', 'g1'].map(async (id) => {
        const { data } = await core()
          .caller()
          .games.get({ id: sampleId('game', id) })
        const { periods: _periods, officials: _officials, ...game } = data
        return game
      }),
    )
    expect(games).toEqual(full)
    expect((await between('B', 'A')).summary).toMatchObject({ won: 1, lost: 2, home: '1-1', away: '0-1' })
  })

  test('last limits the games and the record, and defaults to 10', async () => {
    const many = Array.from({ length: 12 }, (_, n) => ({
      id: `g${n}`,
      date: `2026-11-${String(n + 1).padStart(2, '0')}`,
    }))
    await writeGames(core(), ...many)
    const { summary, games } = await between('A', 'B')
    expect([summary.games, summary.won, summary.first_date, games.length]).toEqual([10, 10, '2026-11-03', 10])
    expect((await between('A', 'B', { last: 1 })).summary).toMatchObject({ games: 1, first_date: '2026-11-12' })
    expect((await between('A', 'B', { last: 100 })).games).toHaveLength(12)
    for (const last of [0, 101])
      expect(await catchServiceError(between('A', 'B', { last }))).toMatchObject({ code: 'bad_request' })
  })

  test('competition filters the games', async () => {
    await writeGames(core(), ...THREE)
    const { summary, games } = await between('A', 'B', { competition: sampleId('competition', 'CUP') })
    expect(summary).toMatchObject({ games: 1, won: 1, home: '0-0', away: '1-0' })
    expect(games.map(({ competition }) => competition)).toEqual([sampleRef('competition', 'CUP')])
  })

  test('preseason, all-star and games without a result do not count', async () => {
    await writeGames(
      core(),
      ...THREE,
      { id: 'preseason', stage: 'preseason' },
      { id: 'all-star', stage: 'all-star' },
      { id: 'live', status: 'scheduled', sheet: { home: { players: { p: { points: 9 } } } } },
      { id: 'annulled', status: 'no_result' },
      { id: 'unnamed', stage: null },
      { id: 'play-in', stage: 'play-in' },
    )
    expect((await between('A', 'B')).summary).toMatchObject({ games: 5 })
  })

  test('teams without a game between them have an empty record', async () => {
    await writeGames(core(), { id: 'g1', home: 'A', away: 'B' }, { id: 'g2', home: 'C', away: 'D' })
    expect(await between('A', 'C')).toEqual({
      team: sampleRef('team', 'A'),
      opponent: sampleRef('team', 'C'),
      summary: {
        games: 0,
        won: 0,
        lost: 0,
        home: '0-0',
        away: '0-0',
        average_points_for: null,
        average_points_against: null,
        first_date: null,
        last_date: null,
      },
      games: [],
    })
  })

  test('a game with overtime counts with its full score', async () => {
    const periods = { home: [20, 20, 20, 20, 7], away: [20, 20, 20, 20, 10] }
    await writeGames(core(), { id: 'g1', score: [87, 90], periods })
    expect((await between('A', 'B')).summary).toMatchObject({
      lost: 1,
      average_points_for: 87,
      average_points_against: 90,
    })
  })
})
