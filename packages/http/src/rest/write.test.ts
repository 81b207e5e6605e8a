import { randomBytes } from 'node:crypto'
import { ErrorBody } from '@basketball-data/core/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { finalGame, scheduledGame } from '../testing/databases.ts'
import { getBodyError, parseRateLimits } from '../testing/response.ts'
import { sharedService, testService } from '../testing/services.ts'

const service = sharedService('Postgres', { ingest: true, writesPerMinute: 1000 })

let key: string
beforeEach(async () => {
  ;({ key } = await service().core.writeKeys.create({ source: 'test' }))
})

const JSON_TYPE = { 'content-type': 'application/json' }
const send = (method: string, path: string, content?: string, headers: Record<string, string> = {}) =>
  service().request(`/ingest/v1${path}`, {
    method,
    key,
    headers: { ...(content !== undefined && JSON_TYPE), ...headers },
    ...(content !== undefined && { content }),
  })

/** A name of a game that no other test has. */
const newName = () => `game ${randomBytes(6).toString('hex')}`
const toBody = (external_id: string, changes: Parameters<typeof finalGame>[1] = {}) => {
  const { source: _, ...bundle } = finalGame([8, 6], { ...changes, game: { ...changes.game, external_id } })
  return JSON.stringify(bundle)
}
const put = (name: string, body = toBody(name), headers: Record<string, string> = {}, query = '') =>
  send('PUT', `/games/${encodeURIComponent(name)}${query}`, body, headers)

test('without ingest there is nothing at /ingest/v1', async () => {
  const closed = await testService('Postgres')
  const made = await closed.core.writeKeys.create({ source: 'test' })
  for (const [method, path] of [
    ['PUT', '/ingest/v1/games/g1'],
    ['POST', '/ingest/v1/games'],
    ['GET', '/ingest/v1/openapi.json'],
  ] as const) {
    const response = await fetch(closed.origin + path, { method, headers: { 'x-api-key': made.key } })
    expect(response.status).toBe(404)
  }
})

test('a game is written, served, and removed', async () => {
  const name = newName()
  const created = await put(name)
  expect(created.status).toBe(200)
  const { data } = created.body as { data: { id: string } }
  expect(created.body).toEqual({ data: { id: data.id, outcome: 'created', warnings: [] }, meta: {} })
  expect(created.headers.get('cache-control')).toBe('no-store')
  const readKey = await service().newKey('live')
  expect((await service().request(`/v1/games/${data.id}`, { key: readKey })).status).toBe(200)
  const removed = await send('DELETE', `/games/${encodeURIComponent(name)}`)
  expect(removed.body).toEqual({ data: { id: data.id, outcome: 'removed' }, meta: {} })
  expect((await service().request(`/v1/games/${data.id}`, { key: readKey })).status).toBe(404)
  expect((await send('DELETE', `/games/${encodeURIComponent(name)}`)).status).toBe(404)
})

test.each(['a/b', 'a b', 'ä%20', '100%', 'a?b#c', '日本', ':name', '*', 'a%2Fb', 'openapi.json'])(
  'the game of the path is the external id %j, percent-encoded',
  async (external_id) => {
    const name = `${newName()}${external_id}`
    expect((await put(name)).body).toMatchObject({ data: { outcome: 'created' } })
    expect((await service().core.ingest(finalGame([8, 6], { game: { external_id: name } }))).outcome).toBe('unchanged')
  },
)

test('a dry run responds the same and writes nothing', async () => {
  const name = newName()
  const rehearsed = await put(name, undefined, {}, '?dry_run=true')
  expect((await send('DELETE', `/games/${encodeURIComponent(name)}?dry_run=true`)).status).toBe(404)
  expect((await put(name, undefined, {}, '?dry_run=false')).body).toEqual(rehearsed.body)
})

test('two teams are merged', async () => {
  const name = newName()
  await put(
    name,
    toBody(name, {
      home: { team: { external_id: `${name} home`, name: 'Twin' } },
      players: [],
      events: null,
      shots: null,
    }),
  )
  await put(
    `${name} 2`,
    JSON.stringify(
      scheduledGame({ game: { external_id: `${name} 2` }, home: { team: { external_id: `${name} twin` } } }),
    ),
  )
  const merge = JSON.stringify({ kind: 'team', from: `${name} twin`, into: 'A' })
  expect((await send('POST', '/records/merge', merge)).body).toMatchObject({ data: { outcome: 'merged' } })
  expect((await send('POST', '/records/merge', merge)).body).toMatchObject({ data: { outcome: 'unchanged' } })
})

test('a call with the same Idempotency-Key and body gets the same response; with another body it is 400', async () => {
  const name = newName()
  const headers = { 'idempotency-key': name.replace(' ', '-') }
  const created = await put(name, undefined, headers)
  expect((await put(name, undefined, headers)).body).toEqual(created.body)
  expect((await put(name, toBody(name, { game: { attendance: 9 } }), headers)).status).toBe(400)
  expect((await put(name, undefined, { 'idempotency-key': 'with blank' })).status).toBe(400)
})

