import { expect, test } from 'vitest'
import { bundlePlayers, joinedNotes, createFindPerson } from './people.ts'

const findPerson = createFindPerson('U2008')

test('an id of the league is the same player in every game', () => {
  expect(['P011225', 'PTGB'].map((id) => findPerson(id, 'X, Y', 'HRB').external_id)).toEqual(['P011225', 'PTGB'])
})

test('other ids get the season and team as a prefix', () => {
  expect(['4', 'MAD991', 'CAS GIU'].map((id) => findPerson(id, 'X, Y', 'HRB').external_id)).toEqual([
    'U2008_HRB_4',
    'U2008_HRB_MAD991',
    'U2008_HRB_CAS GIU',
  ])
})

test('a player without an id is identified by name; one without a name is named by the id', () => {
  expect(findPerson('', 'X, Y', 'HRB').external_id).toBe('U2008_HRB_X, Y')
  expect(findPerson('P011225', '', 'HRB').name).toBe('P011225')
})

test('a made-up id that was joined is read as the id of the league, and noted once', () => {
  const joining = createFindPerson('U2008', new Map([['U2008_HRB_4', 'P000123']]))
  const people = [joining('4', 'X, Y', 'HRB'), joining('4', 'X, Y', 'HIL'), joining('4', 'X, Y', 'HRB')]
  expect(people.map(({ external_id }) => external_id)).toEqual(['P000123', 'U2008_HIL_4', 'P000123'])
  expect(joinedNotes(people)).toEqual([
    {
      code: 'player_joined',
      message: 'U2008_HRB_4 (X, Y) is read as P000123, who has this name in the same season and team.',
    },
  ])
})

test('an id with several spellings is one player with the first spelling', () => {
  expect(
    bundlePlayers([
      { external_id: 'P1', name: 'BAKER II, ROBERT' },
      { external_id: 'P1', name: 'BAKER II , ROBERT' },
    ]),
  ).toEqual([{ external_id: 'P1', name: 'Robert Baker II', original_name: 'BAKER II, ROBERT' }])
})
