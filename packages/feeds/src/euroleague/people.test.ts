import { expect, test } from 'vitest'
import { bundlePlayers, personOf } from './people.ts'

test('an id of the league is the same player in every game', () => {
  expect(['P011225', 'PTGB'].map((id) => personOf(id, 'X, Y', 'U2008', 'HRB').external_id)).toEqual(['P011225', 'PTGB'])
})

test('other ids get the season and team as a prefix', () => {
  expect(['4', 'MAD991', 'CAS GIU'].map((id) => personOf(id, 'X, Y', 'U2008', 'HRB').external_id)).toEqual([
    'U2008_HRB_4',
    'U2008_HRB_MAD991',
    'U2008_HRB_CAS GIU',
  ])
})

test('a player without an id is identified by name; one without a name is named by the id', () => {
  expect(personOf('', 'X, Y', 'U2008', 'HRB').external_id).toBe('U2008_HRB_X, Y')
  expect(personOf('P011225', '', 'U2008', 'HRB').name).toBe('P011225')
})

test('an id with several spellings is one player with the first spelling', () => {
  expect(
    bundlePlayers([
      { external_id: 'P1', name: 'BAKER II, ROBERT' },
      { external_id: 'P1', name: 'BAKER II , ROBERT' },
    ]),
  ).toEqual([{ external_id: 'P1', name: 'Robert Baker II', original_name: 'BAKER II, ROBERT' }])
})
