import { describe, expect, test } from 'vitest'
import { compareNames, isMisspelt, prepareName, toIdentifier } from './near-names.ts'

const compare = (one: string, other: string) => compareNames(prepareName(one), prepareName(other))

describe('a name is nearly another one', () => {
  test.each([
    ['Ana Dončić', 'Ana Doncic', 'with other accents'],
    ['Müller Mia', 'Mia Muller', 'with its words in another order'],
    ['A. Dončić', 'Ana Dončić', 'with an initial as the given name'],
    ['Ana Sample', 'Anna Sample', 'with a letter or two that differ'],
    ['Ana Sample', 'Ana Smaple', 'with a letter or two that differ'],
    ['Đorđević', 'Djordjevic', 'with a letter or two that differ'],
    ['Mia Mueller', 'Mia Müller', 'with a letter or two that differ'],
    ['Red Lions', 'Redlions', 'with a letter or two that differ'],
    ['Red Lions', 'Red Lion', 'with a letter or two that differ'],
  ])('%s and %s', (one, other, how) => {
    expect([compare(one, other), compare(other, one)]).toEqual([how, how])
  })
})

describe('a name is the same, or another one', () => {
  test.each([
    ['Ana O’Neal', "ANA  o'neal"],
    ['Ana Sample', 'Ivy Proof'],
    ['Lions A', 'Lions B'],
    ['Lions', 'Lions II'],
    ['Lions U16', 'Lions U18'],
    ['A. Sample', 'B. Sample'],
    ['Sam', 'Pam'],
    ['John Sample', 'John Sample Jr'],
  ])('%s and %s', (one, other) => {
    expect([compare(one, other), compare(other, one)]).toEqual([undefined, undefined])
  })
})

test('a heading is misspelt if one letter of a long name of a column is wrong', () => {
  expect([isMisspelt('asists', 'assists'), isMisspelt('hmoe', 'home'), isMisspelt('ast', 'as')]).toEqual([
    true,
    false,
    false,
  ])
})

test('a long name has an identifier of at most 100 characters, which differs with its end', () => {
  const [one, other] = [`${'a'.repeat(150)}b`, `${'a'.repeat(150)}c`].map(toIdentifier)
  expect(one).toHaveLength(100)
  expect(one).not.toBe(other)
})
