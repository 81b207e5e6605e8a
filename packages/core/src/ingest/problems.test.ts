import { describe, expect, test } from 'vitest'
import { anyDatabase, finalGame, ingestOrThrow, openTestCore, scheduledGame } from '../testing/index.ts'

describe.each(anyDatabase)('what imports left on %s', (kind) => {
  test('refusals and warnings are listed by season, with the game', async () => {
    const core = await openTestCore(kind)
    const { game } = await ingestOrThrow(core, finalGame([8, 6]))
    const corrected = await core.ingest(finalGame([8, 6], { game: { date: 'yesterday' } }))
    const unknown = await core.ingest(scheduledGame({ game: { external_id: 'g2', date: 'tomorrow' } }))
    expect([corrected.outcome, unknown.outcome]).toEqual(['refused', 'refused'])
    await core.refuseInput('games.ndjson line 4', 'It is no JSON.')
    const warnings = (await core.warnings()).length
    const { season, competition } = (await core.caller().games.get({ id: game })).data
    expect(await core.imports.seasons()).toEqual([
      { season: null, refusals: 2, warnings: 0 },
      { season: { ...season, competition: competition.name }, refusals: 1, warnings },
    ])
    const ofSeason = await core.imports.problems(season.id)
    expect(ofSeason).toHaveLength(1 + warnings)
    expect(ofSeason[0]).toMatchObject({
      kind: 'refusal',
      game: { id: game, home: 'Alpha', away: 'Beta' },
      code: null,
      refused_at: expect.any(Date),
    })
    expect(await core.imports.problems(season.id, { offset: 1 })).toEqual(ofSeason.slice(1))
    expect(await core.imports.problems(season.id, { limit: 1 })).toEqual(ofSeason.slice(0, 1))
    expect((await core.imports.problems(null)).map(({ game, external_id }) => [game, external_id])).toEqual([
      [null, 'g2'],
      [null, 'games.ndjson line 4'],
    ])
  })
})
