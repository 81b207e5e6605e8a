import { describe, expect, test } from 'vitest'
import { LeaderStat } from '../contract/index.ts'
import {
  anyDatabase,
  sampleId,
  NOT_RECORDED,
  sampleRef,
  catchServiceError,
  sharedCore,
  writeGames,
  type SampleLine,
} from '../testing/index.ts'

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  type Input = Omit<Parameters<ReturnType<ReturnType<typeof core>['caller']>['leaders']['get']>[0], 'competition'>
  const getLeaders = async (input: Input = {}, league = 'L') =>
    (
      await core()
        .caller()
        .leaders.get({ competition: sampleId('competition', league), ...input })
    ).data
  const ranking = async (input: Input = {}) =>
    (await getLeaders(input)).leaders.map(({ rank, player, total, games }) => [rank, player.name, total, games])
  /** One game of team A for each set of players. */
  const sheets = (...all: Record<string, SampleLine>[]) =>
    all.map((players, n) => ({ id: `g${n}`, date: `2026-11-0${n + 1}`, sheet: { home: { players } } }))
  const points = (scored: number): SampleLine => ({ points: scored })

  test('players are ranked by their value per game, with team, games and total', async () => {
    await writeGames(core(), ...sheets({ p: points(10), q: points(17) }, { p: points(21) }))
    expect(await getLeaders({ min_games: 1 })).toEqual({
      competition: sampleRef('competition', 'L'),
      season: sampleRef('season', 'L2026'),
      stat: 'points',
      min_games: 1,
      leaders: [
        { rank: 1, player: sampleRef('player', 'q'), team: sampleRef('team', 'A'), games: 1, per_game: 17, total: 17 },
        {
          rank: 2,
          player: sampleRef('player', 'p'),
          team: sampleRef('team', 'A'),
          games: 2,
          per_game: 15.5,
          total: 31,
        },
      ],
    })
  })

  test('players with equal values share a rank, and the next rank counts all of them; they are ordered by total, then id', async () => {
    const three = ['p', 'q', 'r'].toSorted((a, b) => (sampleId('player', a) < sampleId('player', b) ? -1 : 1))
    const tens = Object.fromEntries(three.map((name) => [name, points(10)]))
    await writeGames(core(), ...sheets({ ...tens, twice: points(4), last: points(9) }, { twice: points(16) }))
    expect(await ranking({ min_games: 1 })).toEqual([
      [1, 'Player twice', 20, 2],
      ...three.map((name) => [1, `Player ${name}`, 10, 1]),
      [5, 'Player last', 9, 1],
    ])
    expect(await ranking({ min_games: 1, top: 2 })).toEqual([
      [1, 'Player twice', 20, 2],
      [1, `Player ${three[0]}`, 10, 1],
    ])
  })

  test('equal averages such as thirds share a rank exactly', async () => {
    await writeGames(
      core(),
      ...sheets({ p: points(1), q: points(2) }, { p: points(0), q: points(0) }, { p: points(0), q: points(0) }),
    )
    await writeGames(core(), ...sheets({}, {}, {}, { q: points(0) }, { q: points(0) }, { q: points(0) }).slice(3))
    expect(await ranking({ min_games: 1 })).toEqual([
      [1, 'Player q', 2, 6],
      [1, 'Player p', 1, 3],
    ])
  })

  const LINES: Record<LeaderStat, [SampleLine, number, number]> = {
    points: [{ points: 21 }, 21, 21],
    rebounds: [{ rebounds: 11 }, 11, 11],
    assists: [{ assists: 9 }, 9, 9],
    steals: [{ steals: 4 }, 4, 4],
    blocks: [{ blocks: 3 }, 3, 3],
    three_made: [{ three_made: 6, three_attempted: 6 }, 6, 6],
    offensive_rebounds: [{ offensive_rebounds: 5 }, 5, 5],
    minutes: [{ seconds: 1975 }, 1975 / 60, 33],
    performance_index: [{ fouls_drawn: 8, turnovers: 1 }, 7, 7],
  }
  test.each(LeaderStat.options)('%s can be ranked', async (stat) => {
    const [line, per_game, total] = LINES[stat]
    await writeGames(core(), ...sheets({ other: { seconds: 60 }, best: line }))
    const data = await getLeaders({ stat })
    expect(data).toMatchObject({
      stat,
      leaders: [{ player: sampleRef('player', 'best'), per_game, total }, { games: 1 }],
    })
  })

  test('stat defaults to points, top to 10; an unknown stat returns bad_request with the allowed ones', async () => {
    const twelve = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`p${n}`, points(n)]))
    await writeGames(core(), ...sheets(twelve))
    expect((await getLeaders()).leaders.map(({ total }) => total)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
    expect((await getLeaders({ top: 100 })).leaders).toHaveLength(12)
    for (const input of [{ top: 0 }, { top: 101 }, { min_games: 0 }])
      expect(await catchServiceError(getLeaders(input))).toMatchObject({ code: 'bad_request' })
    const unknown = JSON.parse(`{"competition":"${sampleId('competition', 'L')}","stat":"fouls"}`)
    expect(await catchServiceError(core().caller().leaders.get(unknown))).toMatchObject({ allowed: LeaderStat.options })
  })

  test('a player with a negative value is ranked; a player without a recorded value is not', async () => {
    const line = { turnovers: 3 }
    await writeGames(core(), ...sheets({ p: line, q: {}, unknown: NOT_RECORDED }))
    expect(await ranking({ stat: 'performance_index' })).toEqual([
      [1, 'Player q', 0, 1],
      [2, 'Player p', -3, 1],
    ])
  })

  test('a player is not ranked if one of their games, for any team, does not record the statistic', async () => {
    const line = { steals: 2, points: 4 }
    await writeGames(
      core(),
      ...sheets(
        { whole: { steals: 1 }, partly: { steals: 9 }, traded: { steals: 9 } },
        { whole: { steals: 1 }, partly: { steals: null } },
        { whole: { steals: null, played: false } },
      ),
      { id: 'other', home: 'C', sheet: { home: { players: { traded: { ...line, steals: null } } } } },
    )
    expect(await ranking({ stat: 'steals', min_games: 1 })).toEqual([[1, 'Player whole', 2, 2]])
    expect(await ranking({ stat: 'points', min_games: 1, top: 1 })).toEqual([[1, 'Player traded', 4, 2]])
  })

  test('min_games defaults to 0.7 × the median number of regular-season games per team, rounded up, at least 1', async () => {
    // Games that count: A 4, B 3, C 3, D 2. The median is 3, so 2.1 becomes 3.
    const pairs = ['AB', 'AB', 'AC', 'AC', 'BD', 'CD']
    const counted = pairs.map((pair, n) => ({
      id: `g${n}`,
      home: pair.charAt(0),
      away: pair.charAt(1),
      sheet: { home: { players: { [`h${pair.charAt(0)}`]: points(1) } }, away: { players: {} } },
    }))
    const [first] = counted
    await writeGames(core(), ...counted.slice(0, 1))
    expect(await getLeaders()).toMatchObject({ min_games: 1, leaders: [{ games: 1 }] })
    await writeGames(
      core(),
      ...counted,
      ...['preseason', 'all-star'].map((stage) => ({ ...first, id: stage, stage })),
      { ...first, id: 'live', status: 'scheduled' },
      { ...first, id: 'abandoned', status: 'no_result' },
    )
    expect(await getLeaders()).toMatchObject({
      min_games: 3,
      leaders: [{ player: sampleRef('player', 'hA'), games: 4 }],
    })
    expect((await getLeaders({ min_games: 5 })).leaders).toEqual([])
    expect((await getLeaders({ min_games: 1 })).leaders).toHaveLength(3)
  })

  test('games without a box score do not count for min_games', async () => {
    await writeGames(core(), ...sheets({ p: points(5) }), ...Array.from({ length: 9 }, (_, n) => ({ id: `bare ${n}` })))
    expect(await getLeaders()).toMatchObject({ min_games: 1, leaders: [{ total: 5 }] })
  })

  test('a player traded within the season is ranked once, with the latest team', async () => {
    await writeGames(
      core(),
      { id: 'g1', date: '2026-11-01', home: 'A', sheet: { home: { players: { p: points(10) } } } },
      { id: 'g2', date: '2026-11-08', home: 'C', away: 'A', sheet: { home: { players: { p: points(20) } } } },
      { id: 'g3', date: '2026-11-09', home: 'A', sheet: { home: { players: { p: { played: false } } } } },
    )
    expect((await getLeaders()).leaders).toEqual([
      { rank: 1, player: sampleRef('player', 'p'), team: sampleRef('team', 'C'), games: 2, per_game: 15, total: 30 },
    ])
  })

  test('a player of two competitions is ranked in each with the games of that competition', async () => {
    await writeGames(
      core(),
      { id: 'g1', home: 'A', sheet: { home: { players: { p: points(10) } } } },
      { id: 'g2', league: 'CUP', home: 'C', sheet: { home: { players: { p: points(20) } } } },
    )
    expect((await getLeaders()).leaders).toMatchObject([{ team: sampleRef('team', 'A'), total: 10 }])
    expect((await getLeaders({}, 'CUP')).leaders).toMatchObject([{ team: sampleRef('team', 'C'), total: 20 }])
  })

  test('preseason, all-star, live and called-off games, and games not played, do not count', async () => {
    const sheet = { home: { players: { p: points(50) } } }
    await writeGames(
      core(),
      ...sheets({ p: points(8), idle: { played: false } }),
      { id: 'preseason', stage: 'preseason', sheet },
      { id: 'all-star', stage: 'all-star', sheet },
      { id: 'live', status: 'scheduled', sheet },
      { id: 'abandoned', status: 'no_result', sheet },
      { id: 'final four', stage: 'final four', sheet: { home: { players: { p: points(10) } } } },
    )
    expect(await ranking({ min_games: 1 })).toEqual([[1, 'Player p', 18, 2]])
  })

  test('season defaults to the latest with box scores', async () => {
    await writeGames(
      core(),
      ...sheets({ p: points(8) }),
      { id: 'bare', year: 2027 },
      { id: 'next', year: 2028, status: 'scheduled' },
    )
    expect(await getLeaders()).toMatchObject({ season: sampleRef('season', 'L2026'), leaders: [{ total: 8 }] })
    const live = { id: 'live', year: 2028, status: 'scheduled' } as const
    await writeGames(core(), { ...live, sheet: { home: { players: { p: points(1) } } } })
    expect((await getLeaders()).season).toEqual(sampleRef('season', 'L2026'))
    expect(await getLeaders({ season: sampleId('season', 'L2027') })).toMatchObject({
      season: sampleRef('season', 'L2027'),
      min_games: 1,
      leaders: [],
    })
  })

  test('a competition without box scores returns no season and no leaders', async () => {
    await writeGames(core(), { id: 'g1' }, { id: 'g2', year: 2025, status: 'scheduled' })
    expect(await getLeaders({ stat: 'assists' })).toEqual({
      competition: sampleRef('competition', 'L'),
      season: null,
      stat: 'assists',
      min_games: 1,
      leaders: [],
    })
  })
})
