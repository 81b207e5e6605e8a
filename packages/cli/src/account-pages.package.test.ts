import { gzipSync } from 'node:zlib'
import { createCore, operations, type Core, type Email } from '@basketball-data/core'
import { hasChromium, launchChromium } from 'testbed/chromium'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { createApp, startServer } from '@basketball-data/http'
import { createPages } from '@basketball-data/pages'
import { readSheets } from '@basketball-data/feeds/sheets'
import { startCli } from './testing/run-cli.ts'
import { findingsOn, newTab, SCREENS, type Tab } from '../../pages/src/testing/chromium-page.js'
import { finalGame, ingestOrThrow, newDatabase } from '../../http/src/testing/databases.js'
import { openReceiver } from '../../http/src/testing/receiver.js'
import { requestAt } from '../../http/src/testing/request.js'
import { WEBHOOKS } from '../../http/src/testing/services.js'

/** A service with account pages on a new Postgres database. */
const openService = async () => {
  const { address, drop } = await newDatabase('Postgres')
  const core = await createCore({ database: address, ...WEBHOOKS, readSheets })
  const emails: Email[] = []
  const sendEmail = async (email: Email) => void emails.push(email)
  const pages = createPages({ account: { sendEmail, signUp: 'open' } })
  const server = await startServer({ core, host: '127.0.0.1', port: 0, pages })
  /** The patterns of the addresses of pages, such as /account/webhooks/:id. */
  const paths = createApp(core, { pages })
    .routes.map(({ path }) => path)
    .filter((path) => path.startsWith('/account'))
  const close = async () => {
    await server.close()
    await core.close()
    await drop()
  }
  return { address, core, emails, paths, origin: new URL(server.url).origin, close }
}

/** Another process that serves the same database. */
const startAnotherProcess = async (database: string) => {
  const { waitFor } = startCli(['serve', '--port', '0', '--json', '--no-worker', '--database', database], {
    env: { LOG_LEVEL: 'error' },
  })
  const { url } = z.object({ url: z.url() }).parse(JSON.parse(await waitFor('stdout', /\n/)))
  return requestAt(url)
}

const runInSeries = <Made>(length: number, make: (index: number) => Promise<Made>): Promise<Made[]> =>
  Promise.all(Array.from({ length }, (_, index) => make(index)))

const LONG = 'As long as it may be, with <b>markup</b>, “quotes”, ünïcödé and averyveryverylongwordwithoutblanks'

