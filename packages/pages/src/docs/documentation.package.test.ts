import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasChromium, launchChromium } from 'testbed/chromium'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { findingsOn, newTab, SCREENS, type Screen, type Tab } from '../testing/chromium-page.ts'
import { GAMES, NOW } from '../../../http/src/testing/league.js'
import { sharedService } from '../../../http/src/testing/services.js'
import { createPages } from '../index.ts'

describe.skipIf(!hasChromium)('the documentation in a browser (skipped if Chromium is not installed)', () => {
  const service = sharedService('embedded', { games: GAMES, now: () => NOW, pages: createPages() })
  let chromium: Awaited<ReturnType<typeof launchChromium>>
  beforeAll(async () => {
    chromium = await launchChromium()
  })
  afterAll(() => chromium.close())

  /** Opens a page of the service; at the end of the test it must have reported nothing, unless `reports` is true. */
  const open = async (path: string, { reports = false, ...screen }: Screen & { reports?: boolean } = {}) => {
    const { origin } = service()
    // A call that is to be refused is reported too.
    const page = await newTab(chromium.browser, origin, screen, reports ? /./ : /status of 40[13]/)
    await page.goto(origin + path)
    return page
  }

  describe.each(SCREENS)('at $width px, dark: $dark', (screen) => {
    test.each([
      '/',
      '/docs',
      '/docs/records',
      '/docs/guides',
      '/docs/statistics',
      '/docs/production',
      '/docs/search?q=points',
    ])('axe finds nothing on %s, and nothing is wider than the screen', async (path) => {
      const page = await open(path, screen)
      expect(await findingsOn(page)).toEqual([])
    })
  })

  const results = (page: Tab) => page.locator('header .results a')

  describe('the search', () => {
    test('shows results while one types, which lead to what was found', async () => {
      const page = await open('/')
      await page.keyboard.press('/')
      await page.keyboard.type('box sco')
      await results(page).first().waitFor()
      expect(await results(page).first().innerText()).toContain('GET /games/{id}/boxscore')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/docs#getGameBoxScore')
      expect(await page.locator('#getGameBoxScore h3').isVisible()).toBe(true)
    })

    test('finds fields and guides, shows the latest query only, and hides with Escape', async () => {
      const page = await open('/docs')
      const input = page.locator('header input[type=search]')
      await input.pressSequentially('possessions')
      await page.locator('header .results a[href="/docs/statistics#possessions"]').waitFor()
      await input.fill('home_score')
      await page.locator('header .results a[href="/docs/records#Game.home_score"]').waitFor()
      expect(await page.locator('header .results a[href="/docs/statistics#possessions"]').count()).toBe(0)
      await input.press('Escape')
      expect(await page.locator('.found').isVisible()).toBe(false)
    })

    test('on a phone is a page of its own, which shows results while one types', async () => {
      const page = await open('/docs', { width: 390 })
      await page.getByRole('link', { name: 'Search' }).click()
      await page.locator('main input').pressSequentially('standings')
      await page.locator('main .results a').first().waitFor()
      await expect.poll(() => page.url()).toMatch(/\/docs\/search\?q=standings$/)
    })

    test('works without a script', async () => {
      const page = await open('/docs', { scripts: false })
      await page.locator('header input[type=search]').fill('roster')
      await page.keyboard.press('Enter')
      await page.locator('main .results a[href="/docs#getTeamRoster"]').first().click()
      expect(page.url()).toMatch(/\/docs#getTeamRoster$/)
    })
  })

  test('an injected script does not run, and nothing is sent to another origin', async () => {
    const page = await open('/docs', { reports: true })
    const outcome = await page.evaluate(`(async () => {
      document.body.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.injected = true' }))
      document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="globalThis.injected = true">')
      const sent = await fetch('http://localhost:9/').catch((error) => error.name)
      return [globalThis.injected, sent]
    })()`)
    expect(outcome).toEqual([undefined, 'TypeError'])
  })

  describe('with a colour and a logo', () => {
    const folder = mkdtempSync(join(tmpdir(), 'logo-'))
    afterAll(() => rmSync(folder, { recursive: true }))
    const logo = join(folder, 'logo.svg')
    const script = "document.documentElement.setAttribute('ran', '')"
    writeFileSync(logo, `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>${script}</script></svg>`)
    const branded = sharedService('embedded', { pages: createPages({ colour: '#ffe500', logo }) })

    test.each(SCREENS)('at $width px, dark: $dark, axe finds nothing, and the logo is drawn', async (screen) => {
      const page = await newTab(chromium.browser, branded().origin, screen)
      await page.goto(`${branded().origin}/docs`)
      expect(await page.evaluate("document.querySelector('header img').naturalWidth")).toBe(9)
      expect(await findingsOn(page)).toEqual([])
    })

    test('no script of the logo runs, even where it is opened by itself', async () => {
      const { origin } = branded()
      const page = await newTab(chromium.browser, origin, {}, /Content Security Policy|sandboxed/)
      await page.goto(`${origin}/docs`)
      await page.goto(origin + String(await page.locator('header img').getAttribute('src')))
      expect(await page.locator('svg').getAttribute('ran')).toBe(null)
      expect(await page.locator('svg script').count()).toBe(1)
    })
  })

  test('on a phone all columns of the plans are in sight', async () => {
    for (const path of ['/', '/docs']) {
      const page = await open(path, { width: 390 })
      const hidden = await page.evaluate(`(() => {
        const { scrollWidth, clientWidth } = document.querySelector('[aria-label="Plans and their limits"]')
        return scrollWidth - clientWidth
      })()`)
      expect(hidden).toBe(0)
    }
  })

  test.each(SCREENS)('on a phone a table shows at its edges that it scrolls, dark: $dark', async ({ dark }) => {
    const page = await open('/docs/webhooks', { width: 390, dark })
    const table = page.getByRole('group', { name: 'Table: Event types' })
    await table.locator('table').evaluate((each) => (each.style.visibility = 'hidden'))
    const edges = async (): Promise<string[]> => {
      const { x = 0, y = 0, width = 0 } = (await table.boundingBox()) ?? {}
      const strips = [x + 2, x + width - 6].map((left) => ({ x: left, y: y + 20, width: 4, height: 20 }))
      return Promise.all(strips.map(async (clip) => (await page.screenshot({ clip })).toString('base64')))
    }
    await table.evaluate((each) => each.scrollIntoView({ block: 'start', behavior: 'instant' }))
    const [left, shadedRight] = await edges()
    await table.evaluate((each) => each.scrollTo({ left: each.scrollWidth, behavior: 'instant' }))
    const [shadedLeft, right] = await edges()
    expect(shadedLeft).not.toBe(left)
    expect(shadedRight).not.toBe(right)
  })

  test('the type of a field opens below it with its own fields, and closes again', async () => {
    const page = await open('/docs#getGamePlayByPlay')
    const link = page.locator('#getGamePlayByPlay').getByRole('link', { name: 'Event', exact: true })
    const field = page.locator('#getGamePlayByPlay .opened').getByText('Null if not recorded.')
    await link.click()
    await field.waitFor()
    await page.locator('#getGamePlayByPlay .opened').getByRole('link', { name: 'EventType' }).click()
    await page.locator('#getGamePlayByPlay .opened .opened').getByText('shot_blocked').first().waitFor()
    expect(await findingsOn(page)).toEqual([])
    await link.click()
    expect(await field.count()).toBe(0)
    expect(page.url()).toMatch(/\/docs#getGamePlayByPlay$/)
  })

  describe('a copy button', () => {
    const copied = (page: Tab) => page.evaluate('navigator.clipboard.readText()')

    test('copies the language that is shown, and the choice holds for all requests', async () => {
      const page = await open('/docs#getGameBoxScore')
      const article = page.locator('#getGameBoxScore')
      await article.locator('.copy').first().click()
      expect(await copied(page)).toMatch(/^curl -H "Authorization: Bearer \$KEY" \\\n {2}http/)
      await page.locator('#getGame').getByText('TypeScript').click()
      await article.locator('.copy').first().click()
      expect(await copied(page)).toMatch(/^const \{ home \} = await client\.games\.boxScore\(/)
      expect(await article.locator('pre.shell').isVisible()).toBe(false)
    })

    test('copies a block of a guide, and stands beside the code', async () => {
      const page = await open('/docs/getting-started', { width: 390 })
      const [code, button] = [page.locator('figure pre').first(), page.locator('figure').first().getByRole('button')]
      const [before, after] = [await code.boundingBox(), await button.boundingBox()]
      expect((before?.x ?? 0) + (before?.width ?? 0)).toBeLessThanOrEqual(after?.x ?? 0)
      await button.click()
      expect(await copied(page)).toBe('npm start')
    })
  })

  test('without a script, either language can be chosen, and nothing is there that does not work', async () => {
    const page = await open('/docs', { scripts: false })
    const request = page.locator('#getGame .request')
    expect(await request.locator('pre').evaluateAll((all) => all.map((each) => each.className))).toEqual([
      'shell',
      'typescript',
    ])
    await request.getByText('TypeScript').click()
    expect(await request.locator('pre.typescript').isVisible()).toBe(true)
    expect(await request.locator('pre.shell').isVisible()).toBe(false)
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await page.locator('.try').first().isVisible()).toBe(false)
  })

  describe('the form that tries a call', () => {
    const attempt = async (page: Tab, id: string, key: string, fields: Record<string, string> = {}) => {
      const article = page.locator(`#${id}`)
      await article.getByText('Try it').click()
      if (key !== '') await article.getByLabel('Your key').fill(key)
      for (const [name, value] of Object.entries(fields)) {
        const field = article.locator(`[name=${name}]`)
        await ((await field.evaluate((each) => each.tagName)) === 'SELECT'
          ? field.selectOption(value)
          : field.fill(value))
      }
      await article.getByRole('button', { name: 'Send' }).click()
      const status = article.getByRole('status')
      await status.getByText('ms').waitFor()
      return { status: await status.innerText(), body: await article.locator('pre.json').innerText() }
    }

    test('has empty fields, with an example beside those that have one', async () => {
      const page = await open('/docs')
      await page.locator('#getGame').getByText('Try it').click()
      const field = page.locator('#getGame [name=id]')
      expect(await field.inputValue()).toBe('')
      expect(await field.getAttribute('placeholder')).toBe(null)
      expect(await page.locator('#getGame label:has([name=id])').innerText()).toMatch(/^id\s+for example gm_\w{8}$/)
      expect(await findingsOn(page)).toEqual([])
    })

    test('shows the response, and how many calls are left', async () => {
      const page = await open('/docs')
      const key = await service().newKey('live')
      const fields = { status: 'final', per_page: '2' }
      const { status, body } = await attempt(page, 'listGames', key, fields)
      expect(status).toMatch(/^200 · \d+ ms/)
      const { data } = z
        .object({ data: z.array(z.object({ id: z.string(), status: z.literal('final') })) })
        .parse(JSON.parse(body))
      expect(data).toHaveLength(2)

      // The key is there in the next form; the plan of it does not reach every endpoint.
      const game = await attempt(page, 'getGame', '', { id: data[0]?.id ?? '' })
      expect(game.status).toMatch(/^200/)
      expect(JSON.parse(game.body)).toMatchObject({ data: { id: data[0]?.id } })
      const leaders = await attempt(page, 'getLeaders', '', { competition: 'cp_00000000' })
      expect(leaders.status).toMatch(/^403/)
      expect(JSON.parse(leaders.body)).toMatchObject({ error: { code: 'upgrade_required' } })
    })

    test('leaves the key in no address, storage, cookie or cache', async () => {
      const page = await open('/docs')
      const key = await service().newKey('free')
      const sent: { url: string; key: string | undefined }[] = []
      page.on('request', (request) => sent.push({ url: request.url(), key: request.headers()['authorization'] }))
      await attempt(page, 'getUsage', key)
      expect(sent).toEqual([{ url: `${service().origin}/v1/usage`, key: `Bearer ${key}` }])
      const kept = await page.evaluate(`(async () => JSON.stringify([
        location.href, history.state, document.cookie, { ...localStorage }, { ...sessionStorage },
        await caches.keys(), await indexedDB.databases(), document.documentElement.outerHTML,
      ]))()`)
      expect(kept).not.toContain(key)
      await page.reload()
      await page.locator('#getUsage').getByText('Try it').click()
      expect(await page.locator('#getUsage').getByLabel('Your key').inputValue()).toBe('')
    })

    test('follows no redirect', async () => {
      const page = await open('/docs', { reports: true })
      await page.route('**/v1/usage', (route) =>
        route.fulfill({ status: 302, headers: { location: `${service().origin}/v1/games` } }),
      )
      const article = page.locator('#getUsage')
      await article.getByText('Try it').click()
      await article.getByLabel('Your key').fill('bd_key')
      await article.getByRole('button', { name: 'Send' }).click()
      await expect.poll(() => article.getByRole('status').innerText()).toBe('No response')
    })

    test('shows a response that the key is refused', async () => {
      const page = await open('/docs')
      expect((await attempt(page, 'getUsage', 'bd_nothing')).status).toMatch(/^401/)
    })
  })
})