describe('400 bad_request with details', () => {
  test.each<[string, () => [body: string, headers?: Record<string, string>], object]>([
    ['a body that is no JSON', () => ['{"game":'], { pointer: '' }],
    ['no body', () => [''], { pointer: '' }],
    ['a list', () => ['[]'], { pointer: '' }],
    ['a text', () => ['"game"'], { pointer: '' }],
    ['another type', () => ['{}', { 'content-type': 'text/plain' }], { pointer: '' }],
    ['a compressed body', () => ['{}', { 'content-encoding': 'gzip' }], { pointer: '' }],
    ['half a character', () => ['{"competition":{"name":"\\ud800"}}'], { pointer: '/competition/name' }],
    ['a body of more than 8 MB', () => [`{"a":"${'x'.repeat(8 * 2 ** 20)}"}`], { pointer: '' }],
    ['a body of 100,000 levels', () => [`{"game":${'['.repeat(1e5)}${']'.repeat(1e5)}}`], { pointer: '/game' }],
    ['a key "__proto__"', () => ['{"__proto__":{"game":1},"constructor":{"prototype":1}}'], { pointer: '/game' }],
    ['a day that does not exist', () => [toBody('g', { game: { date: '2026-02-30' } })], { pointer: '/game/date' }],
    [
      'a misspelt field',
      () => [JSON.stringify({ ...scheduledGame({ game: { external_id: 'g' } }), 'a/b~c': 1 })],
      { pointer: '/a~1b~0c' },
    ],
    [
      'another source',
      () => [JSON.stringify(scheduledGame({ source: 'other', game: { external_id: 'g' } }))],
      { pointer: '/source' },
    ],
    ['a contradiction', () => [toBody('g', { game: { home_score: null } })], { pointer: '/game/home_score' }],
  ])('for %s', async (_, make, detail) => {
    const [body, headers] = make()
    const { body: response, status } = await put('g', body, headers)
    expect(status).toBe(400)
    const { code, details } = getBodyError({ body: response })
    expect(code).toBe('bad_request')
    expect(details).toEqual(expect.arrayContaining([expect.objectContaining(detail)]))
  })

  test('of at most 20 values, whatever is wrong', async () => {
    const events = Array.from({ length: 3000 }, () => ({ period: 'x', ['k'.repeat(10_000)]: 1 }))
    const { body } = await put(
      'g',
      JSON.stringify({ ...scheduledGame({ game: { external_id: 'g' } }), events: events.slice(0, 500) }),
    )
    const { details = [] } = getBodyError({ body })
    expect(details).toHaveLength(20)
    expect(JSON.stringify(body).length).toBeLessThan(20_000)
  })
})

test('the key comes first, then the parameters, then the body', async () => {
  const calls = [
    [{ 'x-api-key': '' }, '?nothing=1', 401],
    [{}, '?nothing=1', 422],
    [{}, '?dry_run=yes', 400],
    [{}, '?dry_run=true&dry_run=true', 400],
    [{}, `?key=${key}`, 400],
  ] as const
  for (const [headers, query, status] of calls)
    expect((await put('g', 'no JSON', { 'x-api-key': key, ...headers }, query)).status).toBe(status)
})

test('a write key reads nothing, and a key for reading writes nothing', async () => {
  const reading = await service().newKey('complete')
  const read = await service().request('/v1/games', { key })
  const write = await put('g', undefined, { 'x-api-key': reading })
  for (const response of [read, write]) {
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
  }
  expect(getBodyError(read).message).toContain('This is a write key')
  expect(getBodyError(write).message).toContain('This is a key for reading')
})

test('other methods are 405, and OPTIONS tells the methods without letting pages of other origins in', async () => {
  for (const [method, path, allow] of [
    ['GET', '/games/g', 'PUT, PATCH, DELETE, OPTIONS'],
    ['HEAD', '/games/g', 'PUT, PATCH, DELETE, OPTIONS'],
    ['PUT', '/games', 'POST, OPTIONS'],
    ['DELETE', '/records/merge', 'POST, OPTIONS'],
  ] as const) {
    const response = await send(method, path)
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
    const options = await send('OPTIONS', path)
    expect([options.status, options.headers.get('allow')]).toEqual([204, allow])
  }
})

test('the OpenAPI document of the write API needs no key', async () => {
  const response = await service().request('/ingest/v1/openapi.json')
  expect(response.body).toMatchObject({
    servers: [{ url: expect.stringMatching(/\/ingest\/v1$/) }],
    paths: { '/games/{external_id}': { put: { operationId: 'putGame' } } },
  })
  const etag = response.headers.get('etag') ?? ''
  expect((await service().request('/ingest/v1/openapi.json', { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test('calls over the limit of a write key are 429 with Retry-After, and the headers tell what is left', async () => {
  const limited = await testService('Postgres', { ingest: true, writesPerMinute: 2 })
  const { key: other } = await limited.core.writeKeys.create({ source: 'test' })
  const call = () => limited.request('/ingest/v1/games/none', { method: 'DELETE', key: other })
  const first = await call()
  expect(first.status).toBe(404)
  expect(parseRateLimits(first)).toEqual({ minute: { quota: 2, window: 60, left: 1, seconds: 60 } })
  await call()
  const refused = await call()
  expect(refused.status).toBe(429)
  expect(getBodyError(refused).code).toBe('rate_limited')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
  expect(parseRateLimits(refused)).toMatchObject({ minute: { left: 0 } })
})

test('at most ten calls of a write key are worked on at the same time', async () => {
  const controller = new AbortController()
  const open = () =>
    fetch(`${service().origin}/ingest/v1/games`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/x-ndjson' },
      body: new ReadableStream({ start: (sent) => sent.enqueue(new Uint8Array([10])) }),
      duplex: 'half',
      signal: controller.signal,
    })
  const responses = await Promise.all(Array.from({ length: 10 }, open))
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const refused = await open()
  expect(refused.status).toBe(429)
  expect(ErrorBody.parse(await refused.json()).error.code).toBe('rate_limited')
  controller.abort()
  await expect.poll(async () => (await send('DELETE', '/games/none')).status).toBe(404)
})
