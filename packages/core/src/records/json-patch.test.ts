import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyStrictly, invert } from '../testing/index.ts'
import { applyPatch, diff } from './json-patch.ts'

const { value: json } = fc.letrec<{ value: unknown; list: unknown[] }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, 1, 2, '', 'a'),
    tie('list'),
    fc.dictionary(fc.constantFrom('seq', 'a', 'b', '', 'a/b', 'a~b', '~1'), tie('value'), { noNullPrototype: true }),
  ),
  list: fc.array(tie('value'), { maxLength: 8 }),
}))

test('a patch leads from one document to the other, and undone, back', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      const patch = diff(before, after)
      expect(applyStrictly(before, patch)).toEqual(after)
      expect(applyPatch(before, patch)).toEqual(after)
      expect(applyStrictly(after, invert(patch))).toEqual(before)
    }),
    { numRuns: 2000 },
  )
})

test('a document that has not changed has an empty patch', () => {
  fc.assert(
    fc.property(json, (document) => {
      expect(diff(document, structuredClone(document))).toEqual([])
    }),
  )
})

const plays = Array.from({ length: 500 }, (_, index) => ({ text: `play ${index % 90}`, player: `p${index % 7}` }))
const numbered = (list: readonly object[]) => list.map((play, index) => ({ seq: index + 1, ...play }))

test('a play that is inserted, removed or edited changes no other one, but for their numbers', () => {
  const inserted = plays.toSpliced(100, 0, { text: 'new', player: 'p1' })
  expect(diff(plays, inserted)).toEqual([{ op: 'add', path: '/100', value: inserted[100] }])
  const both = inserted.toSpliced(300, 1).with(400, { text: 'edited', player: 'p9' })
  expect(diff(plays, both).map(({ op }) => op)).toEqual(['add', 'test', 'remove', 'test', 'replace'])
  const renumbered = diff(numbered(plays), numbered(inserted))
  expect(renumbered.filter(({ path }) => !path.endsWith('/seq'))).toHaveLength(1)
  expect(renumbered).toHaveLength(1 + 2 * 400)
})

test('members in another order are no other content', () => {
  const turned = plays.map(({ text, player }) => ({ player, text })).toSpliced(100, 0, { text: 'new', player: 'p1' })
  expect(diff(numbered(plays), numbered(turned)).filter(({ path }) => !path.endsWith('/seq'))).toHaveLength(1)
})

test('lists that are too long to compare lead to a patch, too', () => {
  const long = Array.from({ length: 3000 }, (_, index) => ({ index }))
  const other = long.toReversed().slice(1)
  expect(applyPatch(long, diff(long, other))).toEqual(other)
})
