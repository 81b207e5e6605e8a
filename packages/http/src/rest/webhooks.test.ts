import { createHmac } from 'node:crypto'
import { Usage, Webhook, WebhookEvent, WebhookEventType } from '@basketball-data/core/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { getBodyError } from '../testing/response.ts'
import { anyDatabase } from '../testing/databases.ts'
import { GAMES, readLeagueIds, NOW, UNKNOWN } from '../testing/league.ts'
import { openReceiver } from '../testing/receiver.ts'
import { sharedService, testService, WEBHOOKS, type TestService } from '../testing/services.ts'

const HOOK_URL = 'http://127.0.0.1:9/hooks'
const parseRecord = ({ body }: { body: unknown }): Webhook =>
  z.strictObject({ data: Webhook, meta: z.strictObject({}) }).parse(body).data
const parseList = ({ body }: { body: unknown }) => z.object({ data: z.array(Webhook) }).parse(body).data

const buildCalls = (request: TestService['request'], key: string) => ({
  create: (body: unknown, headers: Record<string, string> = {}) =>
    request('/v1/webhooks', {
      method: 'POST',
      key,
      headers: { 'content-type': 'application/json', ...headers },
      content: JSON.stringify(body),
    }),
  list: () => request('/v1/webhooks', { key }),
  delete: (id: string) => request(`/v1/webhooks/${id}`, { method: 'DELETE', key }),
  test: (id: string) => request(`/v1/webhooks/${id}/test`, { method: 'POST', key }),
  used: async () => z.object({ data: Usage }).parse((await request('/v1/usage', { key })).body).data.calls_today,
})

