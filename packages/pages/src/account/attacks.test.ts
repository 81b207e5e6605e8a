import { createHmac, randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sharedAccountPages, testAccountPages, type SignedIn } from '../testing/account-pages.ts'
import { finalGame, ingestOrThrow } from '../../../http/src/testing/databases.js'
import { toFormToken } from './forms.ts'

const shared = sharedAccountPages('Postgres')

const listKeys = (account: { id: string }) => shared().core.keys.list(account.id)

/** The fields of the form that creates a key, with a token. */
const newKey = (token: string) => ({ token, action: 'create', name: 'stolen', repeat: 'x' })

const getSession = ({ cookies }: SignedIn): string => cookies.get('session') ?? ''

describe('a form that another site sends changes nothing', () => {
  const foreign = { origin: 'https://evil.example' }
  test.each([
    ['without a token', () => '', {}],
    ['with an empty token of an own HMAC', () => createHmac('sha256', '').update('').digest('base64url'), {}],
    ['with a token of the right length', () => randomBytes(32).toString('base64url'), {}],
    ['with the token of another session', async () => toFormToken(getSession(await shared().signedIn())), {}],
    ['with the token, but a foreign Origin', (own: SignedIn) => toFormToken(getSession(own)), foreign],
    ['with the token, but Origin: null', (own: SignedIn) => toFormToken(getSession(own)), { origin: 'null' }],
    [
      'with the token, but another scheme',
      (own: SignedIn) => toFormToken(getSession(own)),
      { origin: 'https://127.0.0.1:3000' },
    ],
    [
      'with the token, but another port',
      (own: SignedIn) => toFormToken(getSession(own)),
      { origin: 'http://127.0.0.1:3001' },
    ],
    [
      'with the token, but from another site',
      (own: SignedIn) => toFormToken(getSession(own)),
      { 'sec-fetch-site': 'cross-site' },
    ],
    [
      'with the token, but from a subdomain',
      (own: SignedIn) => toFormToken(getSession(own)),
      { 'sec-fetch-site': 'same-site' },
    ],
  ] as const)('%s', async (_, token, headers) => {
    const own = await shared().signedIn()
    const response = await own.post('/account/keys', newKey(await token(own)), headers)
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('This form cannot be used any more')
    expect(await listKeys(own.account)).toEqual([])
  })

  test('with the right token it would have created a key', async () => {
    const own = await shared().signedIn()
    expect((await own.post('/account/keys', newKey(toFormToken(getSession(own))))).status).toBe(200)
    expect(await listKeys(own.account)).toHaveLength(1)
  })

  test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/json', ''])(
    'as %s, which browsers may send to any site',
    async (type) => {
      const own = await shared().signedIn()
      const fields = newKey(toFormToken(getSession(own)))
      expect((await own.post('/account/keys', fields, { 'content-type': type })).status).toBe(400)
      expect(await listKeys(own.account)).toEqual([])
    },
  )

  test('to the sign-in form: nobody is signed in to an account that is not theirs', async () => {
    const { core, newAccount, newBrowser } = shared()
    const path = `/account/sign-in/${await core.signIn.linkFor((await newAccount()).id)}`
    const browser = newBrowser()
    expect((await browser.post(path, { action: 'use' })).status).toBe(403)
    await browser.open(path)
    expect((await browser.post(path, { action: 'use' })).status).toBe(403)
    const fields = { action: 'use', token: toFormToken(browser.cookies.get('sign-in') ?? '') }
    expect((await browser.post(path, fields, foreign)).status).toBe(403)
    expect(browser.cookies.has('session')).toBe(false)
    expect((await browser.post(path, fields)).headers.get('location')).toBe('/account')
  })

  test('to sign out: the session goes on', async () => {
    const own = await shared().signedIn()
    expect((await own.post('/account/sign-out', { action: 'everywhere' })).status).toBe(403)
    expect((await own.open('/account')).status).toBe(200)
  })

  test.each(['', 'constructor', '__proto__', 'toString', 'revoke\0'])('with the action "%s"', async (action) => {
    const own = await shared().signedIn()
    const token = toFormToken(getSession(own))
    expect((await own.post('/account/keys', { token, action })).status).toBe(400)
  })
})

