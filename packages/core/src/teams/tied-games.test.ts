import { describe, expect, test } from 'vitest'
import { databases, idOf, sharedCore, writeGames } from '../testing/index.ts'

describe.each(databases)('on %s', (kind) => {
  const core = sharedCore(kind)

  test('a tied game counts as neither won nor lost; its own result is L for both teams', async () => {
    await writeGames(core(), {
      id: 'tie',
      score: [80, 80],
      sheet: { home: { players: { a: { points: 80 } } }, away: { players: { b: { points: 80 } } } },
    })
    const { teams, players, standings } = core().caller('complete')
    const [team, opponent, competition] = [idOf('team', 'A'), idOf('team', 'B'), idOf('competition', 'L')]
    const none = { won: 0, lost: 0 }
    expect((await standings.get({ competition })).data.table).toMatchObject([none, none])
    expect((await teams.headToHead({ id: team, opponent })).data.summary).toMatchObject({ games: 1, ...none })
    for (const id of [team, opponent]) {
      const { data } = await teams.form({ id })
      expect(data).toMatchObject({ summary: { games: 1, ...none }, games: [{ result: 'L', margin: 0 }] })
    }
    for (const id of [idOf('player', 'a'), idOf('player', 'b')]) {
      expect((await players.games({ id })).data).toMatchObject([{ result: 'L' }])
      expect((await players.splits({ id, by: 'result' })).data.splits).toMatchObject([{ split: 'lost', games: 1 }])
    }
  })
})
