import { expect, onTestFinished, test } from 'vitest'
import { openAccountPages } from '../testing/account-pages.ts'
import { newDatabase } from '../../../http/src/testing/databases.js'
import { openRelay } from '../../../http/src/testing/relay.js'

test('while the database cannot be reached, every page says so with 503, and the cause is in the log only', async () => {
  const { address, drop } = await newDatabase('Postgres')
  onTestFinished(drop)
  const relay = await openRelay(address)
  onTestFinished(relay.disconnect)
  const { core, log, signedIn, newBrowser } = await openAccountPages(relay.address)
  onTestFinished(() => core.close())
  const own = await signedIn()
  const form = await newBrowser().open('/account/sign-in')
  await relay.disconnect()
  for (const path of ['/account', '/account/keys', '/account/sign-in']) {
    const page = await own.open(path)
    expect(page.status).toBe(503)
    expect(page.text).toMatch(/Not available at the moment The service cannot reach its database; try again shortly/)
    expect(page.headers.get('retry-after')).toBe('5')
    expect(page.html).not.toMatch(/ECONN|postgres/)
  }
  expect(log.filter(({ status }) => status === 503).every(({ error }) => error instanceof Error)).toBe(true)
  expect(form.status).toBe(200)
  await relay.reconnect()
  await expect.poll(async () => (await own.open('/account')).status).toBe(200)
})

test('a database that does not answer fails a page at the deadline', async () => {
  const { address, drop } = await newDatabase('Postgres')
  onTestFinished(drop)
  const relay = await openRelay(address)
  onTestFinished(relay.disconnect)
  const { core, signedIn } = await openAccountPages(relay.address, { core: { callDeadline: 1000 } })
  onTestFinished(() => core.close())
  const own = await signedIn()
  relay.freeze()
  expect((await own.open('/account/keys')).status).toBe(503)
  relay.resume()
})
