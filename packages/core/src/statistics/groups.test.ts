import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byGroup, inferGroups, type GroupedGame } from './groups.ts'

const game = (home: string, away: string, home_group: string | null = null, away_group: string | null = null) =>
  ({ home, away, home_group, away_group }) satisfies GroupedGame

/** Every team at home against every other one. */
const roundRobin = (teams: readonly string[]): GroupedGame[] =>
  teams.flatMap((home) => teams.filter((team) => team !== home).map((away) => game(home, away)))

const asText = (games: GroupedGame[]) =>
  Array.from(inferGroups(games), ([team, group]) => `${team}: ${group}`)
    .toSorted()
    .join(', ')

describe('groups that the feed names', () => {
  test('count even if teams of different groups meet', () => {
    expect(asText([game('A', 'B', 'East', 'West'), game('C', 'A', 'East', 'East')])).toBe('A: East, B: West, C: East')
  })

  test('are the newest name of a team', () => {
    expect(asText([game('A', 'B', 'Red', 'Blue'), game('B', 'A', 'Green', 'Green')])).toBe('A: Red, B: Blue')
  })

  test('are not replaced by an older name where the newer game names none', () => {
    expect(asText([game('A', 'B'), game('A', 'B', 'Red', 'Blue')])).toBe('A: Red, B: Blue')
  })

  test('include a team without a name if its opponents are all in one group', () => {
    expect(asText([game('A', 'B', 'Red', 'Red'), game('C', 'A'), game('B', 'C')])).toBe('A: Red, B: Red, C: Red')
    expect(asText([game('A', 'B', 'Red', 'Blue'), game('C', 'A'), game('C', 'B')])).toBe('A: Red, B: Blue')
    expect(asText([game('A', 'B', 'Red', 'Red'), game('C', 'D')])).toBe('A: Red, B: Red')
  })
})

describe('groups that the feed does not name', () => {
  const ABC = roundRobin(['A', 'B', 'C'])
  const DEF = roundRobin(['D', 'E', 'F'])

  test('are derived from who plays whom', () => {
    const derived = 'A: Group 1, B: Group 1, C: Group 1, D: Group 2, E: Group 2, F: Group 2'
    expect(asText([...ABC, ...DEF])).toBe(derived)
    expect(asText([...DEF, game('B', 'A'), game('B', 'C'), game('C', 'A')])).toBe(derived)
  })

  test('are numbered by their smallest team id, not by their largest', () => {
    const games = [...roundRobin(['B', 'C', 'D']), ...roundRobin(['A', 'E', 'F'])]
    expect(asText(games)).toBe('A: Group 1, B: Group 2, C: Group 2, D: Group 2, E: Group 1, F: Group 1')
  })

  test('are told apart by whole ids, also if the ids of both read the same one after the other', () => {
    const games = [...roundRobin(['A', 'BC', 'DE']), ...roundRobin(['AB', 'CD', 'E'])]
    expect(asText(games)).toBe('A: Group 1, AB: Group 2, BC: Group 1, CD: Group 2, DE: Group 1, E: Group 2')
  })

  test.each([
    ['every team has a game with every other one', ABC],
    ['one game joins the groups', [...ABC, ...DEF, game('A', 'D')]],
    ['two teams of a group have no game with each other', [...ABC, ...DEF, ...roundRobin(['D', 'E', 'G'])]],
    ['a group has two teams', [...ABC, ...roundRobin(['D', 'E'])]],
    ['two groups play all teams of a third one', [...roundRobin([...'ABCDEF']), ...roundRobin([...'DEFGHI'])]],
    ['there is no game', []],
  ])('do not exist if %s', (_, games) => {
    expect(asText(games)).toBe('')
  })
})

describe('for any seasons', () => {
  const teams = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 6, maxLength: 16 })
  /** Teams, and the sizes of their groups. */
  const season = fc.record({ teams, sizes: fc.array(fc.integer({ min: 3, max: 6 }), { minLength: 2, maxLength: 4 }) })
  const split = ({ teams: all, sizes }: { teams: string[]; sizes: number[] }): string[][] => {
    const groups: string[][] = []
    for (const size of sizes) {
      const start = groups.flat().length
      if (start + size <= all.length) groups.push(all.slice(start, start + size))
    }
    return groups
  }
  const groupings = season.map(split).filter(({ length }) => length >= 2)

  test('round robins are groups, in whatever order the games and teams come', () => {
    fc.assert(
      fc.property(groupings, fc.integer(), (groups, seed) => {
        const games = groups.flatMap(roundRobin)
        const shuffled =
          fc.sample(fc.shuffledSubarray(games, { minLength: games.length }), { numRuns: 1, seed })[0] ?? []
        const found = inferGroups(games)
        expect(Object.fromEntries(inferGroups(shuffled))).toEqual(Object.fromEntries(found))
        const sets = Map.groupBy(found.keys(), (team) => found.get(team))
        expect(new Set([...sets.values()].map((set) => new Set(set)))).toEqual(
          new Set(groups.map((set) => new Set(set))),
        )
        expect([...sets.keys()].toSorted((a, b) => byGroup(a ?? null, b ?? null))).toEqual(
          groups.map((_, index) => `Group ${index + 1}`),
        )
      }),
    )
  })

  test('a missing pairing leaves the season in one table', () => {
    fc.assert(
      fc.property(groupings, fc.nat(), fc.nat(), (groups, one, other) => {
        const group = groups[one % groups.length] ?? []
        const pair = new Set([group[other % group.length], group[(other + 1) % group.length]])
        const games = groups.flatMap(roundRobin).filter(({ home, away }) => !(pair.has(home) && pair.has(away)))
        expect(inferGroups(games).size).toBe(0)
      }),
    )
  })

  test('a further game within a group changes nothing', () => {
    fc.assert(
      fc.property(groupings, fc.nat(), (groups, index) => {
        const games = groups.flatMap(roundRobin)
        const again = games[index % games.length]
        expect(inferGroups([...(again ? [again] : []), ...games])).toEqual(inferGroups(games))
      }),
    )
  })

  test('names of the feed for every team are returned as they are', () => {
    const named = fc.record({ home: fc.constantFrom('A', 'B', 'C'), away: fc.constantFrom('D', 'E', 'F') })
    const names = fc.dictionary(fc.constantFrom(...'ABCDEF'), fc.constantFrom('Red', 'Blue'))
    fc.assert(
      fc.property(fc.array(named), names, (pairs, getName) => {
        const of = (team: string) => getName[team] ?? 'White'
        const found = inferGroups(pairs.map(({ home, away }) => game(home, away, of(home), of(away))))
        for (const { home, away } of pairs) expect([found.get(home), found.get(away)]).toEqual([of(home), of(away)])
      }),
    )
  })
})

test('groups are ordered by name, numbers by value, and teams without a group come last', () => {
  const groups = ['Group 10', null, 'Group B', 'Group 2', 'Eastern Conference', 'Group A']
  expect(groups.toSorted(byGroup)).toEqual(['Eastern Conference', 'Group 2', 'Group 10', 'Group A', 'Group B', null])
  expect([null, 'West', null, 'East'].toSorted(byGroup)).toEqual(['East', 'West', null, null])
  expect(['West', null, 'East', null].toSorted(byGroup)).toEqual(['East', 'West', null, null])
  expect([byGroup(null, 'West'), byGroup('West', null), byGroup(null, null)].map(Math.sign)).toEqual([1, -1, 0])
})
