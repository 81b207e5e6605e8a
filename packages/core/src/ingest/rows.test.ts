import { describe, expect, test } from 'vitest'
import { accepted, changed, databases, finalOf, sharedCore } from '../testing/index.ts'
import { performanceIndex } from '../statistics/index.ts'

const nothing = {
  points: 0,
  two_made: 0,
  two_attempted: 0,
  three_made: 0,
  three_attempted: 0,
  free_throws_made: 0,
  free_throws_attempted: 0,
  offensive_rebounds: 0,
  defensive_rebounds: 0,
  rebounds: 0,
  assists: 0,
  steals: 0,
  turnovers: 0,
  blocks: 0,
  blocks_received: 0,
  fouls: 0,
  fouls_drawn: 0,
}

describe('the performance index', () => {
  test.each([
    ['of nothing is 0', {}, 0],
    [
      'adds points, rebounds, assists, steals, blocks and fouls drawn',
      { points: 1, rebounds: 2, assists: 4, steals: 8, blocks: 16, fouls_drawn: 32 },
      63,
    ],
    ['deducts turnovers, blocks received and fouls', { turnovers: 1, blocks_received: 2, fouls: 4 }, -7],
    [
      'deducts every shot that missed',
      {
        two_made: 1,
        two_attempted: 3,
        three_made: 2,
        three_attempted: 6,
        free_throws_made: 4,
        free_throws_attempted: 12,
      },
      -14,
    ],
    ['counts rebounds once', { offensive_rebounds: 3, defensive_rebounds: 4, rebounds: 7 }, 7],
    [
      'of a whole line',
      {
        points: 21,
        two_made: 5,
        two_attempted: 9,
        three_made: 3,
        three_attempted: 7,
        free_throws_made: 2,
        free_throws_attempted: 2,
        rebounds: 6,
        assists: 4,
        steals: 1,
        turnovers: 3,
        blocks: 1,
        fouls: 2,
        fouls_drawn: 5,
      },
      25,
    ],
  ])('%s', (_, stats, index) => {
    expect(performanceIndex({ ...nothing, ...stats })).toBe(index)
  })

  test('is unknown where a term is', () => {
    const terms = Object.keys(nothing).filter((term) => !['offensive_rebounds', 'defensive_rebounds'].includes(term))
    for (const term of terms) expect(performanceIndex({ ...nothing, [term]: null }), term).toBeNull()
    expect(performanceIndex({ ...nothing, offensive_rebounds: null, defensive_rebounds: null })).toBe(0)
  })
})

describe.each(databases)('on %s', (kind) => {
  const core = sharedCore(kind)
  const full = finalOf([8, 6])
  const firstLine = async (stats: object) => {
    const [line] = full.home.players ?? []
    if (line === undefined) throw new Error('the game has a line')
    const bundle = changed(full, { home: { players: [{ ...line, stats: { ...nothing, ...stats } }] } })
    const { game } = await accepted(core(), bundle)
    return (await core().caller().games.boxScore({ id: game })).data.home.players[0]
  }

  test('the index of the feed is taken, null too; without one it is computed', async () => {
    expect(await firstLine({ assists: 3, performance_index: 17 })).toMatchObject({ performance_index: 17 })
    expect(await firstLine({ assists: 3, performance_index: null })).toMatchObject({ performance_index: null })
    expect(await firstLine({ assists: 3 })).toMatchObject({ performance_index: 3 })
    expect(await firstLine({ assists: 3, fouls_drawn: null })).toMatchObject({ performance_index: null })
  })

  test('field goals are twos and threes, unknown where either is', async () => {
    const shots = { two_made: 2, two_attempted: 5, three_made: 1, three_attempted: 4 }
    expect(await firstLine(shots)).toMatchObject({ field_goals_made: 3, field_goals_attempted: 9 })
    expect(await firstLine({ ...shots, three_made: null })).toMatchObject({
      field_goals_made: null,
      field_goals_attempted: 9,
    })
  })
})
