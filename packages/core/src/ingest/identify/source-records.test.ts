import { describe, expect, test } from 'vitest'
import { anyDatabase, ingestOrThrow, sampleBundle, scheduledGame, sharedCore } from '../../testing/index.ts'

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)

  test('the records of a source are those that it has named, by its identifiers and current names', async () => {
    const bundle = sampleBundle({
      id: 'final',
      sheet: { home: { players: { a1: {} } }, away: { players: { b1: {} } } },
    })
    await ingestOrThrow(core(), bundle)
    await ingestOrThrow(core(), { ...scheduledGame({ game: { external_id: 'elsewhere' } }), source: 'other' })
    const { competition, season, home, away, players = [] } = bundle
    const ids = { competition: competition.external_id, season: season.external_id }
    const records = await core().sourceRecords(bundle.source, ids)
    const named = ({ external_id, name }: { external_id: string; name: string }) => ({
      id: expect.any(String),
      external_id,
      name,
    })
    expect(records.competition).toMatchObject({ external_id: competition.external_id, slug: competition.slug })
    expect(records.teams).toHaveLength(2)
    expect(records.teams).toEqual(expect.arrayContaining([named(home.team), named(away.team)]))
    expect(records.players).toHaveLength(players.length)
    expect(records.players).toEqual(expect.arrayContaining(players.map(named)))
    expect(records.games).toEqual([
      {
        external_id: bundle.game.external_id,
        home: home.team.external_id,
        away: away.team.external_id,
        status: 'final',
      },
    ])
  })

  test('the identifiers of one record have its id, in a fixed order', async () => {
    const bundle = scheduledGame({ game: { external_id: 'aliases' } })
    const others = ['zeta', 'Alpha', 'beta'].map((external_id) => ({ source: 'names', external_id }))
    const home = { ...bundle.home, team: { ...bundle.home.team, external_id: 'middle', same_as: others } }
    await ingestOrThrow(core(), { ...bundle, source: 'names', home })
    const { teams } = await core().sourceRecords('names', { competition: 'x', season: 'y' })
    const ofHome = teams.filter(({ name }) => name === home.team.name)
    expect(ofHome.map(({ external_id }) => external_id)).toEqual(['Alpha', 'beta', 'middle', 'zeta'])
    expect(new Set(ofHome.map(({ id }) => id)).size).toBe(1)
  })

  test('an unknown source has named nothing', async () => {
    expect(await core().sourceRecords('nobody', { competition: 'x', season: 'y' })).toEqual({
      competition: null,
      teams: [],
      players: [],
      games: [],
    })
  })
})
