import { describe, expect, test } from 'vitest'
import {
  anyDatabase,
  sampleId,
  sampleRef,
  catchServiceError,
  sharedCore,
  writeGames,
  type SampleGame,
  type SampleLine,
} from '../testing/index.ts'

/** Box lines of five players who played all minutes of a game. */
const team = (letter: string, minutes: number) =>
  Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`${letter}${n}`, { seconds: minutes * 60 }]))

const buildTotals = (shots: number, free_throws_attempted: number, offensive_rebounds: number, turnovers: number) => ({
  two_attempted: shots - 20,
  three_attempted: 20,
  free_throws_attempted,
  offensive_rebounds,
  turnovers,
})

/** A: 68 FGA, 20 FTA, 10 OREB, 12 TOV; B: 64, 18, 8, 14. The score is 88-81, which gives 78.36 possessions. */
const exampleGame = (minutes = 40): SampleGame => ({
  id: `g${minutes}`,
  score: [88, 81],
  sheet: {
    home: { players: team('a', minutes), totals: buildTotals(68, 20, 10, 12) },
    away: { players: team('b', minutes), totals: buildTotals(64, 18, 8, 14) },
  },
})

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  type Input = Omit<Parameters<ReturnType<ReturnType<typeof core>['caller']>['teams']['form']>[0], 'id'>
  const getForm = async (of: string, input: Input = {}) =>
    (
      await core()
        .caller()
        .teams.form({ id: sampleId('team', of), ...input })
    ).data
  const listDays = async (input: Input = {}) => (await getForm('A', input)).games.map(({ game }) => game.date)

  test('a game has its result, possessions, pace and ratings from the perspective of the team', async () => {
    await writeGames(core(), exampleGame())
    const game = { id: sampleId('game', 'g40'), date: '2026-11-19', competition: sampleRef('competition', 'L') }
    const near = (value: number) => expect.closeTo(value, 4)
    const ofA = { offensive_rating: near(112.3022), defensive_rating: near(103.3691) }
    expect(await getForm('A')).toEqual({
      team: sampleRef('team', 'A'),
      summary: { games: 1, won: 1, lost: 0, average_margin: 7, pace: near(78.36), ...ofA },
      games: [
        {
          game,
          venue: 'home',
          opponent: sampleRef('team', 'B'),
          result: 'W',
          points_for: 88,
          points_against: 81,
          margin: 7,
          possessions: near(78.36),
          pace: near(78.36),
          ...ofA,
        },
      ],
    })
    expect(await getForm('B')).toMatchObject({
      summary: { won: 0, lost: 1, average_margin: -7 },
      games: [
        {
          venue: 'away',
          opponent: sampleRef('team', 'A'),
          result: 'L',
          margin: -7,
          offensive_rating: near(103.3691),
          defensive_rating: near(112.3022),
        },
      ],
    })
  })

  test('pace is per regulation length: overtime lowers it, and 48 minutes yield a higher one than 40', async () => {
    await writeGames(core(), exampleGame(45), {
      ...exampleGame(48),
      league: 'LONG',
      competition: { regulation_minutes: 48 },
    })
    const { games } = await getForm('A', { competition: sampleId('competition', 'L') })
    expect(games).toMatchObject([{ possessions: expect.closeTo(78.36, 10), pace: expect.closeTo(69.6533, 4) }])
    const long = await getForm('A', { competition: sampleId('competition', 'LONG') })
    expect(long.games).toMatchObject([{ pace: expect.closeTo(78.36, 10) }])
  })

  test('possessions, pace and ratings are null without the totals of both teams; only pace is null without periods and playing times', async () => {
    const { sheet, ...game } = exampleGame()
    const unknown = { possessions: null, pace: null, offensive_rating: null, defensive_rating: null }
    const { possessions: _, ...summary } = unknown
    await writeGames(core(), { ...game, id: 'bare' })
    await writeGames(core(), { ...game, id: 'one side', sheet: { ...sheet, away: { players: team('b', 40) } } })
    expect(await getForm('A')).toMatchObject({ summary: { games: 2, ...summary }, games: [unknown, unknown] })
    await writeGames(core(), {
      ...game,
      sheet: { home: { totals: buildTotals(68, 20, 10, 12) }, away: { totals: buildTotals(64, 18, 8, 14) } },
    })
    expect((await getForm('A', { last: 3 })).games).toContainEqual(
      expect.objectContaining({
        pace: null,
        possessions: expect.closeTo(78.36, 10),
        offensive_rating: expect.any(Number),
      }),
    )
  })

  describe('the length of a game', () => {
    const { sheet, ...game } = exampleGame()
    const QUARTERS = { home: [22, 22, 22, 22], away: [20, 20, 20, 21] }
    const timed = (changes: Record<string, SampleLine>) => ({
      ...sheet,
      home: { ...sheet?.home, players: { ...team('a', 40), ...changes } },
    })
    /** The pace of A and of B, in the game and in the summary. */
    const paces = async () => {
      const forms = [await getForm('A'), await getForm('B')]
      return forms.flatMap(({ games, summary }) => [games[0]?.pace ?? null, summary.pace])
    }
    const fourTimes = (pace: number | null) => Array.from({ length: 4 }, () => pace && expect.closeTo(pace, 4))

    test('comes from the periods, whatever the minutes of the players are', async () => {
      // The times of A add up to 16 minutes instead of 200: by them its pace is 985.
      const wrong = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`a${n}`, { seconds: 191 }]))
      await writeGames(core(), { ...game, periods: QUARTERS, sheet: timed(wrong) })
      expect(await paces()).toEqual(fourTimes(78.36))
    })

    test('has 5 minutes more per period after the fourth, whatever the minutes of the players are', async () => {
      const overtime = { home: [22, 22, 22, 17, 5], away: [20, 20, 20, 17, 4] }
      await writeGames(core(), { ...exampleGame(), periods: overtime })
      expect(await paces()).toEqual(fourTimes(69.6533))
    })

    test('comes from the minutes of the players if fewer than four periods are known', async () => {
      await writeGames(core(), { ...exampleGame(45), periods: { home: [44, 44], away: [40, 41] } })
      expect(await paces()).toEqual(fourTimes(69.6533))
    })

    test('comes from the team whose minutes are known and possible', async () => {
      await writeGames(core(), { ...game, sheet: timed({ a5: { seconds: null } }) })
      expect(await paces()).toEqual(fourTimes(78.36))
      await writeGames(core(), { ...game, sheet: timed({ a5: { seconds: 60 }, a6: { played: false } }) })
      expect(await paces()).toEqual(fourTimes(78.36))
    })

    test('is unknown, and pace null, if the minutes of both teams are unknown or impossible', async () => {
      const away = { ...sheet?.away, players: team('b', 15) }
      await writeGames(core(), { ...game, sheet: { ...timed({ a5: { seconds: null } }), away } })
      expect(await paces()).toEqual(fourTimes(null))
    })
  })

  test('ratings of several games use their total points and possessions; the average margin uses every game', async () => {
    const slowTotals = buildTotals(50, 0, 0, 0)
    await writeGames(core(), exampleGame(), {
      id: 'slow',
      home: 'B',
      away: 'A',
      score: [60, 40],
      sheet: {
        home: { players: team('b', 40), totals: slowTotals },
        away: { players: team('a', 40), totals: slowTotals },
      },
    })
    await writeGames(core(), { id: 'unknown', score: [100, 50] })
    expect((await getForm('A')).summary).toEqual({
      games: 3,
      won: 2,
      lost: 1,
      average_margin: (7 - 20 + 50) / 3,
      pace: expect.closeTo((78.36 + 50) / 2, 10),
      offensive_rating: expect.closeTo((100 * (88 + 40)) / (78.36 + 50), 10),
      defensive_rating: expect.closeTo((100 * (81 + 60)) / (78.36 + 50), 10),
    })
  })

  describe('the games of a form', () => {
    const twelve = Array.from({ length: 12 }, (_, n) => ({
      id: `g${n}`,
      date: `2026-11-${String(n + 1).padStart(2, '0')}`,
      home: n % 3 === 0 ? 'A' : 'B',
      away: n % 3 === 0 ? 'B' : 'A',
      league: n < 6 ? 'CUP' : 'L',
    }))
    const newestFirst = twelve.map(({ date }) => date).toReversed()

    test('last defaults to 10 and is at most 100; games are newest first in any order of ingest', async () => {
      await writeGames(core(), ...twelve.toReversed())
      expect(await listDays()).toEqual(newestFirst.slice(0, 10))
      expect(await listDays({ last: 3 })).toEqual(newestFirst.slice(0, 3))
      expect(await listDays({ last: 100 })).toEqual(newestFirst)
      for (const last of [0, 101])
        expect(await catchServiceError(getForm('A', { last }))).toMatchObject({ code: 'bad_request' })
      expect((await getForm('A', { last: 3 })).summary.games).toBe(3)
    })

    test('venue and competition filter the games', async () => {
      await writeGames(core(), ...twelve)
      const home = ['2026-11-10', '2026-11-07', '2026-11-04', '2026-11-01']
      expect(await listDays({ venue: 'home' })).toEqual(home)
      expect(await listDays({ venue: 'home', last: 2 })).toEqual(home.slice(0, 2))
      expect(await listDays({ venue: 'away' })).toEqual(newestFirst.filter((day) => !home.includes(day)))
      const competition = sampleId('competition', 'CUP')
      expect(await listDays({ competition })).toEqual(newestFirst.slice(6))
      expect(await listDays({ competition, venue: 'home', last: 1 })).toEqual(['2026-11-04'])
      expect((await getForm('A', { venue: 'away' })).games.map(({ venue }) => venue)).not.toContain('home')
    })

    test('games of one day are sorted by tip-off, unknown ones last, then by id', async () => {
      await writeGames(
        core(),
        { id: 'early', tip_off: '2026-11-19T18:00:00Z' },
        { id: 'late', tip_off: '2026-11-19T20:00:00Z', home: 'B', away: 'A' },
        { id: 'unknown 1' },
        { id: 'unknown 2', home: 'B', away: 'A' },
      )
      const unknown = ['unknown 1', 'unknown 2'].map((id) => sampleId('game', id)).toSorted()
      const ids = (await getForm('A')).games.map(({ game }) => game.id)
      expect(ids).toEqual([sampleId('game', 'late'), sampleId('game', 'early'), ...unknown])
    })

    test('every stage but preseason and all-star counts; games without a result do not', async () => {
      const stages = ['regular', 'preseason', 'play-in', 'playoffs', 'all-star', 'final four', null]
      await writeGames(
        core(),
        ...stages.map((stage, n) => ({ id: `g${n}`, stage, date: `2026-11-0${n + 1}` })),
        { ...exampleGame(), id: 'live', status: 'scheduled', date: '2026-11-18' },
        { id: 'abandoned', status: 'no_result', date: '2026-11-18' },
      )
      expect(await listDays()).toEqual([7, 6, 4, 3, 1].map((day) => `2026-11-0${day}`))
    })
  })

  test('a team without games has an empty form', async () => {
    await writeGames(core(), { id: 'g1', status: 'scheduled' })
    expect(await getForm('A')).toEqual({
      team: sampleRef('team', 'A'),
      summary: {
        games: 0,
        won: 0,
        lost: 0,
        average_margin: null,
        pace: null,
        offensive_rating: null,
        defensive_rating: null,
      },
      games: [],
    })
  })
})
