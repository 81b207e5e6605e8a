import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHint, isKey, newKey } from './key.ts'

test('a key is bd_, 32 base-58 characters and a checksum of 6', () => {
  expect(newKey()).toMatch(/^bd_[1-9A-HJ-NP-Za-km-z]{38}$/)
  expect(isKey(newKey())).toBe(true)
})

test('a key with any one character mistyped is refused', () => {
  const key = newKey()
  fc.assert(
    fc.property(fc.nat(key.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
      const typed = key.slice(0, at) + character + key.slice(at + 1)
      expect(isKey(typed)).toBe(typed === key)
    }),
    { numRuns: 500 },
  )
})

test('two keys are never the same', () => {
  expect(new Set(Array.from({ length: 1000 }, newKey)).size).toBe(1000)
})

test('the hint shows the prefix and four characters only', () => {
  const key = newKey()
  expect(toHint(key)).toBe(`bd_…${key.slice(-4)}`)
})

test('a write key begins with bdw_, and neither kind of key is one of the other kind', () => {
  const key = newKey('write')
  expect(key).toMatch(/^bdw_[1-9A-HJ-NP-Za-km-z]{38}$/)
  expect(toHint(key)).toBe(`bdw_…${key.slice(-4)}`)
  expect([isKey(key, 'write'), isKey(key), isKey(newKey(), 'write')]).toEqual([true, false, false])
})
