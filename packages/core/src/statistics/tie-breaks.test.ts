import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FinalGame } from './records.ts'
import { standings } from './standings.ts'
import { finalGame as game, forfeitedGame, teamsWithGames } from './testing/final-games.ts'
import { tieBreaker, byFraction, sumQuotients, type TieBreak } from './tie-breaks.ts'

const orderBy =
  (rule: TieBreak) =>
  (letters: string, games: FinalGame[]): string =>
    tieBreaker(
      rule,
      new Map(),
    )(teamsWithGames(letters, games))
      .flatMap(({ teams }) => teams)
      .map(({ id }) => id)
      .join('')

describe('fiba', () => {
  const order = orderBy('fiba')

  test.each([
    [
      'more games won between them',
      'BA',
      'AB',
      [game('A', 'B', '90-80'), game('B', 'X', '99-60'), game('X', 'A', '99-60')],
    ],
    [
      'the better difference among three teams that have won once each',
      'ABC',
      'BAC',
      [
        game('A', 'B', '81-80'),
        game('B', 'C', '90-70'),
        game('C', 'A', '85-80'),
        game('A', 'X', '99-50'),
        game('B', 'X', '70-69'),
        game('C', 'X', '70-69'),
      ],
    ],
    [
      'more points among them, if the differences are equal',
      'ABC',
      'CAB',
      [game('A', 'B', '71-70'), game('B', 'C', '81-80'), game('C', 'A', '91-90')],
    ],
    [
      'the better difference of all games, if they have not met',
      'AB',
      'BA',
      [game('A', 'X', '70-69'), game('B', 'X', '71-69')],
    ],
    [
      'more points of all games, if the differences are equal',
      'AB',
      'BA',
      [game('A', 'X', '70-69'), game('B', 'X', '71-70')],
    ],
    ['more games played, since a defeat brings a point', 'AB', 'BA', [game('X', 'B', '70-60')]],
  ])('tied teams are separated by %s', (_, teams, expected, games) => {
    expect(order(teams, games)).toBe(expected)
  })

  // Source: FIBA's Official Basketball Rules (2017), D.2.1 and D.2.2.
  test.each([
    [
      'two and two teams are tied: the winner of their game is ahead',
      ['A-B 100-55', 'A-C 90-85', 'A-D 75-80', 'B-C 100-95', 'B-D 80-75', 'C-D 60-55'],
      'ABCD',
    ],
    [
      'three are tied: B has the best difference among them; then C, which has beaten D',
      ['A-B 100-55', 'A-C 90-85', 'A-D 120-75', 'B-C 100-85', 'B-D 75-80', 'C-D 65-55'],
      'ABCD',
    ],
  ])('the example of the rules: %s', (_, results, expected) => {
    const games = results.map((result) => game(result.charAt(0), result.charAt(2), result.slice(4)))
    for (const letters of ['ABCD', 'DCBA']) {
      const teams = [...letters].map((id) => ({ id, sort_name: letters.indexOf(id).toString() }))
      const ranked = standings(games, teams, 'fiba').map(({ team_id }) => team_id)
      expect(ranked.join('')).toBe(expected)
    }
  })

  test('a game lost by forfeit brings no classification point, and no points difference', () => {
    expect(order('AB', [game('A', 'X', '60-90'), forfeitedGame('B', 'X', 'away')])).toBe('AB')
    expect(order('BA', [forfeitedGame('A', 'X', 'home'), game('B', 'X', '71-70')])).toBe('BA')
  })

  test('league points replace the classification points', () => {
    const points = { win: 3, loss: 0, forfeit: 0 }
    const teams = teamsWithGames('AB', [game('X', 'B', '70-60')])
    const ids = tieBreaker('fiba', new Map(), points)(teams).flatMap(({ teams }) => teams.map(({ id }) => id))
    expect(ids).toEqual(['A', 'B'])
  })

  test('points of overtimes count', () => {
    expect(order('AB', [game('A', 'X', '90-85', '70-70'), game('B', 'X', '88-80')])).toBe('BA')
  })
})

