import { describe, expect, test } from 'vitest'
import {
  anyDatabase,
  databases,
  sampleId,
  sampleRef,
  sharedCore,
  writeGames,
  type DatabaseKind,
  type SampleLine,
} from '../testing/index.ts'

const home = (players: Record<string, SampleLine>) => ({ home: { players } })

/** A core for all tests of a block, and how they read a roster and its players with their games. */
const rostersOn = (kind: DatabaseKind) => {
  const core = sharedCore(kind)
  const getRoster = async (team: string, season?: string) => {
    const input = { id: sampleId('team', team), ...(season && { season: sampleId('season', season) }) }
    return (await core().caller('live').teams.roster(input)).data
  }
  const rows = async (team: string, season?: string) =>
    (await getRoster(team, season)).players.map(({ player, games }) => [player.name, games])
  return { core, getRoster, rows }
}

// The statements are the same on both databases: this shows that the embedded one runs them.
describe.each(databases)('on %s', (kind) => {
  const { core, getRoster } = rostersOn(kind)

  test('the roster contains the players who played for the team, by name, with averages per game played and the latest number', async () => {
    await writeGames(
      core(),
      {
        id: 'g1',
        date: '2026-10-01',
        sheet: home({ Zoe: { number: '7', points: 10, two_attempted: 5, two_made: 5 } }),
      },
      { id: 'g2', date: '2026-10-08', sheet: home({ Zoe: { number: '00', points: 5, starter: false }, Émile: {} }) },
      { id: 'g3', date: '2026-10-15', sheet: home({ Zoe: { number: null, points: 9 }, Bench: { played: false } }) },
      { id: 'g4', date: '2026-10-22', sheet: home({ Zoe: { number: '99', played: false } }) },
    )
    const nothing = {
      rebounds: 0,
      assists: 0,
      steals: 0,
      blocks: 0,
      turnovers: 0,
      three_pct: null,
      free_throw_pct: null,
    }
    expect(await getRoster('A')).toEqual({
      team: sampleRef('team', 'A'),
      season: sampleRef('season', 'L2026'),
      competition: sampleRef('competition', 'L'),
      players: [
        {
          player: sampleRef('player', 'Émile'),
          number: null,
          games: 1,
          starts: 1,
          last_game: '2026-10-08',
          minutes: 20,
          points: 0,
          ...nothing,
          field_goal_pct: null,
        },
        {
          player: sampleRef('player', 'Zoe'),
          number: '00',
          games: 3,
          starts: 2,
          last_game: '2026-10-15',
          minutes: 20,
          points: 8,
          ...nothing,
          field_goal_pct: 1,
        },
      ],
    })
  })
})

