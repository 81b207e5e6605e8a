import { expect, test } from 'vitest'
import { sharedAccountPages } from '../testing/account-pages.ts'
import { finalGame, ingestOrThrow } from '../../../http/src/testing/databases.js'

const shared = sharedAccountPages('Postgres', { core: { plans: { free: { per_day: 1000 }, live: { per_day: null } } } })

test('a new account is shown what to do first', async () => {
  const { signedIn } = shared()
  const { home } = await signedIn()
  expect(home.text).toMatch(/A first call Create a key/)
  expect(home.html).toContain('href="/account/keys"')
})

test('what is left of today is there, and the keys with their last use', async () => {
  const { core, app, signedIn, newAccount } = shared()
  const account = await newAccount('free')
  const { key } = await core.keys.create(account.id, { name: 'Production' })
  await core.keys.create(account.id, { name: 'Spare' })
  for (let n = 0; n < 3; n++) await app.request('/v1/games', { headers: { 'x-api-key': key } })
  const { home } = await signedIn(account)
  expect(home.text).toContain('Calls today 3 of 1,000')
  expect(home.text).toMatch(/997 left, resets in \d+ \w+/)
  expect(home.text).toContain('Plan Free key')
  expect(home.text).toMatch(/Production\s?bd_….{4}\s?(just now|\d+ seconds? ago)/)
  expect(home.text).toMatch(/Spare\s?bd_….{4}\s?never/)
})

test('webhooks are there on a plan that has them, with their recent deliveries', async () => {
  const { core, signedIn, newAccount } = shared()
  const free = await signedIn(await newAccount('free'))
  expect(free.home.text).not.toContain('Webhooks 0')
  const { account, open, home } = await signedIn()
  expect(home.text).toContain('Webhooks 0 active Add one')
  const { webhooks } = await core.callerFor(account.id)
  const { data: webhook } = await webhooks.create({ url: 'http://127.0.0.1:9/' })
  expect((await open('/account')).text).toMatch(/Webhooks 1 active No delivery failed in 24 hours.+No deliveries yet/)
  await ingestOrThrow(core, finalGame([80, 77]))
  const after = await open('/account')
  expect(after.text).toContain('Alpha 80–77 Beta')
  expect(after.html).toContain(`href="/account/webhooks/${webhook.id}/deliveries/evt_`)
})

test('without a limit per day there is nothing left to show', async () => {
  const { signedIn } = shared()
  const { home } = await signedIn()
  expect(home.text).toContain('Calls today 0 No limit per day')
})
