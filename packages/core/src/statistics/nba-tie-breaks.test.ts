import { describe, expect, test } from 'vitest'
import { finalGame, teamsWithGames } from './testing/final-games.ts'
import { tieBreaker, type TieBreak } from './tie-breaks.ts'

type Place = { group: string; division: string }
type Places = Record<string, Place>

/** The result of tied teams, with the places of the teams in the league. */
const orderBy =
  (rule: TieBreak) =>
  (letters: string, games: ReturnType<typeof finalGame>[], places: Places = {}): string => {
    const all = new Set([...letters, ...Object.keys(places), ...games.flatMap(({ home, away }) => [home, away])])
    const teams = teamsWithGames([...all].join(''), games, (id) => places[id])
    const season = new Map(teams.map((team) => [team.id, team]))
    return tieBreaker(
      rule,
      season,
    )(teams.slice(0, letters.length))
      .flatMap(({ teams }) => teams)
      .map(({ id }) => id)
      .join('')
  }

/** Games that the first of each pair won 80-70: `AB` for A over B. */
const won = (...pairs: string[]) => pairs.map(([home = '', away = '']) => finalGame(home, away, '80-70'))

/** The places of the teams of divisions like { East: { Atlantic: 'AB' } }. */
const league = (conferences: Record<string, Record<string, string>>): Places =>
  Object.fromEntries(
    Object.entries(conferences).flatMap(([group, divisions]) =>
      Object.entries(divisions).flatMap(([division, teams]) => [...teams].map((team) => [team, { group, division }])),
    ),
  )

describe('nba, two teams', () => {
  const order = orderBy('nba')
  /** A and B have beaten each other once. */
  const even = won('AB', 'BA')

  test('the share of games won between them comes first, even before a division leader', () => {
    const places = league({ East: { Atlantic: 'AZ', Central: 'BC' } })
    const games = won('BA', 'BA', 'AB', 'AZ', 'AZ', 'CB', 'CZ')
    expect(order('AB', games, places)).toBe('BA')
    expect(order('AB', [...games, ...won('AB', 'AB')], places)).toBe('AB')
  })

  test('then a division leader ranks above a team that leads none', () => {
    const places = league({ East: { Atlantic: 'AX', Central: 'BC' } })
    // B has the better conference record and difference.
    const games = [...even, ...won('CZ', 'BC', 'XA', 'AZ', 'ZX', 'ZX'), finalGame('B', 'Y', '99-50'), ...won('YB')]
    expect(order('BA', [...games, ...won('CZ', 'CZ', 'CZ')], places)).toBe('AB')
    expect(order('BA', games, places)).toBe('BA')
  })

  test('then the share of games won in their division counts, if it is the same one', () => {
    const games = [...even, ...won('AD', 'EA', 'EA', 'DB', 'BE', 'BE', 'CD', 'CE')]
    // In the conference B has won more.
    expect(order('BA', games, league({ East: { Atlantic: 'ABCD', Central: 'E' } }))).toBe('AB')
    expect(order('BA', games, league({ East: { Atlantic: 'ADC', Central: 'BE' } }))).toBe('BA')
  })

  test('then the share of games won in their conference counts', () => {
    const places = league({ East: { Atlantic: 'AC', Central: 'BD' }, West: { Pacific: 'W' } })
    const lead = won('CW', 'CW', 'CW', 'DW', 'DW', 'DW')
    const games = [...even, ...won('AC', 'WA', 'DB'), finalGame('B', 'W', '99-50'), ...lead]
    expect(order('BA', games, places)).toBe('AB')
  })

  describe('then games against postseason teams of the conference count', () => {
    const conference = league({ East: { Atlantic: 'ASK', Central: 'BCDEFGHIJL' }, West: { Pacific: 'Z' } })
    const nine = [...'CDEFGHIJL'].map((team) => `${team}Z`)
    // S is tenth in the East; A has beaten it, B has lost to it, and the other way round with K.
    const games = [...even, ...won(...nine, 'AS', 'SB', 'SZ', 'SZ', 'KA', 'BK')]

    test('those of the ten best records', () => {
      expect(order('BA', [...games, ...won('ZK')], conference)).toBe('AB')
    })

    test('and those tied for the tenth', () => {
      // K has the record of S: 3 won and 1 lost. A and B are equal, and B has the better difference.
      const tied = [...games, ...won('KZ', 'KZ'), finalGame('B', 'Z', '99-50'), ...won('AZ')]
      expect(order('AB', tied, conference)).toBe('BA')
    })
  })

  test('then games against postseason teams of the other conference count', () => {
    const places = league({ East: { Atlantic: 'AC', Central: 'BD' }, West: { Pacific: 'STUVWXYZKLM' } })
    const lead = won('CM', 'CM', 'DM', 'DM')
    const ten = [...'STUVWXYZKL'].map((team) => `${team}M`)
    const games = [...even, ...won(...ten, 'AS', 'SB', 'MA'), finalGame('B', 'M', '99-50'), ...lead]
    expect(order('BA', games, places)).toBe('AB')
  })

  test('the difference of all games, overtime included, comes last', () => {
    const games = [finalGame('A', 'B', '99-70'), finalGame('B', 'A', '80-79')]
    const others = [finalGame('A', 'X', '70-99'), finalGame('B', 'X', '108-80', '75-75')]
    expect(order('AB', [...games, ...won('BA', 'AB'), ...others])).toBe('BA')
  })

  test('teams that no criterion separates keep their order', () => {
    expect(order('BA', [finalGame('A', 'X', '70-60'), finalGame('B', 'X', '90-80')])).toBe('BA')
  })

  test('without conferences only games against each other and the difference count', () => {
    const games = [...even, ...won('AX', 'YA'), finalGame('B', 'Y', '70-60'), finalGame('X', 'B', '70-60')]
    expect(order('BA', games)).toBe('BA')
    expect(order('BA', [...games, finalGame('A', 'X', '71-70')])).toBe('AB')
  })

  test('a conference that is unknown is not the other one', () => {
    // A has beaten S and B has lost to it; B has the better difference.
    const games = [...even, ...won('AS', 'SB'), finalGame('B', 'Y', '99-50')]
    expect(order('AB', games, league({ West: { Pacific: 'S' } }))).toBe('BA')
    expect(order('AB', games, league({ East: { Atlantic: 'A', Central: 'B' } }))).toBe('BA')
    expect(order('BA', games, league({ East: { Atlantic: 'A', Central: 'B' }, West: { Pacific: 'S' } }))).toBe('AB')
  })
})