describe('sessions', () => {
  test('a session that was planted in a browser before the sign-in stays worthless', async () => {
    const { core, newAccount, newBrowser } = shared()
    const planted = randomBytes(32).toString('base64url')
    const browser = newBrowser()
    browser.cookies.set('session', planted)
    const { id } = await newAccount()
    await browser.submit(await browser.open(`/account/sign-in/${await core.signIn.linkFor(id)}`), 'use')
    expect(browser.cookies.get('session')).not.toBe(planted)
    expect(await core.signIn.session(planted)).toBeNull()
  })

  test('the session of before ends when the browser signs in again', async () => {
    const { core, signedIn } = shared()
    const own = await signedIn()
    const before = getSession(own)
    await own.submit(await own.open(`/account/sign-in/${await core.signIn.linkFor(own.account.id)}`), 'use')
    expect(await core.signIn.session(before)).toBeNull()
    expect((await own.open('/account')).status).toBe(200)
  })

  test('without a session every page leads to the sign-in page, and a form changes nothing', async () => {
    const { newBrowser } = shared()
    for (const path of ['/account', '/account/keys', '/account/sign-out', '/account/nothing']) {
      const response = await newBrowser().send(path)
      expect([response.status, response.headers.get('location')]).toEqual([303, '/account/sign-in'])
    }
    const response = await newBrowser().post('/account/keys', newKey(''))
    expect([response.status, response.headers.get('location')]).toEqual([303, '/account/sign-in?done=sign_in_again'])
  })

  test.each(['', 'x', randomBytes(32).toString('base64url'), '%00', "' or 1=1 --", 'a'.repeat(4000)])(
    'a made-up one is none: %s',
    async (session) => {
      const response = await shared()
        .newBrowser()
        .send('/account', { headers: { cookie: `session=${session}` } })
      expect(response.headers.get('location')).toBe('/account/sign-in')
    },
  )
})

describe('cookies', () => {
  test('over http: HttpOnly, SameSite=Lax, for the whole host', async () => {
    const { setCookies } = await shared().signedIn()
    const session = setCookies.filter((cookie) => cookie.startsWith('session='))
    expect(session).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
  })

  test('over https: Secure too, with a prefix that no other host can set; one without it is ignored', async () => {
    const { signedIn } = await testAccountPages('embedded', { origin: 'https://data.example.org' })
    const own = await signedIn()
    expect(own.setCookies).not.toEqual([])
    for (const cookie of own.setCookies) {
      expect(cookie).toMatch(/^__Host-(session|sign-in)=/)
      expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
      expect(cookie).not.toMatch(/domain/i)
    }
    const session = own.cookies.get('__Host-session') ?? ''
    const without = await own.send('/account', { headers: { cookie: `session=${session}` } })
    expect(without.headers.get('location')).toBe('/account/sign-in')
    const foreign = await own.post('/account/keys', newKey(toFormToken(session)), {
      origin: 'http://data.example.org',
      host: 'data.example.org',
    })
    expect(foreign.status).toBe(403)
  })
})

describe.each([
  ['http', 'http://127.0.0.1:3000', ''],
  ['https', 'https://data.example.org', '__Host-'],
])('a cookie over %s that is not one of this service is none', (_, origin, prefix) => {
  const pages = sharedAccountPages('embedded', { origin, signUp: 'open' })

  test.each(['', '""', 'x', 'a'.repeat(42), 'a'.repeat(44)])('"%s"', async (value) => {
    const { newBrowser, emails } = pages()
    const browser = newBrowser()
    const cookie = `${prefix}sign-in=${value}`
    const fields = { action: 'request', token: toFormToken(value), email: 'name@example.org' }
    expect((await browser.post('/account/sign-in', fields, { cookie })).status).toBe(403)
    expect(emails).toEqual([])
    const { headers } = await browser.send('/account/sign-in', { headers: { cookie } })
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(`^${prefix}sign-in=[\\w-]{43};`)])
  })
})

