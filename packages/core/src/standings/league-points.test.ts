import { describe, expect, test } from 'vitest'
import {
  anyDatabase,
  findRebuildChanges,
  sampleBundle,
  sampleId,
  sharedCore,
  writeGames,
  type SampleGame,
} from '../testing/index.ts'

const FIBA = { points_win: 2, points_loss: 1, points_forfeit: 0, tie_break: 'fiba' } as const

const withRules = (competition: SampleGame['competition'], ...games: SampleGame[]): SampleGame[] =>
  games.map((game) => ({ ...game, competition }))

/** A has won its only game; B one of three, and C one of two, its other one by forfeit of B. */
const GAMES: SampleGame[] = [
  { id: 'g1', home: 'A', away: 'B', score: [80, 70] },
  { id: 'g2', home: 'B', away: 'C', score: [90, 60] },
  { id: 'g3', home: 'C', away: 'B', status: 'forfeit', forfeit_winner: 'home' },
]

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const getTable = async () =>
    (
      await core()
        .caller('live')
        .standings.get({ competition: sampleId('competition', 'L') })
    ).data.table
  const rows = async () =>
    (await getTable()).map(({ team, league_points }) => `${team.name.slice(-1)} ${league_points}`)

  test('the table is ordered by league points, then by the tie-break, not by win share', async () => {
    await writeGames(core(), ...withRules(FIBA, ...GAMES))
    // Three points each for B (1 + 2 + 0) and C (1 + 2); in the games between them B has two of these, C three.
    expect(await rows()).toEqual(['C 3', 'B 3', 'A 2'])
    expect((await getTable()).map(({ win_share }) => win_share)).toEqual([0.5, 1 / 3, 1])
    expect(await findRebuildChanges(core())).toEqual([])
  })

  test('without league points they are null, and win share comes first', async () => {
    await writeGames(core(), ...withRules({ tie_break: 'fiba' }, ...GAMES))
    expect(await rows()).toEqual(['A null', 'C null', 'B null'])
  })

  test.each<[string, SampleGame['competition'], string[]]>([
    ['replaced', { points_win: 3, points_loss: 0, points_forfeit: -1 }, ['A 3', 'C 3', 'B 2']],
    ['deleted by null', { points_win: null, points_loss: null, points_forfeit: null }, ['A null', 'C null', 'B null']],
    ['kept where a bundle leaves them out', {}, ['C 3', 'B 3', 'A 2']],
  ])(
    'points of a competition are %s by the bundle of a newer game, and order its table at once',
    async (_, rules, expected) => {
      await writeGames(core(), ...withRules(FIBA, ...GAMES))
      expect(await rows()).toHaveLength(3)
      const newer: SampleGame = { id: 'friendly', stage: 'preseason', date: '2026-12-01' }
      await writeGames(core(), ...withRules({ tie_break: 'fiba', ...rules }, newer))
      expect(await rows()).toEqual(expected)
    },
  )

  test('a draw brings the points of a game that is not won', async () => {
    await writeGames(core(), ...withRules(FIBA, { id: 'g1', score: [75, 75] }))
    expect(await rows()).toEqual(['A 1', 'B 1'])
  })

  test.each<[SampleGame['competition'], string]>([
    [{ points_win: 2 }, 'goes with points_loss and points_forfeit: give all three, or null for all of them'],
    [{ points_win: 2, points_loss: 1, points_forfeit: null }, 'give all three'],
    [{ points_win: 1, points_loss: 2, points_forfeit: 0 }, 'like 2, 1 and 0; not 1, 2, 0'],
    [{ points_win: 2, points_loss: 0, points_forfeit: 1 }, 'points_forfeit no more than that'],
    [{ points_win: 2.5, points_loss: 1, points_forfeit: 0 }, 'points_win'],
  ])('the points %j are refused', async (competition, reason) => {
    expect(await core().ingest(sampleBundle({ id: 'g1', competition }))).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining(reason),
    })
  })
})
