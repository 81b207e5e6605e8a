import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textContent } from '../../../http/src/testing/response.js'
import { jsonMarkup } from './code.ts'
import { renderToString } from './html.ts'

test('highlighted JSON reads as the same JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(JSON.parse(textContent(renderToString(jsonMarkup(value)))))).toBe(JSON.stringify(value))
    }),
  )
})

test('HTML in a value is escaped', () => {
  expect(renderToString(jsonMarkup({ '<b>': '</code><script>alert("1")</script>' }))).not.toMatch(/<(b|script|\/code)>/)
})

test('a short record is on one line, a long one on several', () => {
  const team = { id: 'tm_5q1zt8xn', name: 'Owls' }
  const long = { id: 'tm_5q1zt8xn', name: 'The Old Lakeside and Granite Hill Owls' }
  expect(textContent(renderToString(jsonMarkup({ team })))).toBe(
    '{\n  "team": {"id": "tm_5q1zt8xn", "name": "Owls"}\n}',
  )
  expect(textContent(renderToString(jsonMarkup({ team: long }))).split('\n')).toHaveLength(6)
})
