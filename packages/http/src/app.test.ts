import { operations } from '@basketball-data/core'
import { ServiceIndex } from '@basketball-data/core/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createApp } from './app.ts'
import { requestThrough, sendInProcess, sendOverHttp } from './testing/request.ts'
import { getBodyError } from './testing/response.ts'
import { GAMES, readLeagueIds, NOW } from './testing/league.ts'
import { sharedService } from './testing/services.ts'

const service = sharedService('Postgres', { games: GAMES, now: () => NOW })
const request = (...call: Parameters<ReturnType<typeof service>['request']>) => service().request(...call)

/** All methods of the paths that have other methods than GET. */
const ACTIONS: Record<string, string> = {
  '/v1/webhooks': 'GET, HEAD, POST, OPTIONS',
  '/v1/webhooks/gm_00000000': 'DELETE, OPTIONS',
  '/v1/webhooks/gm_00000000/test': 'POST, OPTIONS',
}
const PATHS = [...new Set(['/v1', '/v1/openapi.json', ...operations.map(({ path }) => `/v1${path}`)])].map((path) => {
  const requested = path.replace('{id}', 'gm_00000000')
  return [requested, ACTIONS[requested] ?? 'GET, HEAD, OPTIONS'] as const
})
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

describe('the index', () => {
  test.each(['/v1', '/v1/'])('is at %s, without a key', async (path) => {
    expect(await request(path)).toMatchObject({ status: 200, body: { data: { status: 'ok' }, meta: {} } })
  })

  test('counts as many endpoints as the document has', async () => {
    const { data } = z.object({ data: ServiceIndex }).parse((await request('/v1')).body)
    const { paths } = Document.parse((await request('/v1/openapi.json')).body)
    expect(data.endpoints).toBe(Object.values(paths).flatMap((path) => Object.keys(path)).length)
  })

  test('accepts no parameters', async () => {
    const response = await request('/v1?page=1')
    expect(response.status).toBe(422)
    expect(getBodyError(response)).toMatchObject({ code: 'unknown_parameter', allowed: [] })
  })
})

test('/healthz and /readyz report the process and its database', async () => {
  for (const path of ['/healthz', '/readyz']) expect((await fetch(service().origin + path)).status).toBe(200)
})

describe('an unknown path is 404 not_found', () => {
  const unknown = ['/v1/nothing', '/v1/games/', '/v1/Games', '/V1/games', '/v1//games', '/v2/games', '/v1/games/x/y/z']
  test.each([...unknown, '//', '/v1/openapi', '/nothing', '/v1/games/gm_00000000/boxscore/'])('%s', async (path) => {
    const response = await request(path)
    expect(response.status).toBe(404)
    expect(getBodyError(response).code).toBe('not_found')
  })

  test('for every method and key', async () => {
    const key = await service().newKey('complete')
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE'])
      expect((await request('/v1/nothing?key=1', { method, key })).status).toBe(404)
  })
})

describe('an unsupported method is 405 bad_request with Allow', () => {
  test.each(PATHS)('%s allows %s', async (path, allow) => {
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PURGE']
    for (const method of methods.filter((method) => !allow.split(', ').includes(method))) {
      const response = await request(path, { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe(allow)
      expect(getBodyError(response)).toMatchObject({ code: 'bad_request', allowed: allow.split(', ') })
    }
  })

  test('without a body for HEAD, if the path has no GET', async () => {
    const { status, bytes } = await request('/v1/webhooks/gm_00000000', { method: 'HEAD' })
    expect([status, bytes.length]).toEqual([405, 0])
  })

  test('even if the request has a body', async () => {
    const response = await request('/v1/webhooks/gm_00000000', { method: 'PUT', content: '{}' })
    expect(response.status).toBe(405)
  })
})

describe('a preflight', () => {
  test.each(PATHS)('to %s works without a key', async (path, allow) => {
    const preflight = { origin: 'https://pages.example', 'access-control-request-method': 'GET' }
    const { status, headers, bytes } = await request(path, { method: 'OPTIONS', headers: preflight })
    expect([status, bytes.length]).toEqual([204, 0])
    expect(headers.get('access-control-allow-methods')).toBe(allow)
    const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(', ')
    for (const name of [
      'authorization',
      'x-api-key',
      'if-none-match',
      'x-request-id',
      'content-type',
      'idempotency-key',
    ])
      expect(allowed).toContain(name)
  })

  test.each(['/v1/nothing', '/v1/games/', '/v1/Games', '/nothing', '/trpc/a/b', '/v1/%zz'])(
    'to %s, which is unknown, works for every method, so that a page can read the 404',
    async (path) => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const headers = {
          origin: 'https://pages.example',
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type',
        }
        const preflight = await request(path, { method: 'OPTIONS', headers })
        expect([preflight.status, preflight.bytes.length]).toEqual([204, 0])
        expect(preflight.headers.get('access-control-allow-methods')?.split(', ')).toContain(method)
        expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Authorization.*Content-Type/)
        expect(preflight.headers.get('allow')).toBeNull()
        expect((await request(path, { method, headers: { origin: 'https://pages.example' } })).status).toBe(404)
      }
    },
  )

  test('is never counted', async () => {
    const key = await service().newKey('free')
    for (let i = 0; i < 3; i++) await request('/v1/games', { method: 'OPTIONS', key })
    expect((await request('/v1/usage', { key })).body).toMatchObject({ data: { calls_today: 0 } })
  })
})

