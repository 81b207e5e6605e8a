import { PassThrough } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createLogger } from './server.ts'
import type { RequestOptions } from './testing/request.ts'
import { UNKNOWN } from './testing/league.ts'
import { rawRequest, sendBytes } from './testing/raw-requests.ts'
import { sharedService, testService, WEBHOOKS, type TestService } from './testing/services.ts'

/** The logged lines. */
const written: string[] = []
const stream = new PassThrough().on('data', (chunk: Buffer) =>
  written.push(...chunk.toString('utf8').split('\n').filter(Boolean)),
)
const logger = createLogger('trace', stream)

beforeEach(() => {
  written.length = 0
})

const Line = z.object({
  time: z.number(),
  level: z.number(),
  request_id: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number(),
  duration_ms: z.number().min(0),
  key_id: z.string().optional(),
})
const lines = () => written.map((line) => Line.parse(JSON.parse(line)))
const line = () => {
  const [only, ...more] = lines()
  expect(more).toEqual([])
  if (only === undefined) throw new Error('nothing was logged')
  return only
}

const MARK = 'zzMARKzz'
const service = sharedService('Postgres', { logger, ...WEBHOOKS })

/** Requests of every kind, with their status. Each contains a key, a secret or MARK, none of which may be logged. */
const calls = async ({ newKey }: TestService): Promise<[path: string, changes: RequestOptions, status: number][]> => {
  const [free, live] = [await newKey('free'), await newKey('live')]
  const secret = {
    cookie: `session=${MARK}`,
    authorization: `Bearer ${live}`,
    'user-agent': MARK,
    referer: `http://a/?${MARK}`,
  }
  const webhook = (body: unknown): RequestOptions => ({
    method: 'POST',
    headers: { ...secret, 'content-type': 'application/json', 'idempotency-key': MARK },
    content: JSON.stringify(body),
  })
  return [
    [`/v1`, { headers: secret }, 200],
    ['/v1/games?status=final', { headers: secret }, 200],
    [`/v1/teams?q=${MARK}`, { headers: secret }, 200],
    [`/v1/teams?q=${MARK}`, { key: free }, 403],
    [`/v1/games?${MARK}=1`, { headers: secret }, 422],
    [`/v1/games?status=${MARK}`, { headers: secret }, 400],
    [`/v1/games?cursor=${MARK}`, { headers: secret }, 400],
    [`/v1/games?key=${live}`, {}, 400],
    [`/v1/games?api_key=${live}&${MARK}`, { method: 'POST' }, 405],
    [`/v1/games?${MARK}`, { headers: { authorization: `Bearer ${live}`, 'x-api-key': free } }, 400],
    [`/v1/games?${MARK}`, { headers: { authorization: `Bearer ${live}x` } }, 401],
    [`/v1/games?${MARK}`, { headers: { authorization: `Basic ${live}` } }, 401],
    [`/v1/games/${UNKNOWN.game}?`, { headers: secret }, 404],
    [`/v1/nothing?${MARK}=${live}`, { headers: secret }, 404],
    ['/v1/games?per_page=1', { headers: { ...secret, 'if-none-match': '*' } }, 304],
    ['/v1/games?per_page=2', { headers: secret, method: 'HEAD' }, 200],
    [`/v1/games?per_page=3`, { headers: secret, content: MARK }, 400],
    ['/v1/webhooks', webhook({ url: `http://127.0.0.1:9/${MARK}?${MARK}` }), 201],
    ['/v1/webhooks', webhook({ url: `http://127.0.0.1:9/${MARK}?${MARK}` }), 201],
    ['/v1/webhooks', webhook({ url: `gopher://${MARK}` }), 400],
    ['/v1/webhooks', webhook({ [MARK]: 1 }), 422],
    ['/v1/webhooks', webhook(MARK), 400],
  ]
}

test('every call is logged as one line with request_id, method, path, status and duration', async () => {
  for (const [path, changes, status] of await calls(service())) {
    written.length = 0
    const response = await service().request(path, changes)
    expect(response.status).toBe(status)
    expect(line()).toMatchObject({
      request_id: response.headers.get('x-request-id'),
      method: changes.method ?? 'GET',
      path: path.split('?')[0],
      status,
    })
  }
})

test('the line has the id of the key, if the key is valid', async () => {
  const { core, request } = service()
  const account = await core.accounts.create({ email: 'log@example.org', plan: 'free' })
  const { id, key } = await core.keys.create(account.id)
  await request('/v1/games', { key })
  expect(line().key_id).toBe(id)
  written.length = 0
  await request('/v1/games')
  expect(line().key_id).toBeUndefined()
})