describe.each(anyDatabase)('webhooks on %s', (kind) => {
  const service = sharedService(kind, { games: GAMES, now: () => NOW, ...WEBHOOKS })
  const account = async () => buildCalls(service().request, await service().newKey('live'))
  let ids: Awaited<ReturnType<typeof readLeagueIds>>
  beforeAll(async () => {
    ids = await readLeagueIds(service().core)
  })

  test('creating a webhook (201) returns its secret; listing and deleting do not', async () => {
    const { create, list, delete: deleteWebhook } = await account()
    const created = await create({ url: HOOK_URL, events: ['game.period'], competitions: [ids.cup] })
    expect(created.status).toBe(201)
    const { secret, ...webhook } = parseRecord(created)
    expect(secret).toMatch(/^whsec_/)
    expect(webhook).toMatchObject({ url: HOOK_URL, events: ['game.period'], competitions: [ids.cup], status: 'active' })
    expect((await list()).body).toMatchObject({ data: [webhook], meta: { total: 1, next_cursor: null } })
    expect(parseList(await list())).toEqual([webhook])
    const deleted = await deleteWebhook(webhook.id)
    expect([deleted.status, parseRecord(deleted)]).toEqual([200, webhook])
    expect(parseList(await list())).toEqual([])
    expect([(await deleteWebhook(webhook.id)).status, getBodyError(await deleteWebhook(webhook.id)).code]).toEqual([
      404,
      'not_found',
    ])
  })

  test('omitted events and competitions mean all', async () => {
    const { create } = await account()
    expect(parseRecord(await create({ url: HOOK_URL }))).toMatchObject({
      events: ['game.final', 'game.period'],
      competitions: [],
    })
  })

  test('a test event is sent immediately, signed with the secret, and its status is in the response', async () => {
    const { create, test } = await account()
    const { url, deliveries } = await openReceiver(202)
    const { id, secret = '' } = parseRecord(await create({ url }))
    const response = await test(id)
    expect([response.status, parseRecord(response).last_status]).toEqual([200, 202])
    expect(response.text).not.toContain(secret)
    const [{ headers, body } = { headers: {}, body: '' }, ...more] = deliveries
    expect(more).toEqual([])
    expect(WebhookEvent.parse(JSON.parse(body))).toMatchObject({ type: 'game.final', test: true })
    const signature = String(headers['x-service-signature'])
    const [, t = ''] = /^t=(\d+),/.exec(signature) ?? []
    expect(signature).toBe(`t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`)
  })

  test('the response to a POST or DELETE has no ETag, and If-None-Match is ignored', async () => {
    const { create, delete: deleteWebhook } = await account()
    const created = await create({ url: HOOK_URL }, { 'if-none-match': '*' })
    const deleted = await deleteWebhook(parseRecord(created).id)
    for (const { headers, status } of [created, deleted]) {
      expect(status).not.toBe(304)
      expect(headers.get('etag')).toBeNull()
    }
  })

  test('only the response that shows the secret must not be stored by caches', async () => {
    const { create, list, delete: deleteWebhook } = await account()
    const caching = ({ headers }: { headers: Headers }) => headers.get('cache-control')
    const created = await create({ url: HOOK_URL })
    expect(caching(created)).toBe('no-store')
    expect(caching(await list())).toBe('private, no-cache')
    expect(caching(await create({ url: 'nothing' }))).toBe('private, no-cache')
    expect(caching(await deleteWebhook(parseRecord(created).id))).toBe('private, no-cache')
  })

  test('the list changes its ETag with every POST and DELETE, so that a kept copy is never used after one', async () => {
    const { create, list, delete: deleteWebhook } = await account()
    const etag = async () => (await list()).headers.get('etag')
    const empty = await etag()
    const { id } = parseRecord(await create({ url: HOOK_URL }))
    expect(await etag()).not.toBe(empty)
    await deleteWebhook(id)
    expect(await etag()).toBe(empty)
  })

  test('the response to a POST is compressed if Accept-Encoding allows it', async () => {
    const { create } = await account()
    const long = `${HOOK_URL}?${'a'.repeat(1500)}`
    const created = await create({ url: long }, { 'accept-encoding': 'gzip' })
    expect([created.status, created.headers.get('content-encoding')]).toEqual([201, 'gzip'])
    expect(parseRecord(created).url).toBe(long)
  })

  test('repeating a POST with the same Idempotency-Key creates no second webhook; with another body it is 400', async () => {
    const { create, list } = await account()
    const idempotencyHeaders = { 'idempotency-key': 'a-name' }
    const first = await create({ url: HOOK_URL }, idempotencyHeaders)
    const [again, ...more] = await Promise.all([1, 2, 3].map(() => create({ url: HOOK_URL }, idempotencyHeaders)))
    for (const { body } of [again, ...more].flatMap((response) => response ?? [])) expect(body).toEqual(first.body)
    const other = await create({ url: `${HOOK_URL}/2` }, idempotencyHeaders)
    expect([other.status, getBodyError(other).message]).toEqual([400, expect.stringContaining('Idempotency-Key')])
    for (const name of ['', 'two words', 'a'.repeat(256)])
      expect((await create({ url: HOOK_URL }, { 'idempotency-key': name })).status).toBe(400)
    expect(parseList(await list())).toHaveLength(1)
  })

  test('a webhook of another account is 404', async () => {
    const [one, other] = [await account(), await account()]
    const { id } = parseRecord(await one.create({ url: HOOK_URL }))
    expect(parseList(await other.list())).toEqual([])
    for (const response of [await other.delete(id), await other.test(id)])
      expect([response.status, getBodyError(response).code]).toEqual([404, 'not_found'])
    expect(parseList(await one.list())).toHaveLength(1)
  })

  test('keys of one account share its webhooks', async () => {
    const { core, request } = service()
    const { id } = await core.accounts.create({ email: 'two@example.org', plan: 'live' })
    const [one, two] = [await core.keys.create(id), await core.keys.create(id)]
    const created = parseRecord(await buildCalls(request, one.key).create({ url: HOOK_URL }))
    expect((await buildCalls(request, two.key).delete(created.id)).status).toBe(200)
  })

  test('an 11th active webhook is 400', async () => {
    const { create } = await account()
    for (let i = 0; i < 10; i++) expect((await create({ url: `${HOOK_URL}/${i}` })).status).toBe(201)
    const response = await create({ url: HOOK_URL })
    expect([response.status, getBodyError(response).code]).toEqual([400, 'bad_request'])
  })

  test('every call is counted, also if it fails', async () => {
    const { create, list, delete: deleteWebhook, test, used } = await account()
    await create({ url: HOOK_URL })
    await create({ url: 1 })
    await create({ url: HOOK_URL, unknown: 1 })
    await list()
    await deleteWebhook('wh_0000000000000000')
    await test('wh_wrong')
    expect(await used()).toBe(6)
  })

  test.each<[string, unknown, string, string[]?]>([
    ['no url', {}, 'url is required.'],
    ['a url that is a number', { url: 1 }, 'url is wrong'],
    [
      'a url that is too long',
      { url: `https://a.example/${'a'.repeat(2048)}` },
      'url must have at most 2048 characters.',
    ],
    ['a url that is not http(s)', { url: 'ftp://a.example/' }, 'url'],
    ['events that are not a list', { url: HOOK_URL, events: 'game.final' }, 'events is wrong'],
    ['an empty list of events', { url: HOOK_URL, events: [] }, 'events must not be empty.'],
    ['too many events', { url: HOOK_URL, events: Array(11).fill('game.final') }, 'events must have at most 10 values.'],
    [
      'an unknown event',
      { url: HOOK_URL, events: ['game.final', 'game.over'] },
      `events[1] must be one of ${WebhookEventType.options.join(', ')}.`,
      WebhookEventType.options,
    ],
    [
      'a malformed competition id',
      { url: HOOK_URL, competitions: ['cp_1'] },
      'competitions[0] must be a competition id',
    ],
    ['an unknown competition', { url: HOOK_URL, competitions: [UNKNOWN.competition] }, 'there is no competition'],
  ])('%s is 400 and says what is wrong', async (_, body, message, allowed) => {
    const { create } = await account()
    const response = await create(body)
    expect(response.status).toBe(400)
    expect(getBodyError(response)).toMatchObject({ code: 'bad_request', message: expect.stringContaining(message) })
    expect(getBodyError(response).allowed).toEqual(allowed)
  })
})

test('a private address is 400 unless allowPrivateWebhooks is set', async () => {
  const { request, newKey } = await testService('embedded')
  const { create } = buildCalls(request, await newKey('live'))
  for (const url of [HOOK_URL, 'https://127.0.0.1/', 'https://localhost/', 'https://user@hooks.example.org/'])
    expect(getBodyError(await create({ url }))).toMatchObject({ code: 'bad_request' })
})

test('on Postgres without SECRETS_KEY no webhook can be created, and the error says that the operator must set it', async () => {
  const { request, newKey } = await testService('Postgres')
  const { create, list, used } = buildCalls(request, await newKey('live'))
  const response = await create({ url: HOOK_URL })
  expect(response.status).toBe(400)
  expect(getBodyError(response)).toMatchObject({
    code: 'bad_request',
    message: 'Webhooks are not set up on this server: its operator has to set SECRETS_KEY.',
  })
  expect((await list()).status).toBe(200)
  expect(await used()).toBe(2)
})
