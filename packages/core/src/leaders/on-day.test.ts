import { describe, expect, test } from 'vitest'
import { LeaderStat } from '../contract/index.ts'
import { anyDatabase, sampleId, sampleRef, sharedCore, writeGames, type SampleGame } from '../testing/index.ts'

const sheet = (points: Record<string, number | null>): NonNullable<SampleGame['sheet']> => ({
  home: {
    players: Object.fromEntries(Object.entries(points).map(([name, scored]) => [name, { points: scored, assists: 3 }])),
  },
})

const SEASON: SampleGame[] = [
  { id: 'g1', date: '2026-10-01', sheet: sheet({ p: 10, q: 20, unknown: null }) },
  { id: 'g2', date: '2026-10-08', sheet: sheet({ p: 30, q: 12, unknown: 40 }) },
  { id: 'g3', date: '2026-10-08', home: 'C', sheet: sheet({ traded: 15 }) },
  { id: 'g4', date: '2026-10-15', home: 'D', away: 'C', sheet: sheet({ traded: 35 }) },
  { id: 'x1', date: '2026-10-16', stage: 'all-star', home: 'E', away: 'F', sheet: sheet({ p: 90 }) },
  { id: 'p1', date: '2026-11-01', stage: 'playoffs', sheet: sheet({ p: 2, q: 50 }) },
]

const playedUntil = (date: string): SampleGame[] =>
  SEASON.map(({ sheet: played, ...game }) =>
    (game.date ?? '') > date ? { ...game, status: 'scheduled' } : { ...game, ...(played && { sheet: played }) },
  )

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const competition = sampleId('competition', 'L')
  type Input = Omit<Parameters<ReturnType<ReturnType<typeof core>['caller']>['history']['leaders']>[0], 'competition'>
  const getLeaders = async (input: Input) =>
    (
      await core()
        .caller()
        .history.leaders({ competition, ...input })
    ).data

  test('the leaders of each day, in each statistic, are those of a database with the box scores up to it', async () => {
    const inputs = LeaderStat.options.flatMap((stat) => [
      { stat },
      { stat, min_games: 1 },
      { stat, min_games: 1, top: 2 },
    ])
    const days = ['2026-09-30', '2026-10-01', '2026-10-08', '2026-10-14', '2026-10-15', '2026-12-31']
    const served = new Map<string, unknown>()
    for (const day of days) {
      await writeGames(core(), ...playedUntil(day))
      for (const input of inputs)
        served.set(
          `${day} ${JSON.stringify(input)}`,
          (
            await core()
              .caller()
              .leaders.get({ competition, ...input })
          ).data,
        )
    }
    for (const day of days)
      for (const input of inputs)
        expect(await getLeaders({ ...input, date: day })).toEqual(served.get(`${day} ${JSON.stringify(input)}`))
  })

  test('a part of the season has leaders of its own, with a minimum of its own games', async () => {
    await writeGames(core(), ...SEASON)
    const ranking = async (stage: 'regular' | 'playoffs') => {
      const { min_games, leaders } = await getLeaders({ date: '2026-12-31', stage })
      return { min_games, leaders: leaders.map(({ player, games, total }) => [player.name, games, total]) }
    }
    expect(await ranking('playoffs')).toEqual({
      min_games: 1,
      leaders: [
        ['Player q', 1, 50],
        ['Player p', 1, 2],
      ],
    })
    expect((await ranking('regular')).leaders).toEqual([
      ['Player traded', 2, 50],
      ['Player p', 2, 40],
      ['Player q', 2, 32],
    ])
  })

  test('before the first box score there is no season and no leader, unless a season is asked for', async () => {
    await writeGames(core(), ...SEASON)
    expect(await getLeaders({ date: '2026-09-30' })).toMatchObject({ season: null, min_games: 1, leaders: [] })
    const season = sampleId('season', 'L2026')
    expect(await getLeaders({ date: '2026-09-30', season })).toMatchObject({
      season: sampleRef('season', 'L2026'),
      leaders: [],
    })
  })
})