describe('redirects and links', () => {
  test.each([
    '/account/sign-in?next=https://evil.example',
    '/account/sign-in?done=https://evil.example',
    '/account//evil.example',
    '/account/%2F%2Fevil.example',
    '/account/sign-in/%2F%2Fevil.example',
    '/account/sign-out?to=//evil.example',
    '/account/keys?done=<script>alert(1)</script>',
    '/account/keys?done=__proto__',
  ])('%s leads nowhere else, and shows nothing of it', async (path) => {
    for (const browser of [shared().newBrowser(), await shared().signedIn()]) {
      const response = await browser.send(path)
      expect(response.headers.get('location') ?? '/account').toMatch(/^\/account(?:\/sign-in)?$/)
      expect(await response.text()).not.toContain('evil')
    }
  })

  test('the link in an e-mail is that of BASE_URL, whatever Host and X-Forwarded-Host say', async () => {
    const { newBrowser, newAccount, emails, origin } = shared()
    const { email } = await newAccount()
    const browser = newBrowser()
    const [form] = (await browser.open('/account/sign-in')).forms
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    await browser.post('/account/sign-in', { ...form?.fields, email }, headers)
    expect(emails.at(-1)?.body).toContain(`${origin}/account/sign-in/`)
    expect(emails.at(-1)?.body).not.toContain('evil')
  })
})

test('a NUL in an address or a form is refused, because no record has one', async () => {
  const { newAccount, signedIn } = shared()
  const { open, submit } = await signedIn(await newAccount('live', { operator: true }))
  for (const path of ['/account/operator/accounts/%00', '/account/operator?search=%00', '/account/sign-in?x=%00'])
    expect((await open(path)).status).toBe(400)
  expect((await submit(await open('/account/keys'), 'create', { name: 'a\0b' })).status).toBe(400)
})

test('a key of another account is not found, and stays', async () => {
  const { core, newAccount, signedIn } = shared()
  const owner = await newAccount()
  const { id, key } = await core.keys.create(owner.id)
  const own = await signedIn()
  await core.keys.create(own.account.id)
  const page = await own.submit(await own.open('/account/keys'), 'revoke', { key: id })
  expect(page.status).toBe(404)
  expect((await core.countCall(key, { counts: false })).account_id).toBe(owner.id)
})

describe('every form of every page', () => {
  /** An operator with a key, a webhook and a delivery, and every page with its forms. */
  const everything = async () => {
    const { core, newAccount, signedIn } = shared()
    const own = await signedIn(await newAccount('live', { operator: true }))
    const { id } = own.account
    await core.keys.create(id)
    const { data: webhook } = await (await core.callerFor(id)).webhooks.create({ url: 'http://127.0.0.1:9/' })
    await ingestOrThrow(core, finalGame([80, 77], { game: { external_id: webhook.id } }))
    const [delivery] = (await core.deliveries.list(id)).deliveries
    const tabs = Array.from(own.home.html.matchAll(/<a href="(\/account[^"]*)"/g), ([, path = '']) => path)
    const paths = [
      ...tabs,
      '/account/sign-out',
      `/account/webhooks/${webhook.id}`,
      `/account/webhooks/${webhook.id}/deliveries/${delivery?.event}`,
      `/account/operator/accounts/${id}`,
    ]
    const pages = await Promise.all([...new Set(paths)].map(own.open))
    const forms = pages.flatMap((page) => page.forms.filter(({ fields }) => 'action' in fields))
    return { own, pages, forms }
  }

  test('is refused without a token, and with that of another session', async () => {
    const { own, pages, forms } = await everything()
    expect(pages.map(({ path, status }) => [path, status])).toEqual(pages.map(({ path }) => [path, 200]))
    expect(new Set(forms.map(({ fields }) => fields['action'])).size).toBeGreaterThan(6)
    const stranger = toFormToken(getSession(await shared().signedIn()))
    const before = await shared().core.accounts.log(own.account.id)
    for (const { to, fields } of forms)
      for (const token of ['', stranger])
        expect([to, (await own.post(to, { ...fields, token })).status]).toEqual([to, 403])
    expect(await shared().core.accounts.log(own.account.id)).toEqual(before)
  })

  test('does nothing to the account of somebody else, who sends it with a token of their own', async () => {
    const { own, forms } = await everything()
    const other = await shared().signedIn()
    const token = toFormToken(getSession(other))
    const before = await shared().core.accounts.log(own.account.id)
    const about = forms.filter(
      ({ to, fields }) => /\/(wh|ac|evt)_/.test(to) || /^(ak|wh|ac|evt)_/.test(fields['key'] ?? ''),
    )
    expect(about.length).toBeGreaterThan(4)
    for (const { to, fields } of about.filter(({ to }) => to !== '/account/sign-out'))
      expect([to, (await other.post(to, { ...fields, token })).status]).toEqual([to, 404])
    expect(await shared().core.accounts.log(own.account.id)).toEqual(before)
  })
})