describe('euroleague', () => {
  const order = orderBy('euroleague')
  const THREE_TIED = [
    game('A', 'B', '81-80'),
    game('B', 'A', '87-80'),
    game('A', 'C', '90-70'),
    game('C', 'A', '70-80'),
    game('B', 'C', '72-70'),
    game('C', 'B', '70-73'),
  ]

  test.each([
    ['more games won between them', 'BA', 'AB', [game('A', 'B', '90-80'), game('B', 'A', '70-75')]],
    [
      'the better difference between them, if each won once',
      'AB',
      'BA',
      [game('A', 'B', '81-80'), game('B', 'A', '87-80')],
    ],
    [
      'the better difference of all games, if the games between them are even',
      'AB',
      'BA',
      [game('A', 'B', '81-80'), game('B', 'A', '81-80'), game('A', 'X', '70-90'), game('B', 'X', '100-119')],
    ],
    ['more points, if the differences are equal', 'AB', 'BA', [game('A', 'X', '70-60'), game('B', 'X', '71-61')]],
    [
      'the higher sum of quotients, if points are equal too',
      'AB',
      'BA',
      // 80/60 + 60/80 = 2.0833 exceeds 70/70 + 70/70 = 2.
      [game('A', 'X', '70-70'), game('A', 'Y', '70-70'), game('B', 'X', '80-60'), game('B', 'Y', '60-80')],
    ],
    ['no criterion and keep their order', 'BA', 'BA', [game('A', 'X', '70-60'), game('B', 'Y', '70-60')]],
    ['no criterion before the first game', 'CAB', 'CAB', []],
  ])('tied teams are separated by %s', (_, teams, expected, games) => {
    expect(order(teams, games)).toBe(expected)
  })

  test('of three tied teams A and B won 3 and C none, then only the games between A and B count', () => {
    expect(order('ABC', THREE_TIED)).toBe('BAC')
    expect(order('CAB', THREE_TIED)).toBe('BAC')
  })

  test('the first criterion is applied again to teams that are still tied', () => {
    // A and B have won 2, C none. Between A and B, A has won 2 of 3 though B has the better difference.
    const games = [game('A', 'B', '81-80'), game('A', 'B', '81-80'), game('B', 'A', '90-70'), game('B', 'C', '80-70')]
    expect(order('CBA', games)).toBe('ABC')
  })

  test('after one of four teams is separated, the criteria are applied again to the other three', () => {
    // Games won among the four: D 3; A, B and C 2 each, one of them in the circle A > B > C > A.
    const circle = [game('A', 'B', '90-80'), game('B', 'C', '85-80'), game('C', 'A', '82-80')]
    const withD = [game('D', 'A', '70-71'), game('D', 'B', '70-71'), game('D', 'C', '60-99'), game('D', 'A', '99-98')]
    const more = [game('D', 'B', '99-98'), game('D', 'C', '99-98')]
    // Among themselves A has +8, B −5 and C −3. With the games against D, C would be first.
    expect(order('ABCD', [...circle, ...withD, ...more])).toBe('DACB')
  })

  test('points of overtimes do not count, but the win does', () => {
    const eachWonOnce = [game('A', 'B', '75-73'), game('B', 'A', '97-90', '74-74')]
    expect(order('BA', eachWonOnce)).toBe('AB')
    expect(order('BA', [game('A', 'B', '90-89', '80-80'), game('A', 'B', '70-69', '66-66')])).toBe('AB')
  })

  test('a game with unknown periods counts with its final score', () => {
    expect(order('AB', [game('A', 'B', '75-73'), game('B', 'A', '97-90')])).toBe('BA')
  })

  test('a tied game of a two-leg knock-out is won by neither team', () => {
    expect(order('AB', [game('A', 'B', '80-80'), game('B', 'A', '78-70')])).toBe('BA')
    expect(order('BA', [game('A', 'B', '80-80')])).toBe('BA')
  })

  test('teams that have not met are equal in the head-to-head criteria', () => {
    expect(order('AB', [game('A', 'X', '70-60'), game('B', 'X', '90-60')])).toBe('BA')
  })

  test('the number of games won counts even if some teams have met more often', () => {
    // A has beaten B twice, C has beaten A once and not met B: C has won all its games, A one more.
    expect(order('CBA', [game('A', 'B', '80-79'), game('A', 'B', '80-79'), game('C', 'A', '90-60')])).toBe('ACB')
  })
})

describe('simple', () => {
  const order = orderBy('simple')
  test.each([
    [
      'the better difference, regardless of the games between them',
      'AB',
      'BA',
      [game('A', 'B', '80-79'), game('B', 'X', '90-70')],
    ],
    ['points of overtimes included', 'AB', 'BA', [game('A', 'X', '70-65'), game('B', 'X', '90-80', '75-75')]],
    ['more points, if the differences are equal', 'AB', 'BA', [game('A', 'X', '70-60'), game('B', 'X', '71-61')]],
    ['no criterion and keep their order', 'BA', 'BA', [game('A', 'X', '70-60'), game('B', 'Y', '70-60')]],
  ])('tied teams are separated by %s', (_, teams, expected, games) => {
    expect(order(teams, games)).toBe(expected)
  })
})

describe('the sum of quotients', () => {
  const sumScores = (...scores: string[]) => {
    const [team] = teamsWithGames(
      'A',
      scores.map((score) => game('A', 'B', score)),
    )
    return sumQuotients(team?.games ?? [])
  }
  const value = ({ numerator, denominator }: ReturnType<typeof sumScores>) => Number(numerator) / Number(denominator)

  test.each([
    [[], 0],
    [['88-80'], 1.1],
    [['80-60', '60-80'], 80 / 60 + 60 / 80],
    [['20-0'], 20],
    [['0-20'], 0],
    [['0-0'], 0],
  ])('the sum of quotients of %s is %d', (scores, expected) => {
    expect(value(sumScores(...scores))).toBeCloseTo(expected, 12)
  })

  test('the sum does not depend on the order of the games', () => {
    const score = fc.tuple(fc.integer({ min: 50, max: 120 }), fc.integer({ min: 50, max: 120 }))
    fc.assert(
      fc.property(fc.array(score, { maxLength: 40 }), (games) => {
        const scores = games.map(([points, allowed]) => `${points}-${allowed}`)
        expect(byFraction(sumScores(...scores), sumScores(...scores.toReversed()))).toBe(0)
      }),
    )
  })

  test('sums are compared exactly', () => {
    expect(byFraction(sumScores('1-10', '2-10'), sumScores('3-10', '0-10'))).toBe(0)
    const googol = 10n ** 100n
    const one = { numerator: 1n, denominator: 1n }
    expect(byFraction({ numerator: googol + 1n, denominator: googol }, one)).toBe(1)
    expect(byFraction({ numerator: googol - 1n, denominator: googol }, one)).toBe(-1)
  })
})
