import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { GAMES, NOW } from './testing/league.ts'
import { checkRefusal, type RawOptions, rawRequest, sendBytes, requestStatuses } from './testing/raw-requests.ts'
import { sharedService } from './testing/services.ts'

const service = sharedService('Postgres', { games: GAMES, now: () => NOW })
let key: string
beforeAll(async () => {
  key = await service().newKey('complete')
})
afterEach(async ({ task }) => {
  const { status } = await service().request('/v1/games', { key })
  if (status !== 200) throw new Error(`after ${task.name} the service returns ${status}`)
})

const statuses = (target: string | Buffer, path = String(target), changes: RawOptions = {}) =>
  requestStatuses(service().origin, path, rawRequest(target, { key, ...changes }))

describe('a target', () => {
  test.each<[string, number]>([
    ['//', 404],
    ['///v1/games', 404],
    ['/v1//games', 404],
    ['/v1/games?__proto__=1', 422],
    ['/v1/games?status=%FF', 400],
    ['/v1/games?status=%C3%28', 400],
    ['/v1/games?status=%', 400],
    ['/v1/games/%E0%A4%A', 400],
    ['/v1/games/%FF', 400],
    ['/v1/games/%00', 400],
    ['/v1/games/%2F', 400],
    ['/v1/games/%2e%2e%2fusage', 400],
    ['/v1/games/..%5Cusage', 400],
    ['/v1/%00', 404],
    ['/v1/games%2F', 404],
    ['/v1/games?a', 422],
    ['/v1/games??page=1', 422],
    ['/v1/games?&&&', 200],
    ['/v1/games?', 200],
  ])('%s returns %i', async (target, status) => {
    expect(await statuses(target)).toEqual([status])
  })

  test.each<[string, string, number]>([
    ['path', `/v1/games/${'a'.repeat(8000)}`, 400],
    ['path of many parts', `/v1/${'a/'.repeat(3000)}`, 404],
    ['query of many names', `/v1/games?${'a=1&'.repeat(2000)}`, 422],
    ['query of many escapes', `/v1/games?status=${'%41'.repeat(2500)}`, 400],
  ])('with a long %s gets a response of the service', async (_, target, status) => {
    expect(await statuses(target)).toEqual([status])
  })

  test.each(['/v1/games?q=', '/'])('of a megabyte is refused: %s', async (start) => {
    expect(await statuses(start + 'a'.repeat(1_000_000))).toEqual([431])
  })

  test.each(['http://127.0.0.1/v1/games', 'http://elsewhere.example/v1/games', 'https://a.example:8080/v1/games'])(
    'in absolute form is served like its path: %s',
    async (target) => {
      expect(await statuses(target, '/v1/games')).toEqual([200])
    },
  )

  test.each(['http://[::1', 'http://', 'http://a:99999/', '/v1\\games', '*', 'ftp://a/v1/games'])(
    'that is not a valid URL is 400 bad_request: %s',
    async (target) => {
      const { responses } = await sendBytes(service().origin, rawRequest(target, { key }))
      expect(responses.map(({ status }) => status)).toEqual([400])
      for (const response of responses) expect(checkRefusal(response).message).not.toMatch(/Invalid|Error|stack/)
    },
  )

  test.each([
    '',
    '?',
    'HTTP:/v1',
    'v1/games',
    'http://a b/',
    'javascript:1',
    '/v1/games\x00',
    '/v1/games\x7f',
    '/v1/\tgames',
    '\\',
  ])('that is malformed is 400: %j', async (target) => {
    expect(await statuses(target, '/v1/games')).toEqual([400])
  })

  test.each<[string, number[]]>([
    ['UTF-8', [0xc5, 0xbd]],
    ['an invalid byte', [0xff]],
    ['half a character', [0xc3, 0x28]],
    ['stray continuation bytes', [0x80, 0x81]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
  ])('with unescaped bytes is refused, and never decoded as another text: %s', async (_, sent) => {
    const target = Buffer.concat([Buffer.from('/v1/teams?q=a'), Buffer.from(sent)])
    expect(await statuses(target, '/v1/teams')).toEqual([400])
    expect(await statuses(Buffer.concat([Buffer.from('/v1/games/'), Buffer.from(sent)]), '/v1/games/x')).toEqual([400])
  })
})

describe('HTTP/1.0', () => {
  const version = 'HTTP/1.0'

  test('is served', async () => {
    expect(await statuses('/v1/games', '/v1/games', { version })).toEqual([200])
  })

  test('needs no Host', async () => {
    expect(await statuses('/v1/games', '/v1/games', { version, headers: '' })).toEqual([200])
  })
})

test.each(['HTTP/9.9', 'HTTP/1.', 'HTTQ/1.1', ''])('%s is refused', async (version) => {
  expect(await statuses('/v1/games', '/v1/games', { version })).toEqual([400])
})
