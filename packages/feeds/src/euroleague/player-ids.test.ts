import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nameKey, PlayerIds } from './player-ids.ts'

type Row = [id: string, name: string, number?: string, team?: string]

/** The joined ids of a season with one box score per item. */
const joinedIn = (...boxes: Row[][]): Record<string, string> => {
  const players = new PlayerIds()
  for (const [at, rows] of boxes.entries()) {
    const PlayersStats = rows.map(([Player_ID, Player, Dorsal = '', Team = 'HRB']) => ({
      Player_ID,
      Player,
      Dorsal,
      Team,
    }))
    players.addBox('U2008', at + 1, { Stats: [{ PlayersStats }] })
  }
  return Object.fromEntries(players.takeJoined('U2008'))
}

const SAME: Row = ['P000123', 'GARCIA, JUAN', '7']
const LOCAL: Row = ['4', 'GARCIA, JUAN', '7']

test('a made-up id is the player of the league with the same name, season and team', () => {
  expect(joinedIn([SAME], [LOCAL])).toEqual({ U2008_HRB_4: 'P000123' })
  expect(joinedIn([SAME], [LOCAL], [['MAD991', 'García , Juan', '7 ']])).toEqual({
    U2008_HRB_4: 'P000123',
    U2008_HRB_MAD991: 'P000123',
  })
})

test('a player without an id is one with an id if the names agree', () => {
  expect(joinedIn([SAME], [['', 'GARCIA, JUAN', '7']])).toEqual({ 'U2008_HRB_GARCIA, JUAN': 'P000123' })
})

describe('nothing is joined', () => {
  test.each<[string, Row[][]]>([
    ['if the two stand in the same game', [[SAME, LOCAL], [LOCAL]]],
    ['if the team is another', [[SAME], [['4', 'GARCIA, JUAN', '7', 'HIL']]]],
    ['if the name is another', [[SAME], [['4', 'GARCIA, JOSE', '7']]]],
    ['if the shirt number is another', [[SAME], [['4', 'GARCIA, JUAN', '8']]]],
    ['if two ids of the league have the name', [[SAME], [['PTGB', 'GARCIA, JUAN', '7']], [LOCAL]]],
    ['if the made-up id has two names', [[SAME], [LOCAL], [['4', 'LOPEZ, JOSE', '7']]]],
    ['if two made-up ids with the name stand in the same game', [[SAME], [LOCAL, ['5', 'GARCIA, JUAN', '7']]]],
    [
      'if the name is only a surname or initials, and the number unknown',
      [[['P000123', 'GARCIA, J.']], [['4', 'GARCIA, J.']]],
    ],
    ['if the name is missing', [[['P000123', '']], [['4', '']]]],
  ])('%s', (_, boxes) => {
    expect(joinedIn(...boxes)).toEqual({})
  })
})

test('initials are enough if the shirt number agrees, and a full name if the number is unknown', () => {
  expect(joinedIn([['P000123', 'GARCIA, J.', '7']], [['4', 'J GARCIA', '7']])).toEqual({ U2008_HRB_4: 'P000123' })
  expect(joinedIn([['P000123', 'GARCIA, JUAN']], [LOCAL])).toEqual({ U2008_HRB_4: 'P000123' })
})

test('the order of the games does not matter', () => {
  const boxes: Row[][] = [[SAME, ['9', 'LOPEZ, JOSE']], [LOCAL, ['PABC', 'LOPEZ, JOSE']], [['5', 'GARCIA, JUAN', '7']]]
  const expected = joinedIn(...boxes)
  expect(expected).toEqual({ U2008_HRB_4: 'P000123', U2008_HRB_5: 'P000123', U2008_HRB_9: 'PABC' })
  fc.assert(
    fc.property(fc.shuffledSubarray(boxes, { minLength: 3 }), (shuffled) => {
      expect(joinedIn(...shuffled)).toEqual(expected)
    }),
  )
})

test.each([
  ['GARCÍA-RUIZ, J.M.', 'Jm Garcia Ruiz'],
  ["O'NEAL, TIM", 'Tim O’Neal'],
  ['İLYASOVA, ERSAN', 'Ersan Ilyasova'],
  ['ŁĄCZYŃSKI, KAMIL', 'KAMIL LACZYNSKI'],
  ['BAKER II , ROBERT', 'BAKER, ROBERT II'],
])('%s and %s are the same name', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other))
})