test('texts of others are shown as text', async () => {
  const { core, newAccount, signedIn } = shared()
  const script = '<script>alert(1)</script>'
  const account = await newAccount()
  // No such address is accepted; what is stored is shown as text all the same.
  const email = `"><img/src=x>${script}@example.org`
  await core.store.db.execute(`update accounts set email = '${email}' where id = '${account.id}'`)
  const { id } = await core.keys.create(account.id, { name: `${script}" onmouseover="alert(1)` })
  await core.keys.create(account.id, { name: `'"><svg/onload=alert(1)>` })
  const own = await signedIn(account)
  const pages = [own.home, await own.open('/account/keys')]
  await core.keys.revoke(id)
  for (const { html, text } of [...pages, await own.open('/account/keys')]) {
    expect(html).not.toMatch(/<script|<img|<svg\/|\sonload=|"\sonmouseover=/)
    expect(text).toContain(script)
  }
})

describe('every response', () => {
  const paths = ['/account', '/account/keys', '/account/sign-in', '/account/sign-in/x', '/account/nothing']

  test.each(paths)('%s may not be framed, stored, sniffed or read by another origin', async (path) => {
    for (const browser of [shared().newBrowser(), await shared().signedIn()]) {
      const { headers } = await browser.send(path)
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers.has('access-control-allow-origin')).toBe(false)
    }
  })

  test('has a policy that allows its style and forms to this service, and nothing else', async () => {
    const { open } = await shared().signedIn()
    for (const path of ['/account', '/account/keys', '/account/nothing']) {
      const { headers, html } = await open(path)
      expect(headers.get('content-security-policy')?.replace(/'sha256-[\w+/=]{44}'/, 'HASH')).toBe(
        "default-src 'none'; style-src HASH; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      )
      expect(html).not.toMatch(/<script|\sstyle=|\son\w+=|<link(?! rel="icon" href="data:)/)
    }
  })

  test('allows one script, which sends no requests, only on the page that shows a new key or secret', async () => {
    const { open, submit } = await shared().signedIn()
    for (const [path, fields] of [
      ['/account/keys', { name: 'laptop' }],
      ['/account/webhooks', { url: 'http://127.0.0.1:9/' }],
    ] as const) {
      const { headers, html } = await submit(await open(path), 'create', fields)
      expect(headers.get('content-security-policy')?.replaceAll(/'sha256-[\w+/=]{44}'/g, 'HASH')).toBe(
        "default-src 'none'; style-src HASH; script-src HASH; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      )
      expect(html.split('<script')).toHaveLength(2)
      expect(html).not.toContain('class="copy"') // The script adds the buttons, so that there are none without it.
    }
  })

  test('is a page, also for a method that no page has', async () => {
    const { send } = await shared().signedIn()
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const response = await send('/account/keys', { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
      expect(await response.text()).toContain('Not allowed')
    }
    const head = await send('/account/keys', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})

test('a form of more than 64 kB is refused', async () => {
  const own = await shared().signedIn()
  const fields = { ...newKey(toFormToken(getSession(own))), name: 'x'.repeat(70_000) }
  expect((await own.post('/account/keys', fields)).status).toBe(400)
})

test('the log has no token of a link, no session and no token of a form', async () => {
  const { core, log, signedIn } = shared()
  const own = await signedIn()
  const token = await core.signIn.linkFor(own.account.id)
  const paths = [
    '/account/sign-in',
    '/account/sign%2Din',
    '/account/%73ign-in',
    '/account/sign-in%2F',
    '/account/sign-in/',
    '/x/sign-in',
    '/account/sign-in/x',
    '/account/sign-in/x/y//z',
    '/account//sign-in//x',
    '/ACCOUNT/Sign-In/x',
    '/account/sign-in;x',
    '/account/%2573ign%252Din%252fx',
    '/account/sign-in%3Fx=',
    '/account/sign-in/%0A',
    '/account/sign-in/..%2f',
  ]
  for (const path of paths) await own.send(`${path}/${token}?x=1`)
  await own.send(`/account/sign-in%2f${token}`)
  await own.post(`/account/sign-in/${token}`, {})
  const logged = JSON.stringify(log)
  expect(logged).toContain('/account/sign-in/…')
  for (const secret of [token, getSession(own), toFormToken(getSession(own))]) expect(logged).not.toContain(secret)
})

test('a visitor who is no operator learns nothing about the pages of operators', async () => {
  const { newAccount, signedIn } = shared()
  const [holder, operator] = [await signedIn(), await signedIn(await newAccount('live', { operator: true }))]
  expect(holder.home.text).not.toContain('operator')
  expect(operator.home.text).toContain('operator')
  expect((await holder.open('/account/operator')).status).toBe(404)
})

test('a link on a page of another site, or in an e-mail, opens a page', async () => {
  const own = await shared().signedIn()
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' }
  for (const path of ['/account', `/account/sign-in/${await shared().core.signIn.linkFor(own.account.id)}`])
    expect((await own.send(path, { headers })).status).toBe(200)
})

test('the forms of two sign-in pages that are open in one browser both work', async () => {
  const browser = shared().newBrowser()
  const pages = [await browser.open('/account/sign-in'), await browser.open('/account/sign-in')]
  for (const { forms } of pages) {
    const response = await browser.post('/account/sign-in', { ...forms[0]?.fields, email: 'somebody@example.org' })
    expect(response.status).toBeLessThan(400)
  }
})

test('a form that comes without any cookie is refused, and gets none', async () => {
  const response = await shared().newBrowser().post('/account/sign-in', { action: 'send', email: 'a@example.org' })
  expect([response.status, response.headers.getSetCookie()]).toEqual([403, []])
})

test('a browser forgets a session that is none, and only then', async () => {
  const cleared = async (cookie: Record<string, string>) =>
    (await shared().newBrowser().send('/account', { headers: cookie })).headers.getSetCookie()
  expect(await cleared({ cookie: `session=${'x'.repeat(43)}` })).toEqual([
    expect.stringMatching(/^session=; Max-Age=0;/),
  ])
  expect(await cleared({})).toEqual([])
  const own = await shared().signedIn()
  const before = getSession(own)
  await own.submit(await own.open('/account/keys'), 'create', { name: 'mine' })
  expect(getSession(own)).toBe(before)
})

test('a page is the same, compressed or not', async () => {
  const own = await shared().signedIn()
  const plain = await own.send('/account/log')
  const compressed = await own.send('/account/log', { headers: { 'accept-encoding': 'gzip' } })
  expect([plain, compressed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip'])
  expect(gunzipSync(await compressed.arrayBuffer()).toString()).toBe(await plain.text())
})
