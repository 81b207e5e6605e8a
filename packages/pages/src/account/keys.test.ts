import { describe, expect, test } from 'vitest'
import { sharedAccountPages } from '../testing/account-pages.ts'
import { anyDatabase } from '../../../http/src/testing/databases.js'

const KEY = /bd_[1-9A-HJ-NP-Za-km-z]{38}/

describe.each(anyDatabase)('keys on %s', (kind) => {
  const shared = sharedAccountPages(kind)

  test('a key is created with a name and shown once; it works at once', async () => {
    const { core, signedIn } = shared()
    const { account, open, submit } = await signedIn()
    const page = await submit(await open('/account/keys'), 'create', { name: ' Production ' })
    const [key = ''] = page.text.match(KEY) ?? []
    expect(page).toMatchObject({ status: 200, path: '/account/keys' })
    expect(page.text).toContain('it is shown this once')
    expect((await core.countCall(key, { counts: true })).account_id).toBe(account.id)
    const list = await open('/account/keys')
    expect(list.html).not.toMatch(KEY)
    expect(list.text).toContain(`Production bd_…${key.slice(-4)}`)
    const [entry] = await core.accounts.log(account.id)
    expect(entry).toMatchObject({ action: 'key created', actor: { id: account.id } })
    expect(JSON.stringify(entry)).not.toMatch(KEY)
  })

  test('a reload of the page with the key creates no second one', async () => {
    const { core, signedIn } = shared()
    const { account, open, submit } = await signedIn()
    const form = await open('/account/keys')
    await submit(form, 'create', { name: 'once' })
    const again = await submit(form, 'create', { name: 'once' })
    expect(again.text).toContain('This form was sent already')
    expect(await core.keys.list(account.id)).toHaveLength(1)
  })

  test('a form that is sent 10 times at once creates one key; another form creates another', async () => {
    const { core, signedIn } = shared()
    const { account, open, submit } = await signedIn()
    const [form, other] = [await open('/account/keys'), await open('/account/keys')]
    const pages = await Promise.all(Array.from({ length: 10 }, () => submit(form, 'create', { name: 'once' })))
    expect(pages.filter(({ text }) => KEY.test(text))).toHaveLength(1)
    expect(pages.filter(({ text }) => text.includes('This form was sent already'))).toHaveLength(9)
    expect((await submit(other, 'create', { name: 'other' })).text).toMatch(KEY)
    expect(await core.keys.list(account.id)).toMatchObject([{ name: 'other' }, { name: 'once' }])
  })

  test('a revoked key is refused at once, and listed as revoked', async () => {
    const { core, signedIn } = shared()
    const { account, open, submit } = await signedIn()
    const { id, key } = await core.keys.create(account.id, { name: 'leaked' })
    const other = await core.keys.create(account.id, { name: 'good' })
    const page = await submit(await open('/account/keys'), 'revoke', {}, ({ fields }) => fields['key'] === id)
    expect(page).toMatchObject({ path: '/account/keys?done=key_revoked', status: 200 })
    expect(page.text).toContain('The key is revoked')
    expect(page.text).toContain('Revoked keys (1)')
    await expect(core.countCall(key, { counts: false })).rejects.toMatchObject({ code: 'unauthorized' })
    expect((await core.countCall(other.key, { counts: false })).key_id).toBe(other.id)
    const [entry] = await core.accounts.log(account.id)
    expect(entry).toMatchObject({ action: 'key revoked', actor: { id: account.id } })
  })

  test('with 5 active keys there is no form for a 6th, and an old form says why', async () => {
    const { core, signedIn } = shared()
    const { account, open, submit } = await signedIn()
    for (let n = 0; n < 4; n++) await core.keys.create(account.id)
    const form = await open('/account/keys')
    await submit(await open('/account/keys'), 'create', { name: 'fifth' })
    const full = await open('/account/keys')
    expect(full.text).toContain('You have 5 active keys')
    expect(full.forms.some(({ fields }) => fields['action'] === 'create')).toBe(false)
    expect(await core.keys.list(account.id)).toHaveLength(5)
    const refused = await submit(form, 'create')
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.text).toContain('5 active keys already; revoke one first')
  })

  test('a name that is too long is refused, and stays in the form', async () => {
    const { signedIn } = shared()
    const { open, submit } = await signedIn()
    const name = 'n'.repeat(101)
    const refused = await submit(await open('/account/keys'), 'create', { name })
    expect(refused.status).toBe(400)
    expect(refused.html).toContain(`value="${name}"`)
    expect(refused.html).toContain('role="alert"')
  })
})