describe('no key, secret or query string is ever logged', () => {
  const leaked = () => {
    const all = written.join('\n').toLowerCase()
    expect(all).not.toBe('')
    return [/bd_[1-9a-z]{8}/, new RegExp(MARK.toLowerCase()), /whsec_|per_page=|api_key|status=final/].filter(
      (secret) => secret.test(all),
    )
  }

  test('of calls that succeed or are refused', async () => {
    for (const [path, changes] of await calls(service())) await service().request(path, changes)
    expect(leaked()).toEqual([])
  })

  test('of calls that fail on our side, not even in the error of the database', async () => {
    const broken = await testService('Postgres', { logger })
    await broken.core.store.db.execute('alter table teams rename column sort_name to elsewhere')
    const key = await broken.newKey('live')
    const response = await broken.request(`/v1/teams?q=${MARK}`, { headers: { authorization: `Bearer ${key}` } })
    expect(response.status).toBe(500)
    expect(written.join('\n')).toContain(response.headers.get('x-request-id'))
    expect(leaked()).toEqual([])
  })

  test('of a webhook that cannot be stored', async () => {
    const broken = await testService('Postgres', { logger, ...WEBHOOKS })
    const key = await broken.newKey('live')
    await broken.core.store.db.execute('alter table webhooks rename column secret_prefix to elsewhere')
    const response = await broken.request('/v1/webhooks', {
      method: 'POST',
      key,
      headers: { 'content-type': 'application/json' },
      content: JSON.stringify({ url: `http://127.0.0.1:9/${MARK}` }),
    })
    expect(response.status).toBe(500)
    expect(leaked()).toEqual([])
  })

  test('of calls that cannot be counted', async () => {
    const broken = await testService('Postgres', { logger })
    const key = await broken.newKey('live')
    await broken.core.store.db.execute('alter table account_counts rename to elsewhere')
    expect((await broken.request(`/v1/teams?q=${MARK}`, { key })).status).toBe(500)
    expect(leaked()).toEqual([])
  })
})

/** A text with every character percent-encoded. */
const escapeAll = (text: string) =>
  [...text].map((character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')

describe('a key, a secret or the token of a link is redacted', () => {
  const secret = `whsec_${'0f'.repeat(32)}`
  test.each([
    ['/v1/KEY', '/v1/bd_…'],
    ['/v1/games/KEY/boxscore', '/v1/games/bd_…/boxscore'],
    ['/v1/webhooks/SECRET', '/v1/webhooks/whsec_…'],
    ['/v1/games/xKEY,SECRET', '/v1/games/xbd_…,whsec_…'],
    ['/v1/games/ESCAPED', '/v1/games/bd_…'],
    ['/trpc/KEY', '/trpc/bd_…'],
    ['/v1/games;key=KEY', '/v1/games;key=bd_…'],
    ['/v1/games%3Fkey=KEY', '/v1/games?key=bd_…'],
    ['/v1/FULLY', '/v1/bd_…'],
    ['/v1/TWICE', '/v1/bd_…'],
    ['/ingest/v1/games/WRITING', '/ingest/v1/games/bdw_…'],
  ])('in the path %s', async (path, logged) => {
    const key = await service().newKey('free')
    const sent = path
      .replace('KEY', key)
      .replace('WRITING', (await service().core.writeKeys.create({ source: 'league' })).key)
      .replace('SECRET', secret)
      .replace('ESCAPED', key.replace('_', '%5F'))
      .replace('FULLY', escapeAll(key))
      .replace('TWICE', escapeAll(key).replaceAll('%', '%25'))
    if (sent.startsWith('/v1')) await service().request(sent)
    else await fetch(service().origin + sent)
    expect(line().path).toBe(logged)
  })

  test.each([
    ['/v1/KEY', '/v1/bd_…'],
    ['/v1/ESCAPED/x', '/v1/bd_…/x'],
    [`/account/sign-in/${MARK}`, '/account/sign-in/…'],
    [`/account/%73ign%2Din/x/${MARK}`, '/account/sign-in/…'],
    [`/account/sign-in/x/${MARK}/y?${MARK}#${MARK}`, '/account/sign-in/…'],
    ['/v1/%20games', '/v1/%20games'],
  ])('in the path %s of a request that is refused before the app', async (path, logged) => {
    const key = await service().newKey('free')
    const sent = path.replace('KEY', key).replace('ESCAPED', escapeAll(key))
    await sendBytes(service().origin, rawRequest(sent, { headers: '' }))
    expect(line()).toMatchObject({ path: logged, status: 400 })
  })

  test('in X-Request-Id, which is replaced by a generated id', async () => {
    const { request, newKey } = service()
    for (const id of [await newKey('free'), `call-${await newKey('free')}`, secret.slice(0, 64)]) {
      written.length = 0
      const response = await request('/v1', { headers: { 'x-request-id': id } })
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(line().request_id).toBe(response.headers.get('x-request-id'))
    }
  })
})

test('a call that fails on our side is logged as an error with its cause', async () => {
  const broken = await testService('Postgres', { logger })
  await broken.core.store.db.execute('alter table teams rename column sort_name to elsewhere')
  await broken.request('/v1/teams', { key: await broken.newKey('live') })
  expect(line()).toMatchObject({ status: 500, level: 50 })
  expect(written.join()).toMatch(/column .*sort_name.* does not exist/)
})

test('the logger redacts fields with the names of keys and secrets', () => {
  for (const name of ['key', 'secret', 'authorization', 'x-api-key']) {
    written.length = 0
    logger.info({ [name]: MARK, headers: { [name]: MARK } })
    expect(written.join()).not.toContain(MARK)
  }
})
