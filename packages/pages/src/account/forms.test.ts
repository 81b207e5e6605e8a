import { describe, expect, test } from 'vitest'
import { createCookies } from './cookies.ts'
import { FormRefused, toFormToken, readForm, refuseForeignOrigin } from './forms.ts'

const BASE = 'https://data.example.org/basketball'

describe('a form is refused by the origin of its page', () => {
  const sent = (headers: Record<string, string>, base = BASE) => {
    const request = new Request(`${base}/account/keys`, { method: 'POST', headers })
    return () => refuseForeignOrigin(request, base)
  }

  test.each([
    ['no header, as of a program', {}],
    ['the public address', { origin: 'https://data.example.org' }],
    ['the host that it was sent to, by the same scheme', { origin: 'https://10.0.0.1:3000', host: '10.0.0.1:3000' }],
    ['the same origin, as the browser says', { 'sec-fetch-site': 'same-origin' }],
  ])('not with %s', (_, headers) => {
    expect(sent(headers)).not.toThrow()
  })

  test.each([
    ['another host', { origin: 'https://evil.example', host: 'data.example.org' }],
    ['another scheme than the public address', { origin: 'http://data.example.org', host: 'data.example.org' }],
    ['another port', { origin: 'https://data.example.org:444' }],
    ['a subdomain', { origin: 'https://www.data.example.org' }],
    ['null, as of a sandboxed page', { origin: 'null' }],
    ['an empty origin', { origin: '' }],
    ['only the scheme, without Host', { origin: 'https://' }],
    ['only the scheme, with an empty Host', { origin: 'https://', host: '' }],
    ['the same site, which other hosts are', { 'sec-fetch-site': 'same-site' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['an address that was typed', { 'sec-fetch-site': 'none' }],
    ['another site, though Origin is right', { 'sec-fetch-site': 'cross-site', origin: 'https://data.example.org' }],
    ['a foreign Origin, though the site is right', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }],
  ])('with %s', (_, headers) => {
    expect(sent(headers)).toThrow(FormRefused)
  })

  test('over http too', () => {
    const host = '127.0.0.1:3000'
    expect(sent({ origin: `http://${host}`, host }, `http://${host}`)).not.toThrow()
    expect(sent({ origin: `https://${host}`, host }, `http://${host}`)).toThrow(FormRefused)
  })
})

describe('the fields of a form', () => {
  const token = toFormToken('cookie')
  const read = (body: string, type: string, expected: string | null = token) =>
    readForm(new Request(`${BASE}/account/keys`, { method: 'POST', body, headers: { 'content-type': type } }), expected)
  const URL_ENCODED = 'application/x-www-form-urlencoded'
  const body = `name=a+b%26c&token=${token}`

  test.each([URL_ENCODED, `${URL_ENCODED};charset=UTF-8`, `${URL_ENCODED} ; charset=UTF-8`, URL_ENCODED.toUpperCase()])(
    'are read with their token as %s',
    async (type) => {
      expect((await read(body, type)).form.get('name')).toBe('a b&c')
    },
  )

  test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/json', `text/plain;${URL_ENCODED}`])(
    'are a bad request as %s',
    async (type) => {
      await expect(read(body, type)).rejects.toMatchObject({ code: 'bad_request' })
    },
  )

  test('are a bad request without a type', async () => {
    const request = new Request(BASE, { method: 'POST', body: new TextEncoder().encode(body) })
    await expect(readForm(request, token)).rejects.toMatchObject({ code: 'bad_request' })
  })

  test.each([
    ['no token', 'name=a'],
    ['an empty token', 'token='],
    ['part of the token', `token=${token.slice(1)}`],
    ['the token of another cookie', `token=${toFormToken('other')}`],
    ['the token in a field of another name', `Token=${token}`],
    ['the token second', `token=x&token=${token}`],
  ])('are refused with %s', async (_, sent) => {
    await expect(read(sent, URL_ENCODED)).rejects.toThrow(FormRefused)
  })

  test('are refused if the browser has no cookie, whatever the token', async () => {
    for (const sent of ['token=', 'token=null', body])
      await expect(read(sent, URL_ENCODED, null)).rejects.toThrow(FormRefused)
  })
})

describe('cookies', () => {
  const [one, other] = ['a'.repeat(43), 'b'.repeat(43)] as const
  const request = (cookie?: string) => new Request(BASE, { headers: cookie === undefined ? {} : { cookie } })

  test('over http have plain names, are for the whole host, and are kept for 30 days or an hour', () => {
    const cookies = createCookies(false)
    expect(cookies.set('session', 'abc')).toBe('session=abc; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax')
    expect(cookies.set('sign-in', 'abc')).toBe('sign-in=abc; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax')
    expect(cookies.clear('session')).toBe('session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
    expect(cookies.read(request(`x=1; session=${one}; sign-in=${other}`), 'session')).toBe(one)
    expect(cookies.read(request(`x=1; session=${one}; sign-in=${other}`), 'sign-in')).toBe(other)
  })

  test('over https are Secure, with the prefix __Host-, and no other is read', () => {
    const cookies = createCookies(true)
    expect(cookies.set('session', 'abc')).toBe(
      '__Host-session=abc; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax',
    )
    expect(cookies.read(request(`session=${one}; __Host-session=${other}`), 'session')).toBe(other)
    expect(cookies.read(request(`session=${one}`), 'session')).toBeNull()
  })

  test('are null if the browser has sent none', () => {
    expect(createCookies(false).read(request(), 'session')).toBeNull()
    expect(createCookies(false).read(request('x=session'), 'session')).toBeNull()
  })
})
