import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sharedAccountPages, type AccountPages } from '../../testing/account-pages.ts'
import { anyDatabase } from '../../../../http/src/testing/databases.js'
import { openReceiver } from '../../../../http/src/testing/receiver.js'

const asOperator = async ({ signedIn, newAccount }: AccountPages) =>
  signedIn(await newAccount('free', { operator: true }))

describe.each(anyDatabase)('accounts, for operators, on %s', (kind) => {
  const shared = sharedAccountPages(kind)

  test('are listed with plan, calls, keys and webhooks', async () => {
    const pages = shared()
    const { core, newAccount } = pages
    const { id, email } = await newAccount('archive')
    const { key } = await core.keys.create(id)
    await core.keys.create(id)
    for (let n = 0; n < 3; n++) await core.countCall(key, { counts: true })
    await (await core.callerFor(id)).webhooks.create({ url: (await openReceiver()).url })
    const { open } = await asOperator(pages)
    const { text, html } = await open(`/account/operator?search=${email}`)
    expect(text).toMatch(new RegExp(`${email} ?Archive ?3 ?3 ?2 ?1`))
    expect(html).toContain(`href="/account/operator/accounts/${id}"`)
  })

  test('are found by a part of the e-mail address or by the id', async () => {
    const pages = shared()
    const { newAccount } = pages
    const [one, other] = [
      await newAccount('live', { email: 'Coach+East@league.example' }),
      await newAccount('live', { email: 'press@league.example' }),
    ]
    const { open } = await asOperator(pages)
    for (const search of ['coach%2Beast', 'COACH', one.id, `%20${one.id}%20`]) {
      const { text } = await open(`/account/operator?search=${search}`)
      expect(text).toContain(one.email)
      expect(text).not.toContain(other.email)
    }
    expect((await open('/account/operator?search=%25')).text).toContain('No account found')
    const { html } = await open('/account/operator?search="><script>alert(1)</script>')
    expect(html).not.toContain('<script')
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;')
  })

  test('are read page by page, each once', async () => {
    const pages = shared()
    const emails = Array.from({ length: 55 }, (_, n) => `paged-${n}@pages.example`)
    for (const email of emails) await pages.newAccount('free', { email })
    const { open } = await asOperator(pages)
    const first = await open('/account/operator?search=pages.example')
    const second = await open(/rel="next" href="([^"]*)"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? '')
    const listed = [first, second].map(({ text }) => text.match(/paged-\d+@pages\.example/g) ?? [])
    expect(listed.map((page) => page.length)).toEqual([50, 5])
    expect(listed.flat().toSorted()).toEqual(emails.toSorted())
    expect(second.html).not.toContain('rel="next"')
    expect(gzipSync(first.html).length).toBeLessThan(40_000)
  })

  test('are created with a plan; the log says by whom', async () => {
    const pages = shared()
    const { account: operator, open, submit } = await asOperator(pages)
    const page = await submit(await open('/account/operator'), 'create', { email: 'New@club.example', plan: 'live' })
    expect(page.text).toContain('The account is created')
    expect(page.text).toContain('new@club.example')
    const [created] = await pages.core.accounts.overview({ search: 'new@club.example' })
    expect(created).toMatchObject({ plan: 'live', operator: false })
    expect(await pages.core.accounts.log(created?.id ?? '')).toMatchObject([
      { action: 'account created', actor: { id: operator.id } },
    ])
    const again = await submit(await open('/account/operator'), 'create', { email: 'new@club.example', plan: 'live' })
    expect(again).toMatchObject({ status: 400 })
    expect(again.text).toContain('There is an account of new@club.example already')
    expect(again.html).toContain('value="new@club.example"')
    expect(again.html).toContain('<details class="card" open>')
    const unknown = await submit(await open('/account/operator'), 'create', { email: 'x@club.example', plan: 'gold' })
    expect(unknown.text).toContain('The plan must be one of free, live, archive, complete')
  })

  test('have their plan changed, which the next call has; both sides see who did it', async () => {
    const pages = shared()
    const { core, signedIn, newAccount } = pages
    const holder = await newAccount('free')
    const { key } = await core.keys.create(holder.id)
    const { account: operator, open, submit } = await asOperator(pages)
    const path = `/account/operator/accounts/${holder.id}`
    const changed = await submit(await open(path), 'plan', { plan: 'complete' })
    expect(changed).toMatchObject({ path: `${path}?done=plan_changed`, status: 200 })
    expect(changed.text).toMatch(/Plan changed ?from free to complete ?You/)
    expect((await core.countCall(key, { counts: false })).plan).toBe('complete')
    const { text } = await (await signedIn(holder)).open('/account/log')
    expect(text).toMatch(new RegExp(`Plan changed ?from free to complete ?${operator.email}`))
    expect((await submit(await open(path), 'plan', { plan: 'gold' })).status).toBe(400)
  })

  test('have a key revoked, at once; a key of another account is not found', async () => {
    const pages = shared()
    const { core, newAccount } = pages
    const [holder, other] = [await newAccount(), await newAccount()]
    const { id, key } = await core.keys.create(holder.id, { name: 'leaked' })
    const { account: operator, open, submit } = await asOperator(pages)
    const elsewhere = await open(`/account/operator/accounts/${other.id}`)
    await core.keys.create(other.id)
    const wrong = await submit(await open(`/account/operator/accounts/${other.id}`), 'revoke', { key: id })
    expect(wrong.status).toBe(404)
    expect(elsewhere.text).not.toContain('leaked')
    expect((await core.countCall(key, { counts: false })).key_id).toBe(id)
    const page = await submit(await open(`/account/operator/accounts/${holder.id}`), 'revoke')
    expect(page.text).toContain('The key is revoked')
    await expect(core.countCall(key, { counts: false })).rejects.toMatchObject({ code: 'unauthorized' })
    expect((await core.accounts.log(holder.id))[0]).toMatchObject({
      action: 'key revoked',
      actor: { id: operator.id },
    })
  })

  test('show webhooks by host, because the rest of the url may contain secrets', async () => {
    const pages = shared()
    const { id } = await pages.newAccount()
    await (await pages.core.callerFor(id)).webhooks.create({ url: 'http://127.0.0.1:9/hooks?token=t0p' })
    const { open } = await asOperator(pages)
    const page = await open(`/account/operator/accounts/${id}`)
    expect(page.text).toMatch(/127\.0\.0\.1:9 wh_\w+ ?game\.final, game\.period ?active ?never/)
    expect(page.html).not.toContain('t0p')
    expect(page.html).not.toMatch(/whsec_/)
    await pages.core.accounts.setPlan(id, 'free')
    expect((await open(`/account/operator/accounts/${id}`)).text).toContain('Webhooks belong to plan Live and higher')
  })

  test.each(['ac_00000000', 'x', '%F0%9F%8F%80', '..%2F..', "'--"])('%s is no account', async (id) => {
    const { open } = await asOperator(shared())
    expect((await open(`/account/operator/accounts/${id}`)).status).toBe(404)
  })

  test('are not found by anybody else: no page, no form, no entry in the navigation', async () => {
    const { core, signedIn, newAccount } = shared()
    const victim = await newAccount('free')
    const { id } = await core.keys.create(victim.id)
    const own = await signedIn()
    const token = (await own.open('/account/log')).forms[0]?.fields['token'] ?? ''
    const path = `/account/operator/accounts/${victim.id}`
    for (const address of ['/account/operator', path, '/account/operator/imports', '/account/operator/imports/unknown'])
      expect((await own.open(address)).status).toBe(404)
    for (const [address, fields] of [
      ['/account/operator', { action: 'create', email: 'mine@example.org', plan: 'complete' }],
      [path, { action: 'plan', plan: 'complete' }],
      [path, { action: 'revoke', key: id }],
    ] as const)
      expect((await own.post(address, { token, ...fields })).status).toBe(404)
    expect(await core.accounts.get(victim.id)).toMatchObject({ plan: 'free' })
    expect((await core.keys.list(victim.id))[0]).toMatchObject({ revoked_at: null })
    expect(own.home.html).not.toContain('/account/operator')
  })

  test('show texts of others as text', async () => {
    const pages = shared()
    const script = '<script>alert(1)</script>'
    const account = await pages.newAccount()
    // No such address is accepted; what is stored is shown as text all the same.
    const email = `"${script}@example.org`
    await pages.core.store.db.execute(`update accounts set email = '${email}' where id = '${account.id}'`)
    await pages.core.keys.create(account.id, { name: `"><img src=x onerror=alert(1)>` })
    const { open } = await asOperator(pages)
    for (const path of ['/account/operator?search=script', `/account/operator/accounts/${account.id}`]) {
      const { html, text } = await open(path)
      expect(html).not.toMatch(/<script|<img/)
      expect(text).toContain(script)
    }
  })
})
