import { beforeAll, describe, expect, test } from 'vitest'
import { sharedAccountPages, type SignedIn } from '../testing/account-pages.ts'
import { sendBytes } from '../../../http/src/testing/raw-requests.js'
import { sharedService } from '../../../http/src/testing/services.js'
import { toFormToken } from './forms.ts'
import { createPages } from '../index.ts'

const pages = createPages({ account: { sendEmail: async () => {}, signUp: 'closed' } })

describe('bytes that no browser sends', () => {
  const service = sharedService('Postgres', { pages })
  let session = ''
  let account = ''
  beforeAll(async () => {
    const { core } = service()
    account = (await core.accounts.create({ email: 'holder@example.org', plan: 'live' })).id
    session = (await core.signIn.use(await core.signIn.linkFor(account)))?.session ?? ''
  })

  const request = (line: string, headers: string, body = '') =>
    `${line} HTTP/1.1\r\nHost: ${new URL(service().origin).host}\r\nCookie: session=${session}\r\n${headers}\r\n${body}`
  const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n'
  const fields = () => `token=${toFormToken(session)}&action=create&name=mine&repeat=x`
  const sized = (body: string) => `Content-Length: ${body.length}\r\n`
  const statuses = async (...sent: string[]) => {
    const { responses } = await sendBytes(service().origin, ...sent)
    return responses.map(({ status }) => status)
  }
  const keys = () => service().core.keys.list(account)

  test('a form of 10 MB is refused, with a length and without', async () => {
    const body = `${fields()}&more=${'x'.repeat(10_000_000)}`
    expect(await statuses(request('POST /account/keys', FORM + sized(body), body))).toEqual([400])
    const chunk = `${'x'.repeat(100_000)}\r\n`
    const chunked = `186a0\r\n${chunk}`.repeat(100)
    expect(await statuses(request('POST /account/keys', `${FORM}Transfer-Encoding: chunked\r\n`, chunked))).toEqual([
      400,
    ])
    expect(await keys()).toEqual([])
  })

  test.each([
    ['two lengths', () => `Content-Length: 0\r\n${sized(fields())}`],
    ['a length and chunks', () => `${sized(fields())}Transfer-Encoding: chunked\r\n`],
    ['chunks of another kind', () => 'Transfer-Encoding: xchunked\r\n'],
    ['a length that is no number', () => 'Content-Length: +5\r\n'],
  ])('a form with %s is refused, and what follows is no request of its own', async (_, headers) => {
    const smuggled = `0\r\n\r\n${request('POST /account/keys', FORM + sized(fields()), fields())}`
    expect(await statuses(request('POST /account/keys', FORM + headers(), smuggled))).toEqual([400])
    expect(await keys()).toEqual([])
  })

  test('a page does not return what was sent to it (TRACE), nor does it forward (CONNECT)', async () => {
    for (const line of ['TRACE /account', 'CONNECT example.org:443']) {
      const { responses } = await sendBytes(service().origin, request(line, 'X-Own: echo\r\nConnection: close\r\n'))
      for (const { status, bytes } of responses) {
        expect([line, status >= 400]).toEqual([line, true])
        expect(bytes.toString()).not.toMatch(/echo|session=/)
      }
    }
  })

  test('a line break in an address begins no header', async () => {
    for (const path of ['/account/%0d%0aSet-Cookie:%20a=b', '/account/keys?done=%0d%0aSet-Cookie:%20a=b']) {
      const { responses } = await sendBytes(service().origin, request(`GET ${path}`, 'Connection: close\r\n'))
      expect(responses.map(({ headers }) => headers.get('set-cookie'))).toEqual([null])
    }
  })
})

const OPERATOR_PATHS = ['', '/imports/unknown', '/games', '/merge', '/log'].map((path) => `/operator${path}`)

