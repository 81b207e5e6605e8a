import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { personName, clubName } from './names.ts'

describe('a name in capitals with a comma becomes given name and surname in mixed case', () => {
  test.each([
    ['VEZENKOV, SASHA', 'Sasha Vezenkov'],
    ['GONZÁLEZ, HUGO', 'Hugo González'],
    ['HAYES-DAVIS, NIGEL', 'Nigel Hayes-Davis'],
    ["M'BAYE, AMATH", "Amath M'Baye"],
    ["O'NEALE, ROYCE", "Royce O'Neale"],
    ['DE COLO, NANDO', 'Nando De Colo'],
    ['VAN ROSSOM, SAM', 'Sam Van Rossom'],
    ['CHEATHAM, ZYLAN ANTHONY', 'Zylan Anthony Cheatham'],
    ['PUKL,SASA', 'Sasa Pukl'],
    ['PAULI,  ORIOL ', 'Oriol Pauli'],
  ])('%s', (feed, name) => expect(personName(feed)).toBe(name))
})

describe('a suffix goes to the end; a given name of one word (JR) is not a suffix', () => {
  test.each([
    ['BALDWIN IV, WADE', 'Wade Baldwin IV'],
    ['WEBB III, JAMES', 'James Webb III'],
    ['BAKER II , ROBERT', 'Robert Baker II'],
    ['PORTER JR., OTTO', 'Otto Porter Jr.'],
    ['HARDAWAY, TIM JR', 'Tim Hardaway Jr'],
    ['SMITH, JR', 'JR Smith'],
  ])('%s', (feed, name) => expect(personName(feed)).toBe(name))
})

describe('Mc is joined to the surname and followed by a capital', () => {
  test.each([
    ['MCCALEBB, BO', 'Bo McCalebb'],
    ['MC CORMACK, DAVID', 'David McCormack'],
    ['McCORMACK, DAVID', 'David McCormack'],
    ['MILLER-MCINTYRE, CODI', 'Codi Miller-McIntyre'],
  ])('%s', (feed, name) => expect(personName(feed)).toBe(name))
})

describe('initials stay in capitals, short names do not', () => {
  test.each([
    ['PARKER, TJ', 'TJ Parker'],
    ['RIVERS, K.C.', 'K.C. Rivers'],
    ['SLAUGHTER, AJ', 'AJ Slaughter'],
    ['NG, ED', 'Ed Ng'],
    ['BANDJA, SY', 'Sy Bandja'],
  ])('%s', (feed, name) => expect(personName(feed)).toBe(name))
})

describe('a name without a comma keeps its order', () => {
  test.each([
    ['SASA OBRADOVIC', 'Sasa Obradovic'],
    ['Sasha Vezenkov', 'Sasha Vezenkov'],
    ['DAVID MC CORMACK', 'David McCormack'],
    ['', ''],
  ])('%s', (feed, name) => expect(personName(feed)).toBe(name))
})

test('the Turkish İ becomes a plain i', () => {
  expect(personName('İLYASOĞLU, ÖMERCAN İSMAİL')).toBe('Ömercan İsmail İlyasoğlu')
})

const words = fc.array(fc.stringMatching(/^[A-ZÁÉÑÖŠŽĞİ]{3,10}$/), { minLength: 1, maxLength: 3 })
const commaName = fc.tuple(words, words).map(([surname, given]) => `${surname.join(' ')}, ${given.join(' ')}`)

test('a converted name is not changed by converting it again', () => {
  fc.assert(
    fc.property(commaName, (name) => {
      expect(personName(personName(name))).toBe(personName(name))
    }),
  )
})

test('no letter of a name is lost or added', () => {
  const letters = (name: string) =>
    Array.from(
      name
        .normalize('NFC')
        .replaceAll('İ', 'i')
        .toLowerCase()
        .match(/[\p{L}\p{N}]/gu) ?? [],
    ).toSorted()
  const anyName = fc.oneof(commaName, fc.string({ unit: fc.constantFrom(...'ABCIJMRSTVXYZÜİ,.-’ abc') }))
  fc.assert(
    fc.property(anyName, (name) => {
      expect(letters(personName(name))).toEqual(letters(name))
    }),
  )
})

describe('clubs and arenas in capitals get mixed case; abbreviations stay', () => {
  test.each([
    ['WIZINK CENTER', 'Wizink Center'],
    ['LA FONTETA', 'La Fonteta'],
    ['PABELLON FUENTE DE SAN LUIS', 'Pabellon Fuente de San Luis'],
    ['EA7 EMPORIO ARMANI MILAN', 'EA7 Emporio Armani Milan'],
    ['LDLC ASVEL VILLEURBANNE', 'LDLC ASVEL Villeurbanne'],
    ['FC BAYERN MUNICH', 'FC Bayern Munich'],
    // The sponsor mts writes itself in lower case.
    ['CRVENA ZVEZDA MTS BELGRADE', 'Crvena Zvezda mts Belgrade'],
    ['MERCEDES-BENZ ARENA', 'Mercedes-Benz Arena'],
  ])('%s', (feed, name) => expect(clubName(feed)).toBe(name))
})

test('a name with lower-case letters is not changed', () => {
  expect(clubName('OAKA Altion')).toBe('OAKA Altion')
})
