import { expect, test } from 'vitest'
import { bundlePlayers, personOf } from './people.ts'

test('the league’s ids stand for one person everywhere', () => {
  expect(['P011225', 'PTGB'].map((id) => personOf(id, 'X, Y', 'U2008', 'HRB').external_id)).toEqual(['P011225', 'PTGB'])
})

test('ids that a game made up are the person of that season and team only', () => {
  expect(['4', 'MAD991', 'CAS GIU'].map((id) => personOf(id, 'X, Y', 'U2008', 'HRB').external_id)).toEqual([
    'U2008_HRB_4',
    'U2008_HRB_MAD991',
    'U2008_HRB_CAS GIU',
  ])
})

test('a player without an id goes by name, one without a name by id', () => {
  expect(personOf('', 'X, Y', 'U2008', 'HRB').external_id).toBe('U2008_HRB_X, Y')
  expect(personOf('P011225', '', 'U2008', 'HRB').original_name).toBe('P011225')
})

test('one id with several spellings is one player, spelled as first seen', () => {
  expect(
    bundlePlayers([
      { external_id: 'P1', original_name: 'BAKER II, ROBERT' },
      { external_id: 'P1', original_name: 'BAKER II , ROBERT' },
    ]),
  ).toEqual([{ external_id: 'P1', name: 'Robert Baker II', original_name: 'BAKER II, ROBERT' }])
})