describe('forms and addresses that no page has', () => {
  const shared = sharedAccountPages('Postgres')
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
  const getFormToken = ({ cookies }: SignedIn) => toFormToken(cookies.get('session') ?? '')
  const send = (own: SignedIn, body: string, headers: Record<string, string> = {}) =>
    own.send('/account/keys', { method: 'POST', body, headers: { ...FORM, ...headers } })

  test('of a field that is there twice, the first counts', async () => {
    const { core, signedIn } = shared()
    const own = await signedIn()
    const token = getFormToken(own)
    expect((await send(own, `token=x&token=${token}&action=create&repeat=x`)).status).toBe(403)
    expect((await send(own, `token=${token}&action=x&action=create&repeat=x`)).status).toBe(400)
    expect((await send(own, `token=${token}&action=create&name=one&name=two&repeat=x`)).status).toBe(200)
    expect(await core.keys.list(own.account.id)).toMatchObject([{ name: 'one' }])
  })

  test.each([
    ['bytes that are no UTF-8', new Uint8Array([0x61, 0x3d, 0xff])],
    ['10,000 fields', 'a=&'.repeat(10_000)],
    ['nothing', ''],
    ['escapes that are none', '%=%zz&%u0041=%'],
  ])('a form of %s changes nothing', async (_, body) => {
    const { core, signedIn } = shared()
    const own = await signedIn()
    const response = await own.send('/account/keys', { method: 'POST', body, headers: FORM })
    expect([400, 403]).toContain(response.status)
    expect(await core.keys.list(own.account.id)).toEqual([])
  })

  test('a GET or HEAD does nothing but show, whatever its query and its headers say', async () => {
    const { core, signedIn, newAccount, newBrowser } = shared()
    const own = await signedIn()
    const query = `?${new URLSearchParams({ token: getFormToken(own), action: 'create', repeat: 'x', name: 'x' }).toString()}`
    const headers = { 'x-http-method-override': 'POST', 'x-method-override': 'POST' }
    for (const method of ['GET', 'HEAD'])
      for (const path of ['/account/keys', '/account/sign-out'])
        expect((await own.send(`${path}${query}&_method=POST`, { method, headers })).status).toBe(200)
    expect(await core.keys.list(own.account.id)).toEqual([])
    const link = `/account/sign-in/${await core.signIn.linkFor((await newAccount()).id)}`
    const browser = newBrowser()
    await browser.send(link, { method: 'HEAD' })
    expect((await browser.submit(await browser.open(`${link}${query}`), 'use')).path).toBe('/account')
  })

  test('a session is no key, and a key no session', async () => {
    const { core, app, signedIn } = shared()
    const own = await signedIn()
    const session = own.cookies.get('session') ?? ''
    const { key } = await core.keys.create(own.account.id)
    for (const headers of [
      { cookie: `session=${session}` },
      { authorization: `Bearer ${session}` },
      { 'x-api-key': session },
    ])
      expect((await app.request('/v1/usage', { headers })).status).toBe(401)
    for (const headers of [{ authorization: `Bearer ${key}` }, { 'x-api-key': key }, { cookie: `session=${key}` }])
      expect((await app.request('/account', { headers })).headers.get('location')).toBe('/account/sign-in')
    for (const query of [`session=${session}`, `key=${key}`])
      expect((await app.request(`/account?${query}`)).headers.get('location')).toBe('/account/sign-in')
  })

  test.each(['%E0%A4%A', '%ff', '%ED%A0%80', '..%2f..%2fetc', '%252e%252e', 'x'.repeat(4000), ';a=b'])(
    'there is no page at /account/%s, and no error either',
    async (path) => {
      const own = await shared().signedIn()
      for (const below of ['', 'webhooks/', 'webhooks/x/deliveries/', 'sign-in/'])
        expect([404, 400]).toContain((await own.send(`/account/${below}${path}`)).status)
    },
  )

  test.each(['before', 'state', 'like', 'from', 'into', 'date', 'after', 'search', 'done', 'sent'])(
    'a query with %s of any kind is no error on our side',
    async (name) => {
      const { signedIn, newAccount } = shared()
      const own = await signedIn(await newAccount('live', { operator: true }))
      for (const value of ['', '-1', '1e9', '9'.repeat(30), '\u202E', "'; drop table accounts --", '{}', '\uD800'])
        for (const path of ['', '/keys', '/usage', '/webhooks', '/log', ...OPERATOR_PATHS]) {
          const { status } = await own.send(`/account${path}?${name}=${encodeURIComponent(value.toWellFormed())}`)
          expect([path, value, [200, 400, 404].includes(status)]).toEqual([path, value, true])
        }
    },
  )
})
