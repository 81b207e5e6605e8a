import { describe, expect, test } from 'vitest'
import {
  anyDatabase,
  catchServiceError,
  NOT_RECORDED,
  sampleId,
  sampleRef,
  sharedCore,
  writeGames,
  type SampleGame,
} from '../testing/index.ts'

const line = (points: number, starter = true): NonNullable<SampleGame['sheet']> => ({
  home: {
    players: { p: { points, starter, two_made: 2, two_attempted: 4 } },
  },
})

const GAMES: SampleGame[] = [
  { id: 'old', year: 2025, date: '2025-11-01', sheet: line(40) },
  { id: 'g1', date: '2026-10-01', sheet: line(10) },
  { id: 'g2', date: '2026-10-08', sheet: line(20, false) },
  { id: 'cup', league: 'CUP', date: '2026-10-10', sheet: line(5) },
  { id: 'p1', date: '2026-11-01', stage: 'playoffs', sheet: line(33) },
  { id: 'x1', date: '2026-11-02', stage: 'all-star', sheet: line(99) },
  { id: 'dnp', date: '2026-11-03', sheet: { home: { players: { p: { played: false } } } } },
]

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const id = sampleId('player', 'p')
  type Input = Omit<Parameters<ReturnType<ReturnType<typeof core>['caller']>['players']['averages']>[0], 'id'>
  const getAverages = async (input: Input = {}) =>
    (
      await core()
        .caller()
        .players.averages({ id, ...input })
    ).data

  test('the games of any span, season, competition and part of a season are summed up', async () => {
    await writeGames(core(), ...GAMES)
    const season = sampleId('season', 'L2026')
    const sums = async (input: Input) => {
      const { games, starts, totals } = await getAverages(input)
      return [games, starts, totals.points]
    }
    expect(await sums({})).toEqual([5, 4, 108])
    expect(await sums({ season })).toEqual([3, 2, 63])
    expect(await sums({ season, to: '2026-10-08' })).toEqual([2, 1, 30])
    expect(await sums({ from: '2026-10-08', to: '2026-10-10' })).toEqual([2, 1, 25])
    expect(await sums({ competition: sampleId('competition', 'CUP') })).toEqual([1, 1, 5])
    expect(await sums({ season, stage: 'regular' })).toEqual([2, 1, 30])
    expect(await sums({ stage: 'playoffs' })).toEqual([1, 1, 33])
  })

  test('averages are per game played, and percentages of summed attempts', async () => {
    await writeGames(core(), ...GAMES)
    expect(await getAverages({ season: sampleId('season', 'L2026'), stage: 'regular' })).toMatchObject({
      player: sampleRef('player', 'p'),
      averages: { minutes: 20, points: 15, field_goal_pct: 0.5, three_pct: null },
      totals: { points: 30, field_goals_made: 4, field_goals_attempted: 8 },
    })
  })

  test('a season equals the season averages', async () => {
    await writeGames(core(), ...GAMES.filter(({ year }) => year !== 2025))
    const { data } = await core()
      .caller()
      .players.seasons({ id, competition: sampleId('competition', 'L') })
    const { averages, games, starts } = await getAverages({ season: sampleId('season', 'L2026') })
    expect(data.seasons[0]).toMatchObject({ games, starts, ...averages })
  })

  test('without a game everything is null; a statistic that one game does not record is null', async () => {
    await writeGames(core(), ...GAMES, {
      id: 'bare',
      date: '2026-12-01',
      sheet: { home: { players: { p: NOT_RECORDED } } },
    })
    expect(await getAverages({ from: '2027-01-01' })).toMatchObject({
      games: 0,
      starts: 0,
      averages: { minutes: null, points: null, field_goal_pct: null },
      totals: { points: null },
    })
    expect(await getAverages({ from: '2026-11-01' })).toMatchObject({ games: 2, totals: { points: null } })
  })

  test('from must not be after to', async () => {
    await writeGames(core(), ...GAMES)
    const wrong = getAverages({ from: '2026-10-02', to: '2026-10-01' })
    expect(await catchServiceError(wrong)).toMatchObject({ code: 'bad_request' })
  })
})
