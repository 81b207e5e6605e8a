import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownText } from '../testing/shown-text.ts'
import { json } from './code.ts'
import { textOf } from './markup.ts'

test('JSON set as markup is the same JSON to read', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(JSON.parse(shownText(textOf(json(value)))))).toBe(JSON.stringify(value))
    }),
  )
})

test('markup in a value is shown, never obeyed', () => {
  expect(textOf(json({ '<b>': '</code><script>alert("1")</script>' }))).not.toMatch(/<(b|script|\/code)>/)
})

test('a short record stands on one line, a long one on several', () => {
  const team = { id: 'tm_5q1zt8xn', name: 'Owls' }
  const long = { id: 'tm_5q1zt8xn', name: 'The Old Lakeside and Granite Hill Owls' }
  expect(shownText(textOf(json({ team })))).toBe('{\n  "team": {"id": "tm_5q1zt8xn", "name": "Owls"}\n}')
  expect(shownText(textOf(json({ team: long }))).split('\n')).toHaveLength(6)
})