/** An operator's account that has more of everything than fits on a page, and the address of each page about it. */
const fillAccount = async (core: Core, origin: string): Promise<{ id: string; addresses: Record<string, string> }> => {
  const { id } = await core.accounts.create({ email: 'full@example.org', plan: 'complete', operator: true })
  await runInSeries(60, (n) =>
    core.accounts.create({ email: `holder-${n}.${LONG.slice(-30)}@example.org`, plan: 'free' }),
  )
  for (let n = 0; n < 30; n++) await core.keys.revoke((await core.keys.create(id, { name: `Revoked ${n}` })).id)
  for (let n = 0; n < 5; n++) await core.keys.create(id, { name: LONG.slice(n) })
  for (let n = 0; n < 5; n++)
    await core.writeKeys.create({ source: 'long'.repeat(10), name: LONG.slice(n), competition: LONG })
  const endpoints = operations.map(({ method, path }) => `('${method} ${path}')`).join(', ')
  await core.store.db.execute(`
    insert into key_usage (account_id, day, key_id, endpoint, calls, refused, last_at)
    select k.account_id, current_date - d, k.id, e.name, 5000, 20, now() - d * interval '1 day'
    from api_keys k, generate_series(0, 89) d, (values ${endpoints}) as e (name) where k.account_id = '${id}'`)
  await core.store.db.execute(`
    insert into account_past_days select account_id, day, sum(calls) from key_usage
    where day < current_date and account_id = '${id}' group by 1, 2`)

  const { webhooks } = await core.callerFor(id)
  // There is nothing at these addresses of the service, so that deliveries fail at once.
  const { data: webhook } = await webhooks.create({ url: `${origin}/hooks/${'long'.repeat(40)}` })
  for (let n = 0; n < 4; n++) await webhooks.create({ url: `${origin}/hooks/${n}` })
  const worker = await core.startWorker({ sendEmail: async () => {}, pollInterval: 20 })
  for (let n = 0; n < 18; n++)
    await ingestOrThrow(
      core,
      finalGame([80, 70], {
        game: { external_id: `full-${n}` },
        home: { team: { external_id: 'L', name: LONG.slice(0, 60) } },
      }),
    )
  await vi.waitUntil(async () => (await core.deliveries.list(id, { state: 'waiting' })).deliveries.length === 0, {
    timeout: 240_000,
  })
  await worker.stop()
  for (let n = 0; n < 40; n++) await webhooks.test({ id: webhook.id })
  for (let n = 0; n < 120; n++) await core.refuse('feed', `game ${n} ${LONG}`, `There is no such game: ${LONG}`)
  const [game, other] = (await core.games.day()).games.map((each) => each.id)
  const { deliveries } = await core.deliveries.list(id, { webhook: webhook.id })
  const webhookPath = `/account/webhooks/${webhook.id}`
  const addresses = {
    '/account': '/account',
    '/account/sign-in': '/account/sign-in',
    '/account/sign-in/:token': `/account/sign-in/${await core.signIn.linkFor(id)}`,
    '/account/sign-out': '/account/sign-out',
    '/account/keys': '/account/keys',
    '/account/usage': '/account/usage',
    '/account/log': '/account/log',
    '/account/webhooks': '/account/webhooks',
    '/account/webhooks/:id': webhookPath,
    '/account/webhooks/:id/deliveries/:event': `${webhookPath}/deliveries/${deliveries[0]?.event}`,
    '/account/operator': '/account/operator',
    '/account/operator/accounts/:id': `/account/operator/accounts/${id}`,
    '/account/operator/games': '/account/operator/games',
    '/account/operator/games/:id': `/account/operator/games/${game}`,
    '/account/operator/merge': `/account/operator/merge?from=${game}&into=${other}`,
    '/account/operator/log': '/account/operator/log',
    '/account/operator/write-keys': '/account/operator/write-keys',
    '/account/operator/imports': '/account/operator/imports',
    '/account/operator/imports/sheets': '/account/operator/imports/sheets',
    '/account/operator/imports/:season': '/account/operator/imports/unknown',
    '/account/*': '/account/nothing',
  }
  return { id, addresses }
}

/** Clicks on a page, and counts them. */
const clicksOn = (page: Tab) => {
  let clicks = 0
  const click = async (target: ReturnType<Tab['locator']>): Promise<void> => {
    clicks += 1
    await target.click()
    await page.waitForLoadState()
  }
  return {
    link: (name: string | RegExp) => click(page.getByRole('link', { name }).first()),
    button: (name: string | RegExp) => click(page.getByRole('button', { name }).first()),
    count: () => clicks,
  }
}

