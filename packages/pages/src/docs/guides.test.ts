import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { renderToString } from '../page/html.ts'
import { guidePath } from '../page/addresses.ts'
import { guidePage } from './guide-page.ts'
import { GUIDES_SLUG, readGuides } from './guides.ts'

const guides = readGuides('https://hoops.example/v1')
const files = readdirSync(new URL('../../../../docs/', import.meta.url)).filter((file) => file.endsWith('.md'))
const slugs = [...files.filter((file) => file !== 'README.md').map((file) => file.replace('.md', '')), 'client-readme']

test('every file of docs/ is a guide, and so is the README of the client, and the table of contents lists each', () => {
  const listed = guides.groups.flatMap((group) => group.guides.map(({ slug }) => slug))
  expect(listed.toSorted()).toEqual(slugs.toSorted())
  expect([...guides.slugs].toSorted()).toEqual([...slugs, GUIDES_SLUG].toSorted())
})

const site = { name: 'Hoops', base: 'https://hoops.example/v1', account: false, brand: { style: '', logo: null } }

test.each(guides.groups)('the pages of "$title" open this part of the contents and lead only within it', (group) => {
  const hrefs = (html: string) => Array.from(html.matchAll(/ href="([^"]*)"/g), ([, href]) => href)
  const own = group.guides.map(({ slug }) => guidePath(slug))
  for (const { slug } of group.guides) {
    const page = guidePage(site, guides, slug)
    const [open = ''] = /<details open[^]*?<\/details>/.exec(page) ?? []
    expect(hrefs(open)).toEqual(own)
    const [neighbours = ''] = /<nav class="neighbours"[^]*?<\/nav>/.exec(page) ?? []
    expect(own).toEqual(expect.arrayContaining(hrefs(neighbours)))
  }
})

describe.each([...guides.slugs])('the guide %s', (slug) => {
  const { title, sections, body } = guides.article(slug)
  const html = renderToString(body)
  const links = Array.from(html.matchAll(/ href="([^"]*)"/g), ([, href = '']) => href)

  test('has a title and text', () => {
    expect(title).not.toBe('')
    expect(sections.some(({ text }) => text.length > 50)).toBe(true)
  })

  test('links to pages, and to sections that exist', () => {
    const inside = links.filter((link) => !/^http|^\/docs(#|$)/.test(link)).map((link) => link.split('#'))
    const broken = inside.filter(([path = '', anchor]) => {
      const target = path === '' ? slug : path.slice(guidePath('').length)
      if (!guides.slugs.has(target)) return true
      return anchor !== undefined && !guides.article(target).sections.some((section) => section.anchor === anchor)
    })
    expect(broken).toEqual([])
  })

  test('names the source of what is not a page, without a link', () => {
    expect(html).not.toMatch(/href="(\.\.|[^"]*\.(md|ts)\b)/)
  })
})

test('links between the guides and the README of the client lead to pages', () => {
  expect(renderToString(guides.article('client').body)).toContain(`<a href="${guidePath('client-readme')}#web-apps">`)
  expect(renderToString(guides.article('client-readme').body)).toContain(`<a href="${guidePath('write-api')}">`)
})

test('links to the documentation of the demo and to the OpenAPI document lead to this service', () => {
  expect(renderToString(guides.article('getting-started').body)).toContain('<a href="/docs#plans">')
  expect(renderToString(guides.article('client').body)).toContain('<a href="https://hoops.example/v1/openapi.json">')
})
