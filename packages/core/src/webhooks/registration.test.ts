import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { WebhookEvent } from '../contract/index.ts'
import { createCaller } from '../operations.ts'
import { execute, webhookEvents } from '../store/index.ts'
import {
  anyDatabase,
  databases,
  sampleId,
  openTestCore,
  catchServiceError,
  sharedCore,
  writeGames,
} from '../testing/index.ts'
import { startReceiver } from '../deliveries/testing/recording-receiver.ts'
import { LOCAL_WEBHOOKS, startTestWorker, createSubscriber } from '../deliveries/testing/subscribers.ts'

const UNKNOWN = 'wh_0000000000000000'
const url = 'http://127.0.0.1:9/hooks?token=1'

describe.each(anyDatabase)('on %s', (kind) => {
  const core = sharedCore(kind, LOCAL_WEBHOOKS)

  test('a new webhook subscribes to every event of every competition, and only this response contains its secret', async () => {
    const { api, subscribe } = await createSubscriber(core())
    const { secret = '', ...created } = await subscribe({ url })
    expect(created).toEqual({
      id: expect.stringMatching(/^wh_[0-9a-f]{16}$/),
      url,
      events: ['game.final', 'game.period'],
      competitions: [],
      status: 'active',
      secret_prefix: secret.slice(0, 10),
      last_delivery_at: null,
      last_status: null,
      last_24_hours: { delivered: 0, failed: 0, waiting: 0 },
      created_at: expect.stringMatching(/Z$/),
    })
    expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/)
    const { data, meta } = await api.list({})
    expect(data).toEqual([created])
    expect(meta).toMatchObject({ count: 1, total: 1, page: 1, next_cursor: null, plan: 'live' })
  })

  test('the secret is not stored unencrypted', async () => {
    const { secret = '' } = await (await createSubscriber(core())).subscribe({ url })
    const rows = await execute(
      core().store.db,
      sql`select w::text as row, encode(secret, 'escape') as secret_bytes from webhooks w`,
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(secret.slice(10))
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret.slice(10)).toString('hex'))
  })

  test('events and competitions are deduplicated, and webhooks are listed newest first', async () => {
    await writeGames(core(), { id: 'g1' }, { id: 'g2', league: 'CUP' })
    const [league, cup] = [sampleId('competition', 'L'), sampleId('competition', 'CUP')]
    const { api, subscribe } = await createSubscriber(core())
    await subscribe({ url, events: ['game.final', 'game.final'], competitions: [cup, league, cup] })
    await subscribe({ url, events: ['game.period'] })
    expect((await api.list({})).data.map(({ events, competitions }) => [events, competitions])).toEqual([
      [['game.period'], []],
      [['game.final'], [cup, league]],
    ])
  })

  test('the url is normalized like in a browser', async () => {
    const { api, subscribe } = await createSubscriber(core())
    const { url: normalized } = await subscribe({ url: '  HTTP://127.0.0.1:9/a\u0000b\tc#d ' })
    expect(normalized).toBe('http://127.0.0.1:9/a%00bc#d')
    expect((await api.list({})).data[0]?.url).toBe(normalized)
  })

  test('an unknown competition, a bad url and an empty list of events return 400, and create nothing', async () => {
    const { api } = await createSubscriber(core())
    const refusals = await Promise.all(
      [
        { url, competitions: ['cp_00000000'] },
        { url: 'ftp://example.org/' },
        { url: 'http://user@127.0.0.1/' },
        { url: 'hooks.example.org' },
        { url, events: [] },
      ].map((body) => catchServiceError(api.create(body))),
    )
    expect(refusals.map((refusal) => refusal?.code)).toEqual(Array(5).fill('bad_request'))
    expect(refusals[0]?.message).toBe('competitions: there is no competition cp_00000000.')
    expect((await api.list({})).data).toEqual([])
  })

  test('an eleventh active webhook returns 400, also with concurrent calls', async () => {
    const { api, subscribe } = await createSubscriber(core())
    const added = await Promise.allSettled(Array.from({ length: 14 }, () => subscribe({ url })))
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await catchServiceError(api.create({ url }))).toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(/10 active webhooks/),
    })
    const [first] = (await api.list({})).data
    await api.remove({ id: first?.id ?? '' })
    await subscribe({ url })
    await execute(
      core().store.db,
      sql`update webhooks set status = 'disabled' where id = (select min(id) from webhooks)`,
    )
    await subscribe({ url })
    expect((await api.list({})).data).toHaveLength(11)
  })

  /** A client that sends an Idempotency-Key. */
  const idempotentClient = async () => {
    const { id: account, api } = await createSubscriber(core())
    const create = async (idempotencyKey: string, body: { url: string; events?: 'game.final'[] }) => {
      const context = core().context({ plan: 'live', account, idempotencyKey })
      return (await createCaller(context).webhooks.create(body)).data
    }
    return { api, create }
  }

  test('repeating a call with an Idempotency-Key returns the same webhook; with another body it returns 400', async () => {
    const { create } = await idempotentClient()
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => create('one', { url })))
    expect(others).toEqual(Array(4).fill(first))
    expect(await create('one', { url })).toEqual(first)
    expect((await create('two', { url })).id).not.toBe(first?.id)
    expect(await catchServiceError(create('one', { url, events: ['game.final'] }))).toMatchObject({
      code: 'bad_request',
    })
    expect(await catchServiceError(create('with blank', { url }))).toMatchObject({ code: 'bad_request' })
    await execute(core().store.db, sql`update idempotency_keys set created_at = now() - interval '25 hours'`)
    expect((await create('one', { url, events: ['game.final'] })).id).not.toBe(first?.id)
  })

  test('an Idempotency-Key whose webhook was removed returns 400', async () => {
    const { api, create } = await idempotentClient()
    const { id } = await create('one', { url })
    await api.remove({ id })
    expect(await catchServiceError(create('one', { url }))).toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(/Idempotency-Key .* removed .* new one/),
    })
    expect(await catchServiceError(create('one', { url, events: ['game.final'] }))).toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(/another body/),
    })
    expect((await api.list({})).data).toEqual([])
    await execute(core().store.db, sql`update idempotency_keys set created_at = now() - interval '25 hours'`)
    expect((await create('one', { url })).id).not.toBe(id)
  })

  test('the webhooks of another account return 404', async () => {
    const [owner, other] = await Promise.all([createSubscriber(core()), createSubscriber(core(), 'other@example.org')])
    const { id } = await owner.subscribe({ url })
    expect((await other.api.list({})).data).toEqual([])
    for (const call of [other.api.remove, other.api.test])
      expect(await catchServiceError(call({ id }))).toMatchObject({ code: 'not_found' })
    expect(await catchServiceError(owner.api.remove({ id: UNKNOWN }))).toMatchObject({ code: 'not_found' })
    expect((await owner.api.remove({ id })).data).toMatchObject({ id, url })
    expect(await catchServiceError(owner.api.remove({ id }))).toMatchObject({ code: 'not_found' })
  })

  test('webhooks need plan live, and a caller with an account', async () => {
    const { api } = await createSubscriber(core(), 'free@example.org', 'free')
    expect(await catchServiceError(api.list({}))).toMatchObject({ code: 'upgrade_required', plan: 'live' })
    expect(await catchServiceError(core().caller().webhooks.list({}))).toMatchObject({ code: 'bad_request' })
  })

  test('a test delivery sends the newest final score that the webhook covers, with test = true and a new id', async () => {
    const receiver = await startReceiver()
    const { api, subscribe } = await createSubscriber(core())
    const { id } = await subscribe({ url: receiver.url('/'), events: ['game.period'] })
    expect(await catchServiceError(api.test({ id }))).toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/no final game/),
    })
    await writeGames(
      core(),
      { id: 'g1', date: '2026-10-01', score: [70, 60] },
      { id: 'g2', date: '2026-10-02', score: [90, 89] },
      { id: 'g3', date: '2026-10-03', status: 'scheduled' },
    )
    const { data } = await api.test({ id })
    expect(data).toMatchObject({ id, last_status: 204, last_24_hours: { delivered: 0, failed: 0, waiting: 0 } })
    expect(data.secret).toBeUndefined()
    await api.test({ id })
    const events = receiver.received.map(({ body }) => WebhookEvent.parse(JSON.parse(body)))
    expect(events).toMatchObject([
      { type: 'game.final', test: true, data: { game: { home_score: 90, revision: 1 } } },
      { type: 'game.final', test: true },
    ])
    expect(new Set(events.map((event) => event.id)).size).toBe(2)
  })

  test('of the final scores that a webhook covers, a test sends the one that came or was corrected last, of whatever day', async () => {
    const receiver = await startReceiver()
    const { api, subscribe } = await createSubscriber(core())
    await writeGames(core(), { id: 'before', date: '2026-12-01', score: [1, 0] }, { id: 'cup', league: 'CUP' })
    const all = await subscribe({ url: receiver.url('/') })
    const cup = await subscribe({ url: receiver.url('/'), competitions: [sampleId('competition', 'CUP')] })
    const sentTo = async ({ id }: { id: string }) => {
      await api.test({ id })
      const { type, data } = WebhookEvent.parse(JSON.parse(receiver.received.at(-1)?.body ?? ''))
      return { type, id: data.game.id, revision: data.game.revision }
    }
    const final = (id: string, revision = 1) => ({ type: 'game.final', id: sampleId('game', id), revision })
    const late = { id: 'late', date: '2026-11-20' }
    const early = { id: 'early', date: '2026-10-01' }
    await writeGames(core(), late, early)
    expect(await sentTo(all)).toEqual(final('early'))
    await writeGames(core(), { ...late, score: [99, 70] })
    expect(await sentTo(all)).toEqual(final('late', 2))
    // Neither another change of a final game nor a period is a final score.
    await writeGames(core(), { ...early, tip_off: '2026-10-01T19:00:00Z' })
    const periods = { home: [20, 20], away: [10, 10] }
    await writeGames(core(), { id: 'live', date: '2026-12-02', status: 'scheduled', periods })
    expect(await sentTo(all)).toEqual(final('late', 2))
    expect(await sentTo(cup)).toEqual(final('cup'))
    // Without stored events, the latest game is the newest.
    await core().store.db.delete(webhookEvents)
    expect(await sentTo(all)).toEqual(final('before'))
    expect(await sentTo(cup)).toEqual(final('cup'))
  })

  test('a second test delivery while one is in flight returns 400', async () => {
    const open: (() => void)[] = []
    const receiver = await startReceiver(async () => {
      await new Promise<void>((resolve) => open.push(resolve))
      return 200
    })
    const { api, subscribe } = await createSubscriber(core())
    const [{ id }, other] = [await subscribe({ url: receiver.url('/') }), await subscribe({ url: receiver.url('/') })]
    await writeGames(core(), { id: 'g1' })
    const refused: unknown[] = []
    const tests = Array.from({ length: 3 }, async () =>
      refused.push((await catchServiceError(api.test({ id })))?.message),
    )
    await expect.poll(() => refused).toEqual(Array(2).fill(expect.stringMatching(/A test .* under way/)))
    const another = api.test({ id: other.id })
    await receiver.until(2)
    for (const respond of open.splice(0)) respond()
    await Promise.all([...tests, another])
    expect(refused).toHaveLength(3)
    expect(receiver.received).toHaveLength(2)
  })

  test('a test delivery does not count towards the 4 deliveries in flight', async () => {
    const open: (() => void)[] = []
    const receiver = await startReceiver(async ({ body }) => {
      const { test: isTest } = WebhookEvent.parse(JSON.parse(body))
      if (isTest !== true || receiver.received.length === 1) await new Promise<void>((resolve) => open.push(resolve))
      return 200
    })
    const { api, subscribe } = await createSubscriber(core())
    await writeGames(core(), { id: 'first' })
    const { id } = await subscribe({ url: receiver.url('/') })
    const first = api.test({ id })
    await receiver.until(1)
    await writeGames(core(), ...Array.from({ length: 5 }, (_, n) => ({ id: `game ${n}` })))
    await startTestWorker(core())
    await receiver.until(5)
    open.shift()?.()
    await first
    expect((await api.test({ id })).data).toMatchObject({ last_status: 200, last_24_hours: { waiting: 5 } })
    expect(receiver.received).toHaveLength(6)
    for (const respond of open.splice(0)) respond()
    await receiver.until(7)
    for (const respond of open) respond()
  })

  test('a test or a repeated creation of a webhook whose secret cannot be decrypted returns 400', async () => {
    const receiver = await startReceiver()
    const { api, create } = await idempotentClient()
    const { id } = await create('one', { url: receiver.url('/') })
    await writeGames(core(), { id: 'g1' })
    await execute(core().store.db, sql`update webhooks set secret = '\\x00'`)
    const refused = {
      code: 'bad_request',
      message: `The secret of webhook ${id} cannot be read any more; add a new webhook in its place.`,
    }
    for (const call of [
      () => api.test({ id }),
      () => api.test({ id }),
      () => create('one', { url: receiver.url('/') }),
    ])
      expect(await catchServiceError(call())).toMatchObject(refused)
    const outcomes = await execute(core().store.db, sql`select outcome from deliveries where test`)
    expect(outcomes).toEqual([{ outcome: 'failed' }, { outcome: 'failed' }])
    expect(receiver.received).toEqual([])
  })

  test('a test delivery is attempted once', async () => {
    const receiver = await startReceiver(() => 500)
    const { api, subscribe } = await createSubscriber(core())
    const { id } = await subscribe({ url: receiver.url('/') })
    await writeGames(core(), { id: 'g1' })
    await execute(core().store.db, sql`delete from webhook_events`)
    const { data } = await api.test({ id })
    expect(data).toMatchObject({ status: 'active', last_status: 500, last_24_hours: { failed: 0, waiting: 0 } })
    expect(receiver.received).toHaveLength(1)
    await execute(core().store.db, sql`update webhooks set status = 'disabled'`)
    expect(await catchServiceError(api.test({ id }))).toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(/disabled/),
    })
  })
})

