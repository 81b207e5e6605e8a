import { createCore, type Core } from '@basketball-data/core'
import type { Hono } from 'hono'
import { beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '@basketball-data/http'
import { SAMPLE_NOW, sampleGames } from '@basketball-data/http/testing'
import { newDatabase } from '../../../http/src/testing/databases.js'
import { textContent } from '../../../http/src/testing/response.js'
import { testService } from '../../../http/src/testing/services.js'
import { guidePath } from '../page/addresses.ts'
import { readGuides } from './guides.ts'
import { DOCUMENTATION_SCRIPT } from '../page/browser-files.ts'
import { createPages } from '../index.ts'

let core: Core
let app: Hono
beforeAll(async () => {
  const { address, drop } = await newDatabase('Postgres')
  core = await createCore({ database: address, service: { base: 'https://hoops.example/v1', name: 'Hoops' } })
  app = createApp(core, { pages: createPages() })
  return async () => {
    await core.close()
    await drop()
  }
})

const open = async (path: string) => {
  const response = await app.request(path)
  const html = await response.text()
  return { status: response.status, headers: response.headers, html, text: textContent(html) }
}

const PAGES = [
  '/',
  '/docs',
  '/docs/records',
  '/docs/guides',
  '/docs/statistics',
  '/docs/search',
  '/docs/search?q=box+score',
  '/docs/no-such',
]

describe.each(PAGES)('the page %s', (path) => {
  test('has one heading, one main part and a title with the name of the service', async () => {
    const { html } = await open(path)
    for (const element of ['<h1', '<main id="main"', '<header']) expect(html.split(element)).toHaveLength(2)
    expect(html).toMatch(/<title>(.+ · )?Hoops<\/title>/)
  })

  test('links only to pages that exist', async () => {
    const { html } = await open(path)
    const links = new Set(Array.from(html.matchAll(/ href="(\/[^"#]*)/g), ([, link = '']) => link))
    expect(links.size).toBeGreaterThan(2)
    for (const link of links) expect([link, (await open(link)).status]).toEqual([link, 200])
  })

  test('has one script of at most 10 kB, and needs none', async () => {
    const { html } = await open(path)
    const scripts = Array.from(html.matchAll(/<script>([^]*?)<\/script>/g), ([, script = '']) => script)
    expect(scripts.map((script) => script.trim())).toEqual([DOCUMENTATION_SCRIPT.trim()])
    expect(Buffer.byteLength(scripts[0] ?? '')).toBeLessThanOrEqual(10_000)
    expect(html.replaceAll(/<script>[^]*?<\/script>/g, '')).not.toMatch(/<script|\son\w+=/)
  })
})

const guides = [...readGuides('https://hoops.example/v1').slugs].map(guidePath)

const REFERENCE = '/docs'

test.each([...new Set([...PAGES, ...guides])].filter((path) => path !== REFERENCE))(
  'the page %s is sent in at most 40,000 bytes with gzip',
  async (path) => {
    const response = await app.request(path, { headers: { 'accept-encoding': 'gzip' } })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(40_000)
  },
)

test.each([
  [REFERENCE, 52_000],
  ['/', 13_000],
  ['/docs/guides', 11_000],
  ['/docs/search?q=points', 12_000],
  ['/docs/search?q=points&part=results', 1500],
])('the page %s is sent in at most %d bytes with gzip', async (path, limit) => {
  const response = await app.request(path, { headers: { 'accept-encoding': 'gzip' } })
  expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(limit)
})

describe('the front page', () => {
  test('shows a first call in both languages, and leads to the documentation', async () => {
    const { html, text } = await open('/')
    expect(text).toContain("'https://hoops.example/v1/games?status=final&per_page=1'")
    expect(text).toContain("baseUrl: 'https://hoops.example/v1'")
    for (const link of ['/docs', '/docs/guides', '/docs/statistics']) expect(html).toContain(` href="${link}"`)
  })

  test('shows the response of the command beside it', async () => {
    const sample = await testService('Postgres', { games: sampleGames(), now: () => SAMPLE_NOW })
    const { html } = await open('/')
    const [, path = ''] = /'https:\/\/hoops\.example\/v1(\/games\?[^']*)'/.exec(textContent(html)) ?? []
    const headers = { authorization: `Bearer ${await sample.newKey('free')}` }
    const response = await (await fetch(`${sample.origin}/v1${path}`, { headers })).text()
    const [shown = ''] = html.match(/<pre class="json"[^]*?<\/pre>/) ?? []
    const withoutCursor = (json: string): unknown =>
      JSON.parse(json, (name, value: unknown) => (name === 'next_cursor' ? typeof value : value))
    expect(withoutCursor(textContent(shown))).toEqual(withoutCursor(response))
  })

  test('leads to the account pages of a service that has some', async () => {
    const signUp = 'closed' as const
    const withAccounts = createApp(core, { pages: createPages({ account: { signUp, sendEmail: async () => {} } }) })
    const front = await (await withAccounts.request('/')).text()
    for (const path of ['/account', '/account/keys', '/account/usage', '/account/webhooks'])
      expect(front).toContain(` href="${path}"`)
    expect((await open('/')).html).not.toContain('/account')
  })
})

describe('a search', () => {
  test.each([
    ['box score', '/docs#getGameBoxScore'],
    ['roster', '/docs#getTeamRoster'],
    ['per_page', '/docs#listCompetitions'],
    ['home_score', '/docs/records#Game.home_score'],
    ['rate_limited', '/docs#error-rate_limited'],
    ['no_result', '/docs/records#record-GameStatus'],
    ['possessions', '/docs/statistics#possessions'],
    ['pgbouncer', '/docs/production#poolers'],
    ['pagination', '/docs#pagination'],
  ])('for %s finds %s, without a script', async (query, address) => {
    const { html, status } = await open(`/docs/search?q=${encodeURIComponent(query)}`)
    expect(status).toBe(200)
    expect(html).toContain(` href="${address}"`)
  })

  test.each([
    ['page through games', '/docs#pagination'],
    ['paginate', '/docs#pagination'],
    ['pagination', '/docs#pagination'],
    ['the next page', '/docs#pagination'],
    ['localhost', '/docs/webhooks#test-on-localhost'],
    ['webhook localhost', '/docs/webhooks#test-on-localhost'],
    ['rate limit', '/docs#plans'],
    ['429', '/docs#plans'],
    ['429', '/docs#error-rate_limited'],
    ['too many requests', '/docs#plans'],
    ['how many calls per day', '/docs#plans'],
    ['typescript client', '/docs#client'],
    ['install', '/docs/client#installation'],
    ['how do I install the client?', '/docs/client#installation'],
    ['python client', '/docs/client#other-languages'],
    ['where do I put the key', '/docs#authentication'],
    ['I lost my API key', '/docs#authentication'],
    ['verify the signature', '/docs/webhooks#verify-the-signature'],
    ['webhook events', '/docs#events'],
    ['retry a webhook', '/docs/webhooks#responses-and-retries'],
    ['send a delivery again', '/docs/webhooks#resend-a-delivery'],
    ['test my webhook', '/docs#testWebhook'],
    ['get the box score of a game', '/docs#getGameBoxScore'],
    ['points per game of a player', '/docs#getPlayerSeasons'],
    ['who leads in assists', '/docs#getLeaders'],
    ["yesterday's scores", '/docs#listResultsOfYesterday'],
    ['league standings', '/docs#getStandings'],
    ['shot chart coordinates', '/docs#getGameShots'],
    ['search players by name', '/docs#listPlayers'],
    ['betting odds', '/docs#getGamePrices'],
    ['null values', '/docs#responses'],
    ['If-None-Match', '/docs#caching'],
    ['backup of the database', '/docs/production#backups'],
    ['health check', '/docs/production#health-checks'],
    ['run behind a proxy', '/docs/production#behind-a-proxy'],
    ['import my own games', '/docs/importing'],
    ['error codes', '/docs/errors'],
    ['CORS', '/docs#authentication'],
    ['standigns', '/docs#getStandings'],
    ['verify the signatrue', '/docs/webhooks#verify-the-signature'],
    ['pagintion', '/docs#pagination'],
  ])('for "%s" has %s among its first three results', async (query, address) => {
    const { html } = await open(`/docs/search?part=results&q=${encodeURIComponent(query)}`)
    const found = Array.from(html.matchAll(/ href="([^"]*)"/g), ([, href]) => href)
    expect(found.slice(0, 3)).toContain(address)
    expect(html).not.toContain('Nothing')
  })

  test('leads to anchors that exist', async () => {
    const pages = new Map<string, string>()
    const missing: string[] = []
    for (const query of ['game', 'key', 'points', 'import', 'error']) {
      const { html } = await open(`/docs/search?q=${query}`)
      for (const [, path = '', anchor = ''] of html.matchAll(/ href="(\/[^"#]*)#([^"]+)"/g)) {
        const page = pages.get(path) ?? (await open(path)).html
        pages.set(path, page)
        if (!page.includes(` id="${anchor}"`)) missing.push(`${path}#${anchor}`)
      }
    }
    expect(pages.size).toBeGreaterThan(2)
    expect(missing).toEqual([])
  })

  test('shows the query as text, and says if nothing matches', async () => {
    const { html, text } = await open(`/docs/search?q=${encodeURIComponent('"><zzscript>zzz</zzscript>')}`)
    expect(html).not.toContain('<zzscript>')
    expect(text).toContain('Nothing matches "><zzscript>zzz</zzscript>')
  })

  test('shows the text of a chapter as it reads', async () => {
    const { text } = await open('/docs/search?q=pagination')
    expect(text).toContain('1 to 200 with per_page. There are two ways to read more.')
  })

  test('returns only the list to the script', async () => {
    const { html, headers } = await open('/docs/search?q=box+score&part=results')
    expect(html).toMatch(/^<ol class="results">/)
    expect(headers.get('content-type')).toMatch('text/html')
  })

  test('of a very long text is answered', async () => {
    expect((await open(`/docs/search?q=${'game '.repeat(2000)}`)).status).toBe(200)
  })
})

test('an address below /docs without a page is 404, with a search for its words', async () => {
  const { status, html, text } = await open('/docs/webhook-signature')
  expect(status).toBe(404)
  expect(text).toContain('There is no page at this address')
  expect(html).toContain(' href="/docs/webhooks#verify-the-signature"')
})

describe('the form that tries a call', () => {
  test('is at every GET but streams, and at nothing else', async () => {
    const { html } = await open('/docs')
    const articles = html.split('<article').filter((article) => article.includes('class="method"'))
    for (const article of articles)
      expect(article.includes('<details class="try"')).toBe(
        article.includes('>GET<') && !article.includes('/stream</code>'),
      )
  })

  test('has no field of the key that a browser could put into an address', async () => {
    const { html } = await open('/docs')
    const keys = html.match(/<input[^>]*class="key"[^>]*>/g) ?? []
    expect(keys.length).toBeGreaterThan(20)
    for (const key of keys) expect(key).not.toMatch(/\sname=/)
  })
})