describe.skipIf(!hasChromium)('the account pages in a browser (skipped if Chromium is not installed)', () => {
  let service: Awaited<ReturnType<typeof openService>>
  let chromium: Awaited<ReturnType<typeof launchChromium>>
  beforeAll(async () => {
    chromium = await launchChromium()
    service = await openService()
  })
  afterAll(async () => {
    await chromium.close()
    await service.close()
  })

  /** Signs a browser in. */
  const signIn = async (page: Tab, account: string): Promise<void> => {
    await page.goto(`${service.origin}/account/sign-in/${await service.core.signIn.linkFor(account)}`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/account')
  }

  test.each([{ width: 1440 }, { width: 390 }])(
    'at $width px, without scripts, everything is at most three clicks away from the front page',
    async ({ width }) => {
      const { core, origin, emails } = service
      const email = `holder-${width}@example.org`
      const receiver = await openReceiver(404)
      const other = await startAnotherProcess(service.address)
      const worker = await core.startWorker({ sendEmail: async () => {}, pollInterval: 20 })
      onTestFinished(() => worker.stop())
      const page = await newTab(chromium.browser, origin, { width, scripts: false })
      const read = (text: string | RegExp) => page.getByText(text).first().waitFor()
      /** A task that begins on the front page of the service. */
      const task = async (act: (click: ReturnType<typeof clicksOn>) => Promise<void>): Promise<void> => {
        await page.goto(`${origin}/`)
        const click = clicksOn(page)
        await act(click)
        expect(click.count()).toBeLessThanOrEqual(3)
      }

      await task(async ({ link, button }) => {
        await link('Account')
        await page.getByLabel('E-mail address').fill(email)
        await button('Send me a link')
        await expect.poll(() => emails.some(({ recipient }) => recipient === email)).toBe(true)
        const emailed = /https?:\S+/.exec(emails.find(({ recipient }) => recipient === email)?.body ?? '')?.[0] ?? ''
        await page.goto(origin + new URL(emailed).pathname)
        await button('Create the account')
        expect(new URL(page.url()).pathname).toBe('/account')
      })
      const account = (await core.accounts.list()).find((each) => each.email === email)
      const { id } = await core.accounts.setPlan(account?.id ?? '', 'live')

      let key = ''
      await task(async ({ link, button }) => {
        await link('Keys')
        await page.getByLabel('Name').fill('Production')
        await button('Create key')
        key = await page.getByRole('textbox', { name: 'Key' }).innerText()
      })
      const call = requestAt(origin)
      for (const request of [call, other]) expect((await request('/v1/competitions', { key })).status).toBe(200)

      await task(async ({ link }) => {
        await link('Usage')
        // Another process writes its calls every few seconds.
        await expect
          .poll(async () => {
            await page.reload()
            return page.getByRole('table', { name: 'Calls by endpoint' }).innerText()
          })
          .toMatch(/GET \/competitions\s+(?:Calls\s+)?2\b/)
      })

      await task(async ({ link, button }) => {
        await link('Keys')
        await button(/^Revoke .*Production/)
        await button('Revoke key')
        for (const request of [other, call]) expect((await request('/v1/competitions', { key })).status).toBe(401)
        await read('The key is revoked.')
      })

      await task(async ({ link, button }) => {
        await link('Webhooks')
        await page.getByLabel('URL').fill(receiver.url)
        await button('Add webhook')
        expect(await page.getByRole('textbox', { name: 'Secret' }).innerText()).toMatch(/^whsec_/)
      })

      await ingestOrThrow(core, finalGame([80, 70], { game: { external_id: `night-${width}` } }))
      const failed = async () => (await core.deliveries.list(id, { state: 'failed' })).deliveries.length
      await expect.poll(failed).toBe(1)
      await task(async ({ link }) => {
        await link('Webhooks')
        await link(receiver.url)
        await link(/80–70/)
        await read('404 Not Found')
      })

      receiver.respondWith(204)
      await task(async ({ link, button }) => {
        await link('Webhooks')
        await link(receiver.url)
        await button(/^Send again ?: .*80–70/)
        await expect
          .poll(async () => {
            await page.reload()
            return page.getByRole('table', { name: 'Attempts' }).innerText()
          })
          .toMatch(/204 No Content[^]*404 Not Found/)
        await read('Delivered')
      })
      const [first, second] = receiver.deliveries
      expect(receiver.deliveries).toHaveLength(2)
      expect(second?.body).toBe(first?.body)
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])

      await task(async ({ link, button }) => {
        await link('Account')
        await button('Account menu')
        await button('Sign out')
        await read('You are signed out.')
      })
      await page.goto(`${origin}/account`)
      expect(new URL(page.url()).pathname).toBe('/account/sign-in')
    },
  )

  test('a new key, a first call with it, and the secret of a webhook are copied by buttons', async () => {
    const { core, origin } = service
    const page = await newTab(chromium.browser, origin, { width: 390 })
    await signIn(page, (await core.accounts.create({ email: 'copies@example.org', plan: 'live' })).id)
    /** What the copy button in a part of the page writes to the clipboard. */
    const copied = async (part: string): Promise<unknown> => {
      await page.locator(part).getByRole('button', { name: 'Copy' }).click()
      await page.locator(part).getByRole('button', { name: 'Copied' }).waitFor()
      return page.evaluate('navigator.clipboard.readText()')
    }

    await page.goto(`${origin}/account/keys`)
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByRole('textbox', { name: 'Key' }).innerText()
    expect(await copied('.once')).toBe(key)
    expect(await copied('figure')).toContain(`curl -H 'Authorization: Bearer ${key}' `)
    expect(await findingsOn(page)).toEqual([])

    await page.goto(`${origin}/account/webhooks`)
    await page.getByLabel('URL').fill('http://127.0.0.1:9/')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    expect(await copied('.once')).toBe(await page.getByRole('textbox', { name: 'Secret' }).innerText())
  })

  describe('a full account', () => {
    let full: Awaited<ReturnType<typeof fillAccount>>
    beforeAll(async () => {
      full = await fillAccount(service.core, service.origin)
    })

    /** Every page as somebody who is signed in sees it; those for signing in as anybody does. */
    const openEach = async (screen: (typeof SCREENS)[number], check: (page: Tab, html: string) => Promise<void>) => {
      const { origin, core } = service
      const expected = /status of 404/ // of the page that does not exist
      const visitor = await newTab(chromium.browser, origin, screen)
      const holder = await newTab(chromium.browser, origin, screen, expected)
      await signIn(holder, full.id)
      const addresses = {
        ...full.addresses,
        '/account/sign-in/:token': `/account/sign-in/${await core.signIn.linkFor(full.id)}`,
      }
      for (const [pattern, address] of Object.entries(addresses)) {
        const page = pattern.startsWith('/account/sign-in') ? visitor : holder
        const response = await page.goto(origin + address)
        expect([address, response?.status()]).toEqual([address, pattern === '/account/*' ? 404 : 200])
        expect(page.url()).toBe(origin + address)
        await check(page, (await response?.text()) ?? '')
      }
    }

    test('every page is tested', () => {
      expect(Object.keys(full.addresses).toSorted()).toEqual(service.paths.toSorted())
    })

    test.each(SCREENS)(
      'at $width px, dark: $dark: axe finds nothing, nothing is wider than the screen, and no page has more than 40 kB',
      async (screen) => {
        await openEach(screen, async (page, html) => {
          expect(await findingsOn(page)).toEqual([])
          expect([page.url(), gzipSync(html).length > 40_000]).toEqual([page.url(), false])
        })
      },
    )

    test.each(SCREENS)('at $width px, dark: $dark: axe finds nothing on pages that are empty', async (screen) => {
      const { core, origin } = service
      const page = await newTab(chromium.browser, origin, screen)
      const email = `empty-${screen.width}-${screen.dark}@example.org`
      await page.goto(`${origin}/account/sign-in?sent`)
      expect(await findingsOn(page)).toEqual([])
      await signIn(page, (await core.accounts.create({ email, plan: 'live' })).id)
      for (const path of ['/account', '/account/keys', '/account/usage', '/account/webhooks', '/account/log']) {
        await page.goto(origin + path)
        expect(await findingsOn(page)).toEqual([])
      }
    })

    test.each(SCREENS)('at $width px, dark: $dark: axe finds nothing in what sheets would change', async (screen) => {
      const page = await newTab(chromium.browser, service.origin, screen, /status of 400/)
      await signIn(page, full.id)
      for (const [score, text] of [
        ['71-68', 'Import these games'],
        ['71-', 'so nothing is imported'],
      ] as const) {
        await page.goto(`${service.origin}/account/operator/imports/sheets`)
        const buffer = Buffer.from(`date,home,away,score\n2026-11-19,Red Foxes,${LONG.slice(-40)},${score}\n`)
        await page.getByLabel('Files').setInputFiles({ name: 'games.csv', mimeType: 'text/csv', buffer })
        await page.getByLabel('Competition').fill('Cup')
        await page.getByRole('button', { name: 'Show what would change' }).click()
        await page.getByText(text).first().waitFor()
        expect(await findingsOn(page)).toEqual([])
      }
    })

    test.each(SCREENS)('at $width px, dark: $dark: axe finds nothing in menus and dialogs', async (screen) => {
      const page = await newTab(chromium.browser, service.origin, screen)
      await signIn(page, full.id)
      for (const [path, button] of [
        ['/account', 'Account menu'],
        ['/account/keys', 'Revoke'],
        ['/account/operator/write-keys', 'Revoke'],
        [full.addresses['/account/webhooks/:id'] ?? '', 'Delete'],
        [full.addresses['/account/operator/games/:id'] ?? '', 'Schedule again'],
      ] as const) {
        await page.goto(`${service.origin}${path}`)
        await page.getByRole('button', { name: button }).first().click()
        await page.locator(':popover-open').waitFor()
        expect(await findingsOn(page)).toEqual([])
      }
    })
  })
})
