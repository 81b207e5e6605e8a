import { describe, expect, test } from 'vitest'
import { placeName } from './titles.ts'

describe('a club or an arena in capitals becomes ordinary case, abbreviations stay', () => {
  test.each([
    ['WIZINK CENTER', 'Wizink Center'],
    ['LA FONTETA', 'La Fonteta'],
    ['PABELLON FUENTE DE SAN LUIS', 'Pabellon Fuente de San Luis'],
    ['EA7 EMPORIO ARMANI MILAN', 'EA7 Emporio Armani Milan'],
    ['LDLC ASVEL VILLEURBANNE', 'LDLC ASVEL Villeurbanne'],
    ['FC BAYERN MUNICH', 'FC Bayern Munich'],
    ['CRVENA ZVEZDA MTS BELGRADE', 'Crvena Zvezda mts Belgrade'],
    ['MERCEDES-BENZ ARENA', 'Mercedes-Benz Arena'],
  ])('%s', (feed, name) => expect(placeName(feed)).toBe(name))
})

test('a name that has small letters is kept as it is', () => {
  expect(placeName('OAKA Altion')).toBe('OAKA Altion')
})
