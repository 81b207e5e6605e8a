import { describe, expect, test } from 'vitest'
import {
  anyDatabase,
  sampleId,
  NOT_RECORDED,
  sampleRef,
  sharedCore,
  writeGames,
  type SampleLine,
} from '../testing/index.ts'

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const getSeasons = async (player: string, competition?: string) => {
    const input = {
      id: sampleId('player', player),
      ...(competition && { competition: sampleId('competition', competition) }),
    }
    return (await core().caller('live').players.seasons(input)).data.seasons
  }
  /** The averages of player p in a season with one game per line. */
  const computeAverages = async (...lines: SampleLine[]) => {
    const games = lines.map((p, n) => ({ id: `g${n}`, date: `2026-11-0${n + 1}`, sheet: { home: { players: { p } } } }))
    await writeGames(core(), ...games)
    const [season] = await getSeasons('p')
    return season
  }

  test('averages divide by the games played; percentages use the total shots', async () => {
    const season = await computeAverages(
      { seconds: 1830, points: 21, two_made: 6, two_attempted: 9, three_made: 2, three_attempted: 3, assists: 4 },
      { seconds: 90, starter: false, two_attempted: 1, rebounds: 5, free_throws_made: 3, free_throws_attempted: 4 },
      { played: false },
      { steals: 1, blocks: 2, turnovers: 6 },
    )
    expect(season).toEqual({
      season: sampleRef('season', 'L2026'),
      competition: sampleRef('competition', 'L'),
      team: sampleRef('team', 'A'),
      games: 3,
      starts: 2,
      minutes: (1830 + 90 + 1200) / 60 / 3,
      points: 7,
      rebounds: 5 / 3,
      assists: 4 / 3,
      steals: 1 / 3,
      blocks: 2 / 3,
      turnovers: 2,
      field_goal_pct: 8 / 13,
      three_pct: 2 / 3,
      free_throw_pct: 0.75,
    })
  })

  test('a percentage is null without attempts, and 0 if all attempts were missed', async () => {
    const season = await computeAverages({ two_attempted: 4 }, {})
    expect(season).toMatchObject({ field_goal_pct: 0, three_pct: null, free_throw_pct: null, points: 0 })
  })

  test('an average is null, not 0, if one of the games played does not record the statistic', async () => {
    const season = await computeAverages(
      { seconds: 2400, points: 12, steals: 2, three_made: 1, three_attempted: 2, free_throws_attempted: 1 },
      { seconds: null, points: 6, steals: null, three_made: 1, three_attempted: null, two_made: null },
    )
    expect(season).toMatchObject({
      games: 2,
      points: 9,
      rebounds: 0,
      minutes: null,
      steals: null,
      field_goal_pct: null,
      three_pct: null,
      free_throw_pct: 0,
    })
  })

  test('unrecorded statistics of games that do not count, or were not played, have no effect', async () => {
    const line = (p: SampleLine) => ({ home: { players: { p } } })
    await writeGames(
      core(),
      { id: 'g1', sheet: line({ seconds: 2400, points: 12 }) },
      { id: 'bench', sheet: line({ ...NOT_RECORDED, played: false }) },
      { id: 'preseason', stage: 'preseason', sheet: line(NOT_RECORDED) },
      { id: 'live', status: 'scheduled', sheet: line(NOT_RECORDED) },
    )
    expect(await getSeasons('p')).toMatchObject([{ games: 1, minutes: 40, points: 12, rebounds: 0 }])
  })

  test('every stage but preseason and all-star counts, including unnamed stages and those named by the competition', async () => {
    const stages = ['preseason', 'regular', 'play-in', 'playoffs', 'final four', 'all-star', null]
    const points = [1, 2, 4, 8, 16, 32, 64]
    await writeGames(
      core(),
      ...stages.map((stage, n) => ({
        id: `g${n}`,
        date: `2026-11-0${n + 1}`,
        stage,
        sheet: { home: { players: { p: { points: points[n] ?? 0 } } } },
      })),
    )
    expect(await getSeasons('p')).toMatchObject([{ games: 5, starts: 5, points: (2 + 4 + 8 + 16 + 64) / 5 }])
  })

  test('a player traded within a season has a row per team, the latest team first', async () => {
    const line = (points: number) => ({ players: { p: { points } } })
    await writeGames(
      core(),
      { id: 'g1', date: '2026-10-01', home: 'A', sheet: { home: line(10) } },
      { id: 'g2', date: '2026-10-08', home: 'C', away: 'A', sheet: { away: line(20) } },
      { id: 'g3', date: '2026-10-15', home: 'C', away: 'A', sheet: { home: line(7) } },
    )
    const season = { season: sampleRef('season', 'L2026'), competition: sampleRef('competition', 'L') }
    expect(await getSeasons('p')).toMatchObject([
      { ...season, team: sampleRef('team', 'C'), games: 1, points: 7 },
      { ...season, team: sampleRef('team', 'A'), games: 2, points: 15 },
    ])
  })

  test('a player of two teams has the seasons with both, newest first; competition filters them', async () => {
    const sheet = { home: { players: { p: {} } } }
    await writeGames(
      core(),
      { id: 'g1', league: 'L', year: 2025, home: 'A', sheet },
      { id: 'g2', league: 'L', year: 2026, home: 'A', sheet },
      { id: 'g3', league: 'CUP', year: 2026, date: '2026-12-01', home: 'C', sheet },
    )
    const rows = (await getSeasons('p')).map(({ season, competition, team }) => [season, competition, team])
    const toRow = (league: string, year: number, team: string) => [
      sampleRef('season', `${league}${year}`),
      sampleRef('competition', league),
      sampleRef('team', team),
    ]
    expect(rows).toEqual([toRow('CUP', 2026, 'C'), toRow('L', 2026, 'A'), toRow('L', 2025, 'A')])
    expect((await getSeasons('p', 'L')).map(({ team }) => team.name)).toEqual(['Team A', 'Team A'])
  })

  test('live, called-off, abandoned and annulled games do not count', async () => {
    const sheet = { home: { players: { p: { points: 30 } } } }
    await writeGames(
      core(),
      { id: 'live', status: 'scheduled', sheet },
      { id: 'abandoned', status: 'no_result', sheet },
      { id: 'annulled', status: 'no_result', stage: 'playoffs', sheet },
    )
    expect(await getSeasons('p')).toEqual([])
    await writeGames(core(), { id: 'live', sheet })
    expect(await getSeasons('p')).toMatchObject([{ games: 1, points: 30 }])
  })

  test('a player without a counted game has no seasons', async () => {
    const sheet = { home: { players: { bench: { played: false }, guest: {} } } }
    await writeGames(core(), { id: 'g1', sheet: { home: { players: { bench: { played: false } } } } })
    await writeGames(core(), { id: 'g2', stage: 'all-star', sheet })
    const { data } = await core()
      .caller()
      .players.seasons({ id: sampleId('player', 'guest') })
    expect(data).toEqual({ player: sampleRef('player', 'guest'), seasons: [] })
    expect(await getSeasons('bench')).toEqual([])
  })
})
