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
} from '../testing/index.ts'

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const getPlayer = async (player: string) =>
    (
      await core()
        .caller('live')
        .players.get({ id: sampleId('player', player) })
    ).data

  test('a player has the teams they played for, latest first, each with its seasons, newest first', async () => {
    const sheet = { home: { players: { p: {} } } }
    await writeGames(
      core(),
      { id: 'g1', year: 2024, date: '2024-10-01', home: 'A', sheet },
      { id: 'g2', year: 2025, date: '2025-10-01', home: 'A', sheet },
      { id: 'g3', year: 2025, date: '2026-02-01', home: 'C', sheet },
      { id: 'g4', league: 'CUP', year: 2025, date: '2026-01-01', home: 'A', stage: 'preseason', sheet },
      { id: 'g5', league: 'CUP', year: 2025, date: '2026-03-01', home: 'A', status: 'scheduled', sheet },
    )
    const season = (league: string, year: number, games: number) => ({
      ...sampleRef('season', `${league}${year}`),
      competition: sampleRef('competition', league),
      games,
    })
    expect(await getPlayer('p')).toEqual({
      ...sampleRef('player', 'p'),
      country: null,
      position: null,
      height_cm: null,
      birth_date: null,
      games: 4,
      first_date: '2024-10-01',
      last_date: '2026-02-01',
      teams: [
        {
          ...sampleRef('team', 'C'),
          country: null,
          games: 1,
          first_date: '2026-02-01',
          last_date: '2026-02-01',
          seasons: [season('L', 2025, 1)],
        },
        {
          ...sampleRef('team', 'A'),
          country: null,
          games: 3,
          first_date: '2024-10-01',
          last_date: '2026-01-01',
          seasons: [season('CUP', 2025, 1), season('L', 2025, 1), season('L', 2024, 1)],
        },
      ],
    })
  })

  test('a player without a game played has no dates and no teams', async () => {
    await writeGames(core(), { id: 'g1', sheet: { home: { players: { p: { played: false } } } } })
    expect(await getPlayer('p')).toMatchObject({ games: 0, first_date: null, last_date: null, teams: [] })
  })

  test('the profile comes from the bundles, the team of a line from the box score', async () => {
    const bundle = sampleBundle({ id: 'g1', away: 'C', sheet: { away: { players: { p: {} } } } })
    const profile = { country: 'Serbia', position: 'Guard', height_cm: 196, birth_date: '1999-02-28' }
    const players = (bundle.players ?? []).map((player) => ({ ...player, ...profile }))
    await ingestOrThrow(core(), withChanges(bundle, { players, away: { team: { country: 'Greece' } } }))
    expect(await getPlayer('p')).toMatchObject({
      ...profile,
      teams: [{ ...sampleRef('team', 'C'), country: 'Greece', games: 1 }],
    })
  })
})
