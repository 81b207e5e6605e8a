import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countAccents, normalizeName, prefixQuery, searchVector } from './search.ts'

test('names are compared without case and accents', () => {
  expect(normalizeName('Žalgiris')).toBe('zalgiris')
  expect(normalizeName('Şengün')).toBe('sengun')
  expect(normalizeName('Łukasz Øst ß')).toBe('lukasz ost ss')
})

test('special letters like Ł and Ø count as accents', () => {
  expect(['Doncic', 'Dončić', 'Łukasz Øst ß', 'DONČIĆ'.normalize('NFD')].map(countAccents)).toEqual([0, 2, 3, 2])
})

test('a word with punctuation is indexed by its parts and by the parts joined together', () => {
  expect(searchVector("Amath M'Baye")).toBe("'amath' 'm' 'baye' 'mbaye'")
  expect(prefixQuery("amath m'baye")).toBe("'amath':* & ('m':* & 'baye':* | 'mbaye':*)")
})

test('no text can escape the quotes of a search literal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(searchVector(text)).toMatch(/^('[\p{L}\p{N}]+'( |$))*$/u)
      expect(prefixQuery(text)).toMatch(/^(\(?'[\p{L}\p{N}]+':\*\)?( [&|] |$))*$/u)
    }),
  )
})
