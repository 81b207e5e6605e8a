import { describe, expect, test } from 'vitest'
import { ingestOrThrow, withChanges, anyDatabase, finalGame, sharedCore, ZERO_STATS } from '../../testing/index.ts'

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
})
