import { describe, expect, test } from 'vitest'
import {
  anyDatabase,
  sampleId,
  ingestOrThrow,
  sampleBundle,
  sharedCore,
  writeGames,
  type SampleGame,
} from '../testing/index.ts'

/** Two wins of A over B, and one of C over A that is struck. */
const GAMES: SampleGame[] = [
  { id: 'g1', date: '2026-11-01', sheet: { home: { players: { p: { points: 10 } } } } },
  { id: 'g2', date: '2026-11-02', sheet: { home: { players: { p: { points: 20 } } } } },
  {
    id: 'struck',
    date: '2026-11-03',
    away: 'C',
    score: [60, 90],
    counts_in_standings: false,
    sheet: { home: { players: { p: { points: 30 } } } },
  },
]

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const standings = async () =>
    (
      await core()
        .caller('live')
        .standings.get({ competition: sampleId('competition', 'L') })
    ).data
  const rows = async () => (await standings()).table.map(({ team, played }) => [team.name, played])

  test('a struck result is not in the standings', async () => {
    await writeGames(core(), ...GAMES)
    const { games, through, table } = await standings()
    expect([games, through]).toEqual([2, '2026-11-02'])
    expect(table).toMatchObject([
      { team: { name: 'Team A' }, played: 2, won: 2, points_against: 140, last_ten: '2-0', streak: 'W2' },
      { team: { name: 'Team B' }, played: 2, lost: 2 },
    ])
  })

  test('a struck result is in games, leaders, averages and form', async () => {
    await writeGames(core(), ...GAMES)
    const api = core().caller()
    const id = sampleId('game', 'struck')
    expect((await api.games.get({ id })).data).toMatchObject({ status: 'final', home_score: 60, away_score: 90 })
    expect((await api.games.boxScore({ id })).data.home.players).toMatchObject([{ points: 30 }])
    const [leader] = (await api.leaders.get({ competition: sampleId('competition', 'L') })).data.leaders
    expect(leader).toMatchObject({ games: 3, per_game: 20, total: 60 })
    const player = sampleId('player', 'p')
    expect((await api.players.seasons({ id: player })).data.seasons).toMatchObject([{ games: 3, points: 20 }])
    expect((await api.players.games({ id: player })).data.map(({ points }) => points)).toEqual([30, 20, 10])
    expect((await api.teams.form({ id: sampleId('team', 'A') })).data.summary).toMatchObject({
      games: 3,
      won: 2,
      lost: 1,
    })
  })

  test('a correction strikes a result, or restores it, and one that does not mention it changes nothing', async () => {
    await writeGames(core(), ...GAMES)
    const [first, second, last] = GAMES.map(sampleBundle)
    if (first === undefined || second === undefined || last === undefined) throw new Error('there are three games')
    await ingestOrThrow(core(), { ...second, game: { ...second.game, counts_in_standings: false } })
    expect(await rows()).toEqual([
      ['Team A', 1],
      ['Team B', 1],
    ])
    const { counts_in_standings: _, ...game } = last.game
    await ingestOrThrow(core(), { ...last, game: { ...game, attendance: 9000 } })
    expect(await rows()).toHaveLength(2)
    await ingestOrThrow(core(), { ...last, game: { ...game, counts_in_standings: true } })
    expect(await rows()).toEqual([
      ['Team C', 1],
      ['Team A', 2],
      ['Team B', 1],
    ])
  })

  test('a rebuild keeps struck results out of the standings', async () => {
    await writeGames(core(), ...GAMES)
    await core().rebuildStatistics()
    expect((await standings()).games).toBe(2)
  })
})
