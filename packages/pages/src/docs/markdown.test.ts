import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderToString } from '../page/html.ts'
import { textContent } from '../../../http/src/testing/response.js'
import { renderMarkdown, type LinkTarget } from './markdown.ts'

const asWritten = (href: string): LinkTarget => ({ href })
const rendered = (text: string, linkTo = asWritten): string => renderToString(renderMarkdown(text, linkTo).body)

describe('HTML in Markdown', () => {
  test.each([
    '<script>alert(1)</script>',
    'a <b onclick="x()">b</b> c',
    '<img src=x onerror=x()>',
    '<!-- x -->',
    'a <pre>b <img src=x onerror=x()',
  ])('is shown as text: %s', (text) => {
    expect(rendered(text)).not.toMatch(/<(script|b|img|!)/)
    expect(textContent(rendered(text))).toContain(text)
  })

  test('never becomes an element or an attribute', () => {
    const markdown = fc.stringMatching(/^([<>"'`*_[\]()!#|:&\n -]|script|href=|on\w=|javascript:|\d\. ){0,40}$/)
    fc.assert(
      fc.property(fc.oneof(markdown, fc.string()), (text) => {
        const page = rendered(text)
        expect(page).not.toMatch(
          /<(?!\/?(h\d|p|a|ul|ol|li|table|thead|tbody|tr|th|td|div|figure|pre|code|span|strong|em|del|hr|br|blockquote)\b)/,
        )
        expect(page).not.toMatch(/<[^>]*\s(on\w+|style)=/)
        expect(page).not.toMatch(/href="\s*javascript:/i)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a link', () => {
  test.each(['javascript:alert(1)', 'JAVASCRIPT:alert(1)', 'data:text/html,x', 'vbscript:x'])(
    'of another scheme stays text: %s',
    (href) => expect(rendered(`[text](${href})`)).toBe('<p>text</p>'),
  )

  test('leads where it is told to lead', () => {
    expect(rendered('[a](b.md#c)', (href) => ({ href: `/docs/${href}` }))).toBe('<p><a href="/docs/b.md#c">a</a></p>')
  })

  test('without a target is text with a title', () => {
    expect(rendered('[a](b)', () => ({ href: null, title: 'in "c"' }))).toBe(
      '<p><span title="in &quot;c&quot;">a</span></p>',
    )
  })
})

test('headings have the anchors of GitHub, also if they occur twice', () => {
  const text = '# Über `x_y`\n## From the EuroLeague’s feed (v2)\n## Twice\n### Twice\n'
  expect(renderMarkdown(text, asWritten).sections).toMatchObject([
    { anchor: 'über-x_y', title: 'Über x_y', depth: 1 },
    { anchor: 'from-the-euroleagues-feed-v2', depth: 2 },
    { anchor: 'twice' },
    { anchor: 'twice-1' },
  ])
})

test('a section has the text up to the next heading, without code', () => {
  const text = '# A\nOne `two` **three**.\n\n- four\n\n| five |\n| --- |\n| six |\n\n```sh\nseven\n```\n## B\neight'
  const [a, b] = renderMarkdown(text, asWritten).sections.map((section) => section.text.split(/\s+/).filter(Boolean))
  expect(a).toEqual(['One', 'two', 'three.', 'four', 'five', 'six'])
  expect(b).toEqual(['eight'])
})

test('lists, tables and code keep their structure', () => {
  expect(rendered('3. a\n4. b\n   - c').replaceAll(/\n\s*/g, '')).toBe(
    '<ol start="3"><li>a</li><li>b<ul><li>c</li></ul></li></ol>',
  )
  expect(rendered('| a | b |\n| --- | ---: |\n| 1 | 2 |')).toMatch(/<td>1<\/td><td class="number">2<\/td>/)
  expect(rendered('```ts\nconst a = 1 < 2\n```')).toMatch(/<pre class="typescript".*<span class="w">const<\/span> a = /)
})
