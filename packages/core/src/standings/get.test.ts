import { describe, expect, test } from 'vitest'
import {
  ingestOrThrow,
  withChanges,
  anyDatabase,
  sampleId,
  sampleRef,
  sharedCore,
  writeGames,
  sampleBundle,
  type SampleGame,
} from '../testing/index.ts'

/** A final game; `regulation` is the score before overtime, if there was one. */
const played = (id: string, home: string, away: string, score: string, regulation?: string): SampleGame => {
  const [homeScore = 0, awayScore = 0] = score.split('-').map(Number)
  const [homeRegulation = homeScore, awayRegulation = awayScore] = regulation?.split('-').map(Number) ?? []
  const overtime = (points: number) => (regulation === undefined ? [] : [points])
  const periods = {
    home: [homeRegulation - 3, 1, 1, 1, ...overtime(homeScore - homeRegulation)],
    away: [awayRegulation - 3, 1, 1, 1, ...overtime(awayScore - awayRegulation)],
  }
  return { id, home, away, score: [homeScore, awayScore], periods }
}

describe.each(anyDatabase)('on %s', (kind) => {
  let now = '2026-11-20T12:00:00Z'
  const core = sharedCore(kind, { now: () => new Date(now) })
  const getTable = async (league = 'L', season?: string) => {
    const input = {
      competition: sampleId('competition', league),
      ...(season && { season: sampleId('season', season) }),
    }
    return (await core().caller('live').standings.get(input)).data
  }
  const order = async (league = 'L') => (await getTable(league)).table.map(({ team }) => team.name.slice(-1)).join('')

  test('a row contains the wins, losses and points of a team, at home and away', async () => {
    await writeGames(
      core(),
      { ...played('g1', 'A', 'B', '80-70'), date: '2026-10-01' },
      { ...played('g2', 'B', 'A', '90-95', '85-85'), date: '2026-10-08' },
      { ...played('g3', 'A', 'C', '60-75'), date: '2026-10-15' },
    )
    const row = { group: null, team: sampleRef('team', 'A'), home: '1-1', away: '1-0', last_ten: '2-1', streak: 'L1' }
    expect(await getTable()).toEqual({
      competition: sampleRef('competition', 'L'),
      season: sampleRef('season', 'L2026'),
      games: 3,
      through: '2026-10-15',
      table: [
        expect.objectContaining({
          rank: 1,
          team: sampleRef('team', 'C'),
          played: 1,
          won: 1,
          win_share: 1,
          streak: 'W1',
        }),
        {
          ...row,
          rank: 2,
          played: 3,
          won: 2,
          lost: 1,
          win_share: 2 / 3,
          league_points: null,
          points_for: 235,
          points_against: 235,
          points_difference: 0,
        },
        expect.objectContaining({
          rank: 3,
          team: sampleRef('team', 'B'),
          won: 0,
          home: '0-1',
          away: '0-1',
          streak: 'L2',
        }),
      ],
    })
  })

  test('only the regular season counts if the competition names stages', async () => {
    const stages = ['regular', 'preseason', 'play-in', 'playoffs', 'all-star', 'final four', 'cup']
    await writeGames(core(), ...stages.map((stage, n) => ({ id: stage, stage, date: `2026-11-0${n + 1}` })))
    expect(await getTable()).toMatchObject({
      games: 1,
      through: '2026-11-01',
      table: [
        { team: { name: 'Team A' }, played: 1, won: 1, points_for: 80 },
        { team: { name: 'Team B' }, played: 1 },
      ],
    })
  })

  test('every game counts if the competition names no stages', async () => {
    await writeGames(core(), { id: 'g1', stage: null }, { id: 'g2', stage: null, home: 'B', away: 'A' })
    expect(await getTable()).toMatchObject({
      games: 2,
      table: [
        { won: 1, lost: 1 },
        { won: 1, lost: 1 },
      ],
    })
  })

  test('a game without a stage does not count if any game of the season, even a future one, names one', async () => {
    await writeGames(core(), { id: 'g1', stage: null }, { id: 'g2', stage: 'regular', status: 'scheduled' })
    expect(await getTable()).toMatchObject({ games: 0, table: [{ played: 0 }, { played: 0 }] })
    await writeGames(core(), { id: 'g2', stage: 'regular' })
    expect(await getTable()).toMatchObject({ games: 1 })
  })

  test('whether stages are named is determined for each season separately', async () => {
    await writeGames(
      core(),
      { id: 'g1', year: 2025, stage: null },
      { id: 'g2', year: 2026, stage: 'regular' },
      { id: 'g3', year: 2026, stage: null },
    )
    expect(await getTable('L', 'L2025')).toMatchObject({ games: 1 })
    expect(await getTable('L', 'L2026')).toMatchObject({ games: 1 })
  })

  test('teams of other stages have no row; teams that have not played yet have a row', async () => {
    await writeGames(
      core(),
      { id: 'g1' },
      { id: 'g2', status: 'scheduled', home: 'C', away: 'D' },
      { id: 'g3', stage: 'all-star', home: 'East', away: 'West' },
    )
    expect((await getTable()).table.map(({ team, played: games }) => [team.name, games])).toEqual([
      ['Team A', 1],
      ['Team C', 0],
      ['Team D', 0],
      ['Team B', 1],
    ])
  })

  test.each([
    ['Pacific/Auckland', '2026-11-20T11:00:00Z', '2026-11-21'],
    [null, '2026-11-20T23:59:59Z', '2026-11-20'],
    ['America/New_York', '2026-11-20T04:59:59Z', '2026-11-19'],
  ])(
    'before the first game every row is zero, and through is today in time zone %s',
    async (time_zone, moment, through) => {
      now = moment
      await writeGames(core(), { id: 'g1', status: 'scheduled', home: 'B', away: 'A', competition: { time_zone } })
      const zeros = {
        played: 0,
        won: 0,
        lost: 0,
        win_share: 0,
        league_points: null,
        points_for: 0,
        points_against: 0,
        points_difference: 0,
      }
      const rest = { home: '0-0', away: '0-0', last_ten: '0-0', streak: '' }
      const { games, table, ...about } = await getTable()
      expect(about).toMatchObject({ through, season: sampleRef('season', 'L2026') })
      expect([games, table]).toEqual([
        0,
        [
          { group: null, rank: 1, team: sampleRef('team', 'A'), ...zeros, ...rest },
          { group: null, rank: 2, team: sampleRef('team', 'B'), ...zeros, ...rest },
        ],
      ])
    },
  )

  test('a season without counted final games has rows of zeros', async () => {
    await writeGames(
      core(),
      { id: 'g1', stage: 'preseason' },
      { id: 'abandoned', status: 'no_result' },
      { id: 'annulled', status: 'no_result', sheet: { home: { players: { p: { points: 9 } } } } },
      { id: 'live', status: 'scheduled', sheet: { home: { players: { p: { points: 9 } } } } },
    )
    expect(await getTable()).toMatchObject({
      games: 0,
      table: [
        { played: 0, streak: '' },
        { played: 0, streak: '' },
      ],
    })
  })

  test('season defaults to the latest with a final game, else to the latest', async () => {
    await writeGames(
      core(),
      { id: 'g1', year: 2025, status: 'scheduled' },
      { id: 'g2', year: 2026, status: 'scheduled' },
    )
    expect((await getTable()).season.name).toBe('2026-27')
    await writeGames(core(), { id: 'g3', year: 2024 })
    expect((await getTable()).season.name).toBe('2024-25')
    await writeGames(core(), { id: 'g4', year: 2025, stage: 'playoffs' })
    expect(await getTable()).toMatchObject({ season: { name: '2025-26' }, games: 0 })
    expect(await getTable('L', 'L2024')).toMatchObject({ season: { name: '2024-25' }, games: 1 })
    await writeGames(core(), { id: 'g5', league: 'CUP', year: 2027 })
    expect((await getTable()).season.name).toBe('2025-26')
  })

  test('last ten and streak use date and tip-off, not the order of ingest', async () => {
    // Newest first: L W W W W W W W W W | L L, the two newest on one day.
    const scores = ['70-80', ...Array.from({ length: 9 }, () => '80-70'), '70-80', '70-80']
    const games = scores.map((score, n) => ({
      ...played(`g${n}`, 'A', 'B', score),
      date: n === 0 ? '2026-11-19' : `2026-11-${String(20 - n).padStart(2, '0')}`,
      tip_off: n === 0 ? '2026-11-19T20:00:00Z' : n === 1 ? '2026-11-19T18:00:00Z' : null,
    }))
    await writeGames(core(), ...games.slice(1))
    expect((await getTable()).table[0]).toMatchObject({ streak: 'W9', last_ten: '9-1' })
    await writeGames(core(), ...games.slice(0, 1))
    expect((await getTable()).table[0]).toMatchObject({ played: 12, streak: 'L1', last_ten: '9-1' })
  })

  describe('ties are broken by the tie-break of the competition', () => {
    const withTieBreak = (tie_break: 'euroleague' | 'nba' | 'simple', ...games: SampleGame[]) =>
      games.map((game) => ({ ...game, id: `${tie_break} ${game.id}`, league: tie_break, competition: { tie_break } }))
    const RULES = ['euroleague', 'nba', 'simple'] as const

    test('two teams with one win each are ordered by head-to-head or by all games', async () => {
      // B is ahead in the games between them, A in all games.
      const games = [
        played('g1', 'A', 'B', '81-80'),
        played('g2', 'B', 'A', '87-80'),
        played('g3', 'A', 'C', '90-60'),
        played('g4', 'B', 'C', '70-69'),
      ]
      for (const rule of RULES) await writeGames(core(), ...withTieBreak(rule, ...games))
      expect([await order('euroleague'), await order('nba'), await order('simple')]).toEqual(['BAC', 'ABC', 'ABC'])
    })

    test('overtime points do not count in EuroLeague tie-breaks; the columns show the full score', async () => {
      // A won by 2, B by 7 in overtime: without overtime points A is ahead, with them B.
      const games = [played('g1', 'A', 'B', '75-73'), played('g2', 'B', 'A', '97-90', '80-80')]
      for (const rule of RULES) await writeGames(core(), ...withTieBreak(rule, ...games))
      expect([await order('euroleague'), await order('nba'), await order('simple')]).toEqual(['AB', 'BA', 'BA'])
      expect((await getTable('euroleague')).table).toMatchObject([
        { rank: 1, points_for: 165, points_against: 170, points_difference: -5 },
        { rank: 2, points_for: 170, points_against: 165, points_difference: 5 },
      ])
    })

    test('periods that do not add up to a final score without overtime do not count in EuroLeague tie-breaks', async () => {
      // A won by 2, B by 1. By the periods of the first game, A would be 13 points behind in it.
      const wrong = { home: [15, 15, 15, 15], away: [20, 18, 18, 17] }
      const games = [{ ...played('g1', 'A', 'B', '75-73'), periods: wrong }, played('g2', 'B', 'A', '74-73')]
      await writeGames(core(), ...withTieBreak('euroleague', ...games))
      expect(await order('euroleague')).toBe('AB')
    })

    test('the tie-break of three teams starts again with those still tied', async () => {
      // Among the three, A and B won 3 games and C none. In the games between A and B, B has the better difference.
      const games = [
        played('g1', 'A', 'B', '81-80'),
        played('g2', 'B', 'A', '87-80'),
        played('g3', 'A', 'C', '90-70'),
        played('g4', 'C', 'A', '70-80'),
        played('g5', 'B', 'C', '72-70'),
        played('g6', 'C', 'B', '70-73'),
        played('g7', 'C', 'D', '99-50'),
        played('g8', 'C', 'D', '99-50'),
        played('g9', 'C', 'D', '99-50'),
        played('h1', 'D', 'A', '70-69'),
        played('h2', 'D', 'B', '70-69'),
        played('h3', 'C', 'D', '99-50'),
        played('h4', 'C', 'D', '99-50'),
      ]
      await writeGames(core(), ...withTieBreak('euroleague', ...games))
      const rows = (await getTable('euroleague')).table.map(({ team, won, lost }) => [team.name.slice(-1), won, lost])
      expect(rows).toEqual([
        ['B', 3, 2],
        ['A', 3, 2],
        ['C', 5, 4],
        ['D', 2, 5],
      ])
    })

    /** The newest game, which no standings count. */
    const uncounted = { id: 'g3', date: '2026-12-01', stage: 'preseason' }

    test('a changed tie-break rule reorders every season of the competition', async () => {
      const games = [played('g1', 'A', 'B', '75-73'), played('g2', 'B', 'A', '97-90', '80-80')]
      await writeGames(core(), ...games, ...games.map((game) => ({ ...game, id: `old ${game.id}`, year: 2025 })))
      expect(await order()).toBe('BA')
      await writeGames(core(), { ...uncounted, competition: { tie_break: 'euroleague' } })
      expect(await order()).toBe('AB')
      expect((await getTable('L', 'L2025')).table.map(({ team }) => team.name)).toEqual(['Team A', 'Team B'])
    })

    test('a changed number of periods reorders tables whose ties leave overtimes out, in every season', async () => {
      const periods = { home: [20, 20, 20, 14, 23], away: [20, 20, 20, 14, 16] }
      const games = [played('g1', 'A', 'B', '75-73'), { ...played('g2', 'B', 'A', '97-90'), periods }]
      const competition = { tie_break: 'euroleague' } as const
      await writeGames(core(), ...games.map((game) => ({ ...game, year: 2025, competition })))
      const names = async () => (await getTable('L', 'L2025')).table.map(({ team }) => team.name)
      expect(await names()).toEqual(['Team A', 'Team B'])
      await writeGames(core(), { ...uncounted, competition: { ...competition, periods: 5 } })
      expect(await names()).toEqual(['Team B', 'Team A'])
    })

    test('the current name of the team is the last tie-break, in every season', async () => {
      const tied = [played('g1', 'A', 'B', '80-70'), played('g2', 'B', 'A', '80-70')]
      await writeGames(core(), ...tied, ...tied.map((game) => ({ ...game, id: `old ${game.id}`, year: 2025 })))
      expect(await order()).toBe('AB')
      await ingestOrThrow(core(), withChanges(sampleBundle(uncounted), { home: { team: { name: 'Zeta' } } }))
      for (const season of ['L2026', 'L2025'])
        expect((await getTable('L', season)).table.map(({ team }) => team.name)).toEqual(['Team B', 'Zeta'])
    })
  })
})
