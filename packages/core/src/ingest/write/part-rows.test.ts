import { describe, expect, test } from 'vitest'
import type { GameBundle, StatLine } from '../../contract/index.ts'
import {
  ingestOrThrow,
  withChanges,
  anyDatabase,
  finalGame,
  scheduledGame,
  sharedCore,
  ZERO_STATS,
} from '../../testing/index.ts'

type Lines = NonNullable<GameBundle['home']['players']>

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const full = finalGame([8, 6])
  const firstLine = async (stats: object) => {
    const [line] = full.home.players ?? []
    if (line === undefined) throw new Error('the game has a line')
    const bundle = withChanges(full, { home: { players: [{ ...line, stats: { ...ZERO_STATS, ...stats } }] } })
    const { game } = await ingestOrThrow(core(), bundle)
    return (await core().caller().games.boxScore({ id: game })).data.home.players[0]
  }

  test('the performance index of the bundle is stored, also if null; if left out, it is computed', async () => {
    expect(await firstLine({ assists: 3, performance_index: 17 })).toMatchObject({ performance_index: 17 })
    expect(await firstLine({ assists: 3, performance_index: null })).toMatchObject({ performance_index: null })
    expect(await firstLine({ assists: 3 })).toMatchObject({ performance_index: 3 })
    expect(await firstLine({ assists: 3, fouls_drawn: null })).toMatchObject({ performance_index: null })
  })

  test('field goals are twos plus threes, and null if either is unknown', async () => {
    const shots = { two_made: 2, two_attempted: 5, three_made: 1, three_attempted: 4 }
    expect(await firstLine(shots)).toMatchObject({ field_goals_made: 3, field_goals_attempted: 9 })
    expect(await firstLine({ ...shots, three_made: null })).toMatchObject({
      field_goals_made: null,
      field_goals_attempted: 9,
    })
  })

  test('the moment of a shot is stored in UTC, with milliseconds only where they are not zero', async () => {
    const [shot] = full.shots ?? []
    if (shot === undefined) throw new Error('the game has a shot')
    const at = ['2026-11-19T19:30:00.000Z', '2026-11-19T19:30:01.5Z', null]
    const shots = at.map((moment, index) => ({ ...shot, seq: index + 1, at: moment }))
    const { game } = await ingestOrThrow(core(), withChanges(full, { events: null, shots }))
    const { data } = await core().caller().games.shots({ id: game })
    expect(data.shots.map((each) => each.at)).toEqual(['2026-11-19T19:30:00Z', '2026-11-19T19:30:01.500Z', null])
  })

  /** A final game of players a1 to a3, with what a bundle has of the home team. */
  const homeTeam = (home: {
    totals?: GameBundle['home']['totals']
    players?: Lines | null
    coach?: string
  }): GameBundle =>
    scheduledGame({
      game: { status: 'final', home_score: 80, away_score: 70 },
      home,
      players: ['a1', 'a2', 'a3'].map((player) => ({ external_id: player, name: `Player ${player}` })),
    })
  const totalsAfter = async (...bundles: GameBundle[]): Promise<StatLine | null> => {
    let id = ''
    for (const bundle of bundles) ({ game: id } = await ingestOrThrow(core(), bundle))
    return (await core().caller().games.boxScore({ id })).data.home.totals
  }
  const players: Lines = [
    {
      player: 'a1',
      stats: { points: 50, two_made: 20, two_attempted: 40, three_made: 3, three_attempted: 5, rebounds: 7 },
    },
    { player: 'a2', stats: { points: 30, two_made: 15, two_attempted: 30, three_made: 0, three_attempted: 1 } },
    { player: 'a3' },
  ]
  const corrected = (points: number): Lines => [
    { player: 'a1', stats: { points } },
    { player: 'a2', stats: { points: 30 } },
  ]

  test('totals that are left out are the sums of the score sheet; a count that a player lacks who played is null', async () => {
    expect(await totalsAfter(homeTeam({ players }))).toMatchObject({
      points: 80,
      two_made: 35,
      field_goals_made: 38,
      field_goals_attempted: 76,
      rebounds: null,
      turnovers: null,
      performance_index: null,
    })
    expect(await core().warnings()).toEqual([])
  })

  test('sums follow a corrected line, and are cleared with the score sheet', async () => {
    const summed = homeTeam({ players })
    expect(await totalsAfter(summed, homeTeam({ players: corrected(52) }))).toMatchObject({
      points: 82,
      two_made: null,
    })
    expect(await totalsAfter(homeTeam({ coach: 'New' }))).toMatchObject({ points: 82 })
    expect(await totalsAfter(homeTeam({ players: null }))).toBeNull()
  })

  test('totals that a bundle has given stay when it is corrected without them', async () => {
    const totals = { points: 80, turnovers: 12 }
    const given = homeTeam({ players, totals })
    expect(await totalsAfter(given, homeTeam({ players: corrected(52) }))).toMatchObject({ ...totals, rebounds: null })
    expect(await totalsAfter(homeTeam({ players: null }))).toMatchObject(totals)
  })

  test('totals that equal the sums and were given stay, too', async () => {
    const given = homeTeam({ players: corrected(50), totals: { points: 80 } })
    expect(await totalsAfter(given, homeTeam({ players: corrected(52) }))).toMatchObject({ points: 80 })
  })

  test('null says that there are no totals, and stays so until a bundle gives some or clears the score sheet', async () => {
    const none = homeTeam({ players, totals: null })
    expect(await totalsAfter(none, homeTeam({ players: corrected(52) }))).toBeNull()
    expect(await totalsAfter(homeTeam({ totals: { points: 82 } }))).toMatchObject({ points: 82 })
    expect(await totalsAfter(homeTeam({ totals: null, players: null }), homeTeam({ players }))).toMatchObject({
      points: 80,
    })
  })

  test('a score sheet without any count has no totals', async () => {
    expect(await totalsAfter(homeTeam({ players: [{ player: 'a1' }, { player: 'a2', starter: true }] }))).toBeNull()
  })

  test('a player who did not play lacks no count, but has those that the line gives', async () => {
    const absent = { player: 'a3', played: false, stats: { points: 0, fouls: 0 } }
    expect(await totalsAfter(homeTeam({ players: [...corrected(50), absent] }))).toMatchObject({
      points: 80,
      fouls: null,
    })
    const made = { ...absent, stats: { two_made: 4 } }
    expect(
      await totalsAfter(homeTeam({ players: [{ player: 'a1', stats: { two_made: 5, two_attempted: 6 } }, made] })),
    ).toMatchObject({
      two_made: 9,
      two_attempted: null,
    })
  })

  test('sums follow their team when home and away are exchanged', async () => {
    const summed = homeTeam({ players: corrected(50) })
    const { home, away } = summed
    const { game } = summed
    const exchanged = {
      ...summed,
      game: { ...game, home_score: 70, away_score: 80 },
      home: away,
      away: { team: home.team },
    }
    await totalsAfter(summed, exchanged)
    const away_corrected = { ...exchanged, away: { team: home.team, players: corrected(51) } }
    const { game: id } = await ingestOrThrow(core(), away_corrected)
    expect((await core().caller().games.boxScore({ id })).data).toMatchObject({
      home: { totals: null },
      away: { totals: { points: 81 } },
    })
  })
})