test.each(databases)('the audit log says who created and deleted a webhook, without its path, on %s', async (kind) => {
  const core = await openTestCore(kind, LOCAL_WEBHOOKS)
  const operator = await core.accounts.create({ email: 'operator@example.org', plan: 'free', operator: true })
  const { id: account, subscribe } = await createSubscriber(core)
  const { key } = await core.keys.create(account)
  const own = await subscribe({ url })
  const withKey = core.caller(await core.countCall(key, { counts: true }))
  const second = await withKey.webhooks.create({ url: 'http://127.0.0.1:99/secret' })
  const asOperator = await core.callerFor(account, { by: operator.id })
  await asOperator.webhooks.remove({ id: own.id })
  expect(await catchServiceError(asOperator.webhooks.remove({ id: own.id }))).toMatchObject({ code: 'not_found' })
  const log = await core.accounts.log(account)
  const { hint } = (await core.keys.list(account))[0] ?? { hint: '' }
  expect(log.slice(0, 3).map(({ action, actor, detail }) => [action, actor?.id ?? null, detail])).toEqual([
    ['webhook deleted', operator.id, `${own.id} to 127.0.0.1:9`],
    ['webhook created', account, `${second.data.id} to 127.0.0.1:99, with key ${hint}`],
    ['webhook created', null, `${own.id} to 127.0.0.1:9`],
  ])
})