describe.each(anyDatabase)('on %s', (kind) => {
  const { core, getRoster, rows } = rostersOn(kind)

  test('an average is null if one of the games played does not record the statistic', async () => {
    await writeGames(
      core(),
      { id: 'g1', date: '2026-10-01', sheet: home({ p: { seconds: 2400, points: 9, steals: 2 } }) },
      { id: 'g2', date: '2026-10-08', sheet: home({ p: { seconds: null, points: 6, steals: null } }) },
    )
    expect((await getRoster('A')).players).toMatchObject([{ games: 2, minutes: null, points: 7.5, steals: null }])
  })

  test('of two games on one day the later tip-off decides the latest number', async () => {
    const at = (hour: number, number: string) => ({
      id: `g${hour}`,
      tip_off: `2026-11-19T${hour}:00:00Z`,
      sheet: home({ p: { number } }),
    })
    await writeGames(core(), at(20, '8'), at(18, '5'))
    expect((await getRoster('A')).players).toMatchObject([{ number: '8' }])
  })

  test('a player traded within the season is on both rosters, with the games for each team', async () => {
    await writeGames(
      core(),
      { id: 'g1', date: '2026-10-01', home: 'A', sheet: home({ p: {}, q: {} }) },
      { id: 'g2', date: '2026-10-08', home: 'A', sheet: home({ p: {} }) },
      { id: 'g3', date: '2026-10-15', home: 'C', away: 'A', sheet: home({ p: { points: 5 } }) },
    )
    expect(await rows('A')).toEqual([
      ['Player p', 2],
      ['Player q', 1],
    ])
    expect((await getRoster('C')).players).toMatchObject([{ player: sampleRef('player', 'p'), games: 1, points: 5 }])
  })

  test('a player of two teams in two competitions is on the roster of each team', async () => {
    await writeGames(
      core(),
      { id: 'g1', home: 'A', sheet: home({ p: {} }) },
      { id: 'g2', league: 'CUP', home: 'C', sheet: home({ p: {} }) },
    )
    expect([await rows('A', 'L2026'), await rows('C', 'CUP2026')]).toEqual([[['Player p', 1]], [['Player p', 1]]])
    expect([await rows('A', 'CUP2026'), await rows('C', 'L2026')]).toEqual([[], []])
  })

  test('preseason, all-star, live and called-off games do not count for the roster', async () => {
    await writeGames(
      core(),
      { id: 'g1', stage: 'preseason', sheet: home({ trial: {} }) },
      { id: 'g2', stage: 'all-star', sheet: home({ star: {} }) },
      { id: 'g3', status: 'scheduled', sheet: home({ live: {} }) },
      { id: 'g4', status: 'no_result', sheet: home({ abandoned: {} }) },
      { id: 'g5', stage: 'cup', sheet: home({ real: {} }) },
      { id: 'g6', stage: 'preseason', date: '2026-12-01', sheet: home({ real: {} }) },
    )
    const { players } = await getRoster('A')
    expect(players).toMatchObject([{ player: sampleRef('player', 'real'), games: 1, last_game: '2026-11-19' }])
  })

  test("season defaults to the team's latest with box scores, else to its latest", async () => {
    await writeGames(
      core(),
      { id: 'g1', year: 2025, status: 'scheduled' },
      { id: 'g2', year: 2026, status: 'scheduled' },
    )
    expect(await getRoster('A')).toMatchObject({ season: sampleRef('season', 'L2026'), players: [] })
    await writeGames(core(), { id: 'g3', year: 2024, sheet: home({ old: {} }) }, { id: 'g4', year: 2025 })
    expect(await getRoster('A')).toMatchObject({ season: sampleRef('season', 'L2024'), players: [{ games: 1 }] })
    await writeGames(core(), { id: 'g5', year: 2025, sheet: home({ p9: {} }) })
    expect(await getRoster('A')).toMatchObject({ season: sampleRef('season', 'L2025'), players: [{ games: 1 }] })
    expect((await getRoster('A', 'L2024')).season).toEqual(sampleRef('season', 'L2024'))
    // Of two competitions in one year, the default is the one in which the team played last.
    await writeGames(core(), { id: 'g6', league: 'CUP', year: 2025, date: '2026-03-01', sheet: home({ p9: {} }) })
    expect((await getRoster('A')).competition).toEqual(sampleRef('competition', 'CUP'))
  })

  test('the roster is empty in a season in which the team does not play', async () => {
    await writeGames(core(), { id: 'g1', sheet: home({ p: {} }) }, { id: 'g2', league: 'CUP', home: 'C', away: 'D' })
    expect(await getRoster('A', 'CUP2026')).toEqual({
      team: sampleRef('team', 'A'),
      season: sampleRef('season', 'CUP2026'),
      competition: sampleRef('competition', 'CUP'),
      players: [],
    })
  })

  test('a team without games has no season and an empty roster', async () => {
    await writeGames(core(), { id: 'g1', home: 'A', status: 'scheduled', sheet: home({ p: {} }) })
    await writeGames(core(), { id: 'g1', home: 'C', sheet: home({ p: {} }) })
    expect(await getRoster('A')).toEqual({ team: sampleRef('team', 'A'), season: null, competition: null, players: [] })
  })
})
