import { beforeAll, describe, expect, test } from 'vitest'
import { getBodyError } from '../testing/response.ts'
import { rawRequest, requestStatuses } from '../testing/raw-requests.ts'
import { newAccount, sharedService } from '../testing/services.ts'

const service = sharedService('embedded')
const request = (path: string, headers: Record<string, string>) => service().request(path, { headers })
const status = async (headers: Record<string, string>): Promise<number> => (await request('/v1/usage', headers)).status

let key: string
let other: string
beforeAll(async () => {
  key = await service().newKey('free')
  other = await service().newKey('free')
})

describe('a key is accepted', () => {
  test.each<[string, () => Record<string, string>]>([
    ['as a bearer token', () => ({ authorization: `Bearer ${key}` })],
    ['in X-API-Key', () => ({ 'x-api-key': key })],
    ['in both headers, when they are the same', () => ({ authorization: `Bearer ${key}`, 'x-api-key': key })],
    ['with bearer in any letter case', () => ({ authorization: `bEARER ${key}` })],
    ['with blanks around it', () => ({ authorization: `  Bearer    ${key}  ` })],
    ['with blanks around it in X-API-Key', () => ({ 'x-api-key': `  ${key} ` })],
    [
      'in X-API-Key, with an Authorization of another scheme',
      () => ({ authorization: 'Basic YTpi', 'x-api-key': key }),
    ],
    ['in X-API-Key, with an empty bearer', () => ({ authorization: 'Bearer ', 'x-api-key': key })],
    ['as a bearer token, with an empty X-API-Key', () => ({ authorization: `Bearer ${key}`, 'x-api-key': '' })],
  ])('%s', async (_, headers) => {
    expect(await status(headers())).toBe(200)
  })
})

describe('over one connection, headers that are sent twice', () => {
  const statuses = (...lines: string[]) => {
    const headers = ['Host: a', ...lines].map((line) => `${line}\r\n`).join('')
    return requestStatuses(service().origin, '/v1/usage', rawRequest('/v1/usage', { headers }))
  }

  test('are one key if they are the same', async () => {
    expect(await statuses(`X-API-Key: ${key}`, `X-API-Key: ${key}`)).toEqual([200])
    expect(await statuses(`Authorization: Bearer ${key}`, `Authorization: Bearer ${key}`)).toEqual([200])
    expect(await statuses(`X-API-Key: ${key}`, `Authorization: bearer ${key}`, `X-API-Key: ${key}`)).toEqual([200])
  })

  test('are one key if the other is of another scheme or empty', async () => {
    expect(await statuses('Authorization: Basic YTpi', `Authorization: Bearer ${key}`)).toEqual([200])
    expect(await statuses(`Authorization: Bearer ${key}`, 'Authorization: Digest username="a", realm="b"')).toEqual([
      200,
    ])
    expect(await statuses(`X-API-Key: ${key}`, 'X-API-Key:')).toEqual([200])
  })

  test('are 400 if they are different', async () => {
    expect(await statuses(`X-API-Key: ${key}`, `X-API-Key: ${other}`)).toEqual([400])
    expect(await statuses(`Authorization: Bearer ${key}`, `Authorization: Bearer ${other}`)).toEqual([400])
  })
})

test('two headers with different keys are 400 bad_request, even if one is valid', async () => {
  const pairs = [
    [key, other],
    [key, 'bd_nothing'],
    ['bd_nothing', key],
  ] as const
  for (const [bearer, plain] of pairs) {
    const response = await request('/v1/usage', { authorization: `Bearer ${bearer}`, 'x-api-key': plain })
    expect(response.status).toBe(400)
    expect(getBodyError(response).code).toBe('bad_request')
  }
})

describe('401 unauthorized with WWW-Authenticate: Bearer', () => {
  const mistyped = () => key.slice(0, -1) + (key.endsWith('1') ? '2' : '1')

  test.each<[string, () => Record<string, string>]>([
    ['without a key', () => ({})],
    ['with an empty key', () => ({ 'x-api-key': '' })],
    ['with a bearer without token', () => ({ authorization: 'Bearer' })],
    ['with another scheme', () => ({ authorization: `Basic ${key}` })],
    ['with a bare key in Authorization', () => ({ authorization: key })],
    ['with a mistyped key', () => ({ 'x-api-key': mistyped() })],
    ['with a key in another letter case', () => ({ 'x-api-key': key.toUpperCase() })],
    ['with half a key', () => ({ 'x-api-key': key.slice(0, 20) })],
    ['with a key that does not exist', () => ({ 'x-api-key': 'bd_11111111111111111111111111111111TcTPCz' })],
    ['with two keys', () => ({ authorization: `Bearer ${key} ${key}` })],
    ['with a very long key', () => ({ 'x-api-key': 'b'.repeat(8000) })],
    ['with bytes that are not ASCII', () => ({ 'x-api-key': 'bd_\u00ff\u0080' })],
  ])('%s', async (_, headers) => {
    const response = await request('/v1/usage', headers())
    expect(response.status).toBe(401)
    expect(getBodyError(response).code).toBe('unauthorized')
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(response.headers.get('ratelimit')).toBeNull()
  })

  test('the message tells a key that the service does not know from a text that is no key', async () => {
    const read = async (sent: string) =>
      getBodyError(await request('/v1/usage', { authorization: `Bearer ${sent}` })).message
    const unknown = 'This service does not know this key: it is mistyped, revoked or of another service.'
    expect(await read('bd_11111111111111111111111111111111TcTPCz')).toBe(unknown)
    expect(await read(mistyped())).toBe(unknown)
    expect(await read(key.slice(0, 20))).toContain('A key is bd_ and 38 characters.')
  })
})

describe('a key in the query string is 400 bad_request, valid or not', () => {
  test.each(['key', 'api_key', '%6Bey', 'api%5Fkey', 'page=1&key'])('as %s', async (name) => {
    for (const headers of [{}, { 'x-api-key': key }])
      for (const path of ['/v1', '/v1/games', '/v1/usage', '/v1/openapi.json']) {
        const response = await request(`${path}?${name}=${key}`, headers)
        expect(response.status).toBe(400)
        expect(getBodyError(response).code).toBe('bad_request')
        expect(response.text).not.toContain(key)
      }
  })
})

test('an endpoint without a plan ignores keys', async () => {
  for (const path of ['/v1', '/v1/openapi.json'])
    expect((await request(path, { 'x-api-key': 'bd_nothing', authorization: 'Bearer other' })).status).toBe(200)
})

test('a revoked key is refused immediately', async () => {
  const { id, key: revoked } = await newAccount(service().core, 'free')
  expect(await status({ 'x-api-key': revoked })).toBe(200)
  await service().core.keys.revoke(id)
  expect(await status({ 'x-api-key': revoked })).toBe(401)
})

test('a change of plan takes effect immediately', async () => {
  const { account, key: moved } = await newAccount(service().core, 'free')
  const teams = async () => (await request('/v1/teams', { 'x-api-key': moved })).status
  expect(await teams()).toBe(403)
  await service().core.accounts.setPlan(account, 'live')
  expect(await teams()).toBe(200)
  await service().core.accounts.setPlan(account, 'free')
  expect(await teams()).toBe(403)
})