test('a creation that is repeated or refused leaves nothing in the audit log', async () => {
  const core = await openTestCore('embedded', LOCAL_WEBHOOKS)
  const { id: account } = await createSubscriber(core)
  const create = () => createCaller(core.context({ account, idempotencyKey: 'one' })).webhooks.create({ url })
  await create()
  await create()
  expect(
    await catchServiceError((await core.callerFor(account)).webhooks.create({ url, competitions: ['cp_00000000'] })),
  ).toMatchObject({ code: 'bad_request' })
  expect((await core.accounts.log(account)).map(({ action }) => action)).toEqual(['webhook created', 'account created'])
})

test.each([
  ['https://data.example.org/v1', 'https://data.example.org/v1/webhooks', /this one leads to this service itself\.$/],
  ['http://127.0.0.1:3000/v1', 'http://127.0.0.1:4000/hook', /this one uses http, has port 4000, and has a host that/],
  ['http://127.0.0.1:3000/v1', 'https://127.0.0.1/hook', /this one has a host that is not public \(127\.0\.0\.1\)\./],
])('a service at %s refuses %s: %s', async (base, url, message) => {
  const { secretsKey } = LOCAL_WEBHOOKS
  const core = await openTestCore('embedded', { secretsKey, service: { base } })
  const { api } = await createSubscriber(core)
  expect(await catchServiceError(api.create({ url }))).toMatchObject({
    code: 'bad_request',
    message: expect.stringMatching(message),
  })
})
