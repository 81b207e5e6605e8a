import { describe, expect, test } from 'vitest'
import { anyDatabase, sampleId, sharedCore, writeGames, type SampleGame } from '../testing/index.ts'

const withPoints = (points: number): NonNullable<SampleGame['sheet']> => ({ home: { players: { p: { points } } } })

/** Ten games of the regular season with 20 points each. */
const REGULAR = Array.from({ length: 10 }, (_, index): SampleGame => ({
  id: `g${index}`,
  date: `2026-11-${String(index + 10)}`,
  sheet: withPoints(20),
}))

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const getLeaders = async () =>
    (
      await core()
        .caller()
        .leaders.get({ competition: sampleId('competition', 'L') })
    ).data

  test('a game that the league leaves out of its statistics is in the game log and in no average', async () => {
    const playIn: SampleGame = { id: 'play-in', date: '2026-12-01', stage: 'play-in', sheet: withPoints(50) }
    await writeGames(core(), ...REGULAR, { ...playIn, counts_in_statistics: false })
    expect((await getLeaders()).leaders).toMatchObject([{ games: 10, per_game: 20, total: 200 }])
    const { data: log } = await core()
      .caller()
      .players.games({ id: sampleId('player', 'p') })
    expect(log.map(({ points }) => points)).toEqual([50, ...REGULAR.map(() => 20)])

    await writeGames(core(), { ...playIn, counts_in_statistics: true })
    expect((await getLeaders()).leaders).toMatchObject([{ games: 11, total: 250 }])
  })

  test('min_games is 0.7 of the games of the regular season, also after play-offs', async () => {
    const playoffs = REGULAR.map((game): SampleGame => ({ ...game, id: `p ${game.id}`, stage: 'playoffs' }))
    await writeGames(core(), ...REGULAR, ...playoffs)
    expect(await getLeaders()).toMatchObject({ min_games: 7, leaders: [{ games: 20 }] })
  })

  test('in a competition without a regular season, min_games is 0.7 of the games that count', async () => {
    await writeGames(core(), ...REGULAR.map((game) => ({ ...game, stage: 'groups' })))
    expect(await getLeaders()).toMatchObject({ min_games: 7 })
  })
})