describe('nba, more than two teams', () => {
  const order = orderBy('nba')

  test('a division leader comes first, even if it has lost to the others', () => {
    const places = league({ East: { Atlantic: 'AD', Central: 'BCE' } })
    const games = won('BA', 'CA', 'BC', 'AX', 'EX', 'EX', 'EX', 'BX', 'XB', 'XB', 'CX', 'XC')
    expect(order('CBA', games, places)).toBe('ABC')
  })

  test('then the share of games won among them counts, not the number', () => {
    // C has won 1 of 1, A 2 of 3, B none of 2.
    expect(order('BAC', won('AB', 'AB', 'CA'))).toBe('CAB')
  })

  test('then their division counts only if all are in it', () => {
    const circle = won('AB', 'BC', 'CA')
    const games = [...circle, ...won('BD', 'DA', 'AE', 'EB'), ...won('DX', 'DX', 'DX', 'EX', 'EX', 'EX')]
    expect(order('ABC', games, league({ East: { Atlantic: 'ABCD', Central: 'E' } })).indexOf('B')).toBe(0)
    expect(order('ABC', games, league({ East: { Atlantic: 'ABD', Central: 'CE' } }))).toBe('ABC')
  })

  test('games against the other conference do not count', () => {
    const places = league({ East: { Atlantic: 'ABCD' }, West: { Pacific: 'STUVWXYZKLM' } })
    const ten = [...'STUVWXYZKL'].map((team) => `${team}M`)
    const lead = won('DM', 'DM', 'DM', 'DM')
    // A, B and C are in a circle. A alone has beaten a postseason team of the West, B has the best difference.
    const games = [...won('AB', 'BC', 'CA', 'AS', 'MA', 'SB', ...ten), finalGame('B', 'M', '99-50'), ...lead]
    expect(order('ABC', [...games, ...won('CS', 'SC')], places)).toBe('BCA')
  })

  test('two teams that remain tied start again with the rule for two', () => {
    // C is separated from A and B. B leads its division, but A has won the game between them.
    const places = league({ East: { Atlantic: 'AD', Central: 'BE', Southeast: 'CF' } })
    const games = won('AB', 'CA', 'BC', 'CX', 'DX', 'DX', 'FC', 'BX', 'AX', 'XA')
    expect(order('CBA', games, places)).toBe('BCA')
    const alone = won('AB', 'BC', 'AC', 'DX', 'DX', 'EX', 'EX', 'FX', 'FX')
    expect(order('CBA', alone, places)).toBe('ABC')
  })

  test('head-to-head games are ignored while one of the tied teams has not met any other', () => {
    expect(
      order('ABC', [finalGame('A', 'B', '80-79'), finalGame('C', 'X', '90-70'), finalGame('B', 'X', '99-70')]),
    ).toBe('BCA')
  })
})

describe('nba, division leaders', () => {
  const order = orderBy('nba')

  test('a tie for the lead of a division is broken first', () => {
    // A and C have the best record of their division, and C has beaten A: B, which leads another one, ranks above A.
    const places = league({ East: { Atlantic: 'AC', Central: 'BD' } })
    const games = won('AB', 'BA', 'CA', 'AX', 'AX', 'XA', 'CX', 'XC', 'XC', 'CX', 'BX', 'XB')
    expect(order('AB', games, places)).toBe('BA')
  })

  test('a tie that nothing breaks has no leader, so before the first game teams keep their order', () => {
    const places = league({ East: { Atlantic: 'AC', Central: 'BD' } })
    expect(order('DCBA', [], places)).toBe('DCBA')
  })
})

describe('wnba', () => {
  const order = orderBy('wnba')

  test('the share of games won between them comes first', () => {
    expect(order('AB', [...won('BA'), finalGame('A', 'X', '99-50')])).toBe('BA')
  })

  test('then the share of games won against teams that have won at least half of theirs', () => {
    // S has won half of its games, K none.
    const games = won('AB', 'BA', 'SB', 'AS', 'BK')
    expect(order('BA', [...games, finalGame('B', 'K', '99-50')])).toBe('AB')
  })

  test('then the difference between them, then that of all games', () => {
    const games = [finalGame('A', 'B', '90-70'), finalGame('B', 'A', '80-75'), finalGame('B', 'X', '99-50')]
    expect(order('BA', games)).toBe('AB')
    expect(order('AB', [...won('AB', 'BA'), finalGame('B', 'X', '99-50'), ...won('AX')])).toBe('BA')
  })

  test('three tied teams start again after one is separated', () => {
    // Among the three, A and B have won 2 of 3 and C none; between A and B, B has won.
    expect(order('ACB', won('AC', 'BC', 'BA', 'AC'))).toBe('BAC')
  })
})
