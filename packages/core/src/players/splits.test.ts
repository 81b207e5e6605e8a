import { describe, expect, test } from 'vitest'
import type { SplitBy } from '../contract/index.ts'
import {
  anyDatabase,
  sampleId,
  NOT_RECORDED,
  sampleRef,
  catchServiceError,
  sharedCore,
  writeGames,
  type SampleGame,
} from '../testing/index.ts'

/** Four games of player p of team A, in two months, at home and away, won and lost, against B, C and Á. */
const GAMES: SampleGame[] = [
  { id: 'g1', date: '2026-10-31', away: 'B', sheet: { home: { players: { p: { points: 10 } } } } },
  { id: 'g2', date: '2026-11-01', away: 'C', score: [70, 80], sheet: { home: { players: { p: { points: 20 } } } } },
  {
    id: 'g3',
    date: '2026-11-30',
    home: 'B',
    away: 'A',
    score: [70, 80],
    sheet: { away: { players: { p: { points: 30, starter: false } } } },
  },
  { id: 'g4', date: '2026-11-15', home: 'Á', away: 'A', sheet: { away: { players: { p: { points: 40 } } } } },
]

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  type Input = Omit<Parameters<ReturnType<ReturnType<typeof core>['caller']>['players']['splits']>[0], 'id'>
  const getSplits = async (input: Input = {}) =>
    (
      await core()
        .caller()
        .players.splits({ id: sampleId('player', 'p'), ...input })
    ).data
  const pointsBy = async (input: Input = {}) =>
    (await getSplits(input)).splits.map(({ split, games, points }) => [split, games, points])

  test.each<[SplitBy, [string, number, number][]]>([
    [
      'venue',
      [
        ['home', 2, 15],
        ['away', 2, 35],
      ],
    ],
    [
      'result',
      [
        ['won', 2, 20],
        ['lost', 2, 30],
      ],
    ],
    [
      'month',
      [
        ['2026-10', 1, 10],
        ['2026-11', 3, 30],
      ],
    ],
    [
      'starter',
      [
        ['starter', 3, 70 / 3],
        ['bench', 1, 30],
      ],
    ],
  ])('games are split by %s, and opponent is empty', async (by, expected) => {
    await writeGames(core(), ...GAMES)
    expect(await pointsBy({ by })).toEqual(expected)
    const { splits, ...head } = await getSplits({ by })
    expect(head).toEqual({ player: sampleRef('player', 'p'), by })
    expect(splits.map(({ opponent }) => opponent)).toEqual(splits.map(() => ''))
  })

  test('by opponent, split is the team id and opponent its name; splits are sorted by name', async () => {
    await writeGames(core(), ...GAMES)
    const { splits } = await getSplits({ by: 'opponent' })
    expect(splits.map(({ split, opponent, games, points }) => [split, opponent, games, points])).toEqual([
      [sampleId('team', 'B'), 'Team B', 2, 20],
      [sampleId('team', 'C'), 'Team C', 1, 20],
      [sampleId('team', 'Á'), 'Team Á', 1, 40],
    ])
  })

  test('by defaults to venue; an unknown value returns bad_request with the allowed ones', async () => {
    await writeGames(core(), ...GAMES)
    expect(await getSplits()).toEqual(await getSplits({ by: 'venue' }))
    const call = core()
      .caller()
      .players.splits(JSON.parse(`{"id":"${sampleId('player', 'p')}","by":"weekday"}`))
    expect(await catchServiceError(call)).toMatchObject({
      code: 'bad_request',
      allowed: ['venue', 'result', 'month', 'opponent', 'starter'],
    })
  })

  test('season and competition filter the games', async () => {
    const sheet = { home: { players: { p: { points: 8 } } } }
    await writeGames(core(), ...GAMES, { id: 'old', year: 2025, sheet }, { id: 'cup', league: 'CUP', sheet })
    const [competition, season] = [sampleId('competition', 'L'), sampleId('season', 'L2026')]
    expect(await pointsBy()).toEqual([
      ['home', 4, 46 / 4],
      ['away', 2, 35],
    ])
    expect(await pointsBy({ competition })).toEqual([
      ['home', 3, 38 / 3],
      ['away', 2, 35],
    ])
    expect(await pointsBy({ season })).toEqual([
      ['home', 2, 15],
      ['away', 2, 35],
    ])
    expect(await pointsBy({ season, competition })).toEqual([
      ['home', 2, 15],
      ['away', 2, 35],
    ])
  })

  test('preseason, all-star, live and called-off games, and games not played, do not count', async () => {
    const sheet = { home: { players: { p: { points: 99 } } } }
    await writeGames(
      core(),
      GAMES[0] ?? { id: 'g1' },
      { id: 'preseason', stage: 'preseason', sheet },
      { id: 'all-star', stage: 'all-star', sheet },
      { id: 'live', status: 'scheduled', sheet },
      { id: 'abandoned', status: 'no_result', sheet },
      { id: 'bench', sheet: { home: { players: { p: { played: false } } } } },
      { id: 'unnamed', stage: null, sheet: { home: { players: { p: { points: 2 } } } } },
    )
    expect(await pointsBy()).toEqual([['home', 2, 6]])
  })

  test('a player without a counted game has no splits', async () => {
    await writeGames(core(), { id: 'g1', stage: 'preseason', sheet: { home: { players: { p: {} } } } })
    expect(await getSplits()).toEqual({ player: sampleRef('player', 'p'), by: 'venue', splits: [] })
  })

  const mates = Object.fromEntries(['m1', 'm2', 'm3', 'm4', 'm5'].map((mate) => [mate, { seconds: 2040 }]))
  const totals = { two_attempted: 40, three_attempted: 20, free_throws_attempted: 20, turnovers: 10 }
  const p = {
    seconds: 1800,
    points: 15,
    two_made: 4,
    two_attempted: 7,
    three_made: 1,
    three_attempted: 3,
    free_throws_made: 4,
    free_throws_attempted: 5,
    turnovers: 2,
  }

  test('usage is the share of team plays that the player used while on court; true shooting relates points to attempts', async () => {
    await writeGames(core(), { id: 'g1', sheet: { home: { players: { p, ...mates }, totals } } })
    // 10 FGA + 0.44 × 5 FTA + 2 TOV = 14.2 of 60 + 8.8 + 10 = 78.8 plays, in 30 of 40 minutes.
    const [split] = (await getSplits()).splits
    expect(split?.usage_pct).toBeCloseTo((14.2 * 40) / (30 * 78.8), 12)
    expect(split?.true_shooting_pct).toBeCloseTo(15 / (2 * 12.2), 12)
    expect(split).toMatchObject({ minutes: 30, field_goal_pct: 0.5, three_pct: 1 / 3, free_throw_pct: 0.8 })
  })

  test('usage of several games uses the totals over them', async () => {
    const more = { ...totals, turnovers: 20 }
    const overtime = { ...mates, m6: { seconds: 1500 }, idle: { ...NOT_RECORDED, played: false } }
    await writeGames(
      core(),
      { id: 'g1', sheet: { home: { players: { p, ...mates }, totals } } },
      { id: 'g2', sheet: { home: { players: { p, ...overtime }, totals: more } } },
    )
    const [split] = (await getSplits()).splits
    expect(split).toMatchObject({ games: 2 })
    expect(split?.usage_pct).toBeCloseTo((2 * 14.2 * ((12_000 + 13_500) / 5)) / (3600 * (78.8 + 88.8)), 12)
  })

  test('usage is null if one of the games has no team totals', async () => {
    await writeGames(
      core(),
      { id: 'g1', sheet: { home: { players: { p, ...mates }, totals } } },
      { id: 'g2', sheet: { home: { players: { p, ...mates } } } },
    )
    expect((await getSplits()).splits).toMatchObject([{ games: 2, minutes: 30, usage_pct: null }])
  })

  test('usage uses the length of the game by its periods, not the minutes of the teammates', async () => {
    const periods = { home: [20, 20, 20, 20], away: [18, 18, 17, 17] }
    const untimed = { ...mates, m4: { seconds: 1 }, m5: { seconds: null } }
    await writeGames(core(), { id: 'g1', periods, sheet: { home: { players: { p, ...untimed }, totals } } })
    expect((await getSplits()).splits[0]?.usage_pct).toBeCloseTo((14.2 * 40) / (30 * 78.8), 12)
  })

  test('usage is null if neither the periods nor the playing time of a teammate are known', async () => {
    const untimed = { ...mates, m5: { seconds: null } }
    await writeGames(
      core(),
      { id: 'g1', sheet: { home: { players: { p, ...mates }, totals } } },
      { id: 'g2', sheet: { home: { players: { p, ...untimed }, totals } } },
    )
    expect((await getSplits()).splits).toMatchObject([{ games: 2, minutes: 30, usage_pct: null }])
  })

  test('true shooting can exceed 1; without attempts true shooting and the percentages are null', async () => {
    await writeGames(
      core(),
      { id: 'g1', sheet: { home: { players: { p: { points: 3, three_made: 1, three_attempted: 1 } } } } },
      { id: 'g2', home: 'B', away: 'A', sheet: { away: { players: { p: {} } } } },
    )
    const none = { field_goal_pct: null, three_pct: null, free_throw_pct: null, true_shooting_pct: null }
    expect((await getSplits()).splits).toMatchObject([{ true_shooting_pct: 1.5 }, { ...none, points: 0 }])
  })

  test('a statistic that a game does not record is null only in the split with that game', async () => {
    const partly = { seconds: null, steals: null, points: null, two_made: null, free_throws_attempted: null }
    await writeGames(
      core(),
      { id: 'g1', sheet: { home: { players: { p: { ...p, steals: 2 }, ...mates }, totals } } },
      { id: 'g2', sheet: { home: { players: { p: { ...p, ...partly, assists: 3 }, ...mates }, totals } } },
      { id: 'g3', home: 'B', away: 'A', sheet: { away: { players: { p: { ...p, steals: 2 }, ...mates }, totals } } },
    )
    const [home, away] = (await getSplits()).splits
    expect(home).toMatchObject({
      split: 'home',
      games: 2,
      assists: 1.5,
      turnovers: 2,
      three_pct: 1 / 3,
      minutes: null,
      points: null,
      steals: null,
      field_goal_pct: null,
      free_throw_pct: null,
      true_shooting_pct: null,
      usage_pct: null,
    })
    expect(away).toMatchObject({ split: 'away', games: 1, minutes: 30, points: 15, steals: 2, field_goal_pct: 0.5 })
    expect(away?.usage_pct).toBeCloseTo((14.2 * 40) / (30 * 78.8), 12)
  })

  test('unrecorded statistics are null', async () => {
    await writeGames(core(), { id: 'g1', sheet: { home: { players: { p: NOT_RECORDED }, totals } } })
    const [split] = (await getSplits()).splits
    const { split: name, opponent, games, ...figures } = split ?? {}
    expect([name, opponent, games]).toEqual(['home', '', 1])
    expect(new Set(Object.values(figures))).toEqual(new Set([null]))
  })
})
