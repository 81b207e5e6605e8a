import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCore } from '@basketball-data/core'
import { createApp } from '@basketball-data/http'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createPages, type PagesOptions } from '../index.ts'
import { openBrand } from './brand.ts'

const SVG =
  '<?xml version="1.0"?>\n<!-- ours -->\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex')

const writeLogo = (content: string | Buffer, name = 'logo'): string => {
  const folder = mkdtempSync(join(tmpdir(), 'logo-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

const openService = async (options: PagesOptions) => {
  const core = await createCore({ database: 'memory://', service: { name: 'Nordic <Hoops>' } })
  onTestFinished(() => core.close())
  const account = { sendEmail: async () => {}, signUp: 'closed' } as const
  return createApp(core, { pages: createPages({ account, ...options }) })
}

/** Contrast of two colours such as #b4450c, as WCAG defines it. */
const getContrast = (...colours: [string, string]): number => {
  const [darker = 0, lighter = 0] = colours
    .map((colour) => {
      const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
        const part = parseInt(colour.slice(at, at + 2), 16) / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    })
    .toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

test('every colour can be read as text, and the text of a button on it, on a light and on a dark page', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const { style } = openBrand({ colour: `#${value.toString(16).padStart(6, '0')}` })
      const schemes = [...style.matchAll(/--accent:(#\w{6});--accent-ground:(#\w{6})/g)]
      const grounds = [
        ['#fffdfa', '#f7f2ec', '#ffffff'],
        ['#15110e', '#1f1915', '#231005'],
      ]
      expect(schemes).toHaveLength(2)
      for (const [at, [, accent = '', own = '']] of schemes.entries())
        for (const ground of [own, ...(grounds[at] ?? [])])
          expect(getContrast(accent, ground)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

test('a colour that can be read is not changed', () => {
  expect(openBrand({ colour: '#0B4FA8' }).style).toMatch(/^:root\{--accent:#0b4fa8;/)
})

test.each([
  [{ colour: 'red' }, 'colour is "red": use six hexadecimal digits like #b4450c.'],
  [{ colour: '#fff;}' }, 'colour is "#fff;}": use six hexadecimal digits like #b4450c.'],
  [
    { logo: '/no/such.svg' },
    'logo is "/no/such.svg": the file cannot be read; use the path of an SVG or PNG file of at most 256 kB.',
  ],
])('%o is refused with what would be right', (options, message) => {
  expect(() => createPages(options)).toThrow(message)
})

test.each([
  ['a web page', '<!doctype html><svg xmlns="http://www.w3.org/2000/svg"></svg>'],
  ['an SVG without its namespace, which no browser shows', '<svg width="4"></svg>'],
  ['another kind of picture', 'GIF89a'],
  ['a large file', Buffer.concat([PNG, Buffer.alloc(256 * 1024)])],
])('%s is refused as a logo', (_, content) => {
  const logo = writeLogo(content)
  expect(() => createPages({ logo })).toThrow(
    `logo is "${logo}": use the path of an SVG or PNG file of at most 256 kB.`,
  )
})

test('every page has the name, the colour and the logo, and its policy allows the logo', async () => {
  const app = await openService({ colour: '#ffe500', logo: writeLogo(SVG) })
  for (const path of ['/', '/docs', '/docs/records', '/docs/statistics', '/docs/search', '/account/sign-in']) {
    const response = await app.request(path)
    const html = await response.text()
    expect(html).toMatch(/<img src="\/docs\/logo-\w{16}\.svg" alt="" ?\/> <span>Nordic &lt;Hoops&gt;<\/span>/)
    expect(html).toMatch(/<link rel="icon" href="\/docs\/logo-\w{16}\.svg"/)
    expect(html).toMatch(/--accent:#ffe500;/) // of a dark page; a light one has a darker yellow
    expect(response.headers.get('content-security-policy')).toContain("; img-src 'self' data:;")
  }
})

test('a logo is cached for a year under a path of its content, and no script in it runs', async () => {
  for (const [content, name, type] of [
    [SVG, 'a.svg', 'image/svg+xml'],
    [PNG, 'a.png', 'image/png'],
  ] as const) {
    const logo = writeLogo(content, name)
    const app = await openService({ logo })
    const [path = ''] = /\/docs\/logo-\w{16}\.\w{3}/.exec(await (await app.request('/docs')).text()) ?? []
    writeFileSync(logo, 'changed later')
    const response = await app.request(path)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(content))
  }
})
