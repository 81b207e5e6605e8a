import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentsIn, plain, prefixQuery, searchWordsOf } from './search.ts'

test('names are compared without case and accents', () => {
  expect(plain('Žalgiris')).toBe('zalgiris')
  expect(plain('Şengün')).toBe('sengun')
  expect(plain('Łukasz Øst ß')).toBe('lukasz ost ss')
})

test('accents are counted, and the letters that are one with theirs', () => {
  expect(['Doncic', 'Dončić', 'Łukasz Øst ß', 'DONČIĆ'.normalize('NFD')].map(accentsIn)).toEqual([0, 2, 3, 2])
})

test('a word with punctuation is found by its parts and closed up', () => {
  expect(searchWordsOf("Amath M'Baye")).toBe("'amath' 'm' 'baye' 'mbaye'")
  expect(prefixQuery("amath m'baye")).toBe("'amath':* & ('m':* & 'baye':* | 'mbaye':*)")
})

test('no text can leave the quotes of a search literal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(searchWordsOf(text)).toMatch(/^('[\p{L}\p{N}]+'( |$))*$/u)
      expect(prefixQuery(text)).toMatch(/^(\(?'[\p{L}\p{N}]+':\*\)?( [&|] |$))*$/u)
    }),
  )
})
