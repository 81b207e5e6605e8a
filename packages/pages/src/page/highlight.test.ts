import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textContent } from '../../../http/src/testing/response.js'
import { highlight, type Language } from './highlight.ts'
import { renderToString } from './html.ts'

/** The marked parts, by the class of each. */
const marked = (language: Language, code: string) =>
  Array.from(
    renderToString(highlight(language, code)).matchAll(/<span class="(\w)">(.*?)<\/span>/g),
    ([, kind, part = '']) => [kind, textContent(part)],
  )

test.each(['shell', 'typescript', 'json', 'other'] as const)(
  'highlighted %s has the same text, escaped',
  (language) => {
    const code = fc.oneof(fc.string(), fc.stringMatching(/^[<>&'"`/#*{}: \\a-c\n]*$/))
    fc.assert(
      fc.property(code, (code) => {
        const page = renderToString(highlight(language, code))
        expect(page.replaceAll(/<\/?span( class="\w")?>/g, '')).not.toMatch(/[<>]/)
        expect(textContent(page)).toBe(code)
      }),
    )
  },
)

describe('it marks', () => {
  test('comments, strings and keywords of TypeScript', () => {
    const code = "const of = await client.games.get('gm_1') // a 'game', 1 of 2"
    expect(marked('typescript', code)).toEqual([
      ['w', 'const'],
      ['w', 'of'],
      ['w', 'await'],
      ['s', "'gm_1'"],
      ['c', "// a 'game', 1 of 2"],
    ])
  })

  test('no property and no part of a name as a keyword or a number', () => {
    expect(marked('typescript', 'client.delete, { from: a, type: b }, x_1, gm1')).toEqual([])
  })

  test('strings and comments of a shell, but no # inside a word', () => {
    expect(marked('shell', `curl -H "Authorization: Bearer $KEY" http://a/#b # the index`)).toEqual([
      ['s', '"Authorization: Bearer $KEY"'],
      ['c', '# the index'],
    ])
  })

  test('names, strings and numbers of JSON', () => {
    expect(marked('json', '{"id": "gm_1", "home_score": -98.5, "venue": null}')).toEqual([
      ['k', '"id"'],
      ['s', '"gm_1"'],
      ['k', '"home_score"'],
      ['n', '-98.5'],
      ['k', '"venue"'],
      ['n', 'null'],
    ])
  })
})
