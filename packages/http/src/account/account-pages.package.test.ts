import { once } from 'node:events'
import { createServer } from 'node:http'
import { createCore, type Email } from '@basketball-data/core'
import axe from 'axe-core'
import { hasChromium, launchChromium } from 'testbed/chromium'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createApp } from '../app.ts'
import { finalGame, ingestOrThrow, newDatabase } from '../testing/databases.ts'
import { serve, UNLIMITED, WEBHOOKS } from '../testing/services.ts'

const Finding = z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })
const Report = z.object({ violations: z.array(Finding), passes: z.array(z.unknown()).min(1) })

const KEY = /bd_[1-9A-HJ-NP-Za-km-z]{38}/

/** A receiver of deliveries that responds with a status, which can be changed. */
const openReceiver = async () => {
  const receiver = { status: 500, url: '' }
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(receiver.status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  receiver.url = `http://127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}/hooks`
  return receiver
}

let games = 0

describe.skipIf(!hasChromium)('the account pages in a browser (skipped if Chromium is not installed)', () => {
  const emails: Email[] = []
  let chromium: Awaited<ReturnType<typeof launchChromium>>
  let service: Awaited<ReturnType<typeof serve>>
  let address = ''
  let drop = async () => {}
  beforeAll(async () => {
    chromium = await launchChromium()
    ;({ address, drop } = await newDatabase('Postgres'))
    service = await serve(address, {
      ...WEBHOOKS,
      accountPages: { sendEmail: async (email) => void emails.push(email), signUp: 'open' },
    })
  })
  afterAll(async () => {
    await service.close()
    await chromium.close()
    await drop()
  })

  type Screen = { width: number; dark: boolean; scripts: boolean }

  const openPage = async ({ width, dark, scripts }: Screen) => {
    const context = await chromium.browser.newContext({
      baseURL: service.origin,
      viewport: { width, height: width < 500 ? 844 : 900 },
      colorScheme: dark ? 'dark' : 'light',
      javaScriptEnabled: scripts,
    })
    const page = await context.newPage()
    const reported: string[] = []
    page.on('console', (message) => reported.push(message.text()))
    onTestFinished(async () => {
      await context.close()
      expect(reported).toEqual([])
    })

    /** Begins a task on the overview, and ends it with at most three clicks. */
    const task = async (steps: readonly { click: string; fill?: Record<string, string> }[]) => {
      expect(steps.length).toBeLessThanOrEqual(3)
      await page.goto('/account')
      for (const { click, fill = {} } of steps) {
        for (const [label, value] of Object.entries(fill)) await page.getByLabel(label, { exact: true }).fill(value)
        await page.locator(click).first().click()
        await page.waitForLoadState()
      }
      return page.locator('main').innerText()
    }
    const signIn = async (email: string) => {
      await page.goto('/account')
      await page.getByLabel('E-mail address').fill(email)
      await page.getByRole('button', { name: 'Send me a link' }).click()
      await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
      await expect.poll(() => emails.at(-1)?.recipient).toBe(email)
      await page.goto(emails.at(-1)?.body.match(/\/account\/sign-in\/\S+/)?.[0] ?? '')
      await page.locator('main button').click()
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
    }
    /** What axe finds on the page; a page without scripts cannot be asked. */
    const check = async () => {
      expect(await page.evaluate('document.documentElement.scrollWidth'), page.url()).toBe(width)
      await page.evaluate(axe.source)
      const { violations } = Report.parse(await page.evaluate('axe.run()'))
      expect(violations.map(({ id, nodes }) => [page.url(), id, nodes.map(({ html }) => html)])).toEqual([])
    }
    return { page, task, signIn, check }
  }

  /** An account on plan live, whose holder has signed up by a link. */
  const holderOf = async (browser: Awaited<ReturnType<typeof openPage>>, email: string) => {
    await browser.signIn(email)
    const account = (await service.core.accounts.list()).find((each) => each.email === email)
    if (account === undefined) throw new Error('there is no account')
    return service.core.accounts.setPlan(account.id, 'live')
  }

  const finishGame = async () => {
    games += 1
    await ingestOrThrow(service.core, finalGame([80, 70], { game: { external_id: `b${games}` } }))
  }

  const screens: (Screen & { name: string })[] = [
    { name: 'desktop-light', width: 1440, dark: false, scripts: true },
    { name: 'desktop-dark', width: 1440, dark: true, scripts: true },
    { name: 'phone-light', width: 390, dark: false, scripts: true },
    { name: 'phone-dark', width: 390, dark: true, scripts: false },
  ]

  test.each(screens)(
    'every task takes at most three clicks from the overview: $name, scripts: $scripts',
    async ({ name, ...screen }) => {
      const browser = await openPage(screen)
      const { page, task } = browser
      const account = await holderOf(browser, `${name}@example.org`)

      // Create a key, and call with it.
      const created = await task([
        { click: 'a[href="/account/keys"]' },
        { fill: { Name: 'Laptop' }, click: 'main form button' },
      ])
      const [key = ''] = created.match(KEY) ?? []
      const other = await createCore({ database: address, plans: UNLIMITED })
      onTestFinished(() => other.close())
      const call = () => createApp(other).request('/v1/games', { headers: { 'x-api-key': key } })
      expect((await call()).status).toBe(200)
      expect(await task([])).toMatch(/Calls today\s+1/)
      expect(await task([{ click: 'a[href="/account/usage"]' }])).toMatch(/GET \/games\s+1/)

      // Revoke it: another process refuses it at once.
      const revoked = await task([
        { click: 'a[href="/account/keys"]' },
        { click: 'td button' },
        { click: '.dialog:popover-open form button' },
      ])
      expect(revoked).toContain('The key is revoked')
      expect((await call()).status).toBe(401)

      // Add a webhook, and see a delivery that has failed.
      const receiver = await openReceiver()
      const added = await task([
        { click: 'a[href="/account/webhooks"]' },
        { fill: { Address: receiver.url }, click: 'main form button' },
      ])
      expect(added).toMatch(/whsec_[0-9a-f]{64}/)
      receiver.status = 404 // not retried
      await finishGame()
      const worker = await service.core.startWorker({ sendEmail: async () => {}, pollInterval: 20 })
      onTestFinished(() => worker.stop())
      const failures = () => service.core.deliveries.list(account.id, { state: 'failed' })
      await expect.poll(async () => (await failures()).deliveries.length, { timeout: 20_000 }).toBe(1)
      expect(await task([])).toMatch(/Failed/)
      expect(await task([{ click: 'a[href*="/deliveries/"]' }])).toContain('404 Not Found')

      // Mend the receiver, and send it again.
      receiver.status = 204
      await task([{ click: 'a[href*="/deliveries/"]' }, { click: 'main form button:has-text("Send again")' }])
      await expect.poll(async () => (await failures()).deliveries.length, { timeout: 20_000 }).toBe(0)
      expect(await task([{ click: 'a[href*="/deliveries/"]' }])).toContain('Delivered')

      // Sign out.
      const out = await task([{ click: '.who' }, { click: '.menu button' }])
      expect(out).toContain('You are signed out.')
      await page.goto('/account')
      expect(page.url()).toMatch(/\/account\/sign-in$/)
      await (await service.core.callerOf(account.id)).webhooks.list({}).then(async ({ data }) => {
        for (const { id } of data) await (await service.core.callerOf(account.id)).webhooks.remove({ id })
      })
    },
  )

  test.each(screens.map((screen) => ({ ...screen, scripts: true })))(
    'axe finds nothing on any page, and nothing is wider than the screen: $name',
    async ({ name, ...screen }) => {
      const browser = await openPage(screen)
      const { page, signIn, check } = browser
      for (const path of ['/account/sign-in', '/account/sign-in?sent']) {
        await page.goto(path)
        await check()
      }
      const email = `axe-${name}@example.org`
      const { id } = await service.core.accounts.create({ email, plan: 'live', operator: true })
      await signIn(email)
      await check()
      await service.core.keys.create(id, {
        name: 'A key with a name that is quite long, and in one word Supercalifragilistic',
      })
      const { webhooks } = await service.core.callerOf(id)
      const { data: webhook } = await webhooks.create({ url: 'http://127.0.0.1:9/a/rather/long/address/of/a/receiver' })
      await finishGame()
      const [delivery] = (await service.core.deliveries.list(id)).deliveries
      await page.goto('/account')
      await check()
      const tabs = await page.locator('.tabs a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      expect(tabs).toEqual(expect.arrayContaining(['/account/keys', '/account/webhooks', '/account/log']))
      const more = [
        `/account/webhooks/${webhook.id}`,
        `/account/webhooks/${webhook.id}/deliveries/${delivery?.event}`,
        `/account/operator/accounts/${id}`,
        '/account/sign-out',
      ]
      for (const path of [...tabs, ...more]) {
        await page.goto(path ?? '')
        await check()
      }
      await page.goto('/account/keys')
      await page.locator('td button').first().click()
      await check()
      await webhooks.remove({ id: webhook.id })
    },
  )
})