describe('HEAD returns the headers of GET without the body', () => {
  const changing = new Set(['x-request-id', 'date', 'connection', 'keep-alive'])
  const stable = (headers: Headers) => [...headers].filter(([name]) => !changing.has(name))

  test('for a page of records, a record, the document and every error', async () => {
    const [key, { final }] = await Promise.all([service().newKey('live'), readLeagueIds(service().core)])
    const games = ['', `/${final}`, `/${final}/boxscore`, '?page=0', '?no=1', '/gm_00000000', '?key=x']
    const paths = ['', '/openapi.json', '/stats/leaders', '/nothing', ...games.map((part) => `/games${part}`)]
    for (const path of paths.map((each) => `/v1${each}`))
      for (const headers of [{}, { 'accept-encoding': 'gzip' }, { 'if-none-match': '*' }]) {
        const [get, head] = [
          await request(path, { key, headers }),
          await request(path, { method: 'HEAD', key, headers }),
        ]
        expect(head.status).toBe(get.status)
        expect(head.bytes).toHaveLength(0)
        expect(stable(head.headers)).toEqual(stable(get.headers))
        expect(Number(head.headers.get('content-length'))).toBe(get.bytes.length)
      }
  })

  test('for the health checks', async () => {
    const send = sendOverHttp(service().origin)
    for (const path of ['/healthz', '/readyz'])
      for (const headers of [{}, { 'accept-encoding': 'br' }]) {
        const [get, head] = [
          await send({ method: 'GET', path, headers }),
          await send({ method: 'HEAD', path, headers }),
        ]
        expect([head.status, head.bytes.length]).toEqual([get.status, 0])
        expect(stable(head.headers)).toEqual(stable(get.headers))
      }
  })

  test('and is counted', async () => {
    const key = await service().newKey('free')
    await request('/v1/games', { method: 'HEAD', key })
    expect((await request('/v1/usage', { key })).body).toMatchObject({ data: { calls_today: 1 } })
  })
})

describe('X-Request-Id', () => {
  test('is that of the client if it is a valid token, else a generated one', async () => {
    const token = fc.stringMatching(/^[\w.:-]{1,64}$/)
    const printable = fc.stringMatching(/^[\x20-\x7e]{1,100}$/)
    await fc.assert(
      fc.asyncProperty(fc.oneof(token, printable), async (id) => {
        const { headers } = await request('/v1', { headers: { 'x-request-id': id } })
        const sent = id.trim()
        const valid = /^[\w.:-]{1,64}$/.test(sent)
        const generated = headers.get('x-request-id')?.match(/^[0-9a-f-]{36}$/)?.[0]
        expect(headers.get('x-request-id')).toBe(valid ? sent : generated)
      }),
      { numRuns: 100 },
    )
  })

  test('is different for every call', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => request('/v1/nothing')))
    expect(new Set(responses.map(({ headers }) => headers.get('x-request-id'))).size).toBe(20)
  })
})

test('the app works in any fetch host, without a server', async () => {
  const { core, newKey } = service()
  const [app, key, { final }] = [createApp(core), await newKey('live'), await readLeagueIds(core)]
  const inside = requestThrough(sendInProcess(app))
  for (const path of ['/v1', '/v1/games?per_page=2', `/v1/games/${final}/boxscore`, '/v1/games?page=0', '/v1/nothing'])
    for (const headers of [{}, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }]) {
      const [there, here] = [await request(path, { key, headers }), await inside(path, { key, headers })]
      expect([here.status, here.text]).toEqual([there.status, there.text])
      expect(here.headers.get('content-encoding')).toBe(there.headers.get('content-encoding'))
    }
  const { status } = await app.fetch(new Request('https://data.example/v1/games', { headers: { 'x-api-key': key } }))
  expect(status).toBe(200)
})
