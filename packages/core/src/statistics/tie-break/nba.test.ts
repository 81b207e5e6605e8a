import { expect, test } from 'vitest'
import { contenders, finalGame as game } from '../testing/final-games.ts'
import { breakTies } from './criterion.ts'
import { NBA } from './nba.ts'

const order = (letters: string, games: ReturnType<typeof game>[]) =>
  breakTies(contenders(letters, games), NBA)
    .map(({ id }) => id)
    .join('')

test.each([
  [
    'the share of games won between them',
    'AB',
    'BA',
    [game('A', 'B', '99-70'), game('B', 'A', '80-79'), game('B', 'A', '80-79')],
  ],
  [
    'the difference of all games, overtime included, where they are even: that between them says nothing',
    'AB',
    'BA',
    [game('A', 'B', '99-70'), game('B', 'A', '80-79'), game('A', 'X', '70-99'), game('B', 'X', '108-80', '75-75')],
  ],
  ['nothing: they stay as they came', 'BA', 'BA', [game('A', 'X', '70-60'), game('B', 'X', '90-80')]],
])('two teams are separated by %s', (_, came, expected, games) => {
  expect(order(came, games)).toBe(expected)
})

test('of three, the share counts, not the number: one of one is better than two of three', () => {
  const games = [game('A', 'B', '80-79'), game('A', 'B', '80-79'), game('C', 'A', '80-79')]
  expect(order('BAC', games)).toBe('CAB')
})

test('those still tied begin again among themselves', () => {
  const against_c = [game('A', 'C', '80-70'), game('B', 'C', '80-70'), game('C', 'A', '60-80'), game('C', 'B', '70-71')]
  const games = [...against_c, game('A', 'B', '70-90'), game('B', 'A', '80-81'), game('B', 'X', '60-99')]
  // A and B have won 3 of 4, then 1 of 2 between them; A has the better difference of all games.
  expect(order('CBA', games)).toBe('ABC')
})

test('games between them say nothing while one of the tied has met none of the others', () => {
  const games = [game('A', 'B', '80-79'), game('C', 'X', '90-70'), game('B', 'X', '99-70')]
  expect(order('ABC', games)).toBe('BCA')
})
