import { expect, test } from 'vitest'
import { contenders, finalGame as game } from '../testing/final-games.ts'
import { breakTies } from './criterion.ts'
import { EUROLEAGUE } from './euroleague.ts'

const order = (letters: string, games: ReturnType<typeof game>[]) =>
  breakTies(contenders(letters, games), EUROLEAGUE)
    .map(({ id }) => id)
    .join('')

const THREE_TIED = [
  game('A', 'B', '81-80'),
  game('B', 'A', '87-80'),
  game('A', 'C', '90-70'),
  game('C', 'A', '70-80'),
  game('B', 'C', '72-70'),
  game('C', 'B', '70-73'),
]

test.each([
  ['more games won between the two', 'BA', 'AB', [game('A', 'B', '90-80'), game('B', 'A', '70-75')]],
  [
    'the better difference between the two where each won once',
    'AB',
    'BA',
    [game('A', 'B', '81-80'), game('B', 'A', '87-80')],
  ],
  [
    'the better difference of all games where the games between them are even',
    'AB',
    'BA',
    [game('A', 'B', '81-80'), game('B', 'A', '81-80'), game('A', 'X', '70-90'), game('B', 'X', '100-119')],
  ],
  ['more points where the differences are equal', 'AB', 'BA', [game('A', 'X', '70-60'), game('B', 'X', '71-61')]],
  [
    'the higher sum of quotients where points are equal too',
    'AB',
    'BA',
    // 80/60 + 60/80 = 2.0833 exceeds 70/70 + 70/70 = 2.
    [game('A', 'X', '70-70'), game('A', 'Y', '70-70'), game('B', 'X', '80-60'), game('B', 'Y', '60-80')],
  ],
  ['nothing: they stay as they came', 'BA', 'BA', [game('A', 'X', '70-60'), game('B', 'Y', '70-60')]],
  ['nothing before the first game', 'CAB', 'CAB', []],
])('two or more teams are separated by %s', (_, came, expected, games) => {
  expect(order(came, games)).toBe(expected)
})

test('three tied teams: A and B won 3 and C none, then A and B begin again with their own two games', () => {
  expect(order('ABC', THREE_TIED)).toBe('BAC')
  expect(order('CAB', THREE_TIED)).toBe('BAC')
})

test('those still tied begin with the first criterion, not with the next', () => {
  // A and B have won 2, C none. Between A and B, A has won 2 of 3 though B has the better difference.
  const games = [game('A', 'B', '81-80'), game('A', 'B', '81-80'), game('B', 'A', '90-70'), game('B', 'C', '80-70')]
  expect(order('CBA', games)).toBe('ABC')
})

test('a criterion that separates one of four starts the others again without it', () => {
  // Won among the four: D 3; A, B and C 2 each, of which each won one in the circle A > B > C > A.
  const circle = [game('A', 'B', '90-80'), game('B', 'C', '85-80'), game('C', 'A', '82-80')]
  const with_d = [game('D', 'A', '70-71'), game('D', 'B', '70-71'), game('D', 'C', '60-99'), game('D', 'A', '99-98')]
  const more = [game('D', 'B', '99-98'), game('D', 'C', '99-98')]
  // Alone, A has +8, B −5 and C −3. With the games against D, C would stand first.
  expect(order('ABCD', [...circle, ...with_d, ...more])).toBe('DACB')
})

test('points of overtimes count nowhere, but the winner has won', () => {
  const each_won_once = [game('A', 'B', '75-73'), game('B', 'A', '97-90', '74-74')]
  expect(order('BA', each_won_once)).toBe('AB')
  expect(order('BA', [game('A', 'B', '90-89', '80-80'), game('A', 'B', '70-69', '66-66')])).toBe('AB')
})

test('a game without known periods counts with its final score', () => {
  expect(order('AB', [game('A', 'B', '75-73'), game('B', 'A', '97-90')])).toBe('BA')
})

test('a tied game of a two-leg knock-out is won by neither', () => {
  expect(order('AB', [game('A', 'B', '80-80'), game('B', 'A', '78-70')])).toBe('BA')
  expect(order('BA', [game('A', 'B', '80-80')])).toBe('BA')
})

test('teams that have not met are equal in the criteria of their games', () => {
  expect(order('AB', [game('A', 'X', '70-60'), game('B', 'X', '90-60')])).toBe('BA')
})

test('while some have met more often, games won count as they are', () => {
  // A has beaten B twice, C has beaten A once and not met B: C has won all its games, A one more.
  expect(order('CBA', [game('A', 'B', '80-79'), game('A', 'B', '80-79'), game('C', 'A', '90-60')])).toBe('ACB')
})
