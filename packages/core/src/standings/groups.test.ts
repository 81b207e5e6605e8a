import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { execute } from '../store/index.ts'
import { anyDatabase, findRebuildChanges, sampleId, sharedCore, writeGames, type SampleGame } from '../testing/index.ts'

/** Every team plays every other one at home; the home team, whose letter comes first, wins. */
const roundRobin = (letters: string, changes: Partial<SampleGame> = {}): SampleGame[] =>
  [...letters].flatMap((home, index) =>
    [...letters].slice(index + 1).map((away) => ({ id: `${home}${away}`, home, away, ...changes })),
  )

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind)
  const table = async (league = 'L') =>
    (
      await core()
        .caller('live')
        .standings.get({ competition: sampleId('competition', league) })
    ).data.table
  const rows = async (league?: string) =>
    (await table(league)).map(({ group, rank, team }) => `${group} ${rank} ${team.name.slice(-1)}`)

  test('a season in one table has no groups', async () => {
    await writeGames(core(), ...roundRobin('ABC'))
    expect(await rows()).toEqual(['null 1 A', 'null 2 B', 'null 3 C'])
  })

  test('groups come one after the other, and rank starts at 1 in each', async () => {
    await writeGames(
      core(),
      ...roundRobin('AB', { groups: ['Group 10', 'Group 10'] }),
      ...roundRobin('CD', { groups: ['Group 2', 'Group 2'] }),
      ...roundRobin('EF', { groups: ['Group A', 'Group A'] }),
    )
    expect(await rows()).toEqual([
      'Group 2 1 C',
      'Group 2 2 D',
      'Group 10 1 A',
      'Group 10 2 B',
      'Group A 1 E',
      'Group A 2 F',
    ])
  })

  test('teams of different groups that meet stay in their groups, with all their games', async () => {
    await writeGames(
      core(),
      { id: 'g1', home: 'A', away: 'B', groups: ['East', 'West'] },
      { id: 'g2', home: 'B', away: 'C', groups: ['West', 'West'] },
      { id: 'g3', home: 'D', away: 'A', groups: ['East', 'East'], status: 'scheduled' },
    )
    expect(await table()).toMatchObject([
      { group: 'East', rank: 1, team: { name: 'Team A' }, played: 1 },
      { group: 'East', rank: 2, team: { name: 'Team D' }, played: 0 },
      { group: 'West', rank: 1, team: { name: 'Team B' }, played: 2 },
      { group: 'West', rank: 2, team: { name: 'Team C' }, played: 1 },
    ])
  })

  test('groups that the feed does not name are derived from who plays whom, before any game is played', async () => {
    await writeGames(core(), ...roundRobin('ABC'), ...roundRobin('DEF', { status: 'scheduled' }))
    const found = await table()
    expect(found.map(({ group, rank }) => `${group} ${rank}`)).toEqual([
      'Group 1 1',
      'Group 1 2',
      'Group 1 3',
      'Group 2 1',
      'Group 2 2',
      'Group 2 3',
    ])
    const groups = Map.groupBy(found, ({ group }) => group)
    expect([...groups.values()].map((set) => set.map(({ team }) => team.name.slice(-1)).join('')).toSorted()).toEqual([
      'ABC',
      'DEF',
    ])
  })

  test('games of other stages do not join groups', async () => {
    await writeGames(
      core(),
      ...roundRobin('ABC'),
      ...roundRobin('DEF'),
      { id: 'top 16', stage: 'top 16', home: 'A', away: 'D' },
      { id: 'final', stage: 'playoffs', home: 'A', away: 'E' },
    )
    expect(new Set((await table()).map(({ group }) => group))).toEqual(new Set(['Group 1', 'Group 2']))
  })

  test('a season that has just begun is in one table until everybody has a game with everybody of the group', async () => {
    const games = [...roundRobin('ABC'), ...roundRobin('DEF')]
    await writeGames(core(), ...games.slice(0, -1))
    expect(new Set((await table()).map(({ group }) => group))).toEqual(new Set([null]))
    await writeGames(core(), ...games.slice(-1))
    expect((await table()).map(({ rank }) => rank)).toEqual([1, 2, 3, 1, 2, 3])
  })

  test('ties are broken within the group', async () => {
    // A and C have won one of two each. C has beaten A, but is in the other group.
    await writeGames(
      core(),
      { id: 'g1', home: 'C', away: 'A', groups: ['West', 'East'] },
      { id: 'g2', home: 'A', away: 'B', groups: ['East', 'East'], score: [90, 50] },
      { id: 'g3', home: 'D', away: 'C', groups: ['West', 'West'], score: [90, 50] },
    )
    expect(await rows()).toEqual(['East 1 A', 'East 2 B', 'West 1 D', 'West 2 C'])
  })

  test('a correction of a group moves the team, and one that does not mention it changes nothing', async () => {
    await writeGames(core(), ...roundRobin('ABC', { groups: ['East', 'East'] }))
    await writeGames(core(), ...roundRobin('ABC', { score: [99, 98] }))
    expect(await rows()).toEqual(['East 1 A', 'East 2 B', 'East 3 C'])
    await writeGames(core(), { id: 'BC', home: 'B', away: 'C', date: '2026-11-20', groups: ['East', 'West'] })
    expect(await rows()).toEqual(['East 1 A', 'East 2 B', 'West 1 C'])
    await writeGames(core(), ...roundRobin('ABC', { groups: [null, null] }))
    expect(await rows()).toEqual(['null 1 A', 'null 2 B', 'null 3 C'])
  })

  test('a game that gets another team does not give it the group of the former one', async () => {
    await writeGames(core(), { id: 'g1', status: 'scheduled', groups: ['East', 'West'] })
    await writeGames(core(), { id: 'g1', away: 'C' }, { id: 'g2', home: 'C', away: 'D', groups: ['North', 'North'] })
    expect(await rows()).toEqual(['East 1 A', 'North 1 C', 'North 2 D'])
  })

  test('a rebuild names the groups of a season that was stored without them', async () => {
    await writeGames(core(), ...roundRobin('ABC'), ...roundRobin('DEF', { status: 'scheduled' }))
    const derived = await rows()
    await execute(core().store.db, sql`update standings set group_name = null`)
    expect(await findRebuildChanges(core())).toEqual(['standings'])
    expect(await rows()).toEqual(derived)
  })

  test('division leaders come first where the NBA rule ties', async () => {
    const competition = { tie_break: 'nba' } as const
    const east = (id: string, home: string, away: string, divisions: [string, string], score?: [number, number]) =>
      ({
        id,
        home,
        away,
        divisions,
        competition,
        groups: ['East', 'East'],
        ...(score && { score }),
      }) satisfies SampleGame
    await writeGames(
      core(),
      east('g1', 'A', 'B', ['Atlantic', 'Central']),
      east('g2', 'B', 'A', ['Central', 'Atlantic'], [90, 60]),
      east('g3', 'C', 'D', ['Central', 'Atlantic']),
    )
    // B has the better difference. A leads the Atlantic; C leads the Central.
    expect(await rows()).toEqual(['East 1 C', 'East 2 A', 'East 3 B', 'East 4 D'])
  })
})
